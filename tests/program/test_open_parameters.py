"""Open parameters in the program, as a person meets them: chosen, saved and loaded, in VICE."""

from __future__ import annotations

import dataclasses
from functools import cache

import pytest
from helpers.kernal_double import drive, saves
from helpers.kinds import data_with, loaded
from helpers.player import Player
from helpers.programs import playable_of
from helpers.seen_worlds import World
from helpers.tools import needs_ca65, needs_vice

from pygen.base.files import write_if_changed
from pygen.base.project import BUILD_FOLDER
from pygen.emulators.roms import Roms
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.media.playing import png_of
from pygen.media.saved_map import SavedMap, file_bytes, saved
from pygen.spec import Spec
from pygen.spec.open_parameters import Values, open_parameters, with_values

pytestmark = [needs_vice, needs_ca65]

CRYPT, BURROW, SEED = "crypt", "burrow", 7
TO_DUNGEON = ["up"] * 5
DEFAULT = (8, 5, 50)
OTHER = (9, 7, 52)
BROKEN = (6, 7, 50)
NOT_TOGETHER = "THE PARAMETERS DO NOT GO TOGETHER"
NOT_ALLOWED = "ITS PARAMETERS ARE NOT ALLOWED HERE"


@cache
def spec_of() -> Spec:
    """Two dungeons, of which one has open parameters, two of them with a rule between them."""
    data = data_with(
        {
            CRYPT: {
                "kind": "grid_rooms",
                "map": {"width": 48, "height": 40},
                "secrets": {"room_chance": 50},
            },
            BURROW: {
                "kind": "walk",
                "map": {"width": 24, "height": 20, "bits_per_tile": 3},
                "walk": {"steps": 100},
            },
        }
    )
    names = ["rooms.max_size", "rooms.long_side_min", "secrets.room_chance"]
    data["modules"] = {"open": names}
    del data["memory"]
    return loaded(data)


def program_of(compiler: str, stub: Roms) -> Player:
    return Player(playable_of(spec_of(), compiler), stub)


def row(player: Player, word: str) -> str:
    """The row of the screen that has a word."""
    text = player.text()
    return next(
        text[at : at + 40].strip() for at in range(0, 1000, 40) if word in text[at : at + 40]
    )


def keep_picture(player: Player, name: str) -> None:
    player.frames(2)
    file = f"{player.program.compiler.name}-parameters-{name}.png"
    write_if_changed(BUILD_FOLDER / "screens" / file, png_of(player.picture()))


def check(player: Player, values: Values, floor: int = 1, dungeon: str = CRYPT) -> None:
    """The dungeon in memory is the reference's with these values."""
    spec = with_values(spec_of(), dungeon, values)
    for name, data in generate(spec, Request(dungeon, SEED, floor)).region_bytes().items():
        if name != "statistics":
            start = player.spec.memory[name].start
            assert player.read(start, len(data)) == bytes(data), (values, floor, name)


def file_of(values: Values, with_map: bool = False, floor: int = 1) -> SavedMap:
    return saved(spec_of(), CRYPT, SEED, floor, with_map, values)


def test_the_spec_has_the_rule() -> None:
    opened = open_parameters(spec_of(), CRYPT)
    assert opened.defaults == DEFAULT
    assert not opened.wrong_with(OTHER)
    assert opened.wrong_with(BROKEN)
    maps = {
        generate(with_values(spec_of(), CRYPT, values), Request(CRYPT, SEED)).packed()
        for values in (DEFAULT, OTHER)
    }
    assert len(maps) == 2


@pytest.mark.parametrize("compiler", ["oscar64", "cc65"])
def test_values_are_chosen_kept_saved_and_put_back(compiler: str, stub: Roms) -> None:
    with program_of(compiler, stub) as player:
        player.key(*["delete"] * 5, str(SEED))
        # From the seed up to the parameters, which are as in the spec.
        player.key("up", "up")
        assert row(player, "PARAMETERS").endswith("DEFAULT")
        player.key("return")
        assert "CRYPT: PARAMETERS" in player.text()
        assert row(player, "MAX SIZE").split()[-4:] == ["MAX", "SIZE", "8", "6-12"]
        keep_picture(player, "default")
        for old, new in zip(DEFAULT, OTHER, strict=True):
            player.key(*["right"] * (new - old), "down")
        keep_picture(player, "changed")
        # The pointer is at the first one again; its range has an end.
        player.key(*["right"] * 10)
        assert row(player, "MAX SIZE").split()[-2:] == ["12", "6-12"]
        player.key(*["left"] * 3, "return")
        assert row(player, "PARAMETERS").endswith("CHANGED")
        player.key(" ")
        check(player, OTHER)
        player.key("O", " ", ".")
        check(player, OTHER, floor=2)
        drive(player)
        player.key("M")
        files = [data for _, data in saves(player)]
        expected = [file_of(OTHER, with_map, 2) for with_map in (True, False)]
        assert files == [file_bytes(spec_of(), file) for file in expected]
        player.key(",")
        check(player, OTHER)
        # Another dungeon has none; these keep theirs.
        player.key("Q", *TO_DUNGEON, "right")
        assert row(player, "PARAMETERS").endswith("NONE")
        player.key("down", "return")
        assert player.status_text() == "THIS DUNGEON HAS NO PARAMETERS TO CHOOSE"
        player.key(" ")
        check(player, (), dungeon=BURROW)
        player.key("Q", *TO_DUNGEON, "left", "down")
        assert row(player, "PARAMETERS").endswith("CHANGED")
        player.key("return", "delete", "return")
        assert row(player, "PARAMETERS").endswith("DEFAULT")
        player.key(" ")
        check(player, DEFAULT)


@pytest.mark.parametrize("compiler", ["oscar64", "cc65"])
def test_values_that_do_not_go_together_are_refused(compiler: str, stub: Roms) -> None:
    with program_of(compiler, stub) as player:
        player.key(*["delete"] * 5, str(SEED), "up", "up", "return")
        player.key("left", "left", "down", "right", "right")
        keep_picture(player, "refused")
        assert row(player, "WITH") == "WITH ROOMS MAX SIZE 6"
        assert row(player, "NEEDS") == "ROOMS LONG SIDE MIN NEEDS 4-6"
        for key in ("return", " "):
            player.key(key)
            if key == " ":
                assert player.status_text() == NOT_TOGETHER
        # A module is not asked; but one that refuses does not hang either.
        start = player.program.result.labels["open_values"]
        assert player.read(start, 3) == bytes(BROKEN)
        player.vice.write(start, bytes((*DEFAULT[:2], 101)))
        player.key(" ")
        assert player.status_text() == NOT_TOGETHER
        assert "ENTER THE DUNGEON" in player.text()
        player.vice.write(start, bytes(OTHER))
        player.key(" ")
        check(player, OTHER)


@pytest.mark.parametrize("compiler", ["oscar64", "cc65"])
def test_a_file_puts_its_values_back_or_is_refused(compiler: str, stub: Roms) -> None:
    good = file_of(OTHER, floor=2)
    opened = bytearray(bytes.fromhex(good.opened))
    opened[0] ^= 1
    wrong = {
        NOT_ALLOWED: [
            dataclasses.replace(good, values=BROKEN),
            dataclasses.replace(good, values=(13, 7, 50)),
            dataclasses.replace(good, values=OTHER[:2]),
            dataclasses.replace(good, opened=opened.hex()),
            dataclasses.replace(good, dungeon=BURROW),
        ],
        "THE SEED FILE IS DAMAGED": [dataclasses.replace(good, values=(), opened="0011")],
    }
    with program_of(compiler, stub) as player:
        for said, files in wrong.items():
            for file in files:
                drive(player, file=file_bytes(spec_of(), file))
                player.key("L")
                assert player.status_text() == said, file
        assert row(player, "PARAMETERS").endswith("DEFAULT")
        drive(player, file=file_bytes(spec_of(), good))
        player.key("L")
        assert row(player, "PARAMETERS").endswith("CHANGED")
        player.key(" ")
        check(player, OTHER, floor=2)
        # A file of the time before has none: the dungeon has the spec's then.
        before = dataclasses.replace(good, opened="", values=())
        drive(player, file=file_bytes(spec_of(), before))
        player.key("L")
        check(player, DEFAULT, floor=2)
        # While the player is in a dungeon, too; and what is refused changes nothing.
        for file in (good, wrong[NOT_ALLOWED][0]):
            drive(player, file=file_bytes(spec_of(), file))
            player.key("L")
            check(player, OTHER, floor=2)
        player.key(",")
        check(player, OTHER)


@pytest.mark.slow
@pytest.mark.parametrize("compiler", ["oscar64", "cc65"])
def test_all_chunks_of_a_world_have_the_values(compiler: str, stub: Roms) -> None:
    passes = [{"name": "gates"}, {"name": "regions", "keep": "all"}]
    data = data_with({"caverns": {"kind": "caves", "world": {}, "passes": passes}})
    data["modules"] = {"open": ["rock.fill_chance 40-50", "automaton.rounds"]}
    del data["memory"]
    spec = loaded(data)
    own = open_parameters(spec, "caverns").defaults
    values = (own[0] - 2, own[1] + 1)
    world = World(with_values(spec, "caverns", values), "caverns", SEED)
    with Player(playable_of(spec, compiler), stub) as player:
        player.key(*["delete"] * 5, str(SEED), "up", "up", "return")
        player.key("left", "left", "down", "right", "return", " ")
        left, top = world.start()[0] - 20, world.start()[1] - 12
        for dx, dy in ((0, 0), (40, 0), (40, 30)):
            player.key(*["right"] * (dx if not dy else 0), *["down"] * dy)
            player.frames(20)
            codes, colours = world.window(left + dx, top + dy)
            assert player.screen()[:960] == codes, (dx, dy)
            assert player.colours()[:960] == colours, (dx, dy)
        drive(player)
        player.key("M")
        ((name, file),) = saves(player)
        assert name == "SEED" and file[5] == 3
        player.key("Q", *["up"] * 4, "return", "delete", "return")
        assert row(player, "PARAMETERS").endswith("DEFAULT")
        drive(player, file=file)
        player.key("L")
        assert row(player, "PARAMETERS").endswith("CHANGED")
        player.key(" ")
        assert player.screen()[:960] == world.window(left, top)[0]
