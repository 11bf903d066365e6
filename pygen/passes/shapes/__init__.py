"""Rooms that are no rectangles: cut corners, circles, crosses, Ls, caves and pillars.

The twin is in `c64src/passes/shapes/`.
"""

from pygen.engine.definition.features import PLACES
from pygen.engine.definition.passes import Pass
from pygen.passes.shapes.parameters import Shapes
from pygen.passes.shapes.shaping import shape_rooms

PASS = Pass(
    "shapes",
    Shapes,
    shape_rooms,
    instead={PLACES: "use a kind whose floors have rooms, such as bsp"},
    kernels=("core/plane/read_solid", "core/plane/take_entries"),
)
