"""What the person sees: the C64's screen against the reference's, in VICE, with both compilers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import expected_screen as expected
from helpers.charset import charset
from helpers.expected_screen import Screen, View
from helpers.kinds import data_with, loaded
from helpers.player import Player
from helpers.programs import playable_of
from helpers.tools import SPEC_FILE, needs_ca65, needs_vice
from helpers.walking import way

from pygen.base.files import write_if_changed
from pygen.base.project import BUILD_FOLDER
from pygen.compilers import built
from pygen.emulators.roms import Roms
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.media.playing import png_of
from pygen.pictures import characters
from pygen.spec import Spec, load_spec

pytestmark = [needs_vice, needs_ca65]

COMPILERS = ["oscar64", "cc65"]
SEED = 11
# A map at whose edges the window ends: 72 x 72 tiles through 40 x 24.
LAST_X, LAST_Y = 32, 48


@pytest.fixture(scope="module")
def spec() -> Spec:
    theme = "{wall: {glyph: earth, colour: brown}, floor: {colour: orange}}"
    return load_spec(
        SPEC_FILE, ["program.dungeons=[crypt, burrow]", f"dungeons.burrow.theme={theme}"]
    )


def enter(player: Player, seed: int = SEED, *keys: str) -> Generation[Any]:
    """Type a seed into the menu and go in."""
    player.key(*"delete delete delete delete delete".split(), *str(seed), *keys, "return")
    return generate(player.spec, Request("crypt", seed))


def check(player: Player, generation: Generation[Any], screen: Screen, name: str) -> None:
    """Compare screen memory, colours and picture, and keep the picture."""
    player.frames(2)
    picture = player.picture()
    file = f"{player.program.compiler.name}-{name}.png"
    write_if_changed(BUILD_FOLDER / "screens" / file, png_of(picture))
    assert player.screen() == screen.codes, name
    assert player.colours() == screen.colours, name
    assert expected.screen_of(picture) == expected.pixels(player.spec, generation, screen), name


def shown(
    player: Player,
    generation: Generation[Any],
    x: int,
    y: int,
    floor: int = 1,
    seed: int = SEED,
    **view: object,
) -> Screen:
    return expected.window(player.spec, generation, floor, seed, View(x, y, **view))  # type: ignore[arg-type]


@pytest.mark.slow
def test_the_first_screen_and_every_edge_and_corner(player: Player) -> None:
    dungeon = enter(player)
    x, y = dungeon.camera
    check(player, dungeon, shown(player, dungeon, x, y), "start")
    # One too many at every edge: the window stays there.
    for lines, times, to in (
        (["left"], x + 1, (0, y)),
        (["up"], y + 1, (0, 0)),
        (["right"], LAST_X + 1, (LAST_X, 0)),
        (["down"], LAST_Y + 1, (LAST_X, LAST_Y)),
        (["left"], LAST_X + 1, (0, LAST_Y)),
        (["up", "right"], LAST_X, (LAST_X, LAST_Y - LAST_X)),
        (["down", "left"], 16, (LAST_X - 16, 32)),
        (["up", "left"], 9, (LAST_X - 25, 23)),
        (["down", "right"], 40, (LAST_X, LAST_Y)),
    ):
        player.steer(lines, times)
        check(player, dungeon, shown(player, dungeon, *to), f"at-{to[0]}-{to[1]}")


def test_each_dungeon_is_shown_in_its_own_theme(player: Player) -> None:
    enter(player)
    player.key("Q", *["up"] * 4, "right", " ")
    burrow = generate(player.spec, Request("burrow", SEED))
    check(player, burrow, shown(player, burrow, *burrow.camera), "burrow")
    player.key("O")
    x, y = burrow.camera
    place = x + 20, y + 12
    check(player, burrow, expected.overview(player.spec, burrow, View(x, y), place), "brown")
    player.key(" ", "Q", *["up"] * 4, "left", " ")
    crypt = generate(player.spec, Request("crypt", SEED))
    check(player, crypt, shown(player, crypt, *crypt.camera), "crypt-again")


def test_keys_move_as_the_joystick_does(player: Player) -> None:
    dungeon = enter(player)
    x, y = dungeon.camera
    player.key("S", "S", "down", "D", "right", "right", "W", "up", "A", "left")
    check(player, dungeon, shown(player, dungeon, x + 1, y + 1), "keys")


def test_the_overview_shows_the_whole_floor_and_goes_back(player: Player) -> None:
    dungeon = enter(player)
    x, y = dungeon.camera
    player.key("O")
    place = x + 20, y + 12
    check(player, dungeon, expected.overview(player.spec, dungeon, View(x, y), place), "overview")
    player.key(" ")
    check(player, dungeon, shown(player, dungeon, x, y), "back")


def test_a_map_smaller_than_the_window_and_tiles_of_the_same_rank(stub: Roms) -> None:
    """Below the map there is nothing; in the overview the first of such tiles gives the colour."""
    land = {
        "kind": "terrain",
        "map": {"width": 56, "height": 16, "bits_per_tile": 4},
        "noise": {"spacing": 8, "octaves": 4},
    }
    data = data_with({"land": land})
    del data["memory"]
    spec = loaded(data)
    with Player(playable_of(spec, "cc65"), stub) as player:
        player.key(*"delete delete delete delete delete".split(), *str(SEED), "return")
        dungeon = generate(spec, Request("land", SEED))
        x, y = dungeon.camera
        check(player, dungeon, expected.window(spec, dungeon, 1, SEED, View(x, y)), "small")
        player.key("O")
        place = x + 20, y + dungeon.tiles.height // 2
        check(
            player, dungeon, expected.overview(spec, dungeon, View(x, y), place), "small-overview"
        )


def test_secrets_are_walls_until_they_are_shown(player: Player) -> None:
    seed = next(n for n in range(100) if secret_in_first_view(player.spec, n))
    dungeon = enter(player, seed)
    x, y = dungeon.camera
    hidden = shown(player, dungeon, x, y, seed=seed)
    check(player, dungeon, hidden, "hidden")
    player.key("X")
    open_to_all = shown(player, dungeon, x, y, seed=seed, secrets_shown=True)
    assert open_to_all != hidden
    check(player, dungeon, open_to_all, "secrets")


def secret_in_first_view(spec: Spec, seed: int) -> bool:
    dungeon = generate(spec, Request("crypt", seed))
    view = View(*dungeon.camera, secrets_shown=True)
    secret = dungeon.codes["secret_path"]
    places = ((view.x + dx, view.y + dy) for dx in range(40) for dy in range(24))
    return any(expected.seen(dungeon, view, *place) == secret for place in places)


def test_a_figure_walks_to_the_stairs_and_comes_back_to_the_same_floor(player: Player) -> None:
    dungeon = enter(player)
    player.key("F")
    first = shown(player, dungeon, *dungeon.camera, figure=dungeon.up)
    check(player, dungeon, first, "walk")
    player.key(*way(player.spec, dungeon, dungeon.up, dungeon.down))
    below = generate(player.spec, Request("crypt", SEED, 2))
    arrived = shown(
        player, below, *expected.centred(player.spec, below, *below.up), floor=2, figure=below.up
    )
    check(player, below, arrived, "below")
    # The figure stands on the up stairs: off them and on again.
    key, back = next(
        (key, back)
        for key, back, (dx, dy) in (("A", "D", (-1, 0)), ("D", "A", (1, 0)))
        if below.tiles.get(below.up[0] + dx, below.up[1] + dy) == below.codes["floor"]
    )
    player.key(key, back)
    again = shown(
        player, dungeon, *expected.centred(player.spec, dungeon, *dungeon.down), figure=dungeon.down
    )
    check(player, dungeon, again, "above")


def test_a_secret_path_is_found_by_walking_into_it(player: Player) -> None:
    seed, dungeon, secret = next(
        (n, d, s) for n in range(200) for d, s in nearby_secrets(player.spec, n)
    )
    enter(player, seed)
    player.key("F")
    player.key(*way(player.spec, dungeon, dungeon.up, secret))
    codes = player.screen()
    assert characters.tile_codes(player.spec, dungeon.name)["secret_path"] in codes[:960]
    assert f"X{secret[0]:03d} Y{secret[1]:03d}" in player.status_text()


def nearby_secrets(spec: Spec, seed: int) -> Iterator[tuple[Generation[Any], tuple[int, int]]]:
    """Secret paths that are not far from the up stairs to walk."""
    dungeon = generate(spec, Request("crypt", seed))
    for x in range(72):
        for y in range(72):
            is_secret = dungeon.tiles.get(x, y) == dungeon.codes["secret_path"]
            if is_secret and len(way(spec, dungeon, dungeon.up, (x, y))) < 12:
                yield dungeon, (x, y)


def test_walls_bar_the_way(player: Player) -> None:
    dungeon = enter(player)
    player.key("F", *"A" * 12)
    x, y = dungeon.up
    while dungeon.tiles.get(x - 1, y) == dungeon.codes["floor"]:
        x -= 1
    if dungeon.tiles.get(x - 1, y) == dungeon.codes["wall"]:
        assert f"X{x:03d} Y{y:03d}" in player.status_text()


def test_who_walks_into_a_wall_beside_the_stairs_does_not_take_them(player: Player) -> None:
    beside = (("A", -1), ("D", 1))
    seed, dungeon, key = next(
        (seed, dungeon, key)
        for seed in range(200)
        for dungeon in [generate(player.spec, Request("burrow", seed))]
        for key, dx in beside
        if dungeon.tiles.get(dungeon.up[0] + dx, dungeon.up[1]) == dungeon.codes["wall"]
    )
    player.key(*"up up up up right".split(), *["delete"] * 5, *str(seed), "return")
    player.key("F", key)
    x, y = dungeon.up
    assert f"X{x:03d} Y{y:03d}" in player.status_text()


def test_a_map_without_rooms_and_a_floor_from_the_menu(player: Player) -> None:
    seed = 3
    player.key("up", "up", "up", "right", "right", "up", "right")
    player.key("delete", str(seed), "return")
    dungeon = generate(player.spec, Request("burrow", seed, 3))
    screen = shown(player, dungeon, *dungeon.camera, floor=3, seed=seed)
    check(player, dungeon, screen, "burrow")


def test_ntsc_shows_the_same_in_every_direction(program: built.BuiltProgram, stub: Roms) -> None:
    with Player(program, stub, ntsc=True) as player:
        dungeon = enter(player)
        x, y = dungeon.camera
        for lines, dx, dy in (
            (["right"], 2, 0),
            (["up"], 0, -1),
            (["left"], -3, 0),
            (["down"], 0, 4),
            (["up", "right"], 2, -2),
            (["down", "left"], -1, 1),
            (["up", "left"], -1, -1),
            (["down", "right"], 1, 1),
        ):
            player.steer(lines, max(abs(dx), abs(dy)))
            x, y = x + dx, y + dy
            check(player, dungeon, shown(player, dungeon, x, y), f"ntsc-{'-'.join(lines)}")


@pytest.mark.parametrize("sid", ["6581", "8580", "none"])
def test_the_sound_chip_does_not_matter(program: built.BuiltProgram, stub: Roms, sid: str) -> None:
    # VICE always has a SID; without sound its registers read as if nothing were there.
    models = {"6581": ("-sidenginemodel", "256"), "8580": ("-sidenginemodel", "257"), "none": ()}
    arguments = ["-sound", *models[sid]] if sid != "none" else ["+sound"]
    with Player(program, stub, arguments=arguments) as player:
        dungeon = enter(player)
        check(player, dungeon, shown(player, dungeon, *dungeon.camera), f"sid-{sid}")


def test_the_title_names_the_choices_and_q_comes_back_to_it(player: Player) -> None:
    text = player.text()
    for words in ("U N D E R C R O F T", "CRYPT", "HIDDEN", "ENTER THE DUNGEON", "JOYSTICK 2"):
        assert words in text
    write_if_changed(
        BUILD_FOLDER / "screens" / f"{player.program.compiler.name}-title.png",
        png_of(player.picture()),
    )
    enter(player)
    assert "ENTER THE DUNGEON" not in player.text()
    player.key("Q")
    assert "ENTER THE DUNGEON" in player.text()


def test_space_makes_another_dungeon(player: Player) -> None:
    enter(player)
    before = player.status_text()
    player.key(" ")
    assert player.status_text()[:11] == before[:11]
    assert player.status_text() != before


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "size"), [("oscar64", (31, 17)), ("cc65", (40, 23)), ("oscar64", (7, 1))]
)
def test_a_window_of_another_size(
    stub: Roms, tmp_path: Path, name: str, size: tuple[int, int]
) -> None:
    width, height = size
    changes = [f"display.view_width={width}", f"display.view_height={height}"]
    spec = load_spec(SPEC_FILE, ["program.dungeons=[crypt]", *changes])
    program = playable_of(spec, name)
    with Player(program, stub) as player:
        dungeon = enter(player)
        x, y = dungeon.camera
        for lines, dx, dy in (
            (["right"], 1, 0),
            (["down"], 0, 1),
            (["down", "right"], 1, 1),
            (["left"], -1, 0),
            (["up"], 0, -1),
            (["up", "right"], 1, -1),
            (["down", "left"], -1, 1),
            (["up", "left"], -1, -1),
        ):
            player.steer(lines, 2)
            x = min(max(x + 2 * dx, 0), 72 - width)
            y = min(max(y + 2 * dy, 0), 72 - height)
            screen = shown(player, dungeon, x, y)
            player.frames(2)
            # Nothing beside the window is touched.
            assert player.screen()[:960] == screen.codes[:960], lines
            assert player.colours()[:960] == screen.colours[:960], lines


# A row of characters is read by the VIC at its first line, every eight lines from this one on.
FIRST_LINE = 51
BAND = 3
# Cycles between the raster's line and the start of the timer, at most.
UNTIL_MEASURED = 150
FRAME = {"pal": (312, 63), "ntsc": (263, 65)}


@pytest.mark.parametrize("standard", FRAME)
def test_a_scroll_step_stays_ahead_of_the_raster(
    program: built.BuiltProgram, stub: Roms, standard: str
) -> None:
    lines, cycles = FRAME[standard]
    # The kernel begins a line for each row before the first band has been read.
    start = FIRST_LINE + 1 + 8 * (BAND - 1) - BAND
    last_band = FIRST_LINE + 8 * (program.spec.display.view_height - BAND)
    deadline = (lines + last_band - start) * cycles
    with Player(program, stub, ntsc=standard == "ntsc") as player:
        enter(player)
        player.steer(["up", "left"], LAST_Y)
        # From the middle of the map every way is free.
        player.steer(["down", "right"], 16)
        for way in (
            "right",
            "left",
            "down",
            "up",
            "down right",
            "up left",
            "up right",
            "down left",
        ):
            player.steer(way.split())
            _, taken = player.cycles()
            # Every character and colour is read and written once, with 8 cycles at least.
            assert 2 * 920 * 8 < taken < deadline - UNTIL_MEASURED, way


def test_the_characters_are_all_in_their_place(player: Player) -> None:
    font = charset(player.spec)
    found = player.read(player.spec.memory["charset"].start, len(font))
    drawn = len(characters.drawn(player.spec))
    made = 8 * characters.quadrants_start(player.spec)
    assert found[:drawn] == font[:drawn] and found[made:] == font[made:]
