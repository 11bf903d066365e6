"""Locked doors and their keys, as a person meets them: walking, saving and loading in VICE."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest
from helpers import expected_screen as expected
from helpers.expected_screen import View, say
from helpers.kernal_double import drive, saves
from helpers.kinds import data_with, loaded
from helpers.player import Player
from helpers.programs import playable_of
from helpers.tools import needs_ca65, needs_vice

from pygen.base.files import write_if_changed
from pygen.base.project import BUILD_FOLDER
from pygen.emulators.roms import Roms
from pygen.engine.definition.entity_kinds import KEY, LOCKED_DOOR
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.media.playing import png_of
from pygen.media.saved_map import SavedMap, file_bytes, file_name, parse, saved
from pygen.spec import Spec

pytestmark = [needs_vice, needs_ca65]

NAME = "halls"
STEPS = {"A": (-1, 0), "D": (1, 0), "W": (0, -1), "S": (0, 1)}
HALLS = {
    "kind": "bsp",
    "map": {"width": 44, "height": 28},
    "passes": [{"name": "locks", "stairs": "behind", "from_door": 3}],
}

Place = tuple[int, int]


@cache
def spec_of() -> Spec:
    data = data_with({NAME: HALLS})
    del data["memory"]
    return loaded(data)


def floor_of(seed: int, floor: int = 1) -> Generation[Any]:
    return generate(spec_of(), Request(NAME, seed, floor))


def places(floor: Generation[Any], kind: int) -> list[Place]:
    """Where the keys or the doors are: the last in the table first, as they are numbered."""
    rows = [(row["x"], row["y"]) for row in floor.tables["entities"] if row["kind"] == kind]
    return rows[::-1]


def way(floor: Generation[Any], start: Place, goal: Place, shut: list[Place]) -> list[str]:
    """Keys for the way past doors that are shut, and around all stairs; empty if there is none."""
    ground = set(floor.walkable) - {floor.codes["up_stairs"], floor.codes["down_stairs"]}
    came: dict[Place, list[str]] = {start: []}
    queue = [start]
    for at in queue:
        if at == goal:
            return came[at]
        for key, (dx, dy) in STEPS.items():
            to = at[0] + dx, at[1] + dy
            is_open = to == goal or (floor.tiles.get(*to) in ground and to not in shut)
            if to not in came and is_open:
                came[to] = [*came[at], key]
                queue.append(to)
    return []


def first_door(floor: Generation[Any]) -> int | None:
    """The number of a door to which a way leads past all other doors and all keys; None if there is
    none."""
    keys, doors = places(floor, KEY), places(floor, LOCKED_DOOR)
    found = (
        number
        for number, door in enumerate(doors)
        if way(floor, floor.up, door, [*keys, *(one for one in doors if one != door)])
    )
    return next(found, None)


@cache
def seed_with_locks() -> int:
    """A floor with two locks and such a door, on which the way is not long."""

    def length(seed: int) -> int:
        floor = floor_of(seed)
        stops = [floor.up, *places(floor, KEY), *places(floor, LOCKED_DOOR)]
        return sum(len(way(floor, *pair, [])) for pair in itertools.pairwise(stops))

    seeds = [
        seed
        for seed in range(40)
        if len(places(floor_of(seed), LOCKED_DOOR)) == 2 and first_door(floor_of(seed)) is not None
    ]
    return min(seeds, key=length)


@pytest.fixture(params=["oscar64", "cc65"])
def player(request: pytest.FixtureRequest, stub: Roms) -> Iterator[Player]:
    with Player(playable_of(spec_of(), request.param), stub) as found:
        found.key(*["delete"] * 5, *str(seed_with_locks()), "return")
        yield found


def check(player: Player, floor: Generation[Any], view: View, said: str, name: str) -> None:
    """Compare screen memory, colours and picture, and keep the picture."""
    screen = expected.window(player.spec, floor, floor_number(floor), floor_seed(), view)
    if said:
        say(player.spec, screen, said)
    player.frames(2)
    picture = player.picture()
    file = f"{player.program.compiler.name}-locks-{name}.png"
    write_if_changed(BUILD_FOLDER / "screens" / file, png_of(picture))
    assert player.screen() == screen.codes, name
    assert player.colours() == screen.colours, name
    assert expected.screen_of(picture) == expected.pixels(player.spec, floor, screen), name


def floor_seed() -> int:
    return seed_with_locks()


def floor_number(floor: Generation[Any]) -> int:
    """The number of a floor of the seed with locks."""
    return next(n for n in (1, 2) if floor_of(seed_with_locks(), n).seed == floor.seed)


class Walk:
    """A walk through a floor: where the figure is, and what it has."""

    def __init__(self, player: Player, floor: Generation[Any]) -> None:
        self.player, self.floor = player, floor
        self.at = floor.up
        self.keys, self.doors = places(floor, KEY), places(floor, LOCKED_DOOR)
        self.taken: set[int] = set()
        self.opened: set[int] = set()
        player.key("F")

    def shut(self) -> list[Place]:
        return [door for number, door in enumerate(self.doors) if number not in self.opened]

    def gone(self) -> frozenset[Place]:
        found = [self.keys[n] for n in self.taken] + [self.doors[n] for n in self.opened]
        return frozenset(found)

    def view(self) -> View:
        x, y = expected.centred(self.player.spec, self.floor, *self.at)
        return View(x, y, figure=self.at, gone=self.gone())

    def way_to(self, goal: Place, past: Sequence[Place] = ()) -> list[str]:
        """Keys for the way to a tile, around some others."""
        return way(self.floor, self.at, goal, [*self.shut(), *past])

    def go(self, goal: Place, past: Sequence[Place] = ()) -> bool:
        """Walk to a tile; whether there is a way. Keys that lie on it are taken, too."""
        keys = self.way_to(goal, past)
        for key in keys:
            self.player.key(key)
            dx, dy = STEPS[key]
            to = self.at[0] + dx, self.at[1] + dy
            if to in self.shut() and self.doors.index(to) not in self.taken:
                return True
            self.at = to
            if to in self.keys:
                self.taken.add(self.keys.index(to))
            if to in self.doors:
                self.opened.add(self.doors.index(to))
        return bool(keys)

    def redraw(self) -> None:
        """Have the window drawn anew, centred, with the figure."""
        self.player.key("F", "F")


def test_keys_are_taken_and_open_their_doors(player: Player) -> None:
    floor = floor_of(seed_with_locks())
    walk = Walk(player, floor)
    check(player, floor, walk.view(), "", "before")
    # A door whose key is missing stays shut.
    number = first_door(floor)
    assert number is not None
    assert walk.go(walk.doors[number], past=walk.keys) and walk.at != walk.doors[number]
    assert player.status_text() == f"DOOR {number + 1} IS LOCKED"
    walk.redraw()
    check(player, floor, walk.view(), "", "locked")
    # Then all keys that can be had, and all doors that they open.
    while len(walk.opened) < 2:
        before = len(walk.taken) + len(walk.opened)
        for n in range(2):
            if n not in walk.taken and walk.go(walk.keys[n]):
                assert player.status_text() == f"YOU TAKE KEY {n + 1}"
                walk.redraw()
                check(player, floor, walk.view(), "", f"key-{n}")
            if n in walk.taken and n not in walk.opened and walk.go(walk.doors[n]):
                assert player.status_text() == f"KEY {n + 1} OPENS DOOR {n + 1}"
                walk.redraw()
                check(player, floor, walk.view(), "", f"door-{n}")
        assert len(walk.taken) + len(walk.opened) > before
    # The way down is free.
    assert way(floor, walk.at, floor.down, [])


def saved_with(player: Player, seed: int, keys: int, doors: int) -> SavedMap:
    """The seed's file of a floor on which these keys were taken and these doors opened."""
    plain = saved(player.spec, NAME, seed, 1, with_map=False)
    return dataclasses.replace(plain, keys=keys, doors=doors)


def test_keys_and_doors_are_saved_and_come_back(player: Player) -> None:
    seed = seed_with_locks()
    floor = floor_of(seed)
    walk = Walk(player, floor)
    number = next(n for n in range(2) if walk.way_to(walk.keys[n]))
    walk.go(walk.keys[number])
    taken = sum(1 << n for n in walk.taken)
    drive(player)
    player.key("M")
    files = [
        saved(player.spec, NAME, seed, 1),
        saved_with(player, seed, taken, 0),
    ]
    written = [(file_name(file), file_bytes(player.spec, file)) for file in files]
    assert saves(player) == written
    assert parse(written[1][1], "SEED") == files[1]
    # New floors have their locks; what was saved comes back.
    player.key("F", ".", ",", " ")
    opened = saved_with(player, seed, taken, 1 << number)
    drive(player, file=file_bytes(player.spec, opened))
    player.key("L")
    walk.opened.add(number)
    view = View(*floor.camera, gone=walk.gone())
    check(player, floor, view, "", "loaded")
    # A file from before there were locks has all of them.
    plain = saved(player.spec, NAME, seed, 1, with_map=False)
    drive(player, file=file_bytes(player.spec, plain))
    player.key("L")
    check(player, floor, View(*floor.camera), "", "loaded-old")


def test_who_comes_from_below_finds_all_doors_open(player: Player) -> None:
    """The figure would else be behind doors whose keys are before them."""
    seed = seed_with_locks()
    floor = floor_of(seed)
    player.key(".", ",")
    gone = frozenset(places(floor, KEY) + places(floor, LOCKED_DOOR))
    view = View(*expected.centred(player.spec, floor, *floor.down), gone=gone)
    check(player, floor, view, "", "from-below")
    # A new floor below has its own.
    player.key(".")
    below = floor_of(seed, 2)
    check(player, below, View(*below.camera), "", "below")
    drive(player)
    player.key(",", "M")
    every = saved_with(player, seed, 3, 3)
    assert saves(player)[1][1] == file_bytes(player.spec, every)
