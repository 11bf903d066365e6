"""Worlds as a person meets them: over borders and far away, changed, saved and loaded.

In VICE, against the reference's chunks joined."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import pytest
from helpers.kernal_double import drive, saves
from helpers.kinds import data_with, loaded
from helpers.player import Player, hits_until_stopped
from helpers.programs import playable_of
from helpers.seen_worlds import SIDE, TILES, Place, World
from helpers.tools import SPEC_FILE, needs_ca65, needs_vice

from pygen.emulators.monitor_messages import Operation
from pygen.emulators.roms import Roms
from pygen.engine.definition.entity_kinds import ITEM, OWN_ENEMIES, OWN_ITEMS
from pygen.engine.random.worlds import MOST_CHANGES
from pygen.media.saved_map import SavedMap, file_bytes, parse, restored, saved
from pygen.pictures import characters
from pygen.spec import Spec, load_spec

pytestmark = [needs_vice, needs_ca65]

WORLDS_SPEC_FILE = SPEC_FILE.with_name("worlds.yaml")
SEED = 7
STEPS = {"A": (-1, 0), "D": (1, 0), "W": (0, -1), "S": (0, 1)}
WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
FOUND = 0x80
FULL = "YOU CANNOT CHANGE MORE OF THIS WORLD"
FRAME, CYCLES_A_LINE = 19656, 63
# So many tiles are looked at for a way: a world has no end.
FAR = 20_000
NO_SLOT = 255
"""In the program's memory: the chunk of a place is not there."""

PASSES = [{"name": "gates"}, {"name": "regions", "keep": "all"}]
# Caves with items are what a program of cc65 has memory for.
FINDS = {
    "kind": "caves",
    "world": {},
    "passes": [*PASSES, {"name": "items", "least": 8, "most": 12}],
}
# Ground that is not floor, on which things lie, too.
MOORS = {
    "kind": "terrain",
    "world": {"gates": 1},
    "noise": {"spacing": 16, "octaves": 4},
    "without": ["stairs"],
    "passes": FINDS["passes"],
}
VAULTS = {"kind": "caves", "world": {}, "passes": [*PASSES, {"name": "treasures"}]}
# Kinds of entities that the spec lists.
LAIRS = {
    "kind": "caves",
    "world": {},
    "passes": [
        *PASSES,
        {"name": "items", "table": [{"name": "gold", "glyph": "*", "colour": "yellow"}]},
        {"name": "enemies", "table": [{"name": "big_rat", "glyph": "r", "colour": "red"}]},
    ],
}


@cache
def spec_of(name: str) -> Spec:
    """A spec whose program has this world only."""
    if name == "caverns":
        return load_spec(WORLDS_SPEC_FILE, ["program.dungeons=[caverns]"])
    worlds = {"finds": FINDS, "moors": MOORS, "vaults": VAULTS, "lairs": LAIRS}
    for bits in (4, 8):
        worlds[f"bits_{bits}"] = {
            "kind": "caves", "world": {}, "map": {"bits_per_tile": bits}, "passes": PASSES,
        }  # fmt: skip
    data = data_with({name: worlds[name]})
    del data["memory"]
    return loaded(data)


@cache
def world_of(name: str) -> World:
    return World(spec_of(name), name, SEED)


class Visitor:
    """Somebody in a world: what the screen must show, and where the figure is."""

    def __init__(self, player: Player, name: str) -> None:
        self.player = player
        self.world = World(spec_of(name), name, SEED)
        self.world.chunk = world_of(name).chunk
        self.at = self.world.start()
        player.key(*["delete"] * 5, *str(SEED), "return")

    def place(self) -> Place:
        """What the line below the window says."""
        found = re.search(r"X(\d{5}) Y(\d{5})", self.player.status_text())
        assert found, self.player.status_text()
        return int(found[1]), int(found[2])

    def check_window(self) -> None:
        """The window, around its middle or, drawn anew, around the figure."""
        x, y = self.place()
        codes, colours = self.world.window(x - 20, y - 12)
        assert self.player.screen()[:960] == codes, (x, y)
        assert self.player.colours()[:960] == colours, (x, y)

    def fly(self, *lines: str, looks: int = 150) -> None:
        """Hold the joystick for so many frames in which the program looks at it."""
        self.player.vice.joystick(2, lines)
        self.player.frames(looks)
        self.player.vice.joystick(2)
        self.player.frames(3)

    def way_to(self, is_there: Callable[[Place], bool]) -> list[str]:
        """Keys for the shortest way to a place, past all that lies and stands on it."""
        came: dict[Place, list[str]] = {self.at: []}
        queue = [self.at]
        for at in queue:
            if len(came) > FAR:
                break
            for key, (dx, dy) in STEPS.items():
                to = (at[0] + dx) % TILES, (at[1] + dy) % TILES
                if to in came or not self.world.is_walkable(*to):
                    continue
                came[to] = [*came[at], key]
                if is_there(to):
                    return came[to]
                if not self.world.entity(*to) and not self.is_secret(to):
                    queue.append(to)
        raise AssertionError("there is no way")

    def is_secret(self, place: Place) -> bool:
        code = self.world.code(*place)
        return any(tile.secret and tile.code == code for tile in self.world.spec.tiles.values())

    def walk(self, is_there: Callable[[Place], bool], stops_before: bool = False) -> Place:
        """Walk to the next such place, which is the result. With `stops_before` nobody gets in."""
        before = self.at
        keys = self.way_to(is_there)
        self.player.key(*keys)
        for key in keys:
            before = self.at
            self.at = (self.at[0] + STEPS[key][0]) % TILES, (self.at[1] + STEPS[key][1]) % TILES
        there = self.at
        if stops_before:
            self.at = before
        return there

    def redraw(self) -> None:
        self.player.key("F", "F")
        assert self.place() == self.at


def visit(name: str, compiler: str, stub: Roms) -> Player:
    return Player(playable_of(spec_of(name), compiler), stub)


@pytest.fixture(params=["oscar64", "cc65"])
def visitor(request: pytest.FixtureRequest, stub: Roms) -> Iterator[Visitor]:
    with visit("caverns", request.param, stub) as player:
        yield Visitor(player, "caverns")


@pytest.fixture(params=["oscar64", "cc65"])
def finder(request: pytest.FixtureRequest, stub: Roms) -> Iterator[Visitor]:
    with visit("finds", request.param, stub) as player:
        yield Visitor(player, "finds")


@pytest.fixture
def burglar(stub: Roms) -> Iterator[Visitor]:
    """In a world with treasures behind secret paths, which has no room in a program of cc65."""
    with visit("vaults", "oscar64", stub) as player:
        yield Visitor(player, "vaults")


@pytest.mark.sampled(2)
def test_the_window_flies_over_borders_in_all_directions(visitor: Visitor) -> None:
    assert visitor.place() == visitor.at
    visitor.check_window()
    x, y = visitor.at
    for lines in ("right", "down", "left", "left", "up", "up", "right down", "left up"):
        visitor.fly(*lines.split(), looks=200)
        dx, dy = (sum(WAYS[way][axis] for way in lines.split()) for axis in (0, 1))
        now = visitor.place()
        assert ((now[0] - x) * dx % TILES > 24) == (dx != 0), lines
        assert ((now[1] - y) * dy % TILES > 24) == (dy != 0), lines
        visitor.check_window()
        x, y = now
    # The figure has stayed where it was.
    visitor.player.key("F")
    assert visitor.place() == visitor.at
    visitor.check_window()


def test_the_figure_walks_over_borders_and_back(visitor: Visitor) -> None:
    visitor.player.key("F")
    start = visitor.at
    for is_there in (
        lambda at: at[0] == SIDE + 3,
        lambda at: at[1] == SIDE + 3,
        lambda at: at[0] == TILES - 3,
        lambda at: at[1] == TILES - 3,
        lambda at: at == start,
    ):
        visitor.walk(is_there)
        assert visitor.place() == visitor.at
        visitor.redraw()
        visitor.check_window()


@pytest.mark.parametrize("way", [[], ["right", "down"], ["left", "up"]], ids=" ".join)
def test_the_overview_shows_the_chunks_around(visitor: Visitor, way: list[str]) -> None:
    visitor.fly(*way, looks=100 if way else 0)
    visitor.player.frames(60)
    left, top = (at // SIDE * SIDE - SIDE for at in visitor.place())
    visitor.player.key("O")
    codes = visitor.player.screen()
    assert b"".join((bytes(codes[960:]),)).strip(b"\x20")
    assert "THE LAND AROUND" in visitor.player.text()
    quadrants = characters.quadrants_start(visitor.world.spec)
    for row in range(24):
        for column in range(24):
            quarters = 0
            for n, (dx, dy) in enumerate(((0, 0), (2, 0), (0, 2), (2, 2))):
                x, y = 4 * column + dx + left, 4 * row + dy + top
                if any(visitor.world.is_walkable(x + i % 2, y + i // 2) for i in range(4)):
                    quarters |= 1 << n
            assert codes[40 * row + 8 + column] == quadrants + quarters, (column, row)


def run_to(player: Player, address: int) -> None:
    """Let the machine run until it comes to an address."""
    with player.vice.monitor_access() as monitor:
        there = monitor.set_checkpoint(address, address, Operation.EXECUTE)
        hits: list[int] = []
        while there not in hits:
            monitor.resume()
            hits = hits_until_stopped(monitor)
        monitor.delete_checkpoint(there)


@pytest.mark.parametrize("place", [0, 8])
def test_the_overview_waits_for_every_chunk(visitor: Visitor, place: int) -> None:
    player, labels = visitor.player, visitor.player.program.result.labels
    player.key("O", " ")
    while NO_SLOT in player.read(labels["slot_of"], 9):
        player.frames(5)
    lost = labels["slot_of"] + place
    slot = player.read(lost, 1)[0]
    player.vice.write(player.mailbox.key, b"O")
    run_to(player, labels["world_wait_for_all"])
    for address, value in ((labels["is_there"] + slot, 0), (lost, NO_SLOT)):
        player.vice.write(address, bytes((value,)))
    run_to(player, labels["world_read_row"])
    assert player.read(lost, 1)[0] != NO_SLOT


def pace_of(player: Player, lines: Sequence[str], moves: int) -> list[int]:
    """The frames between moves of the window while the joystick is held. Fails if the program
    waits for a chunk."""
    labels = player.program.result.labels
    move, wait = labels["move_rows"], labels["wait_for_world"]
    player.vice.joystick(2, lines)
    with player.vice.monitor_access() as monitor:
        moved = monitor.set_checkpoint(move, move, Operation.EXECUTE)
        waited = monitor.set_checkpoint(wait, wait, Operation.EXECUTE)
    times: list[Any] = []
    # The first one does not count: the key begins to repeat.
    while len(times) < moves + 2:
        with player.vice.monitor_access() as monitor:
            monitor.resume()
            hits = hits_until_stopped(monitor)
        assert waited not in hits, f"{lines}: after {len(times)} moves a chunk is missing"
        if moved in hits:
            # CIA 1's timer A counts down all the time, and repeats after 65,536 cycles. What counts
            # is when the frame began.
            timer = int.from_bytes(player.vice.read_io(0xDC04, 2), "little")
            control, line = player.vice.read_io(0xD011, 2)
            times.append(timer + CYCLES_A_LINE * ((control & 0x80) << 1 | line))
    with player.vice.monitor_access() as monitor:
        monitor.delete_checkpoint(moved)
        monitor.delete_checkpoint(waited)
    player.vice.joystick(2)
    player.frames(3)
    paces = range(2, 12)
    return [
        next(n for n in paces if abs((a - b - n * FRAME + 1000) % 65536 - 1000) < 1000)
        for a, b in itertools.pairwise(times[1:])
    ]


@pytest.mark.sampled(2)
def test_no_frame_is_lost_while_chunks_are_built(visitor: Visitor) -> None:
    """The window moves as often as when nothing is left to build, and chunks are there in time."""
    pace = 6 if visitor.player.program.compiler.name == "cc65" else 4
    # So a border is crossed in each direction, beyond which nothing was there before.
    for lines, moves in (
        ("right", 45), ("down", 45), ("left", 45), ("right down", 60), ("left up", 45),
    ):  # fmt: skip
        visitor.player.frames(200)
        aside = 2 if " " in lines else 0
        assert pace_of(visitor.player, lines.split(), moves) == moves * [pace + aside], lines
    visitor.player.frames(200)
    visitor.check_window()


def waits_of_walk(player: Player, keys: Sequence[str]) -> list[int]:
    """Walk without a stop, as fast as somebody who holds a direction; the steps before which the
    program waited for a chunk."""
    labels, key = player.program.result.labels, player.mailbox.key
    looks_of_step = 4 if player.program.compiler.name == "cc65" else 2
    wait = labels["wait_for_world"]
    with player.vice.monitor_access() as monitor:
        waited = monitor.set_checkpoint(wait, wait, Operation.EXECUTE)
        looked = monitor.set_checkpoint(key, key, Operation.STORE)
    waits = []
    for number, step in enumerate(keys):
        player.vice.write(key, step.encode())
        looks = 0
        while looks < looks_of_step:
            with player.vice.monitor_access() as monitor:
                monitor.resume()
                hits = hits_until_stopped(monitor)
            if waited in hits:
                waits.append(number)
            looks += looked in hits
    with player.vice.monitor_access() as monitor:
        monitor.delete_checkpoint(waited)
        monitor.delete_checkpoint(looked)
    return waits


@pytest.mark.sampled(2)
def test_a_walk_does_not_wait_for_chunks(visitor: Visitor) -> None:
    player = visitor.player
    player.key("F")
    player.frames(200)
    for is_there in (
        lambda at: at[0] == 100,
        lambda at: at[1] == 80,
        lambda at: at[0] == 20,
        lambda at: at[1] == 0,
        lambda at: at[0] == TILES - 60,
    ):
        keys = visitor.way_to(is_there)
        assert len(keys) > 60
        assert waits_of_walk(player, keys) == []
        for key in keys:
            (x, y), (dx, dy) = visitor.at, STEPS[key]
            visitor.at = (x + dx) % TILES, (y + dy) % TILES
        assert visitor.place() == visitor.at
    visitor.redraw()
    visitor.check_window()


@pytest.mark.parametrize("bits", [4, 8])
def test_tiles_of_any_number_of_bits_are_shown(stub: Roms, bits: int) -> None:
    name = f"bits_{bits}"
    with Player(playable_of(spec_of(name)), stub) as player:
        visitor = Visitor(player, name)
        visitor.check_window()
        visitor.fly("right", "down")
        visitor.check_window()


# CIA 2's timer A, which can cause the interrupt that RESTORE causes.
TIMER, INTERRUPTS, CONTROL = 0xDD04, 0xDD0D, 0xDD0E
PORT = 0x0001


def test_restore_does_nothing_in_a_world_either(visitor: Visitor) -> None:
    """The processor sees RAM where the KERNAL was, and takes the address of its handler there."""
    player = visitor.player
    assert player.vice.read_io(PORT, 1)[0] & 7 == 5
    with player.vice.monitor_access() as monitor:
        bank = monitor.banks()["cpu"]
        for address, data in ((TIMER, b"\x40\0"), (INTERRUPTS, b"\x81"), (CONTROL, b"\x19")):
            monitor.write_memory(address, data, bank)
    player.frames(3)
    # It has come: the chip says so until it is asked.
    assert player.vice.read_io(INTERRUPTS, 1)[0] & 0x81 == 0x81
    visitor.fly("right")
    visitor.check_window()
    player.key("Q")
    assert "ENTER THE DUNGEON" in player.text()


def saved_world(
    spec: Spec,
    name: str,
    dungeon_seed: int,
    floor: int,
    place: tuple[int, int],
    changes: tuple[tuple[int, int, int], ...] = (),
) -> SavedMap:
    """The file that the program saves for a world; `place` and `changes` as in SavedMap."""
    plain = saved(spec, name, dungeon_seed, floor, with_map=False)
    return dataclasses.replace(plain, place=place, changes=changes)


@pytest.mark.sampled(2)
def test_what_is_taken_is_gone_also_when_one_comes_back(finder: Visitor) -> None:
    player, world = finder.player, finder.world
    player.key("F")
    taken = finder.walk(lambda at: bool(world.entity(*at)))
    assert player.status_text() == "AN ITEM LIES HERE: TAKEN"
    world.changed[taken] = world.spec.codes["floor"]
    finder.redraw()
    finder.check_window()
    start = finder.at
    finder.walk(lambda at: at[0] == 3 * SIDE)
    finder.walk(lambda at: at == start)
    finder.redraw()
    finder.check_window()
    # Saved, and not in a new world of the same seed.
    changes = ((*taken, world.spec.codes["floor"]),)
    file = saved_world(world.spec, world.name, SEED, 1, finder.at, changes)
    drive(player)
    player.key("M")
    assert saves(player) == [("SEED", file_bytes(world.spec, file))]
    assert player.status_text() == "THE WORLD IS SAVED"
    player.key(".", ",")
    world.changed.clear()
    finder.at = world.start()
    finder.redraw()
    finder.check_window()
    # What was saved comes back, with the place.
    drive(player, file=file_bytes(world.spec, file))
    player.key("L")
    world.changed[taken] = world.spec.codes["floor"]
    assert finder.place() == taken
    finder.check_window()
    # So does one that is far away, which is in a chunk whose numbers have two bytes.
    far = TILES - 1000, 5000
    file = saved_world(world.spec, world.name, SEED, 1, far)
    drive(player, file=file_bytes(world.spec, file))
    player.key("L")
    assert finder.place() == far
    world.changed.clear()
    finder.check_window()
    # A plain seed is a new world.
    plain = saved(world.spec, world.name, SEED, 1, with_map=False)
    drive(player, file=file_bytes(world.spec, plain))
    player.key("L")
    world.changed.clear()
    assert finder.place() == world.start()
    finder.check_window()


def test_what_does_not_lie_on_floor_is_seen_but_not_taken(stub: Roms) -> None:
    """Where it was there would be floor."""
    with visit("moors", "oscar64", stub) as player:
        walker = Visitor(player, "moors")
        world, floor = walker.world, walker.world.spec.codes["floor"]
        player.key("F")
        walker.walk(lambda at: bool(world.entity(*at)) and world.code(*at) != floor)
        assert player.status_text() == "AN ITEM LIES HERE"
        walker.walk(lambda at: not world.entity(*at))
        walker.redraw()
        walker.check_window()


def test_items_that_a_spec_lists_are_taken_and_its_enemies_are_not(stub: Roms) -> None:
    with visit("lairs", "oscar64", stub) as player:
        walker = Visitor(player, "lairs")
        world = walker.world

        def kind_at(at: Place) -> int:
            return (world.entity(*at) or {"kind": 0})["kind"]

        player.key("F")
        walker.walk(lambda at: kind_at(at) in OWN_ENEMIES)
        assert player.status_text() == "BIG RAT"
        taken = walker.walk(lambda at: kind_at(at) in OWN_ITEMS)
        assert player.status_text() == "GOLD: TAKEN"
        world.changed[taken] = world.spec.codes["floor"]
        walker.redraw()
        walker.check_window()


def test_a_full_list_refuses_changes(finder: Visitor) -> None:
    player, world = finder.player, finder.world
    changes = player.program.result.labels["world_changes"]
    player.key("F")
    player.vice.write(changes, bytes((MOST_CHANGES,)))
    taken = finder.walk(lambda at: bool(world.entity(*at)))
    assert player.status_text() == FULL
    finder.walk(lambda at: not world.entity(*at))
    finder.redraw()
    finder.check_window()
    # With room for one more it can be taken.
    player.vice.write(changes, bytes((MOST_CHANGES - 1,)))
    finder.walk(lambda at: at == taken)
    assert player.status_text() == "AN ITEM LIES HERE: TAKEN"
    assert player.read(changes, 1)[0] == MOST_CHANGES


def test_a_damaged_file_of_a_world_changes_nothing(finder: Visitor) -> None:
    player, world = finder.player, finder.world
    file = saved_world(world.spec, world.name, SEED, 1, (5, 5), ((1, 2, 3),))
    good = file_bytes(world.spec, file)
    for damaged in (good[:-1], good + b"\0", good[:-1] + b"\0", good[:15] + b"\7" + good[16:]):
        drive(player, file=damaged)
        player.key("L")
        assert player.status_text() == "THE SEED FILE IS DAMAGED"
        player.key("F", "F")
        assert finder.place() == world.start()


@pytest.mark.sampled(2)
def test_secrets_and_treasures_of_a_world_are_found_once(burglar: Visitor) -> None:
    player, world = burglar.player, burglar.world
    codes = world.spec.codes
    player.key("F")
    path = burglar.walk(burglar.is_secret)
    world.changed[path] = codes["secret_path"]
    burglar.redraw()
    burglar.check_window()
    treasure = burglar.walk(lambda at: world.code(*at) == codes["treasure"])
    assert player.status_text() == "YOU TAKE THE TREASURE"
    world.changed[treasure] = codes["floor"]
    # Far away, back, and saved.
    x, y = burglar.at
    burglar.redraw()
    player.key("F")
    burglar.fly("right", looks=300)
    player.key("F")
    assert burglar.place() == (x, y)
    burglar.check_window()
    drive(player)
    player.key("M")
    changes = (
        (*path, codes["secret_path"] | FOUND),
        (*treasure, codes["floor"]),
    )
    file = saved_world(world.spec, world.name, SEED, 1, (x, y), changes)
    assert saves(player) == [("SEED", file_bytes(world.spec, file))]


def test_a_world_s_file_says_where_the_player_was() -> None:
    spec = spec_of("finds")
    file = saved_world(spec, "finds", SEED, 2, (65535, 40), ((1, 2, 3), (65535, 7, 0x85)))
    data = file_bytes(spec, file)
    assert parse(data, "SEED") == file and isinstance(file, SavedMap)
    found, is_same = restored(spec, file)
    assert is_same and found.chunk == (2047, 1)
    assert ITEM in {row["kind"] for row in found.tables["entities"]}
