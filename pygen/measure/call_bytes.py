"""The bytes of a module that each of its calls for games takes.

The code of each call is followed through all that it may come to. A function or table counts for
the calls that come to it and not for the generator, which needs others. Tables whose address is
computed are not seen, so the figures are those of most of the bytes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass

from pygen.compilers.module_building import Module
from pygen.compilers.zero_page_use import ZeroPageUse
from pygen.spec.chosen_calls import calls_of


@dataclass(frozen=True)
class CallBytes:
    """The bytes that only this call needs, and those that it has in common with other calls."""

    name: str
    alone: int
    shared: int


def call_bytes(module: Module) -> tuple[list[CallBytes], int]:
    """The bytes of each game call of a module, and of all of them together."""
    layout, result = module.layout, module.result
    end = layout.start + module.size
    parts = sorted(
        {layout.start, *result.labels.values(), *(part.address for part in result.objects)}
        & {*range(layout.start, end)}
    )
    sizes = {at: after - at for at, after in zip(parts, [*parts[1:], end])}
    bank = module.compiler.register_bank(result.labels)
    use = ZeroPageUse(module.image, layout.start, bank)

    def reached(labels: list[str]) -> set[int]:
        places = use.places(result.labels[label] for label in labels)
        return {parts[bisect_right(parts, at) - 1] for at in places if layout.start <= at < end}

    generator = reached([f"module_{name}" for name in layout.present_calls])
    games = calls_of(layout.spec, layout.dungeon)
    found = {
        call.name: reached([f"{layout.dungeon}_call_{call.name}"]) - generator for call in games
    }
    users = Counter(part for own in found.values() for part in own)
    return [
        CallBytes(
            name,
            sum(sizes[part] for part in own if users[part] == 1),
            sum(sizes[part] for part in own if users[part] > 1),
        )
        for name, own in found.items()
    ], sum(sizes[part] for part in users)
