"""The passes that place entities: what their parameters promise, alone and together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from helpers import expected_screen as expected
from helpers.expected_screen import View, entities_at, say
from helpers.kinds import data_with, loaded
from helpers.longest_steps import check_longest_steps
from helpers.player import Player
from helpers.programs import playable_of
from helpers.tools import needs_ca65, needs_vice
from helpers.walking import way

from pygen.compilers import COMPILERS
from pygen.emulators.roms import Roms
from pygen.engine.constants import STATUS_FEWER_PARTS, STATUS_NOT_ALL_PLACED
from pygen.engine.definition.entity_kinds import ENEMY, ITEM, START, TRAP
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import generate, phase_names
from pygen.pictures.data import status_words
from pygen.spec import Spec, SpecError
from pygen.spec.hashing import dungeon_digest

HALLS = {"kind": "bsp", "map": {"width": 48, "height": 40}}
START_IN_ROOM = {"name": "start", "at": "room", "room": 2}
BEASTS = [
    {"name": "rat", "glyph": "r", "colour": "brown", "weight": 30, "floors": "1-4"},
    {"name": "giant_spider", "glyph": "s", "colour": "red", "weight": 10},
    {"name": "dragon", "glyph": "d", "colour": "green", "weight": 1, "floors": "5-"},
]
RAT, SPIDER, DRAGON = 16, 17, 18


def halls(*passes: dict[str, Any], **section: Any) -> Spec:
    """A spec of halls with such passes."""
    return loaded({"dungeons": {"halls": {**HALLS, "passes": list(passes), **section}}})


def built(spec: Spec, seed: int = 7, floor: int = 1) -> Generation[Any]:
    return generate(spec, Request("halls", seed, floor))


def kinds(spec: Spec, floor: int = 1, seeds: int = 20) -> Counter[int]:
    """How many entities of each kind there are on one floor of dungeons of several seeds."""
    return Counter(
        row["kind"] for seed in range(seeds) for row in built(spec, seed, floor).tables["entities"]
    )


def test_a_table_gives_kinds_by_weight_and_by_floor() -> None:
    spec = halls({"name": "enemies", "least": 40, "most": 40, "table": BEASTS})
    above, below = kinds(spec), kinds(spec, floor=5)
    assert above.keys() == {RAT, SPIDER} and below.keys() == {SPIDER, DRAGON}
    assert 2.3 < above[RAT] / above[SPIDER] < 4
    assert 6 < below[SPIDER] / below[DRAGON] < 16


def test_a_floor_for_which_the_table_has_nothing_gets_nothing() -> None:
    spec = halls({"name": "enemies", "table": BEASTS[:1]})
    assert built(spec).tables["entities"] and not built(spec, floor=5).tables["entities"]
    assert not built(spec, floor=5).status


def test_floors_can_carry_weights_of_kinds() -> None:
    use = {"name": "enemies", "least": 40, "most": 40, "table": BEASTS}
    other = {"4-": {"passes": {"enemies": {"weights": {"rat": 0, "dragon": 40}}}}}
    spec = halls(use, floors=other)
    assert kinds(spec).keys() == {RAT, SPIDER}
    # The dragon may not be there yet, whatever its weight is.
    assert kinds(spec, floor=4).keys() == {SPIDER}
    below = kinds(spec, floor=5)
    assert below.keys() == {SPIDER, DRAGON} and below[DRAGON] > 2 * below[SPIDER]
    with pytest.raises(SpecError, match="the table has no `dragan`; did you mean `dragon`"):
        halls({**use, "weights": {"dragan": 3}})


def test_a_limit_that_cuts_is_told() -> None:
    use = {"name": "enemies", "by": "rooms", "percent": 20}
    (said,) = (words for words in status_words(built(halls({**use, "most": 5}))) if "most" in words)
    found = re.fullmatch(r"`most: 5` of the pass `enemies` leaves out (\d+) of (\d+)", said)
    assert found and int(found[2]) - int(found[1]) == 5
    few = {"name": "enemies", "by": "floor", "percent": 1, "most": "none"}
    assert not any("most" in words for words in status_words(built(halls(few))))


def test_a_share_of_the_floor_is_one_of_so_many_tiles() -> None:
    for percent in (1, 4):
        use = {"name": "items", "by": "floor", "percent": percent, "most": "none", "least": 0}
        found = built(halls(use))
        counts = found.tile_counts()
        walkable = sum(counts[name] for name in ("floor", "door", "up_stairs", "down_stairs"))
        assert len(found.tables["entities"]) == walkable * percent // 100


def test_rooms_have_at_least_and_at_most_so_many() -> None:
    use = {"name": "items", "by": "rooms", "percent": 3, "room_least": 2, "room_most": 3}
    found = built(halls({**use, "most": "none"}))
    rooms = found.tables["rooms"]
    for room in rooms:
        inside = [
            row
            for row in found.tables["entities"]
            if room.x <= row["x"] < room.x + room.w and room.y <= row["y"] < room.y + room.h
        ]
        assert 2 <= len(inside) <= 3


def test_what_rooms_do_not_have_is_placed_anywhere() -> None:
    use = {"name": "items", "by": "rooms", "percent": 1, "room_most": 1, "most": 60}
    by_rooms = built(halls(use)).tables["entities"]
    assert 0 < len(by_rooms) < 40
    found = built(halls({**use, "least": 40}))
    entities = found.tables["entities"]
    assert len(entities) == 40 and entities[: len(by_rooms)] == by_rooms
    rooms = found.tables["rooms"]
    assert not all(
        any(one.x <= x < one.x + one.w and one.y <= y < one.y + one.h for one in rooms)
        for x, y in ((row["x"], row["y"]) for row in entities)
    )
    # The rooms have enough; guards count.
    assert built(halls({**use, "least": len(by_rooms)})).tables["entities"] == by_rooms
    keys = {"name": "locks", "count": 2}
    guards = {**use, "name": "enemies", "guards": {"key": 3}, "least": 50, "most": 50}
    kinds = Counter(row["kind"] for row in built(halls(keys, guards)).tables["entities"])
    assert kinds[ENEMY] == 50


def test_a_least_of_all_rooms_is_part_of_the_digest() -> None:
    use: dict[str, Any] = {"name": "items", "by": "rooms"}
    usual = dungeon_digest(halls({**use}), "halls")
    others = [dungeon_digest(halls({**use, "least": least}), "halls") for least in (0, 3, 4)]
    assert usual == others[0] and len({*others}) == 3


def test_packs_stand_together_and_apart_from_others() -> None:
    use = {"name": "enemies", "least": 12, "most": 12, "pack": 4, "apart": 15, "where": "rooms"}
    for seed in range(8):
        found = built(halls(use), seed)
        if found.status & STATUS_NOT_ALL_PLACED:
            continue
        places = [(row["x"], row["y"]) for row in found.tables["entities"]]
        assert len(places) == 12
        packs = [places[at : at + 4] for at in (0, 4, 8)]
        for number, pack in enumerate(packs):
            for at, (x, y) in enumerate(pack[1:], 1):
                assert any(max(abs(x - a), abs(y - b)) == 1 for a, b in pack[:at])
            x, y = pack[0]
            for a, b in [place for other in packs[:number] for place in other]:
                assert abs(x - a) + abs(y - b) >= 15


@pytest.mark.parametrize(
    ("passes", "expected"),
    [
        ([{"name": "items"}], 0),
        ([{"name": "items", "where": "rooms"}], 0),
        ([{"name": "items", "where": "far"}, {"name": "traps", "where": ["near", "rooms"]}], 1),
        # The start moves.
        ([{"name": "items", "where": "far"}, START_IN_ROOM, {"name": "traps", "where": "near"}], 2),
        # A chamber is dug.
        ([{"name": "treasures", "where": "far"}, {"name": "traps", "where": "near"}], 2),
        ([START_IN_ROOM, {"name": "items", "where": "far"}], 1),
    ],
)
def test_zones_are_found_again_where_they_may_have_changed(
    passes: list[dict[str, Any]], expected: int
) -> None:
    names = phase_names(halls(*passes).dungeons["halls"])
    assert names.count("zones") == expected


def test_zones_are_those_from_the_start_if_it_comes_before() -> None:
    use = {"name": "items", "where": "near", "least": 8, "most": 8}
    found = built(halls(START_IN_ROOM, use))
    (x, y), *items = ((row["x"], row["y"]) for row in found.tables["entities"])
    from_start = max(abs(x - a) + abs(y - b) for a, b in items)
    before = built(halls(use))
    items = [(row["x"], row["y"]) for row in before.tables["entities"]]
    assert from_start < max(abs(x - a) + abs(y - b) for a, b in items)


def test_counts_vary_by_floor() -> None:
    use = {"name": "items", "least": 3, "most": 5}
    more = {"10-": {"passes": {"items": {"least": 30, "most": 32}}}}
    spec = halls(use, floors=more)
    for seed in range(8):
        assert 3 <= len(built(spec, seed).tables["entities"]) <= 5
        assert 30 <= len(built(spec, seed, 12).tables["entities"]) <= 32
    assert len(built(spec).table_bytes("entities")) == 3 * 32


def test_floors_can_have_another_table() -> None:
    other = {"first_kind": 20, "table": [{"name": "troll", "glyph": "t", "colour": "red"}]}
    use = {"name": "enemies", "table": BEASTS[:1]}
    assert kinds(halls(use, floors={"3": {"passes": {"enemies": other}}}), 3, 2).keys() == {20}
    with pytest.raises(SpecError, match="gives number 16 to `troll`"):
        halls(use, floors={"3": {"passes": {"enemies": {**other, "first_kind": 16}}}})


def kinds_called(word: str, count: int) -> list[dict[str, Any]]:
    glyphs = "abcdefghijklmnopqrstuvwxyz"
    names = ((f"{word}_{n}", glyphs[n % len(glyphs)]) for n in range(count))
    return [{"name": name, "glyph": glyph, "colour": "red"} for name, glyph in names]


def test_sixty_four_kinds_of_enemies_and_of_items_have_numbers_in_two_rows() -> None:
    uses = [
        {"name": "enemies", "least": 60, "most": 60, "table": kinds_called("beast", 64)},
        {"name": "items", "least": 60, "most": 60, "table": kinds_called("item", 64)},
    ]
    spec = halls(*uses)
    found = kinds(spec, seeds=30)
    numbers = [*range(16, 32), *range(64, 112), *range(32, 48), *range(112, 160)]
    assert found.keys() == set(numbers)
    listed = spec.dungeons["halls"].given_entities
    names = [f"{word}_{n}" for word in ("beast", "item") for n in range(64)]
    assert [listed[number].name for number in numbers] == names
    # The first numbers are what they are with fewer kinds.
    few = halls({**uses[0], "table": kinds_called("beast", 3)}).dungeons["halls"].given_entities
    assert {number: listed[number] for number in few} == few


def test_the_player_starts_away_from_enemies_with_any_number() -> None:
    def distances(first: int) -> list[int]:
        enemy = {"name": "rat", "glyph": "r", "colour": "red"}
        enemies = {"name": "enemies", "least": 6, "most": 6, "first_kind": first, "table": [enemy]}
        spec = halls(enemies, {"name": "start", "at": "away"})
        found = []
        for seed in range(8):
            *beasts, start = built(spec, seed).tables["entities"]
            found.append(
                min(abs(one["x"] - start["x"]) + abs(one["y"] - start["y"]) for one in beasts)
            )
        return found

    assert distances(16) == distances(31) == distances(64) == distances(111)


def test_a_pass_leaves_the_random_numbers_of_others_alone() -> None:
    traps = {"name": "traps", "least": 3, "most": 3}
    alone = built(halls(traps)).tables["entities"]
    with_items = built(halls(traps, {"name": "items"})).tables["entities"]
    assert with_items[:3] == alone and {row["kind"] for row in with_items[3:]} == {ITEM}


def test_what_finds_no_place_is_left_out_and_said() -> None:
    crowded = {"name": "items", "least": 200, "most": 200, "tries": 1}
    full = built(halls(crowded))
    assert full.status == STATUS_NOT_ALL_PLACED and 20 < len(full.tables["entities"]) < 200
    patient = built(halls({**crowded, "tries": 255}))
    assert patient.status == 0 and len(patient.tables["entities"]) == 200
    far = built(halls({"name": "enemies", "from_stairs": 250}))
    assert far.status == STATUS_NOT_ALL_PLACED and not far.tables["entities"]


def test_rooms_get_enemies_by_their_area_and_the_first_room_none() -> None:
    spec = halls({"name": "enemies", "by": "rooms", "first_room": 1, "percent": 10, "most": 200})
    generation = built(spec)
    places = [(row["x"], row["y"]) for row in generation.tables["entities"]]
    for number, room in enumerate(generation.rooms):
        inside = [1 for x, y in places if 0 <= x - room.x < room.w and 0 <= y - room.y < room.h]
        assert len(inside) == (room.w * room.h // 10 if number else 0)


def test_rooms_near_to_the_stairs_get_none_which_is_no_wish_that_failed() -> None:
    use = {"name": "enemies", "by": "rooms", "percent": 6, "most": 200, "from_stairs": 25}
    for seed in range(8):
        generation = built(halls(use), seed)
        up_x, up_y = generation.up
        places = [(row["x"], row["y"]) for row in generation.tables["entities"]]
        assert places and not generation.status
        assert all(abs(x - up_x) + abs(y - up_y) >= 25 for x, y in places)
    assert not built(halls({**use, "from_stairs": 250})).status


def test_the_player_starts_in_the_middle_of_a_room_or_away_from_enemies() -> None:
    second = built(halls({"name": "start", "at": "room", "room": 1}))
    (row,) = second.tables["entities"]
    assert (row["kind"], (row["x"], row["y"])) == (START, second.rooms[1].centre)
    up = built(halls({"name": "start"}))
    (row,) = up.tables["entities"]
    assert (row["x"], row["y"]) == up.up
    enemies = {"name": "enemies", "least": 6, "most": 6, "table": BEASTS}

    def nearest(tries: int) -> float:
        spec = halls(enemies, {"name": "start", "at": "away", "tries": tries})
        found: list[int] = []
        for seed in range(16):
            *beasts, start = built(spec, seed).tables["entities"]
            found.append(
                min(abs(one["x"] - start["x"]) + abs(one["y"] - start["y"]) for one in beasts)
            )
        return sum(found) / len(found)

    assert nearest(60) > nearest(2) + 5


def test_a_mystery_floor_keeps_its_things_and_gets_more() -> None:
    def entities(*passes: dict[str, Any]) -> list[dict[str, int]]:
        dungeon = {"kind": "mystery", "passes": list(passes)}
        spec = loaded({"dungeons": {"halls": dungeon}})
        generation = built(spec)
        assert not generation.status & STATUS_FEWER_PARTS
        return list(generation.tables["entities"])

    own, more = entities(), entities({"name": "traps", "least": 9, "most": 9})
    assert more[: len(own)] == own and [row["kind"] for row in more[len(own) :]] == [TRAP] * 9


def test_a_dungeon_without_such_passes_has_no_table() -> None:
    assert "entities" not in built(halls()).tables
    assert built(halls({"name": "enemies"})).tables["entities"][0]["kind"] == ENEMY


CAVES = {"kind": "caves", "map": {"width": 40, "height": 32}}
ODD = {"name": "odd", "glyph": "o", "colour": "red"}


@pytest.mark.parametrize(
    ("section", "passes", "said"),
    [
        (CAVES, [{"name": "items"}], "add `stairs`"),
        (CAVES, [{"name": "stairs"}, {"name": "items", "by": "rooms"}], "where rooms are"),
        (HALLS, [{"name": "items"}, {"name": "regions", "keep": "all"}], "put it before `items`"),
        (HALLS, [{"name": "items", "least": 9}], "9 are more than 8"),
        (HALLS, [{"name": "items", "by": "rooms", "least": 9}], "9 are more than 8"),
        (HALLS, [{"name": "items", "where": "far", "tries": 3}], "with `where` no tile is tried"),
        (
            HALLS,
            [{"name": "items", "by": "floor", "tries": 3}],
            "`by: floor` no tile is tried",
        ),
        (HALLS, [{"name": "items", "most": "none"}], "expected a number, or another `by`"),
        (
            HALLS,
            [{"name": "items", "most": "all"}],
            "`all` is no limit; expected 1 to 200",
        ),
        (
            HALLS,
            [{"name": "items", "by": "rooms", "where": "far"}],
            "`by: count` or `by: floor`",
        ),
        (
            HALLS,
            [{"name": "items", "where": ["rooms", "corridors"]}],
            "in rooms and corridors",
        ),
        (
            HALLS,
            [{"name": "items", "where": "attic"}],
            "`attic` is no place; expected one",
        ),
        (HALLS, [{"name": "items", "where": ["far", "far"]}], "a place stands twice"),
        (HALLS, [{"name": "items", "pack": "4-2"}], "runs backwards; write 2-4"),
        (HALLS, [{"name": "items", "pack": 40}], "expected 1 to 16"),
        (HALLS, [{"name": "items", "room_least": 4}], "no effect without `by: rooms`"),
        (CAVES, [{"name": "stairs"}, {"name": "items", "where": "rooms"}], "where rooms are"),
        (
            {**CAVES, "map": {"width": 200, "height": 120}},
            [{"name": "stairs"}, {"name": "items", "where": "far"}],
            "such as 120 x 125 tiles",
        ),
        (HALLS, [{"name": "items", "table": [{**ODD, "name": "item"}]}], "choose another name"),
        (HALLS, [{"name": "items", "table": [{**ODD, "glyph": "é"}]}], "has no character `é`"),
        (
            HALLS,
            [{"name": "locks", "reward": {**ODD, "glyph": "é"}}],
            "reward.glyph: the C64 has no character `é`",
        ),
        (HALLS, [{"name": "traps", "table": [ODD], "first_kind": 16}], "expected 48 to 55"),
        (
            HALLS,
            [
                {"name": "items", "table": [ODD]},
                {"name": "items", "id": "more", "table": [{**ODD, "name": "other"}]},
            ],
            "`more` gives number 32 to `other`",
        ),
        (
            HALLS,
            [
                {
                    "name": "items",
                    "table": [{**ODD, "name": f"n{n}", "weight": 50} for n in range(6)],
                }
            ],
            "the sum of the weights is 300",
        ),
        (HALLS, [{"name": "items", "table": kinds_called("item", 65)}], "a list of at most 64"),
        (
            HALLS,
            [{"name": "items", "first_kind": 33, "table": kinds_called("item", 64)}],
            "numbers 33 to 160; expected 32 to 47 and 112 to 159: at most 64 kinds",
        ),
        (HALLS, [{"name": "enemies", "table": [ODD], "first_kind": 60}], "numbers 60 to 60"),
        (
            HALLS,
            [{"name": "locks", "reward": {**ODD, "name": "gold"}, "reward_kind": 60}],
            "60 is not the number of an item; expected 32 to 47, or from 112 on",
        ),
        (
            HALLS,
            [{"name": "items", "table": [{**ODD, "name": f"n{n}"} for n in range(99)]}],
            "found a list of 99; expected a list of at most [0-9]+ items",
        ),
        (
            HALLS,
            [{"name": "items", "id": one, "most": 150} for one in ("a", "b")],
            "300 entities are more than a byte can number",
        ),
        (
            {"kind": "grid_rooms"},
            [{"name": "start", "at": "away"}],
            r"secret paths only; write `without: \[secret rooms\]`",
        ),
        ({"kind": "accretion"}, [{"name": "start", "at": "away"}], "secret paths only"),
    ],
)
def test_mistakes_are_reported_with_their_cure(
    section: dict[str, Any], passes: list[dict[str, Any]], said: str
) -> None:
    with pytest.raises(SpecError, match=said):
        loaded({"dungeons": {"one": {**section, "passes": passes}}})


MANY = [{**kind, "weight": 3} for kind in kinds_called("beast", 64)]
CROWDED: dict[str, Any] = {
    "crowded": {
        "kind": "grid_rooms",
        "without": ["secret rooms"],
        "passes": [
            {"name": "items", "least": 80, "most": 100},
            {"name": "enemies", "by": "rooms", "most": 80, "table": MANY},
            {"name": "traps", "least": 40, "most": 50, "from_stairs": 20},
            {"name": "start", "at": "away", "tries": 60},
        ],
    },
    # Tiles are picked, near and far from the start, packs and guards are placed beside others.
    "picked": {
        "kind": "bsp",
        "map": {"width": 60, "height": 56},
        "passes": [
            {"name": "items", "by": "floor", "percent": 4, "most": 90, "where": ["rooms", "far"]},
            {"name": "traps", "least": 20, "most": 20, "where": "dead ends", "pack": 4},
            {"name": "locks", "count": 4},
            {
                "name": "enemies",
                "least": 50,
                "most": 60,
                "where": ["corridors", "near", "middle"],
                "guards": {"key": 3},
                "apart": 6,
                "pack": "1-3",
                "table": MANY,
            },
        ],
    },
    # The longest rows, of tiles of four bits.
    "wide": {
        "kind": "caves",
        "map": {"width": 120, "height": 50, "bits_per_tile": 4},
        "passes": [
            {"name": "stairs"},
            {"name": "items", "where": "far", "least": 60, "most": 90},
            {"name": "traps", "by": "floor", "where": ["dead ends", "near"], "most": 50},
        ],
    },
    # Its table has entities before.
    "floor": {
        "kind": "mystery",
        "passes": [{"name": "enemies", "by": "rooms", "percent": 12, "most": 90, "table": MANY}],
    },
}


@needs_vice
@needs_ca65
@pytest.mark.slow
@pytest.mark.parametrize("name", list(COMPILERS))
@pytest.mark.steps
def test_no_step_of_them_is_too_long(name: str) -> None:
    check_longest_steps(CROWDED, name, [Request(one, 7) for one in CROWDED], least=3000)


@pytest.fixture(params=["oscar64", "cc65"])
def player(request: pytest.FixtureRequest, stub: Roms) -> Iterator[Player]:
    passes = [
        {"name": "enemies", "least": 30, "most": 40, "table": BEASTS},
        {"name": "items", "least": 30, "most": 40, "table": kinds_called("item", 64)},
    ]
    data = data_with({"halls": {**HALLS, "passes": passes}})
    del data["memory"]
    with Player(playable_of(loaded(data), request.param), stub) as found:
        yield found


@needs_vice
@needs_ca65
@pytest.mark.slow
@pytest.mark.parametrize("wanted", [range(SPIDER, SPIDER + 1), range(112, 160)])
def test_the_program_shows_and_names_what_a_spec_lists(player: Player, wanted: range) -> None:
    player.key(*["delete"] * 5, "3", "return")
    floor = built(player.spec, 3)
    place, name = next(
        ((row["x"], row["y"]), entities_at(floor, row["x"], row["y"])[0])
        for row in floor.tables["entities"]
        if row["kind"] in wanted
    )
    player.frames(2)
    assert player.screen() == expected.window(player.spec, floor, 1, 3, View(*floor.camera)).codes
    player.key("F", *way(player.spec, floor, floor.up, place))
    view = View(*expected.centred(player.spec, floor, *place), figure=place)
    player.key("F", "F")
    player.frames(2)
    screen = say(
        player.spec, expected.window(player.spec, floor, 1, 3, view), name.upper().replace("_", " ")
    )
    assert player.screen() == screen.codes and player.colours() == screen.colours
