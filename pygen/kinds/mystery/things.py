"""What lies and walks on a floor, placed in rounds."""

from __future__ import annotations

from pygen.engine.entity_kinds import HIDDEN_STAIRS, STAIRS, START
from pygen.kinds.mystery.constants import (
    CELLS,
    EMPTY_HOUSE_ENEMIES,
    FLOOR,
    FREE,
    HOUSE_ENEMIES,
    LOOT,
    MOST_TRAPS,
    ROUNDS,
    SEARCHED_AT_ONCE,
    STRUCTURED,
    SWAPS_PASSED_AT_ONCE,
    TERRAIN,
    TRIES,
    ZONE,
)
from pygen.kinds.mystery.entities import add_enemy, add_item, add_thing, add_trap
from pygen.kinds.mystery.ground import LONG, NOWHERE, Floor, Work
from pygen.kinds.mystery.numbers import (
    draw_below,
    draw_between,
    draw_far_between,
    draw_place,
    scale_state,
    step_back,
    step_forward,
)
from pygen.kinds.mystery.parameters import STRUCTURES
from pygen.kinds.mystery.places import (
    BURIED,
    ENEMIES,
    HIDDEN,
    ITEMS,
    TRAPS,
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


def item_choices(f: Floor) -> int:
    """From how many numbers that of items is drawn."""
    return 5 if f.g.parameters.variants.items == "inclusive" else 4


def count_items(f: Floor) -> int:
    """How many items there are in rooms."""
    items, one_more = f.g.parameters.things.items, f.g.parameters.variants.items == "usual"
    if items == 0:
        return int(one_more)
    return max(1, items - 2 + draw_below(f, item_choices(f))) + one_more


def count_traps(f: Floor) -> int:
    """How many traps there are in rooms."""
    things = f.g.parameters.things
    most = things.traps if things.trapped else 0
    return min(MOST_TRAPS, draw_between(f, most >> 1, most))


def is_item(f: Floor) -> bool:
    """Whether the next thing in the monster house is an item, by chance, or because some are left
    of its own round."""
    if f.g.parameters.variants.houses == "loot":
        return draw_below(f, 2) == 1
    f.items_left -= 1
    return f.items_left >= 0


def count_things(f: Floor, number: int) -> int:
    """How many things a round places."""
    things = f.g.parameters.things
    if number == HIDDEN:
        return int(things.hidden_stairs)
    if number == ITEMS:
        if is_single_house(f):
            return 0
        return count_items(f)
    if number == BURIED:
        return max(0, things.buried - 2 + draw_below(f, item_choices(f))) if things.buried else 0
    if number == LOOT_ROUND:
        if not f.has_house or f.is_empty:
            return 0
        if f.g.parameters.variants.houses == "loot":
            return LOOT
        f.items_left = count_items(f)
        return f.items_left + count_traps(f)
    if number == TRAPS:
        return count_traps(f)
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
        add_thing(f, STAIRS, x, y)
    elif number == HIDDEN:
        f.hidden_stairs = (x, y)
        add_thing(f, HIDDEN_STAIRS, x, y)
    elif number in (ITEMS, BURIED):
        add_item(f, x, y)
    elif number == LOOT_ROUND:
        if is_item(f):
            add_item(f, x, y)
        elif f.g.parameters.things.trapped:
            add_trap(f, x, y)
    elif number == TRAPS:
        add_trap(f, x, y)
    elif number == START_ROUND:
        f.start = (x, y)
        add_thing(f, START, x, y)
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
    """Place all things, round by round; a piece is the beginning of a round, a column of tiles that
    are looked at, some swaps, or a tile that is found, or a thing."""
    for number in range(ROUNDS):
        entities = f.g.tables["entities"]
        if number == LOOT_ROUND:
            f.first_loot = len(entities)
        if number == START_ROUND and f.start != NOWHERE:
            # A failed try has left it.
            add_thing(f, START, *f.start)
        elif has_round(f, number):
            yield from place_round(f, number)
        yield
        if number == LOOT_ROUND:
            f.behind_loot = len(entities)


def has_round(f: Floor, number: int) -> bool:
    """Whether exact mode looks for the tiles of a round at all."""
    if number == HIDDEN:
        return f.g.parameters.things.hidden_stairs
    if number == LOOT_ROUND:
        return not f.is_empty
    return number != HOUSE_ENEMIES_ROUND or f.house_is_forced


def free_floor(f: Floor) -> Work:
    """Exact mode: all floor is without traps; a piece is a row."""
    for y in range(f.height):
        if y:
            yield
        for place in range(y * f.width, (y + 1) * f.width):
            if f.ground[place] & TERRAIN == FLOOR:
                f.ground[place] |= FREE


def fits_exactly(f: Floor, number: int, x: int, y: int) -> bool:
    """Whether a tile has what the things of a round need in exact mode: the start may be on the
    stairs, and so may enemies of a monster house."""
    if not fits(f, number, x, y):
        return False
    if number in (HIDDEN, HOUSE_ENEMIES_ROUND):
        return (x, y) != (f.stairs if number == HIDDEN else f.start)
    return number != ENEMIES or not is_reserved(f, x, y)


def count_column(f: Floor, number: int, x: int) -> int:
    """How many tiles of a column have what the things of a round need."""
    return sum(fits_exactly(f, number, x, y) for y in range(f.height))


def find_column(f: Floor, wanted: int) -> tuple[int, int]:
    """The column of the tile of this number among those of a round, column by column; and its
    number in that column."""
    x = 0
    while wanted >= f.column_counts[x]:
        wanted -= f.column_counts[x]
        x += 1
    return x, wanted


def find_row(f: Floor, number: int, x: int, wanted: int) -> int:
    """The row of the tile of this number among those of a round in column x."""
    y = 0
    while True:
        if fits_exactly(f, number, x, y):
            if wanted == 0:
                return y
            wanted -= 1
        y += 1


def count_exactly(f: Floor, number: int, places: int) -> int:
    """How many things a round places in exact mode, in which some depend on the places there
    are."""
    if number == LOOT_ROUND:
        count = draw_far_between(f, places // 2, places * 4 // 5)
        return min(LOOT, max(LOOT - 1, count))
    count = count_things(f, number)
    if number == HOUSE_ENEMIES_ROUND:
        least = places * 7 // 10
        wanted = least + draw_place(f, places * 4 // 5 - least)
        count = min(count, max(1, wanted))
    return count


def place_round(f: Floor, number: int) -> Work:
    """Place the things of a round. Its tiles are not listed, but numbered, column by column."""
    f.column_counts = []
    for x in range(f.width):
        yield
        f.column_counts.append(count_column(f, number, x))
    yield
    places = sum(f.column_counts)
    if number == ENEMIES and not places:
        count_things(f, number)
    if not places:
        return
    if number == HIDDEN:
        # It does not count as a draw that stairs depend on: another stream chooses it.
        count, f.tracked = 1, [f.random32.draw_secondary() * places >> 16]
    elif number in (STAIRS_ROUND, START_ROUND):
        count, f.tracked = 1, [draw_place(f, places)]
    else:
        count = count_exactly(f, number, places)
        if not count:
            return
        yield from choose_places(f, places, count)
    found = []
    for tracked in f.tracked:
        yield
        found.append(find_column(f, tracked))
    f.found = []
    for x, wanted in found:
        yield
        f.found.append((x, find_row(f, number, x, wanted)))
    for at in range(count):
        yield
        put_thing(f, number, *f.found[at % len(f.found)])


def choose_places(f: Floor, places: int, count: int) -> Work:
    """Choose places as the original does: it shuffles a list of all, and takes `count` of it from a
    random one on and again from the first; some come again if there are too few.

    There is no list: the draws are passed by, and then taken back one by one, while the places that
    were taken are followed to where they had been. A piece is some draws, or a swap.
    """
    for _ in range(places // SWAPS_PASSED_AT_ONCE):
        yield
        pass_swaps(f, SWAPS_PASSED_AT_ONCE)
    yield
    pass_swaps(f, places % SWAPS_PASSED_AT_ONCE)
    yield
    start = draw_place(f, places)
    length = min(count, places)
    f.tracked = [(start + at) % places for at in range(length)]
    state = f.random32.state
    step_back(f)
    for _ in range(2 * places):
        yield
        undo_swap(f, places)
    f.random32.state = state


def pass_swaps(f: Floor, count: int) -> None:
    """Pass by the draws of twice so many swaps."""
    for _ in range(4 * count):
        step_forward(f)
    f.random32.draws = f.random32.draws + 4 * count & 0xFFFF


def follow(f: Floor, one: int, other: int) -> None:
    """Follow the places through a swap of two."""
    for at, tracked in enumerate(f.tracked):
        if tracked == one:
            f.tracked[at] = other
        elif tracked == other:
            f.tracked[at] = one


def undo_swap(f: Floor, places: int) -> None:
    """Undo the last swap of the shuffled list; its draws are taken back, but still counted."""
    other = scale_state(f, places)
    step_back(f)
    one = scale_state(f, places)
    step_back(f)
    follow(f, one, other)
