"""Printing how many tries the dungeons of many seeds take, and what that costs."""

from __future__ import annotations

from collections.abc import Sequence

from pygen.base.errors import ToolMissing, UserError
from pygen.console.terminal import building, out, warn
from pygen.search.tries import Cost, Tried, different, words_of_cost, words_of_tries
from pygen.spec import Spec


def print_tries(
    spec: Spec,
    spec_name: str,
    dungeon: str,
    floor: int,
    tried: Sequence[Tried],
    costs: Sequence[Cost] | None = None,
) -> None:
    """Print what tries say about a dungeon, and what they cost; without `costs` a few dungeons are
    measured, if there is a compiler. Prints nothing if the floor requires nothing."""
    require = spec.blueprint(dungeon, floor).parameters.require
    if require is None or not tried:
        return
    unlike = different(spec, dungeon, floor, tried)
    for line in words_of_tries(tried, require.tries, unlike):
        out.print(line, soft_wrap=True)
    for cost in _measured(spec, spec_name, dungeon, floor, tried) if costs is None else costs:
        line, *warnings = words_of_cost(cost)
        out.print(line, soft_wrap=True)
        for words in warnings:
            warn(words)


def _measured(
    spec: Spec, spec_name: str, dungeon: str, floor: int, tried: Sequence[Tried]
) -> list[Cost]:
    # Whoever shows a dungeon that requires nothing does not wait for the compilers.
    from pygen.compilers.choice import compilers_of
    from pygen.search.cost import cost_of

    try:
        compilers = compilers_of(spec).compilers
        with building(f"{dungeon} for the C64"):
            return [cost_of(spec, spec_name, one, dungeon, floor, tried) for one in compilers[:1]]
    except ToolMissing as error:
        out.print(f"cycles: not measured, as {error.message}", style="dim", soft_wrap=True)
    except UserError as error:
        warn(f"cycles: not measured: {error.message}")
    return []
