"""The phase `stairs`: stairs in two features that are far apart."""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.accretion.constants import CORRIDOR, HAS_STAIRS, ROOM, VAULT
from pygen.kinds.accretion.pace import PACE
from pygen.kinds.accretion.parameters import Accretion

MEASURE = Piece("measure", PACE["measured_at_once"])


class Stairs:
    """The search for places of stairs: the tile from which distances are measured, and the feature
    farthest from there, leaving out corridors and vaults."""

    def __init__(self, g: Generation[Accretion]) -> None:
        self.g = g
        self.records = g.tables["features"]
        self.x = self.y = 0
        self.farthest = 0


def find_middle(stairs: Stairs, number: int) -> None:
    """Set the tile to measure from to the middle of a feature; of two middle tiles, the right or
    lower one. The middle of a corridor or a vault may have no floor."""
    record = stairs.records[number]
    stairs.x = record["x"] + record["w"] // 2
    stairs.y = record["y"] + record["h"] // 2


def find_farthest(stairs: Stairs) -> Work:
    """Find the feature whose middle is farthest away, columns plus rows; of several, the first one.
    Features that already have stairs do not count."""
    most = 0
    stairs.farthest = 0
    for number, record in enumerate(stairs.records):
        yield MEASURE
        if record["kind"] == CORRIDOR or record["kind"] >= VAULT or record["state"] & HAS_STAIRS:
            continue
        across = abs(record["x"] + record["w"] // 2 - stairs.x)
        down = abs(record["y"] + record["h"] // 2 - stairs.y)
        if across + down > most:
            most = across + down
            stairs.farthest = number


def choose_tile(stairs: Stairs) -> None:
    """Choose a tile of the farthest feature: in a room a random tile that is not beside a wall, if
    there is one; in another shape the middle. A room that already has stairs, because there is no
    other one, gets them in a corner."""
    random = stairs.g.random
    record = stairs.records[stairs.farthest]
    if record["state"] & HAS_STAIRS:
        stairs.x, stairs.y = record["x"], record["y"]
        if stairs.g.up == (stairs.x, stairs.y):
            stairs.x += record["w"] - 1
        return
    record["state"] |= HAS_STAIRS
    find_middle(stairs, stairs.farthest)
    if record["kind"] != ROOM:
        return
    if record["w"] > 2:
        stairs.x = record["x"] + 1 + random.below(record["w"] - 2)
    if record["h"] > 2:
        stairs.y = record["y"] + 1 + random.below(record["h"] - 2)


def place_stairs(g: Generation[Accretion]) -> Work:
    """Put the up stairs into the feature that is farthest from a random one, and the down stairs
    into the feature farthest from there. If there is no other, both are in the first room."""
    stairs = Stairs(g)
    find_middle(stairs, g.random.below(len(stairs.records)))
    yield "begin"
    yield from find_farthest(stairs)
    choose_tile(stairs)
    g.up = stairs.x, stairs.y
    g.tiles.set(*g.up, g.codes["up_stairs"])
    yield "up"
    yield from find_farthest(stairs)
    choose_tile(stairs)
    g.down = stairs.x, stairs.y
    g.tiles.set(*g.down, g.codes["down_stairs"])
