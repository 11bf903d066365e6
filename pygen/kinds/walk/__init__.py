"""A random walk through solid ground.

Source: the first version in the random-walk article (docs/sources.md), in integers. The twins
are in `c64src/kinds/walk/`.
"""

from pygen.engine.generator.kind import Kind, Phase
from pygen.kinds.walk.notes import notes
from pygen.kinds.walk.parameters import Walk
from pygen.kinds.walk.stairs import place_stairs
from pygen.kinds.walk.walking import walk

KIND = Kind(
    "walk",
    Walk,
    (
        Phase("walk", walk),
        Phase("stairs", place_stairs),
    ),
    notes=notes,
    filled=("wall", "floor"),
    optional=("stairs",),
)
