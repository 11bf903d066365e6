"""A maze of cells: a growing tree or another, optionally with rooms, with loops and with fewer dead
ends.

Source: the growing tree of Buck (docs/sources.md). One file for each part; the twins are
in `c64src/kinds/mazes/`.
"""

from pygen.engine.dungeon.chambers import CHAMBER_STRUCTS, chambers_table
from pygen.engine.generator.kind import Kind, Phase
from pygen.kinds.mazes.figures import FIGURES, lines
from pygen.kinds.mazes.maze_phase import build_maze
from pygen.kinds.mazes.parameters import Mazes
from pygen.kinds.mazes.stairs import place_stairs


def unused_tiles(dungeon: Mazes) -> tuple[str, ...]:
    """Doors, if no floor has any."""
    return () if any(row.has_doors for row in dungeon.every_row()) else ("door",)


KIND = Kind(
    "mazes",
    Mazes,
    (
        Phase("maze", build_maze),
        Phase("stairs", place_stairs),
    ),
    lines=lines,
    figures=FIGURES,
    tables=(chambers_table(lambda maze: maze.most_chambers, "maze", is_optional=True),),
    structs=(CHAMBER_STRUCTS,),
    tiles=("door",),
    unused_tiles=unused_tiles,
    filled=("wall", "floor"),
    optional=("stairs",),
)
