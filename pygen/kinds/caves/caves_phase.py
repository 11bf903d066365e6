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
from pygen.kinds.caves.parameters import Caves
from pygen.kinds.caves.rock import fill_rock


def build_caves(g: Generation[Caves]) -> Work:
    """Fill the map with rock, let the automaton make caves of it, keep and join them, draw them."""
    parameters = g.parameters
    rounds = parameters.automaton.rounds
    plane = Plane(g)
    g.draft = lambda: draft(plane)
    plane.edge = parameters.edge
    yield from fill_rock(plane, parameters.fill_threshold)
    yield "rock"
    if rounds:
        yield from run_automaton(plane, *parameters.sums, rounds)
        yield "round"
    if parameters.least_size != 1:
        yield from keep_regions(plane, parameters.least_size)
        yield "keep"
    if parameters.least_size != 0:
        yield from join_regions(plane)
        yield "join"
    yield from write_plane(plane)
