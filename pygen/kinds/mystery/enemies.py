"""The enemies of a floor, and those of a forced monster house."""

from __future__ import annotations

from pygen.engine.kind import Steps
from pygen.kinds.mystery.entities import add_enemy
from pygen.kinds.mystery.ground import NOWHERE, Floor
from pygen.kinds.mystery.numbers import draw_below
from pygen.kinds.mystery.parameters import EMPTY_HOUSE_ENEMIES, HOUSE_ENEMIES
from pygen.kinds.mystery.places import (
    FOR_ENEMIES,
    FOR_HOUSE_ENEMIES,
    Place,
    find_place,
    is_reserved,
    list_places,
    shuffle_places,
)


def place_enemies(f: Floor, is_empty: bool) -> Steps:
    """Place the enemies; `is_empty` says that few wait in a forced monster house."""
    density = f.g.parameters.things.enemies
    count = -density
    if density > 0:
        count = max(1, (density >> 1) + draw_below(f, density - (density >> 1)))
    count += 1
    first = len(f.g.tables["entities"])
    places: list[Place] = []
    if f.exact:
        places = [place for place in list_places(f, FOR_ENEMIES) if not is_reserved(f, *place)]
        if places:
            places = shuffle_places(f, places, count)
        else:
            count = 0
    for number in range(count):
        if f.exact:
            place = places[number]
        else:
            place = yield from find_place(f, FOR_ENEMIES, first, True)
        if place == NOWHERE:
            break
        add_enemy(f, *place)
        yield "enemy"
    if f.house_is_forced:
        yield from place_house_enemies(f, is_empty)


def place_house_enemies(f: Floor, is_empty: bool) -> Steps:
    """Place the enemies that wait in a forced monster house."""
    count = EMPTY_HOUSE_ENEMIES if is_empty else HOUSE_ENEMIES
    first = len(f.g.tables["entities"])
    places: list[Place] = []
    if f.exact:
        places = [place for place in list_places(f, FOR_HOUSE_ENEMIES) if place != f.start]
        if not places:
            return
        least, most = 7 * len(places) // 10, 8 * len(places) // 10
        count = min(count, max(1, least + draw_below(f, most - least)))
        places = shuffle_places(f, places, count)
    for number in range(count):
        if f.exact:
            place = places[number]
        else:
            place = yield from find_place(f, FOR_HOUSE_ENEMIES, first, False)
        if place == NOWHERE:
            return
        if place != f.start:
            add_enemy(f, *place)
        yield "enemy"
