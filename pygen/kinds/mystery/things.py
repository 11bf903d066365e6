"""What lies on a floor: stairs, items, what is buried, loot, traps, and the start."""

from __future__ import annotations

from pygen.engine.kind import Steps
from pygen.kinds.mystery.entities import add_entity, add_item, add_trap
from pygen.kinds.mystery.ground import (
    CELLS,
    FLOOR,
    FREE,
    NOWHERE,
    STRUCTURED,
    TERRAIN,
    Floor,
)
from pygen.kinds.mystery.numbers import draw_below, draw_between
from pygen.kinds.mystery.parameters import (
    HIDDEN_STAIRS,
    LOOT,
    MOST_TRAPS,
    STAIRS,
    START,
    STRUCTURES,
    TRAP,
)
from pygen.kinds.mystery.places import (
    FOR_BURIED,
    FOR_ITEMS,
    FOR_LOOT,
    FOR_STAIRS,
    FOR_START,
    FOR_TRAPS,
    Place,
    find_place,
    list_places,
    shuffle_places,
)
from pygen.kinds.mystery.structures import middle_x, middle_y


def place_things(f: Floor, is_empty: bool) -> Steps:
    """Place all that lies on the floor; `is_empty` says that a monster house has no loot."""
    free_floor(f)
    f.hidden_stairs = NOWHERE
    place_islands(f)
    yield "islands"
    yield from place_stairs(f)
    yield from place_items(f)
    yield from place_buried(f)
    if not is_empty:
        yield from place_loot(f)
    yield from place_traps(f)
    yield from place_start(f)


def free_floor(f: Floor) -> None:
    """All floor is without traps."""
    for place, ground in enumerate(f.ground):
        if ground & TERRAIN == FLOOR:
            f.ground[place] = ground | FREE


def place_islands(f: Floor) -> None:
    """Put a trap and three items on each island."""
    if not f.layout.properties & STRUCTURES:
        return
    for cell in range(CELLS):
        if f.state[cell] & STRUCTURED:
            x, y = middle_x(f, cell), middle_y(f, cell)
            if f.g.parameters.things.trapped:
                add_trap(f, TRAP, x - 1, y - 1)
            add_item(f, x, y - 1)
            add_item(f, x - 1, y)
            add_item(f, x, y)


def place_stairs(f: Floor) -> Steps:
    """Place the stairs, and the hidden ones."""
    has_hidden = f.g.parameters.things.hidden_stairs
    if f.exact:
        places = list_places(f, FOR_STAIRS)
        if not places:
            return
        f.stairs = places.pop(draw_below(f, len(places)))
        add_entity(f, STAIRS, *f.stairs)
        if has_hidden and places:
            f.hidden_stairs = places[f.random32.draw_secondary() * len(places) >> 16]
    else:
        f.stairs = yield from find_place(f, FOR_STAIRS, 0, True)
        if f.stairs == NOWHERE:
            return
        add_entity(f, STAIRS, *f.stairs)
        yield "stairs"
        if has_hidden:
            f.hidden_stairs = yield from find_place(f, FOR_STAIRS, 0, True)
    if f.hidden_stairs != NOWHERE:
        add_entity(f, HIDDEN_STAIRS, *f.hidden_stairs)
    yield "stairs"


def place_items(f: Floor) -> Steps:
    """Place the items of rooms."""
    count = f.g.parameters.things.items
    places: list[Place] = []
    if f.exact:
        places = list_places(f, FOR_ITEMS)
        if not places:
            return
    if count:
        count = max(1, count - 2 + draw_below(f, 4))
    count += 1
    first = len(f.g.tables["entities"])
    if f.exact:
        places = shuffle_places(f, places, count)
    for number in range(count):
        if f.exact:
            place = places[number]
        else:
            place = yield from find_place(f, FOR_ITEMS, first, False)
        if place == NOWHERE:
            return
        add_item(f, *place)
        yield "item"


def place_buried(f: Floor) -> Steps:
    """Place items in walls; some fall to the edge of the map, where nothing can lie."""
    count = f.g.parameters.things.buried
    if count == 0:
        return
    count = count - 2 + draw_below(f, 4)
    if count <= 0:
        return
    first = len(f.g.tables["entities"])
    places = shuffle_places(f, list_places(f, FOR_BURIED), count) if f.exact else []
    for number in range(count):
        if f.exact:
            place = places[number]
        else:
            place = yield from find_place(f, FOR_BURIED, first, False)
        if place == NOWHERE:
            return
        add_item(f, *place)
        yield "buried"


def place_loot(f: Floor) -> Steps:
    """Place items and traps in the monster house."""
    if not f.has_house:
        return
    count = LOOT
    first = len(f.g.tables["entities"])
    places: list[Place] = []
    if f.exact:
        places = list_places(f, FOR_LOOT)
        if not places:
            return
        length = len(places)
        count = min(LOOT, max(LOOT - 1, draw_between(f, 5 * length // 10, 8 * length // 10)))
        places = shuffle_places(f, places, count)
    for number in range(count):
        if f.exact:
            place = places[number]
        else:
            place = yield from find_place(f, FOR_LOOT, first, False)
        if place == NOWHERE:
            return
        if draw_below(f, 2):
            add_item(f, *place)
        elif f.g.parameters.things.trapped:
            add_trap(f, TRAP, *place)
        yield "loot"


def place_traps(f: Floor) -> Steps:
    """Place the traps of rooms."""
    count = f.g.parameters.things.traps if f.g.parameters.things.trapped else 0
    places: list[Place] = []
    if f.exact:
        places = list_places(f, FOR_TRAPS)
        if not places:
            return
    count = min(MOST_TRAPS, draw_between(f, count >> 1, count))
    first = len(f.g.tables["entities"])
    if f.exact and count:
        places = shuffle_places(f, places, count)
    for number in range(count):
        if f.exact:
            place = places[number]
        else:
            place = yield from find_place(f, FOR_TRAPS, first, False)
        if place == NOWHERE:
            return
        add_trap(f, TRAP, *place)
        yield "trap"


def place_start(f: Floor) -> Steps:
    """Place the start; in exact mode it may be on the stairs."""
    if f.start != NOWHERE:
        add_entity(f, START, *f.start)
        return
    if f.exact:
        places = list_places(f, FOR_START)
        if not places:
            return
        f.start = places[draw_below(f, len(places))]
    else:
        f.start = yield from find_place(f, FOR_START, 0, True)
        if f.start == NOWHERE:
            return
    add_entity(f, START, *f.start)
    yield "start"
