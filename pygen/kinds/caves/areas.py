"""Areas of different character: each has its own rock and its own rule.

The map is cut into upright strips, one for each area, and each has a site at a random place. Cells
of 8 x 8 tiles belong to the area whose site is nearest (a Voronoi diagram, by columns plus rows).
The areas have the characters in turn.

A row of the plane is an integer whose bits are tiles (see `pygen.engine.plane.plane`). What a
`yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import Finding, Piece, Work, schedule
from pygen.engine.definition.sides import Tile
from pygen.engine.plane.automaton import change_row
from pygen.engine.plane.plane import SOLID, Plane
from pygen.kinds.caves.parameters import Caves

PACE = schedule("kinds/caves")
CELL = Piece("areas", PACE["cells_assigned"])
PART = Piece("round", 1)
"""A part of a row that changes, or finding the sums of the first row of a round."""

Cells = list[list[int]]
"""The character of each cell, by rows of cells and by bytes of the plane's rows."""


def place_sites(plane: Plane, parameters: Caves) -> Finding[list[Tile]]:
    """Choose a cell for each site, in the strip of its area."""
    random = plane.g.random
    sites = []
    for first, width in parameters.strips:
        x = first + random.below(width)
        sites.append((x, random.below(parameters.cell_rows)))
        yield "areas"
    return sites


def nearest_site(sites: list[Tile], at: int, row: int) -> int:
    """The number of the site that is nearest to a cell; of several as near the first one."""
    distances = [abs(x - at) + abs(y - row) for x, y in sites]
    return distances.index(min(distances))


def assign_cells(plane: Plane, parameters: Caves) -> Finding[Cells]:
    """Place the sites, and find the character of each cell."""
    sites = yield from place_sites(plane, parameters)
    characters = len(parameters.areas.characters)
    cells: Cells = []
    for row in range(parameters.cell_rows):
        cells.append([])
        for at in range(plane.row_bytes):
            yield CELL
            cells[row].append(nearest_site(sites, at, row) % characters)
    return cells


def tiles_of_character(cells: list[int], character: int) -> int:
    """The tiles of a row that have a character, given the cells of the row."""
    return sum(0xFF << (8 * at) for at, found in enumerate(cells) if found == character)


def change_areas(plane: Plane, parameters: Caves, cells: Cells) -> Work:
    """Change the tiles within the edge in rounds, in each area by its own rule.

    Until the end the edge is as the plane's `edge` says; then it becomes solid. (Compare
    `run_automaton` in `pygen.engine.plane.automaton`.)
    """
    rules = [character.sums for character in parameters.areas.characters]
    rounds = parameters.automaton.rounds
    for number in range(rounds):
        yield PART
        edge = SOLID if number == rounds - 1 else plane.edge
        above = plane.solid[0]
        plane.close_row(0, edge)
        for y in range(1, plane.height - 1):
            for _ in range(0, plane.row_bytes, PACE["area_bytes_changed"]):
                yield PART
            here, changed = plane.solid[y], 0
            for character, (born, kept) in enumerate(rules):
                tiles = tiles_of_character(cells[y // 8], character)
                changed |= change_row(plane, above, y, born, kept) & tiles
            plane.solid[y] = changed
            plane.close_row(y, edge)
            above = here
        plane.close_row(plane.height - 1, edge)
    plane.edge = SOLID
