"""The phase `halls`: parts and their rooms, corridors, and their drawing.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Work
from pygen.engine.dungeon.generation import Generation
from pygen.engine.generator.kind import OWN_CONNECTIONS
from pygen.kinds.bsp.connecting import connect_rooms
from pygen.kinds.bsp.constants import NO_DOOR
from pygen.kinds.bsp.corridors import Halls
from pygen.kinds.bsp.drawing import draw_doors, draw_rectangles
from pygen.kinds.bsp.parameters import Bsp
from pygen.kinds.bsp.splitting import Layout, split_map


def build_halls(g: Generation[Bsp]) -> Work:
    """Cut the map, place the rooms, join them, and draw it all. Without connections there are no
    doors, either."""
    joins = OWN_CONNECTIONS not in g.parameters.without
    halls = Halls(Layout())
    yield from split_map(g, halls.layout)
    yield "split"
    halls.doors = [[NO_DOOR] * 4 for _ in g.rooms]
    if joins:
        yield from connect_rooms(g, halls)
    yield from draw_rectangles(g, halls, g.codes["wall"])
    yield "draw"
    yield from draw_rectangles(g, halls, g.codes["floor"])
    if joins:
        yield "draw"
        yield from draw_doors(g, halls)
