"""The phase `caves`: everything except the stairs.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Work
from pygen.engine.dungeon.generation import Generation
from pygen.engine.plane.automaton import run_automaton
from pygen.engine.plane.plane import Plane, write_plane
from pygen.engine.plane.regions import keep_regions
from pygen.engine.plane.tunnels import join_regions
from pygen.engine.plane.watching import draft
from pygen.kinds.caves.areas import assign_cells, change_areas
from pygen.kinds.caves.parameters import Caves
from pygen.kinds.caves.rock import fill_rock
from pygen.kinds.caves.stalagmites import place_stalagmites


def build_rock(plane: Plane, parameters: Caves) -> Work:
    """Fill the plane with rock, and let the automaton change it."""
    rounds = parameters.automaton.rounds
    yield from fill_rock(plane, lambda at, y: parameters.fill_threshold)
    yield "rock"
    if rounds:
        yield from run_automaton(plane, *parameters.sums, rounds)
        yield "round"


def build_areas(plane: Plane, parameters: Caves) -> Work:
    """The same with areas of different character."""
    cells = yield from assign_cells(plane, parameters)
    yield "areas"
    thresholds = [character.fill_threshold for character in parameters.areas.characters]
    yield from fill_rock(plane, lambda at, y: thresholds[cells[y // 8][at]])
    yield "rock"
    if parameters.automaton.rounds:
        yield from change_areas(plane, parameters, cells)
        yield "round"


def build_caves(g: Generation[Caves]) -> Work:
    """Fill the map with rock, let the automaton make caves of it, keep and join them, draw them."""
    parameters = g.parameters
    plane = Plane(g)
    g.draft = lambda: draft(plane)
    plane.edge = parameters.edge
    if parameters.areas.count:
        yield from build_areas(plane, parameters)
    else:
        yield from build_rock(plane, parameters)
    if parameters.least_size != 1:
        yield from keep_regions(plane, parameters.least_size)
        yield "keep"
    if parameters.least_size != 0:
        yield from join_regions(plane)
        yield "join"
    if parameters.stalagmites.tries:
        yield from place_stalagmites(plane, parameters.stalagmites.tries)
        yield "stalagmites"
    yield from write_plane(plane)
