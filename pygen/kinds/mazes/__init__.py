"""A maze of cells: a growing tree, optionally with loops and with fewer dead ends.

Source: the growing tree of Buck (docs/sources.md). One file for each part; the twins are
in `c64src/kinds/mazes/`.
"""

from pygen.engine.generator.kind import Kind, Phase
from pygen.kinds.mazes.figures import FIGURES, lines
from pygen.kinds.mazes.maze_phase import build_maze
from pygen.kinds.mazes.parameters import Mazes
from pygen.kinds.mazes.stairs import place_stairs

KIND = Kind(
    "mazes",
    Mazes,
    (
        Phase("maze", build_maze),
        Phase("stairs", place_stairs),
    ),
    lines=lines,
    figures=FIGURES,
    filled=("wall", "floor"),
    optional=("stairs",),
)
