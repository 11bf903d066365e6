"""The things and enemies on a floor, placed in rounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pygen.engine.definition.entity_kinds import HIDDEN_STAIRS, STAIRS, START
from pygen.kinds.mystery.constants import (
    EMPTY_HOUSE_ENEMIES,
    FLOOR,
    FREE,
    HAS_ITEM,
    HOUSE,
    IN_ROOM,
    JUNCTION,
    KEPT,
    LEAST_LOOT,
    MOST_TRAPS,
    ON_FLOOR,
    ROOM_FLOOR,
    TERRAIN,
    TRIES,
    WALL,
    ZONE,
)
from pygen.kinds.mystery.entities import add_enemy, add_item, add_thing, add_trap
from pygen.kinds.mystery.grid import Place
from pygen.kinds.mystery.ground import Floor
from pygen.kinds.mystery.pace import LONG, PACE, PIECE, Finding, Pieces, in_groups
from pygen.kinds.mystery.places import (
    Round,
    has_item,
    has_item_of_round,
    has_loot,
    has_trap_of_round,
    is_near_stairs,
    search_tiles,
    try_place,
)


def place_islands(floor: Floor) -> Pieces:
    """Put a trap and three items on each island. A piece is a cell; a cell with an island is a long
    piece, and four of them if things are chosen from tables."""
    if not floor.parameters.has_structures:
        return
    for cell in floor.grid.cells:
        if not cell.is_structured:
            yield PIECE
        else:
            x, y = cell.rect.middle
            if floor.parameters.things.trapped:
                add_trap(floor, x - 1, y - 1)
            for item_x, item_y in ((x, y - 1), (x - 1, y), (x, y)):
                if floor.parameters.things.have_kinds:
                    yield LONG
                add_item(floor, item_x, item_y)
            yield LONG


def count_one(floor: Floor) -> int:
    """The number of stairs, and the number of starts: one."""
    return 1


def count_hidden_stairs(floor: Floor) -> int:
    """The number of hidden stairs."""
    return int(floor.parameters.things.hidden_stairs)


def item_choices(floor: Floor) -> int:
    """The number of different numbers of items that are possible."""
    return 5 if floor.parameters.variants.items == "inclusive" else 4


def count_items(floor: Floor) -> int:
    """The number of items in rooms."""
    items, one_more = floor.parameters.things.items, floor.parameters.variants.items == "usual"
    if items == 0:
        return int(one_more)
    return max(1, items - 2 + floor.numbers.below(item_choices(floor))) + one_more


def count_items_outside_house(floor: Floor) -> int:
    """The number of items outside the monster house: none if the house is the only room."""
    is_single_house = floor.has_house and floor.is_one_room
    return 0 if is_single_house else count_items(floor)


def count_buried_items(floor: Floor) -> int:
    """The number of items in walls."""
    buried = floor.parameters.things.buried
    return max(0, buried - 2 + floor.numbers.below(item_choices(floor))) if buried else 0


def count_traps(floor: Floor) -> int:
    """The number of traps in rooms."""
    things = floor.parameters.things
    most = things.traps if things.trapped else 0
    limit = most + (floor.parameters.variants.traps == "inclusive" and things.trapped)
    return min(MOST_TRAPS, floor.numbers.between(most >> 1, limit))


def count_loot(floor: Floor) -> int:
    """The number of things in the monster house."""
    if not floor.has_house or floor.house_is_empty:
        return 0
    if floor.parameters.variants.houses == "loot":
        return floor.parameters.monster_house.loot
    floor.items_left = count_items(floor)
    return floor.items_left + count_traps(floor)


def count_enemies(floor: Floor) -> int:
    """The number of enemies in rooms."""
    enemies = floor.parameters.things.enemies
    if enemies <= 0:
        return 1 - enemies
    least = enemies >> 1
    return 1 + max(1, least + floor.numbers.below(enemies - least))


def count_house_enemies(floor: Floor) -> int:
    """The number of additional enemies in the monster house."""
    if not floor.house_is_forced:
        return 0
    return EMPTY_HOUSE_ENEMIES if floor.house_is_empty else floor.parameters.monster_house.enemies


def set_stairs(floor: Floor, x: int, y: int) -> None:
    """Choose a tile for the stairs."""
    floor.stairs = (x, y)


def set_start(floor: Floor, x: int, y: int) -> None:
    """Choose a tile for the start."""
    floor.start = (x, y)


def put_stairs(floor: Floor, x: int, y: int) -> None:
    """Put the stairs at a tile."""
    set_stairs(floor, x, y)
    add_thing(floor, STAIRS, x, y)


def put_hidden_stairs(floor: Floor, x: int, y: int) -> None:
    """Put the hidden stairs at a tile."""
    floor.hidden_stairs = (x, y)
    add_thing(floor, HIDDEN_STAIRS, x, y)


def put_start(floor: Floor, x: int, y: int) -> None:
    """Put the start at a tile."""
    set_start(floor, x, y)
    add_thing(floor, START, x, y)


def put_loot(floor: Floor, x: int, y: int) -> None:
    """Put an item or a trap into the monster house, by chance, or first the items of its round."""
    if floor.parameters.variants.houses == "loot":
        is_item = floor.numbers.below(2) == 1
    else:
        floor.items_left -= 1
        is_item = floor.items_left >= 0
    if is_item:
        add_item(floor, x, y)
    elif floor.parameters.things.trapped:
        add_trap(floor, x, y)


def put_house_enemy(floor: Floor, x: int, y: int) -> None:
    """Put an enemy into the monster house. In lean mode no second enemy comes to its tile."""
    add_enemy(floor, x, y)
    if not floor.is_exact:
        floor.ground.unmark(x, y, ZONE)


STAIRS_ROUND = Round(count_one, put_stairs, ROOM_FLOOR | KEPT, ON_FLOOR)
HIDDEN_ROUND = Round(
    count_hidden_stairs, put_hidden_stairs, ROOM_FLOOR | KEPT, ON_FLOOR, avoid_stairs=True
)
ITEM_ROUND = Round(
    count_items_outside_house, add_item, ROOM_FLOOR | HOUSE, ON_FLOOR, has_item_of_round
)
BURIED_ROUND = Round(count_buried_items, add_item, TERRAIN, WALL, has_item, may_be_in_shops=True)
LOOT_ROUND = Round(count_loot, put_loot, ZONE | JUNCTION, HOUSE, has_loot)
TRAP_ROUND = Round(count_traps, add_trap, ROOM_FLOOR | HAS_ITEM, ON_FLOOR, has_trap_of_round)
START_ROUND = Round(
    count_one, put_start, ROOM_FLOOR | HAS_ITEM | FREE, ON_FLOOR | FREE, avoid_stairs=True
)
ENEMY_ROUND = Round(count_enemies, add_enemy, ROOM_FLOOR | HAS_ITEM, ON_FLOOR, avoid_stairs=True)
HOUSE_ENEMY_ROUND = Round(
    count_house_enemies, put_house_enemy, TERRAIN | IN_ROOM | ZONE, ON_FLOOR | HOUSE,
    avoid_stairs=True,
)  # fmt: skip

FAR_ROUND = Round(
    count_one, set_start, ROOM_FLOOR | KEPT | FREE, ON_FLOOR, is_near_stairs, avoid_stairs=True
)
"""How a start that is far from the stairs is chosen, before there are things. Tiles near the stairs
are FREE then, and all others are not."""

FIRST_STAIRS_ROUND = replace(STAIRS_ROUND, put=set_stairs)
"""How the stairs are chosen before such a start."""

ROUNDS = (
    STAIRS_ROUND,
    HIDDEN_ROUND,
    ITEM_ROUND,
    BURIED_ROUND,
    LOOT_ROUND,
    TRAP_ROUND,
    START_ROUND,
    ENEMY_ROUND,
    HOUSE_ENEMY_ROUND,
)


def choose_stairs(floor: Floor) -> Pieces:
    """Choose the tile of the stairs before that of a start that is far from them. A piece is the
    beginning, a try for a tile, some tiles that are searched, or the end."""
    yield PIECE
    yield from place_thing(floor, FIRST_STAIRS_ROUND)


def choose_start(floor: Floor) -> Pieces:
    """Choose a start that is far from the stairs; pieces are as for the stairs, and in a single
    room each of its rows, where nothing can be out of reach."""
    yield PIECE
    yield from place_thing(floor, FAR_ROUND)
    if floor.is_one_room:
        yield from floor.ground.change_by_rows(floor.grid.cells[0].rect, 0, FREE)


def place_things(floor: Floor) -> Pieces:
    """Place all things, round by round. What a piece is depends on the mode."""
    place = place_round_exactly if floor.is_exact else place_round
    for things in ROUNDS:
        first = len(floor.entities)
        yield from place(floor, things)
        if things is LOOT_ROUND:
            floor.loot = range(first, len(floor.entities))


def place_round(floor: Floor, things: Round) -> Pieces:
    """Place the things of a round one by one, until one finds no tile. A piece is the beginning of
    the round, a try for a tile, or some tiles that are searched because all tries have failed."""
    count = things.count(floor)
    if floor.parameters.things.least_steps and things in (STAIRS_ROUND, START_ROUND):
        place = floor.stairs if things is STAIRS_ROUND else floor.start
        assert place, "both are chosen before"
        things.put(floor, *place)
        count = 0
    yield PIECE
    for _ in range(count):
        if not (yield from place_thing(floor, things)):
            return


def place_thing(floor: Floor, things: Round) -> Finding[bool]:
    """Place one of these things at the first tile that is found; False if there is none. A piece in
    which a kind is chosen from a table is long."""
    for place, piece in find_tile(floor, things):
        if place:
            floor.took_long = False
            things.put(floor, *place)
            piece = piece or floor.took_long
        yield piece
        if place:
            return True
    return False


def find_tile(floor: Floor, things: Round) -> Iterator[tuple[Place | None, bool]]:
    """Look for a tile where one of these things may be: try random tiles, then search all tiles.

    Yields for each try, and for some tiles of the search at once, the tile or None, and the piece
    of work that this was.
    """
    for _ in range(TRIES):
        yield try_place(floor, things), PIECE
    for y in range(floor.height):
        for columns in in_groups(range(floor.width), PACE["searched_at_once"]):
            yield search_tiles(floor, things, columns, y)


def place_round_exactly(floor: Floor, things: Round) -> Pieces:
    """Place the things of a round as the original does. A piece is a column of tiles that are
    looked at, some swaps, a tile that is found, a thing, or the end of the round."""
    if things is START_ROUND and floor.start:
        # A failed try has left it.
        add_thing(floor, START, *floor.start)
    elif has_round(floor, things):
        yield from place_at_listed_tiles(floor, things)
    yield PIECE


def has_round(floor: Floor, things: Round) -> bool:
    """Whether exact mode looks for the tiles of a round at all."""
    if things is HIDDEN_ROUND:
        return floor.parameters.things.hidden_stairs
    if things is LOOT_ROUND:
        return not floor.house_is_empty
    return things is not HOUSE_ENEMY_ROUND or floor.house_is_forced


def free_floor(floor: Floor) -> Pieces:
    """Exact mode: all floor is without traps; a piece is a row."""
    for y in range(floor.height):
        if y:
            yield PIECE
        for place in range(y * floor.width, (y + 1) * floor.width):
            if floor.ground[place] & TERRAIN == FLOOR:
                floor.ground[place] |= FREE


def avoided_exactly(floor: Floor, things: Round) -> tuple[Place | None, ...]:
    """The tiles that a round avoids in exact mode: the start may be on the stairs, and so may
    enemies of a monster house."""
    if things is HIDDEN_ROUND:
        return (floor.stairs,)
    if things is HOUSE_ENEMY_ROUND:
        return (floor.start,)
    return floor.reserved if things is ENEMY_ROUND else ()


def count_exactly(floor: Floor, things: Round, places: int) -> int:
    """The number of things that a round places in exact mode, where some numbers depend on the
    number of places."""
    if things is LOOT_ROUND:
        count = floor.numbers.between(places // 2, places * 4 // 5)
        return min(floor.parameters.monster_house.loot, max(LEAST_LOOT, count))
    count = things.count(floor)
    if things is HOUSE_ENEMY_ROUND:
        least = places * 7 // 10
        wanted = least + floor.numbers.below(places * 4 // 5 - least)
        count = min(count, max(1, wanted))
    return count


def place_at_listed_tiles(floor: Floor, things: Round) -> Pieces:
    """Place the things of a round at tiles from the list of all fit tiles, column by column. If
    there are more things than tiles, some tiles are used again."""
    avoided = avoided_exactly(floor, things)
    places = []
    for x in range(floor.width):
        yield PIECE
        column = floor.ground[x :: floor.width].translate(things.fitting)
        places += [(x, y) for y, fits in enumerate(column) if fits and (x, y) not in avoided]
    yield PIECE
    if not places:
        if things is ENEMY_ROUND:
            # The original draws the number of enemies even so.
            things.count(floor)
        return
    count = 1
    if things is HIDDEN_ROUND:
        # It does not count as a draw that stairs depend on: another stream chooses it.
        chosen = [places[floor.stream.draw_secondary() * len(places) >> 16]]
    elif things in (STAIRS_ROUND, START_ROUND):
        chosen = [places[floor.numbers.below(len(places))]]
    else:
        count = count_exactly(floor, things, len(places))
        if not count:
            return
        chosen = yield from choose_places(floor, places, count)
    # The C has no list: it looks for the column and then the row of each.
    yield from [PIECE] * (2 * len(chosen))
    for at in range(count):
        yield PIECE
        things.put(floor, *chosen[at % len(chosen)])


def choose_places(floor: Floor, places: list[Place], count: int) -> Finding[list[Place]]:
    """Choose at most `count` places as the original does: it shuffles the list of all places, and
    takes consecutive ones from a random one on; after the last place comes the first.

    The C has no memory for the list. It skips the draws, and then takes them back one by one while
    it follows the chosen places back to their first positions. So a piece is some swaps, or one
    swap that is taken back.
    """
    stream, total, at_once = floor.stream, len(places), PACE["swaps_passed_at_once"]
    shuffled = list(places)

    def random_place() -> int:
        stream.step()
        return (stream.state >> 16) * total >> 16

    # Twice as many swaps as places; the last piece may have none.
    for passed in range(0, total + 1, at_once):
        yield PIECE
        swaps = 2 * (min(passed + at_once, total) - passed)
        for _ in range(swaps):
            here, there = random_place(), random_place()
            shuffled[here], shuffled[there] = shuffled[there], shuffled[here]
        stream.draws = stream.draws + 2 * swaps & 0xFFFF
    yield PIECE
    start = floor.numbers.below(total)
    state = stream.state
    stream.step_back()
    for _ in range(2 * total):
        yield PIECE
        stream.step_back()
        stream.step_back()
    stream.state = state
    return [shuffled[(start + at) % total] for at in range(min(count, total))]
