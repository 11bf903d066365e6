"""What is on the screen while a dungeon is built, the key that ends it, and the dungeon itself."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, pairwise
from random import Random
from typing import Any

import pytest
from helpers.charset import charset
from helpers.player import SECONDS, Player, hits_until_stopped
from helpers.stepped_c64 import SteppedC64
from helpers.tools import SPEC_FILE, needs_ca65, needs_vice

from pygen.base.project import C_FOLDER
from pygen.compilers import built
from pygen.emit.zeropage import plan_zero_page
from pygen.emulators.monitor_messages import Operation
from pygen.emulators.roms import Roms
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import generate, phase_names
from pygen.pictures import characters
from pygen.programs.carrier import ModularProgram
from pygen.spec import Spec, load_spec

SPRITE_X, SPRITE_X_HIGH, VIC_RASTER, SPRITES, VIC_INTERRUPTS = (
    0xD000,
    0xD010,
    0xD012,
    0xD015,
    0xD019,
)
TIMER = 0xDC04
SPRITE_LEFT, SPRITE_ROW_BYTES, ROWS = 24, 3, 8
BAR_COLUMN, BAR_ROW, BAR_WIDTH, PHASE_ROW = 7, 12, 26, 14
LAST_PIXEL = 8 * (BAR_WIDTH - 1)
# The raster's lines of all that changes: from the figure's first row to the phase's name.
PICTURE = range(51 + 8 * (BAR_ROW - 1), 51 + 8 * (PHASE_ROW + 1))
FRAME = {"pal": 312 * 63, "ntsc": 263 * 65}
LONGEST_STEP = 10_000
MENU = "ENTER THE DUNGEON"
# How many lines up from the menu's last entry its first one is.
TO_DUNGEON = ["up"] * 4


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec(SPEC_FILE, ["program.dungeons=[crypt, burrow]"])


def choose(player: Player, dungeon: str, seed: int) -> None:
    """Choose in the menu, but do not go in."""
    player.key(*TO_DUNGEON)
    for _ in player.spec.program.dungeons:
        if dungeon.upper() not in player.text():
            player.key("right")
    player.key(*["delete"] * 5, *str(seed))


def press(player: Player, key: bytes) -> None:
    """Press a key, and stop the machine when the program has taken it."""
    player.vice.write(player.mailbox.key, key)
    player.frames(1)


def check_dungeon(player: Player, dungeon: str, seed: int) -> Generation[Any]:
    """The dungeon in memory is the reference's, and the player is in it."""
    found = generate(player.spec, Request(dungeon, seed))
    for region, data in found.region_bytes().items():
        if region != "statistics":
            assert player.read(player.spec.memory[region].start, len(data)) == data, region
    assert f"S{seed:05d}" in player.status_text()
    return found


@dataclass(frozen=True)
class Frame:
    """The picture after one of its changes: between which lines of the raster it was made, and at
    which cycle; the figure's pixel of the bar, its rows, and the characters of bar and phase."""

    begin: int
    end: int
    cycle: int
    pixel: int
    figure: bytes
    end_of_bar: bytes
    bar: bytes
    phase: str


class Watch:
    """Stops the machine at each change of the picture."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self._begin = 0
        with player.vice.monitor_access() as monitor:
            self._line = monitor.register_names()["LIN"]
            self._numbers = {
                monitor.set_checkpoint(place, place, Operation.STORE): place
                for place in (SPRITE_X, VIC_INTERRUPTS, player.mailbox.key)
            }

    def __enter__(self) -> Watch:
        return self

    def __exit__(self, *_: object) -> None:
        with self.player.vice.monitor_access() as monitor:
            for number in self._numbers:
                monitor.delete_checkpoint(number)

    def next_frame(self) -> Frame | None:
        """Run on until the picture has changed; None if the program looks for a key instead."""
        while True:
            place, line = self._run()
            if place == SPRITE_X:
                self._begin = line
            elif place == VIC_INTERRUPTS:
                return self._frame(line)
            else:
                return None

    def frames(self) -> list[Frame]:
        """All frames until the dungeon is built; the first is the one before the first step."""
        return list(iter(self.next_frame, None))

    def _run(self) -> tuple[int, int]:
        with self.player.vice.monitor_access() as monitor:
            monitor.resume()
            hits = hits_until_stopped(monitor)
            places = [self._numbers[number] for number in hits if number in self._numbers]
            assert places, "the program hangs"
            return places[0], monitor.registers()[self._line]

    def _frame(self, line: int) -> Frame:
        player = self.player
        sprite = player.vice.read_io(SPRITE_X, SPRITE_X_HIGH - SPRITE_X + 1)
        left = sprite[0] | (sprite[-1] & 1) << 8
        start = player.spec.memory["charset"].start + 8 * characters.sprite_start(player.spec)
        rows = player.read(start, 2 * ROWS * SPRITE_ROW_BYTES)[::SPRITE_ROW_BYTES]
        timer = player.vice.read_io(TIMER, 2)
        bar = 40 * BAR_ROW + BAR_COLUMN
        text = player.text()
        return Frame(
            self._begin,
            line,
            -int.from_bytes(timer, "little"),
            left - SPRITE_LEFT - 8 * BAR_COLUMN,
            rows[:ROWS],
            rows[ROWS:],
            player.screen()[bar : bar + BAR_WIDTH],
            text[40 * PHASE_ROW + BAR_COLUMN :][:BAR_WIDTH].strip(),
        )


@pytest.mark.sampled(3)
@needs_vice
@needs_ca65
@pytest.mark.parametrize("standard", FRAME)
@pytest.mark.parametrize("dungeon", ["crypt", "burrow"])
def test_bar_and_figure_move_in_every_frame(
    program: built.BuiltProgram, stub: Roms, standard: str, dungeon: str
) -> None:
    spec = program.spec
    with Player(program, stub, ntsc=standard == "ntsc") as player:
        choose(player, dungeon, 7)
        press(player, b"\r")
        with Watch(player) as watch:
            first, *frames = watch.frames()
        player.frames(1)
        check_dungeon(player, dungeon, 7)
    assert len(frames) > 7

    # Once in every frame of the C64, and never where the raster shows it.
    waits = [(after.cycle - before.cycle) % 0x10000 for before, after in pairwise(frames)]
    assert abs(sum(waits) / FRAME[standard] - len(waits)) < 1
    assert max(waits) < FRAME[standard] + LONGEST_STEP
    assert not [frame for frame in frames if frame.begin in PICTURE or frame.end in PICTURE]

    # The bar grows in nearly all of them, by a little, and to the figure's pixel.
    assert first.pixel == 0
    growth = [after.pixel - before.pixel for before, after in pairwise([first, *frames])]
    assert min(growth) >= 0 and max(growth) < LAST_PIXEL // 4
    assert sum(pixels > 0 for pixels in growth) > 0.8 * len(growth)
    assert 0.8 * LAST_PIXEL < frames[-1].pixel < LAST_PIXEL
    parts = characters.part_codes()
    for frame in frames:
        full = frame.pixel // 8 + 1
        drawn = [parts["bar_full"]] * full + [parts["bar_empty"]] * (BAR_WIDTH - full)
        assert list(frame.bar) == drawn
        assert frame.end_of_bar == glyph(spec, parts["bar_full"])

    # The figure walks, four frames in one pose and four in the other.
    standing, *walking = characters.figures()
    poses = [(pose, len(list(same))) for pose, same in groupby(frame.figure for frame in frames)]
    assert {pose for pose, _ in poses} - {standing} == set(walking)
    assert {count for _, count in poses[1:-1]} == {4}

    # What is done is named, one thing after the other.
    names = [name.upper() for name in phase_names(spec.dungeons[dungeon])]
    named = [name for name, _ in groupby(frame.phase for frame in [first, *frames])]
    assert named[0] == names[0] and len(named) > 1
    assert named == [name for name in names if name in named]


def glyph(spec: Spec, code: int) -> bytes:
    return charset(spec)[8 * code : 8 * code + 8]


@needs_vice
@needs_ca65
def test_the_bar_is_full_when_the_dungeon_is_complete(player: Player) -> None:
    parts = characters.part_codes()
    bar = player.spec.memory["screen"].start + 40 * BAR_ROW + BAR_COLUMN
    player.vice.write(player.mailbox.key, b"\r")
    # The bar's last character: cleared, within the box, empty, and full.
    for _ in range(4):
        player.vice.run_until_store(bar + BAR_WIDTH - 1, SECONDS)
    assert set(player.read(bar, BAR_WIDTH)) == {parts["bar_full"]}
    assert "CRYPT" in player.text() and "Q MENU" in player.text()
    check = generate(player.spec, Request("crypt", 1)).packed()
    assert player.read(player.spec.memory["map"].start, len(check)) == check


@pytest.mark.sampled(3)
@needs_vice
@needs_ca65
@pytest.mark.parametrize("moment", [0, 1, 5, 9])
def test_q_ends_it_and_the_next_dungeon_is_right(player: Player, moment: int) -> None:
    choose(player, "crypt", 20251)
    press(player, b"\r")
    with Watch(player) as watch:
        for _ in range(moment + 1):
            assert watch.next_frame()
        player.vice.write(player.mailbox.key, b"Q")
        # At once: after the steps of this frame.
        left = len(watch.frames())
    assert left <= 1
    player.frames(1)
    assert MENU in player.text()
    check_figure_is_away(player)
    choose(player, "burrow", 3)
    player.key("return")
    check_dungeon(player, "burrow", 3)
    player.key("F")
    assert player.vice.read_io(SPRITES, 1)[0] & 1 == 1


def check_figure_is_away(player: Player) -> None:
    """The sprite is off, and has only the figure as it stands."""
    assert player.vice.read_io(SPRITES, 1)[0] & 1 == 0
    sprite = 8 * characters.sprite_start(player.spec)
    start = player.spec.memory["charset"].start
    assert player.read(start + sprite, 64) == charset(player.spec)[sprite:][:64]


@needs_vice
@needs_ca65
@pytest.mark.parametrize("key", [b" ", b"."])
def test_q_goes_from_a_floor_that_is_built_to_the_menu(player: Player, key: bytes) -> None:
    player.key("return")
    check_dungeon(player, "crypt", 1)
    press(player, key)
    with Watch(player) as watch:
        assert watch.next_frame()
        player.vice.write(player.mailbox.key, b"Q")
        watch.frames()
    player.frames(1)
    assert MENU in player.text()
    choose(player, "crypt", 9)
    player.key(*(["up", "left"] if key == b"." else []), "return")
    check_dungeon(player, "crypt", 9)


@needs_vice
@needs_ca65
def test_other_keys_are_left_for_the_dungeon(player: Player) -> None:
    press(player, b"\r")
    with Watch(player) as watch:
        assert watch.next_frame()
        player.vice.write(player.mailbox.key, b"F")
        watch.frames()
    player.frames(1)
    check_dungeon(player, "crypt", 1)
    assert player.status_text().endswith("W")


@needs_vice
@needs_ca65
@pytest.mark.slow
@pytest.mark.parametrize("dungeon", ["crypt", "burrow"])
def test_slices_give_the_dungeon_of_the_reference(player: Player, dungeon: str) -> None:
    for seed in (0, 1, 4711, 31337, 65535):
        choose(player, dungeon, seed)
        player.key("return")
        check_dungeon(player, dungeon, seed)
        player.key("Q")


# ------------------------------------------------------------------ in a simulated machine


def machine_in_menu(program: built.BuiltProgram) -> SteppedC64:
    machine = SteppedC64(program)
    machine.start_at_entry()
    machine.run_until(lambda: MENU in machine.text(), "the menu", 1000)
    look(machine)
    return machine


def look(machine: SteppedC64, times: int = 1) -> None:
    """Run until the program has looked for a key so often."""
    for _ in range(times + 1):
        machine.run_to(machine.labels["input_poll"])
        machine.cpu.step()


def go_in(machine: SteppedC64) -> None:
    """Press RETURN until the dungeon's first step is next."""
    machine.cia.keys = ("RETURN",)
    machine.run_to(machine.labels["build_dungeon"])
    machine.cia.keys = ()


def map_of(machine: SteppedC64, length: int) -> bytes:
    start = machine.spec.memory["map"].start
    return bytes(machine.memory[start : start + length])


def test_the_key_q_ends_it_and_does_not_leave_the_menu_until_it_is_pressed_again(
    program: built.BuiltProgram,
) -> None:
    machine = machine_in_menu(program)
    left: list[int] = []
    machine.memory.subscribe_to_read([0xFFFC], lambda _: left.append(machine.cpu.pc))
    go_in(machine)
    for _ in range(3):
        machine.run_until(lambda: machine.raster_is_noted(), "a frame")
        machine.run_until(lambda: not machine.raster_is_noted(), "the picture of a frame")
    machine.cia.keys = ("Q",)
    machine.run_until(lambda: MENU in machine.text(), "the menu", 1000)
    look(machine, 30)
    assert MENU in machine.text() and not left
    machine.cia.keys = ()
    look(machine, 2)
    go_in(machine)
    machine.run_until(lambda: "F001 S00001" in machine.text(), "the dungeon", 1000)
    packed = generate(machine.spec, Request("crypt", 1)).packed()
    assert map_of(machine, len(packed)) == packed


def test_no_other_key_and_no_joystick_ends_it(program: built.BuiltProgram) -> None:
    machine = machine_in_menu(program)
    go_in(machine)
    # All rows and columns but Q's.
    machine.cia.keys = ("RETURN", "A", "D", "H", "M", "P", "HOME")
    machine.cia.joysticks = [31, 31]
    machine.run_until(lambda: "F001 S00001" in machine.text(), "the dungeon", 1000)


def test_random_slices_on_the_6502_with_garbage_in_zero_page(program: ModularProgram) -> None:
    machine, chance = machine_in_menu(program), Random(program.compiler.name)
    labels = program.modules[0].result.labels
    garbage = [
        labels[variable.name] + at
        for section in plan_zero_page(
            program.spec, C_FOLDER, selection=program.selection
        ).generators
        for variable in section.variables
        for at in range(variable.size)
        if not variable.is_kept and labels.get(variable.name, 0x100) < 0x100
    ]
    assert len(garbage) > 10
    slices = 0

    def scramble() -> None:
        nonlocal slices
        slices += 1
        for address in garbage:
            machine.memory[address] = chance.randrange(256)

    go_in(machine)
    machine.raster_is_noted = lambda: chance.random() < 0.3
    machine.acknowledged = scramble
    machine.run_until(lambda: "F001 S00001" in machine.text(), "the dungeon", 1000)
    assert slices > 5
    packed = generate(machine.spec, Request("crypt", 1)).packed()
    assert map_of(machine, len(packed)) == packed
