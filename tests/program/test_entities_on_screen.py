"""What lies and walks on a floor, as a person sees it: the C64's screen against the reference's, in
VICE, with both compilers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from helpers import expected_screen as expected
from helpers.expected_screen import ENTITIES, View, entities_at, say
from helpers.kernal_double import drive, saves
from helpers.kinds import data_with, loaded
from helpers.player import Player
from helpers.programs import playable_of
from helpers.tools import needs_ca65, needs_vice
from helpers.walking import way

from pygen.base.files import write_if_changed
from pygen.base.project import BUILD_FOLDER
from pygen.emulators.roms import Roms
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.media.playing import png_of
from pygen.media.saved_map import file_bytes, file_name, saved
from pygen.spec import Spec

pytestmark = [needs_vice, needs_ca65]

Place = tuple[int, int]

# Uses of chambers.
SHOP, HOUSE = 1, 2

FLOOR = {
    "kind": "mystery",
    "layout": "large_cells",
    "rooms": {"density": 5, "structures": 5, "imperfect": True},
    "halls": {"extra": 6},
    "shop": 40,
    "monster_house": {"chance": 60},
    "things": {"items": 8, "buried": 3, "traps": 9, "enemies": 7, "hidden_stairs": True},
    "theme": {"enemy": {"glyph": "skulls", "colour": "yellow"}, "item": {"colour": "green"}},
}


@cache
def spec_of(swims: bool = False) -> Spec:
    """A spec with a mystery floor."""
    data = data_with({"mystery": FLOOR})
    del data["memory"]
    data["display"]["figure_swims"] = swims
    return loaded(data)


@pytest.fixture(scope="module")
def spec() -> Spec:
    return spec_of()


@pytest.fixture(params=["oscar64", "cc65"])
def player(spec: Spec, request: pytest.FixtureRequest, stub: Roms) -> Iterator[Player]:
    with Player(playable_of(spec, request.param), stub) as found:
        yield found


def floor_of(spec: Spec, seed: int) -> Generation[Any]:
    return generate(spec, Request("mystery", seed))


def chambers(floor: Generation[Any], use: int) -> list[dict[str, int]]:
    return [row for row in floor.tables["chambers"] if row["use"] == use]


def is_in(place: Place, room: dict[str, int]) -> bool:
    return 0 <= place[0] - room["x"] < room["w"] and 0 <= place[1] - room["y"] < room["h"]


def place_of(floor: Generation[Any], name: str) -> Place:
    """The first entity of this kind that can be walked to and has its tile for itself."""
    return next(
        (row["x"], row["y"])
        for row in floor.tables["entities"]
        if ENTITIES[row["kind"]] == name
        and len(entities_at(floor, row["x"], row["y"])) == 1
        and way_to(floor, (row["x"], row["y"]))
    )


def way_to(floor: Generation[Any], goal: Place, start: Place | None = None) -> list[str]:
    """Keys for the way to a tile; none if there is no way."""
    try:
        return way(spec_of(), floor, start or floor.up, goal)
    except AssertionError:
        return []


def enter(player: Player, seed: int) -> Generation[Any]:
    player.key(*"delete delete delete delete delete".split(), *str(seed), "return")
    return floor_of(player.spec, seed)


def check(player: Player, floor: Generation[Any], view: View, said: str, name: str) -> None:
    """Compare screen memory, colours and picture, and keep the picture."""
    screen = expected.window(player.spec, floor, 1, floor.seed, view)
    if said:
        say(player.spec, screen, said)
    compare(player, floor, screen, name)


def compare(player: Player, floor: Generation[Any], screen: expected.Screen, name: str) -> None:
    player.frames(2)
    picture = player.picture()
    file = f"{player.program.compiler.name}-entities-{name}.png"
    write_if_changed(BUILD_FOLDER / "screens" / file, png_of(picture))
    assert player.screen() == screen.codes, name
    assert player.colours() == screen.colours, name
    assert expected.screen_of(picture) == expected.pixels(player.spec, floor, screen), name


def with_room(spec: Spec, use: int) -> Generation[Any]:
    """The first floor with such a room, in which the figure does not start."""
    floors = (floor_of(spec, seed) for seed in range(100))
    return next(
        floor
        for floor in floors
        if chambers(floor, use) and not is_in(floor.up, chambers(floor, use)[0])
    )


def test_entities_are_shown_where_the_window_is_and_where_it_moves(player: Player) -> None:
    floor = enter(player, 28)
    x, y = floor.camera
    # An enemy stands on a trap: it is seen, the trap is not.
    assert entities_at(floor, 21, 27) == ["trap", "enemy"]
    check(player, floor, View(x, y), "", "start")
    for lines, dx, dy in (
        (["right"], 1, 0),
        (["down"], 0, 1),
        (["left"], -1, 0),
        (["up"], 0, -1),
        (["down", "right"], 1, 1),
        (["up", "left"], -1, -1),
        (["down"], 0, 1),
        (["up", "right"], 1, -1),
        (["down", "left"], -1, 1),
    ):
        player.steer(lines, 9)
        x, y = min(max(x + 9 * dx, 0), 56 - 40), min(max(y + 9 * dy, 0), 32 - 24)
        check(player, floor, View(x, y), "", "-".join(lines))


@pytest.mark.parametrize("compiler", ["oscar64", "cc65"])
def test_a_dungeon_without_entities_shows_none_of_those_before(stub: Roms, compiler: str) -> None:
    house = {"kind": "mystery", "layout": "one_room"}
    data = data_with({"mystery": house, "burrow": {"kind": "walk", "map": {"width": 72}}})
    del data["memory"]
    spec = loaded(data)
    with Player(playable_of(spec, compiler), stub) as player:
        floor = enter(player, 7)
        check(player, floor, View(*floor.camera), "", "one-room")
        player.key("Q", *["up"] * 4, "right", " ")
        burrow = generate(player.spec, Request("burrow", 7))
        check(player, burrow, View(*burrow.camera), "", "burrow")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("item", "AN ITEM LIES HERE"),
        ("trap", "HERE IS A TRAP"),
        ("enemy", "AN ENEMY IS HERE"),
    ],
)
def test_what_the_figure_stands_on_is_named(player: Player, name: str, said: str) -> None:
    floor = enter(player, 3)
    place = place_of(floor, name)
    keys = way_to(floor, place)
    player.key("F", *keys)
    assert player.status_text() == said
    # The window is drawn anew, and the message again.
    player.key("F", "F")
    view = View(*expected.centred(player.spec, floor, *place), figure=place)
    check(player, floor, view, said, name)


def floors_with_hidden_stairs_in_view(spec: Spec) -> Iterator[tuple[Generation[Any], Place]]:
    """Floors that begin in a plain room, each with the place of the hidden stairs: they are in the
    first window, and nothing else is there."""
    for seed in range(100):
        floor = floor_of(spec, seed)
        x, y = expected.centred(spec, floor, *floor.up)
        is_plain = not any(
            is_in(floor.up, room) for room in floor.tables["chambers"] if room["use"]
        )
        for row in floor.tables["entities"]:
            place = row["x"], row["y"]
            is_near = place[0] - x in range(40) and place[1] - y in range(24)
            is_alone = entities_at(floor, *place) == ["hidden_stairs"]
            if is_plain and is_near and is_alone and way_to(floor, place):
                yield floor, place


def test_hidden_stairs_look_like_floor_until_they_are_found(player: Player) -> None:
    floor, place = next(floors_with_hidden_stairs_in_view(player.spec))
    start = expected.centred(player.spec, floor, *floor.up)
    enter(player, floor.seed)
    player.key("F")
    check(player, floor, View(*start, figure=floor.up), "", "hidden")
    player.key("X")
    view = View(*start, figure=floor.up, secrets_shown=True)
    check(player, floor, view, "", "hidden-shown")
    player.key("X", *way_to(floor, place))
    assert player.status_text() == "HIDDEN STAIRS ARE HERE"
    # The window is centred when the figure begins to walk.
    player.key("F", "F", "F")
    centre = expected.centred(player.spec, floor, *place)
    check(player, floor, View(*centre, found=frozenset({place})), "", "found")


@pytest.mark.parametrize(("use", "said"), [(SHOP, "YOU ENTER A SHOP"), (HOUSE, "A MONSTER HOUSE!")])
def test_shops_and_monster_houses_are_announced(player: Player, use: int, said: str) -> None:
    floor = with_room(player.spec, use)
    enter(player, floor.seed)
    room = chambers(floor, use)[0]
    inside = min(
        (
            (x, y)
            for x in range(room["x"], room["x"] + room["w"])
            for y in range(room["y"], room["y"] + room["h"])
            if way_to(floor, (x, y))
        ),
        key=lambda place: len(way_to(floor, place)),
    )
    *keys, last = way_to(floor, inside)
    player.key("F", *keys)
    assert player.status_text() != said
    player.key(last)
    assert player.status_text() == said
    player.frames(2)
    file = f"{player.program.compiler.name}-entities-use-{use}.png"
    write_if_changed(BUILD_FOLDER / "screens" / file, png_of(player.picture()))
    # Nothing more is said within, unless something lies there.
    ground = {floor.codes["floor"], floor.codes["shop_floor"]}
    deeper = next(
        keys
        for keys, x, y in (
            ("AD", inside[0] - 1, inside[1]),
            ("DA", inside[0] + 1, inside[1]),
            ("WS", inside[0], inside[1] - 1),
            ("SW", inside[0], inside[1] + 1),
        )
        if is_in((x, y), room) and floor.tiles.get(x, y) in ground and not entities_at(floor, x, y)
    )
    player.key(deeper[0])
    assert player.status_text()[-1] == "W"
    player.key(deeper[1])
    # Out again and in again.
    back = {"A": "D", "D": "A", "W": "S", "S": "W"}[last]
    player.key(back)
    assert player.status_text() != said
    player.key(last)
    assert player.status_text() == said


def test_who_starts_in_a_monster_house_is_told_so(player: Player) -> None:
    floors = (floor_of(player.spec, seed) for seed in range(100))
    floor = next(
        floor for floor in floors if any(is_in(floor.up, room) for room in chambers(floor, HOUSE))
    )
    enter(player, floor.seed)
    player.key("F")
    start = expected.centred(player.spec, floor, *floor.up)
    check(player, floor, View(*start, figure=floor.up), "A MONSTER HOUSE!", "house")


def test_the_overview_shows_entities_and_no_secrets(player: Player) -> None:
    floor = enter(player, 7)
    x, y = floor.camera
    player.key("O")
    compare(
        player,
        floor,
        expected.overview(player.spec, floor, View(x, y), (x + 20, y + 12)),
        "overview",
    )
    # Traps that are known count like all that lies on the floor.
    player.key(" ", "X", "O")
    known = View(x, y, secrets_shown=True)
    picture = expected.overview(player.spec, floor, known, (x + 20, y + 12))
    compare(player, floor, picture, "overview-known")


def test_a_saved_floor_comes_back_with_all_that_lies_there(player: Player) -> None:
    floor = enter(player, 7)
    drive(player)
    player.key("M")
    files = [saved(player.spec, "mystery", 7, 1, with_map) for with_map in (True, False)]
    written = [(file_name(file), file_bytes(player.spec, file)) for file in files]
    assert saves(player) == written
    player.key(".")
    drive(player, file=written[1][1])
    player.key("L")
    check(player, floor, View(*floor.camera), "", "loaded")


def beside_water(floor: Generation[Any]) -> tuple[Place, str]:
    """A tile of floor to walk to that has water on its right or left, and the key into it."""
    tiles, codes = floor.tiles, floor.codes
    for y in range(2, 30):
        for x in range(2, 54):
            for key, dx in (("D", 1), ("A", -1)):
                is_shore = tiles.get(x, y) == codes["floor"]
                if is_shore and tiles.get(x + dx, y) == codes["water"] and way_to(floor, (x, y)):
                    return (x, y), key
    raise AssertionError("there is no shore")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("compiler", "swims"), [("oscar64", True), ("cc65", False)])
def test_water_is_crossed_only_by_swimmers(stub: Roms, compiler: str, swims: bool) -> None:
    spec = spec_of(swims)
    with Player(playable_of(spec, compiler), stub) as player:
        floor = enter(player, 7)
        (x, y), key = beside_water(floor)
        player.key("F", *way_to(floor, (x, y)), key)
        x += swims * {"D": 1, "A": -1}[key]
        assert f"X{x:03d} Y{y:03d}" in player.status_text()
        player.key("O")
        place = (x, y)
        compare(
            player,
            floor,
            expected.overview(spec, floor, View(0, 0), place),
            f"water-{swims}",
        )


@pytest.mark.parametrize("compiler", ["oscar64", "cc65"])
def test_a_name_behind_many_long_names_is_told(stub: Roms, compiler: str) -> None:
    long = [{"name": f"a{n:023}", "glyph": "b", "colour": "red", "weight": 0} for n in range(15)]
    last = {"name": "the_last_one", "glyph": "a", "colour": "red", "weight": 1}
    enemies = {"name": "enemies", "least": 20, "most": 20, "table": [*long, last]}
    walk = {"kind": "walk", "map": {"width": 40, "height": 24}, "passes": [enemies]}
    data = data_with({"dug": walk})
    del data["memory"]
    spec = loaded(data)
    floor = generate(spec, Request("dug", 7))
    row = next(row for row in floor.tables["entities"] if row["kind"] == 31)
    with Player(playable_of(spec, compiler), stub) as player:
        player.key(*"delete delete delete delete delete".split(), "7", "return")
        player.key("F", *way(spec, floor, floor.up, (row["x"], row["y"])))
        assert player.status_text() == "THE LAST ONE"
