"""What lies and walks on a floor, placed in rounds."""

from __future__ import annotations

from pygen.engine.entities import HIDDEN_STAIRS, STAIRS, START, add_entity
from pygen.kinds.mystery.entities import add_enemy, add_item, add_trap
from pygen.kinds.mystery.ground import (
    CELLS,
    FLOOR,
    FREE,
    LONG,
    NOWHERE,
    STRUCTURED,
    TERRAIN,
    ZONE,
    Floor,
    Place,
    Work,
)
from pygen.kinds.mystery.numbers import draw_below, draw_between
from pygen.kinds.mystery.parameters import (
    EMPTY_HOUSE_ENEMIES,
    HOUSE_ENEMIES,
    LOOT,
    MOST_TRAPS,
    STRUCTURES,
)
from pygen.kinds.mystery.places import (
    BURIED,
    ENEMIES,
    HIDDEN,
    ITEMS,
    ROUNDS,
    SEARCHED_AT_ONCE,
    TRAPS,
    TRIES,
    fits,
    is_reserved,
    search_tiles,
    try_place,
)
from pygen.kinds.mystery.places import HOUSE_ENEMIES as HOUSE_ENEMIES_ROUND
from pygen.kinds.mystery.places import LOOT as LOOT_ROUND
from pygen.kinds.mystery.places import STAIRS as STAIRS_ROUND
from pygen.kinds.mystery.places import START as START_ROUND
from pygen.kinds.mystery.structures import middle_x, middle_y


def place_islands(f: Floor) -> Work:
    """Put a trap and three items on each island; a piece is a cell, which is long if it has one."""
    if not f.layout.properties & STRUCTURES or f.g.parameters.rooms.structures == 0:
        return
    for cell in range(CELLS):
        if not f.state[cell] & STRUCTURED:
            yield
        else:
            x, y = middle_x(f, cell), middle_y(f, cell)
            if f.g.parameters.things.trapped:
                add_trap(f, x - 1, y - 1)
            add_item(f, x, y - 1)
            add_item(f, x - 1, y)
            add_item(f, x, y)
            yield LONG


def is_single_house(f: Floor) -> bool:
    """Whether the only room is a monster house, in which there is nothing but loot."""
    return f.has_house and f.across == 1 and f.down == 1


def count_things(f: Floor, number: int) -> int:
    """How many things a round places."""
    things = f.g.parameters.things
    if number == HIDDEN:
        return int(things.hidden_stairs)
    if number == ITEMS:
        if is_single_house(f):
            return 0
        if things.items == 0:
            return 1
        return max(2, things.items - 1 + draw_below(f, 4))
    if number == BURIED:
        return max(0, things.buried - 2 + draw_below(f, 4)) if things.buried else 0
    if number == LOOT_ROUND:
        return LOOT if f.has_house and not f.is_empty else 0
    if number == TRAPS:
        most = things.traps if things.trapped else 0
        return min(MOST_TRAPS, draw_between(f, most >> 1, most))
    if number == ENEMIES:
        if things.enemies <= 0:
            return 1 - things.enemies
        least = things.enemies >> 1
        return 1 + max(1, least + draw_below(f, things.enemies - least))
    if number in (STAIRS_ROUND, START_ROUND):
        return 1
    if not f.house_is_forced:
        return 0
    return EMPTY_HOUSE_ENEMIES if f.is_empty else HOUSE_ENEMIES


def put_thing(f: Floor, number: int, x: int, y: int) -> None:
    """Put a thing of a round at a tile."""
    if number == STAIRS_ROUND:
        f.stairs = (x, y)
        add_entity(f.g, STAIRS, x, y)
    elif number == HIDDEN:
        f.hidden_stairs = (x, y)
        add_entity(f.g, HIDDEN_STAIRS, x, y)
    elif number in (ITEMS, BURIED):
        add_item(f, x, y)
    elif number == LOOT_ROUND:
        if draw_below(f, 2):
            add_item(f, x, y)
        elif f.g.parameters.things.trapped:
            add_trap(f, x, y)
    elif number == TRAPS:
        add_trap(f, x, y)
    elif number == START_ROUND:
        f.start = (x, y)
        add_entity(f.g, START, x, y)
    else:
        add_enemy(f, x, y)
        if number == HOUSE_ENEMIES_ROUND and not f.exact:
            # It does not fit again.
            f.ground[y * f.width + x] &= ~ZONE


def place_things(f: Floor) -> Work:
    """Place all things, round by round; a piece is the beginning of a round, a try for a tile, or
    some tiles that are searched because all tries were in vain."""
    for number in range(ROUNDS):
        if number == LOOT_ROUND:
            f.first_loot = len(f.g.tables["entities"])
        count = count_things(f, number)
        yield
        tries, x, y = TRIES, 0, 0
        while count:
            is_long = False
            if tries:
                place = try_place(f, number)
                tries -= 1
            else:
                place, is_long = search_tiles(f, number, x, y)
                x += SEARCHED_AT_ONCE
                if x >= f.width:
                    x, y = 0, y + 1
            if place != NOWHERE:
                put_thing(f, number, *place)
                count -= 1
                tries, x, y = TRIES, 0, 0
            elif y == f.height:
                count = 0
            yield is_long
        if number == LOOT_ROUND:
            f.behind_loot = len(f.g.tables["entities"])


def place_things_exactly(f: Floor) -> Work:
    """Place all things; a piece is a round."""
    free_floor(f)
    yield from place_islands(f)
    place_stairs(f)
    yield
    for number in (ITEMS, BURIED):
        place_shuffled(f, number, list_places(f, number))
        yield
    f.first_loot = len(f.g.tables["entities"])
    if not f.is_empty:
        place_shuffled(f, LOOT_ROUND, list_places(f, LOOT_ROUND))
        yield
    f.behind_loot = len(f.g.tables["entities"])
    place_shuffled(f, TRAPS, list_places(f, TRAPS))
    yield
    place_start(f)
    yield
    count = count_things(f, ENEMIES)
    places = [place for place in list_places(f, ENEMIES) if not is_reserved(f, *place)]
    put_shuffled(f, ENEMIES, places, count)
    yield
    if f.house_is_forced:
        places = [place for place in list_places(f, HOUSE_ENEMIES_ROUND) if place != f.start]
        if places:
            least, most = 7 * len(places) // 10, 8 * len(places) // 10
            count = max(1, least + draw_below(f, most - least))
            put_shuffled(
                f, HOUSE_ENEMIES_ROUND, places, min(count, count_things(f, HOUSE_ENEMIES_ROUND))
            )


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
    places = list_places(f, STAIRS_ROUND)
    if not places:
        return
    put_thing(f, STAIRS_ROUND, *places.pop(draw_below(f, len(places))))
    if f.g.parameters.things.hidden_stairs and places:
        f.hidden_stairs = places[f.random32.draw_secondary() * len(places) >> 16]
        add_entity(f.g, HIDDEN_STAIRS, *f.hidden_stairs)


def place_start(f: Floor) -> None:
    """Place the start, which may be on the stairs, unless a failed try has left one."""
    if f.start != NOWHERE:
        add_entity(f.g, START, *f.start)
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
