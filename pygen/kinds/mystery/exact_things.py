"""What lies and walks on a floor of exact mode: lists of tiles, shuffled as the original does."""

from __future__ import annotations

from pygen.kinds.mystery.entities import add_entity
from pygen.kinds.mystery.ground import FLOOR, FREE, NOWHERE, TERRAIN, Floor, Place, Work
from pygen.kinds.mystery.numbers import draw_below, draw_between
from pygen.kinds.mystery.parameters import HIDDEN_STAIRS, LOOT, START
from pygen.kinds.mystery.places import (
    BURIED,
    ENEMIES,
    HOUSE_ENEMIES,
    ITEMS,
    STAIRS,
    TRAPS,
    fits,
    is_reserved,
)
from pygen.kinds.mystery.places import LOOT as LOOT_ROUND
from pygen.kinds.mystery.places import START as START_ROUND
from pygen.kinds.mystery.things import count_things, place_islands, put_thing


def place_things_exactly(f: Floor) -> Work:
    """Place all things; a piece is a round."""
    free_floor(f)
    place_islands(f)
    place_stairs(f)
    yield
    for number in (ITEMS, BURIED):
        place_shuffled(f, number, list_places(f, number))
        yield
    if not f.is_empty:
        place_shuffled(f, LOOT_ROUND, list_places(f, LOOT_ROUND))
        yield
    place_shuffled(f, TRAPS, list_places(f, TRAPS))
    yield
    place_start(f)
    yield
    count = count_things(f, ENEMIES)
    places = [place for place in list_places(f, ENEMIES) if not is_reserved(f, *place)]
    put_shuffled(f, ENEMIES, places, count)
    yield
    if f.house_is_forced:
        places = [place for place in list_places(f, HOUSE_ENEMIES) if place != f.start]
        if places:
            least, most = 7 * len(places) // 10, 8 * len(places) // 10
            count = max(1, least + draw_below(f, most - least))
            put_shuffled(f, HOUSE_ENEMIES, places, min(count, count_things(f, HOUSE_ENEMIES)))


def free_floor(f: Floor) -> None:
    """All floor is without traps."""
    for place, ground in enumerate(f.ground):
        if ground & TERRAIN == FLOOR:
            f.ground[place] = ground | FREE


def list_places(f: Floor, number: int) -> list[Place]:
    """All tiles that have what the things of a round need, column by column."""
    return [(x, y) for x in range(f.width) for y in range(f.height) if fits(f, number, x, y)]


def place_stairs(f: Floor) -> None:
    """Place the stairs, and the hidden ones, which the secondary stream chooses."""
    places = list_places(f, STAIRS)
    if not places:
        return
    put_thing(f, STAIRS, *places.pop(draw_below(f, len(places))))
    if f.g.parameters.things.hidden_stairs and places:
        f.hidden_stairs = places[f.random32.draw_secondary() * len(places) >> 16]
        add_entity(f, HIDDEN_STAIRS, *f.hidden_stairs)


def place_start(f: Floor) -> None:
    """Place the start, which may be on the stairs, unless a failed try has left one."""
    if f.start != NOWHERE:
        add_entity(f, START, *f.start)
        return
    places = list_places(f, START_ROUND)
    if places:
        put_thing(f, START_ROUND, *places[draw_below(f, len(places))])


def place_shuffled(f: Floor, number: int, places: list[Place]) -> None:
    """Place the things of a round at tiles of a list."""
    if not places:
        return
    if number == LOOT_ROUND:
        count = draw_between(f, 5 * len(places) // 10, 8 * len(places) // 10)
        count = min(LOOT, max(LOOT - 1, count))
    else:
        count = count_things(f, number)
    put_shuffled(f, number, places, count)


def put_shuffled(f: Floor, number: int, places: list[Place], count: int) -> None:
    """Shuffle a list, and put things at `count` of its tiles, from a random one on and again from
    the first; some come again if there are too few."""
    length = len(places)
    if not length or not count:
        return
    for _ in range(2 * length):
        one = draw_below(f, length)
        other = draw_below(f, length)
        places[one], places[other] = places[other], places[one]
    start = draw_below(f, length)
    for at in range(start, start + count):
        put_thing(f, number, *places[at % length])
