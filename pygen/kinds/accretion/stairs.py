"""The phase `stairs`: stairs in two features that are far apart."""

from __future__ import annotations

from pygen.engine.definition.pace import Finding, Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.accretion.constants import CORRIDOR, HAS_STAIRS, ROOM, VAULT
from pygen.kinds.accretion.features import middle
from pygen.kinds.accretion.pace import PACE
from pygen.kinds.accretion.parameters import Accretion

MEASURE = Piece("measure", PACE["measured_at_once"])


def find_farthest(g: Generation[Accretion], x: int, y: int) -> Finding[int]:
    """Find the feature whose middle is farthest from a tile, columns plus rows; of several, the
    first one. Corridors, vaults and features that already have stairs do not count. If no other is
    left, the first room is found."""
    most = farthest = 0
    for number, record in enumerate(g.tables["features"]):
        yield MEASURE
        if record["kind"] == CORRIDOR or record["kind"] >= VAULT or record["state"] & HAS_STAIRS:
            continue
        middle_x, middle_y = middle(record)
        distance = abs(middle_x - x) + abs(middle_y - y)
        if distance > most:
            most, farthest = distance, number
    return farthest


def choose_tile(g: Generation[Accretion], number: int) -> tuple[int, int]:
    """Choose a tile of a feature for stairs: in a room a random tile that is not beside a wall, if
    there is one; in another shape the middle. A room that already has stairs, because there is no
    other one, gets them in a corner."""
    record = g.tables["features"][number]
    left, top, width, height = record["x"], record["y"], record["w"], record["h"]
    if record["state"] & HAS_STAIRS:
        return left + (width - 1 if g.up == (left, top) else 0), top
    record["state"] |= HAS_STAIRS
    x, y = middle(record)
    if record["kind"] == ROOM and width > 2:
        x = left + 1 + g.random.below(width - 2)
    if record["kind"] == ROOM and height > 2:
        y = top + 1 + g.random.below(height - 2)
    return x, y


def place_stairs(g: Generation[Accretion]) -> Work:
    """Put the up stairs into the feature that is farthest from a random one, and the down stairs
    into the feature farthest from there. If there is no other, both are in the first room."""
    records = g.tables["features"]
    x, y = middle(records[g.random.below(len(records))])
    yield "begin"
    g.up = choose_tile(g, (yield from find_farthest(g, x, y)))
    g.tiles.set(*g.up, g.codes["up_stairs"])
    yield "up"
    g.down = choose_tile(g, (yield from find_farthest(g, *g.up)))
    g.tiles.set(*g.down, g.codes["down_stairs"])
