"""The menu's list of dungeons, from one dungeon to a hundred."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.equal_dungeons import require_equal
from helpers.kinds import data_with, loaded
from helpers.player import Player
from helpers.tools import compiler_or_skip, needs_ca65, needs_vice

from pygen.compilers import COMPILERS
from pygen.compilers.module_building import Module, build_module
from pygen.emulators.roms import Roms
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.programs import program as programs
from pygen.programs.carrier import ModularProgram
from pygen.programs.one_file import OneFile

pytestmark = [needs_vice, needs_ca65]

HUNDRED = [f"burrow_{number:02}" for number in range(100)]
SMALL = {
    "kind": "walk",
    "map": {"width": 24, "height": 20, "bits_per_tile": 3},
    "walk": {"steps": 100},
}
TO_DUNGEON = ["up"] * 4


class OneForAll(OneFile):
    """A carrier for programs whose dungeons are all the same: one module is that of each."""

    has_window = True

    def fitting(self, program: ModularProgram) -> list[str]:
        return list(program.selection.dungeons)


@pytest.fixture(params=list(COMPILERS))
def program(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> ModularProgram:
    """A program of a hundred dungeons."""
    data = data_with(dict.fromkeys(HUNDRED, SMALL))
    built: dict[object, Module] = {}

    def build_once(spec, name, compiler, _dungeon, profile, folder, place, like=None):  # type: ignore[no-untyped-def]
        if place not in built:
            first = HUNDRED[0]
            built[place] = build_module(spec, name, compiler, first, profile, folder, place, like)
        return built[place]

    monkeypatch.setattr(programs, "build_module", build_once)
    compiler = compiler_or_skip(request.param)
    return programs.build_program(
        loaded(data), "spec", compiler, "release", OneForAll(), build_folder=tmp_path
    )


def rows_of(player: Player) -> list[str]:
    text = player.text()
    return [text[at : at + 40].strip() for at in range(0, len(text), 40)]


def test_a_hundred_dungeons_can_be_seen_chosen_and_entered(
    program: ModularProgram, stub: Roms
) -> None:
    module = program.modules[0]
    with Player(program, stub) as player:
        player.vice.write(module.layout.start, module.carried)
        player.key(*TO_DUNGEON, "return")
        rows = rows_of(player)
        shown = [row for row in rows if "BURROW" in row]
        assert "CHOOSE A DUNGEON" in rows[1] and "001 OF 100" in rows[24]
        assert [row[-2:] for row in shown] == [name[-2:] for name in HUNDRED[:18]]
        player.key("down", "down")
        assert "003 OF 100" in player.text()
        # Pages, up to the end and not beyond.
        player.key(*["right"] * 7)
        assert "100 OF 100" in player.text()
        player.key("right", "down", "left")
        assert "082 OF 100" in player.text()
        player.key("up", "return")
        assert program.selection.dungeons[80][-2:] in player.text()
        player.key("down", "down", "down", "down", "return")
        expected = generate(program.spec, Request(HUNDRED[80], 1)).region_bytes()
        start, size = program.spec.memory["map"].start, len(expected["map"])
        shown_map = {"map": player.vice.read(start, size)}
        require_equal(program.spec, HUNDRED[80], {"map": expected["map"]}, shown_map, HUNDRED[80])
