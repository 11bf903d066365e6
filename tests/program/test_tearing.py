"""No picture ever shows a step of the window half done: when each row is written, and when the VIC
reads it, with both compilers, on PAL and NTSC."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers import expected_screen as expected
from helpers.expected_screen import View
from helpers.player import COLOUR_RAM, Player, hits_until_stopped
from helpers.tearing import DIRECTIONS, torn_rows
from helpers.tools import SPEC_FILE, WORLDS_SPEC_FILE, needs_ca65, needs_vice

from pygen.compilers import built
from pygen.emulators.monitor_messages import Operation
from pygen.emulators.roms import Roms
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.spec import Spec, load_spec

pytestmark = [needs_vice, needs_ca65]

SEED = 11
LINES = {"pal": 312, "ntsc": 263, "old ntsc": 262, "drean": 312}
VIDEO_CHIPS = {"old ntsc": ("-VICIImodel", "6567r56a"), "drean": ("-VICIImodel", "6572")}


@pytest.fixture(scope="module", params=["crypt", "caverns"])
def spec(request: pytest.FixtureRequest) -> Spec:
    """A spec with one dungeon; the second is a world."""
    if request.param == "caverns":
        return load_spec(WORLDS_SPEC_FILE, ["program.dungeons=[caverns]"])
    return load_spec(SPEC_FILE, ["program.dungeons=[crypt]"])


@pytest.fixture(params=list(LINES))
def standard(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def player(program: built.BuiltProgram, stub: Roms, standard: str) -> Iterator[Player]:
    chip = VIDEO_CHIPS.get(standard, ())
    with Player(program, stub, ntsc="ntsc" in standard, arguments=chip) as found:
        yield found


class Watch:
    """Stops the machine whenever it stores to the first or last character of a row, or to the
    colour of one of them, and notes the raster's line."""

    def __init__(self, player: Player) -> None:
        self.player = player
        spec = player.spec
        planes = (spec.memory["screen"].start, COLOUR_RAM)
        self._rows: dict[int, int] = {}
        with player.vice.monitor_access() as monitor:
            self._line = monitor.register_names()["LIN"]
            for row in range(spec.display.view_height):
                for plane in planes:
                    for column in (0, spec.display.view_width - 1):
                        place = plane + 40 * row + column
                        number = monitor.set_checkpoint(place, place, Operation.STORE)
                        self._rows[number] = row
            key = player.mailbox.key
            self._key = monitor.set_checkpoint(key, key, Operation.STORE)

    def remove(self) -> None:
        with self.player.vice.monitor_access() as monitor:
            for number in (*self._rows, self._key):
                monitor.delete_checkpoint(number)

    def until_next_look(self) -> list[tuple[int, int]]:
        """Let the program run until it looks for a key: rows that were written, in order, and the
        line of the raster at each."""
        found: list[tuple[int, int]] = []
        with self.player.vice.monitor_access() as monitor:
            while True:
                monitor.resume()
                hits = hits_until_stopped(monitor)
                assert hits, "the program hangs"
                line = monitor.registers()[self._line]
                found += [(self._rows[number], line) for number in hits if number in self._rows]
                if self._key in hits:
                    return found


def steps(player: Player, dx: int, dy: int) -> list[tuple[int, int]]:
    """What is written during one step of the window."""
    keys = {(-1, 0): "left", (1, 0): "right", (0, -1): "up", (0, 1): "down"}
    names = [keys[dx, 0]] if dx else []
    names += [keys[0, dy]] if dy else []
    player.vice.joystick(2, names)
    watch = Watch(player)
    try:
        found = watch.until_next_look()
    finally:
        watch.remove()
    player.vice.joystick(2)
    player.frames(3)
    return found


@pytest.mark.sampled(4)
def test_no_row_is_read_while_it_is_written(player: Player, standard: str) -> None:
    player.key(*"delete delete delete delete delete".split(), *str(SEED), "return")
    (dungeon,) = player.program.selection.dungeons
    if dungeon == "crypt":
        generation = generate(player.spec, Request(dungeon, SEED))
        x, y = generation.camera
    else:
        # What the window of a world shows is tested where it is flown over.
        player.frames(200)
    for name, (dx, dy) in DIRECTIONS.items():
        writes = steps(player, dx, dy)
        if dungeon == "crypt":
            x, y = x + dx, y + dy
            screen = expected.window(player.spec, generation, 1, SEED, View(x, y))
            assert player.screen() == screen.codes and player.colours() == screen.colours, name
        rows = player.spec.display.view_height
        assert {row for row, _ in writes} == set(range(rows)), name
        assert len(writes) >= 4 * rows, name
        assert torn_rows(writes, LINES[standard]) == set(), name


def test_what_would_be_torn_is_seen() -> None:
    whole = [(row, 99 + 4 * row) for row in range(24)]
    assert torn_rows(whole, 312) == {row for row in range(24) if 99 + 4 * row <= 51 + 8 * row}
    early, late = (0, 51), (5, 100)
    assert torn_rows([early], 312) == {0}
    assert torn_rows([late, (0, 20), (1, 70)], 312) == {1}
    assert torn_rows([late, (0, 50), (1, 58)], 312) == set()
