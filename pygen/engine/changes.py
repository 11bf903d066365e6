"""What each pass of a dungeon has changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pygen.engine.entities import ENTITIES
from pygen.engine.generation import Generation
from pygen.engine.pass_figures import Change


@dataclass(frozen=True)
class Mark:
    """A dungeon between two passes: the codes of its tiles, how many entities there are, and how
    many things have found no place so far."""

    tiles: bytes
    entities: int
    left_out: int

    @classmethod
    def of(cls, g: Generation[Any]) -> Mark:
        """The dungeon as it is now."""
        return cls(bytes(g.tiles.tiles), len(g.tables.get(ENTITIES, [])), g.left_out)


def changes(g: Generation[Any]) -> dict[str, Change]:
    """What each pass has changed that is done, by the pass's id, in their order."""
    kinds = [row["kind"] for row in g.tables.get(ENTITIES, [])]
    return {
        name: Change(
            {
                tile: after.tiles.count(code) - before.tiles.count(code)
                for tile, code in g.codes.items()
            },
            tuple(kinds[before.entities : after.entities]),
            after.left_out - before.left_out,
        )
        for name, (before, after) in g.marks.items()
    }
