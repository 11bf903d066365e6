"""The phase `secrets`: hidden dead ends, and treasures."""

from __future__ import annotations

from typing import Any

from pygen.engine.constants import STATUS_FEWER_TREASURES
from pygen.engine.definition.pace import Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.accretion.constants import (
    CORRIDOR,
    HAS_STAIRS,
    HAS_TREASURE,
    HIDDEN,
    LEADS_ON,
    VAULT,
)
from pygen.kinds.accretion.features import middle
from pygen.kinds.accretion.pace import PACE
from pygen.kinds.accretion.parameters import Accretion

HIDE, VISIT = Piece("hide", PACE["hidden_at_once"]), Piece("treasures", PACE["visited_at_once"])


def is_dead_end(record: dict[str, Any]) -> bool:
    """Whether a feature leads nowhere, has no stairs, and is not a vault."""
    return record["kind"] < VAULT and not record["state"] & (LEADS_ON | HAS_STAIRS)


def hide_dead_ends(g: Generation[Accretion]) -> Work:
    """Hide dead ends by chance, in the order of the features, each behind a secret path; corridors
    are not hidden."""
    records = g.tables["features"]
    for number, record in enumerate(records):
        yield HIDE
        box = record["x"], record["y"], record["w"], record["h"]
        g.tried("dead end", *box, fits=is_dead_end(record))
        if (
            number > 0
            and is_dead_end(record)
            and record["kind"] != CORRIDOR
            and g.random.chance_of(g.parameters.secrets.room_chance)
        ):
            record["state"] |= HIDDEN
            g.tiles.set(record["door_x"], record["door_y"], g.codes["secret_path"])
            g.figures["hidden"] += 1


def place_treasure(g: Generation[Accretion], number: int) -> None:
    """Put a treasure into the middle of a feature, or at the end of a corridor."""
    record = g.tables["features"][number]
    x, y = middle(record)
    if record["kind"] == CORRIDOR:
        # The upper or left end, unless the opening is beside it.
        x, y = record["x"], record["y"]
        if record["door_x"] == x - 1:
            x += record["w"] - 1
        if record["door_y"] == y - 1:
            y += record["h"] - 1
    record["state"] |= HAS_TREASURE
    g.tiles.set(x, y, g.codes["treasure"])
    g.figures["treasures"] += 1


def place_secrets(g: Generation[Accretion]) -> Work:
    """Hide dead ends, then put treasures into dead ends: from a random feature on, first into
    hidden dead ends, then into others."""
    yield from hide_dead_ends(g)
    records = g.tables["features"]
    wanted = g.parameters.secrets.treasures
    first = g.random.below(len(records))
    for is_second in (False, True):
        yield "treasures"
        for number in (*range(first, len(records)), *range(first)):
            yield VISIT
            if wanted == 0:
                return
            record = records[number]
            is_hidden = bool(record["state"] & HIDDEN)
            if number > 0 and is_dead_end(record) and is_hidden != is_second:
                place_treasure(g, number)
                wanted -= 1
    if wanted > 0:
        g.status |= STATUS_FEWER_TREASURES
