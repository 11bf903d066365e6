"""A step of the window on a processor that is faster than the C64's: it must not overtake the
raster. The processor and the raster are simulated."""

from __future__ import annotations

import pytest
from helpers import expected_screen as expected
from helpers.expected_screen import View
from helpers.player import COLOUR_RAM
from helpers.programs import playable_of
from helpers.stepped_c64 import DOWN, LEFT, LINES, RIGHT, UP, SteppedC64
from helpers.tearing import DIRECTIONS, torn_rows
from helpers.tools import SPEC_FILE

from pygen.compilers import built
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.spec import load_spec

OFTEN = 1000
ACROSS, ALONG = {-1: LEFT, 0: 0, 1: RIGHT}, {-1: UP, 0: 0, 1: DOWN}
# As on a C64, in a C128's fast mode, and with a SuperCPU.
SPEEDS = [1, 2, 20]
# The window has eight bands of three rows, or a last one of one row. The kernel that writes is the
# same with both compilers.
VIEWS = [(24, "oscar64"), (22, "cc65")]


@pytest.fixture(scope="module", params=VIEWS)
def program(request: pytest.FixtureRequest) -> built.BuiltProgram:
    height, compiler = request.param
    changes = ["program.dungeons=[crypt]", f"display.view_height={height}"]
    return playable_of(load_spec(SPEC_FILE, changes), compiler)


class Steps:
    """A machine in the dungeon, and the lines in which rows of its window are written."""

    def __init__(self, program: built.BuiltProgram) -> None:
        self.machine = SteppedC64(program)
        self.machine.start_at_entry()
        spec = program.spec
        self.rows = spec.display.view_height
        self.writes: list[tuple[int, int]] = []
        screen = spec.memory["screen"].start
        for row in range(self.rows):
            edges = (40 * row, 40 * row + spec.display.view_width - 1)
            places = [plane + edge for plane in (screen, COLOUR_RAM) for edge in edges]
            self.machine.memory.subscribe_to_write(
                places, lambda _, __, row=row: self.writes.append((row, self.machine.line()))
            )
        self._look()
        self.machine.cia.keys = ("RETURN",)
        self.machine.run_until(lambda: "F001 S00001" in self.machine.text(), "a dungeon", OFTEN)
        self.machine.cia.keys = ()
        self._look()
        self._look()

    def _look(self) -> None:
        """Run until the program is about to look at the joystick once more."""
        self.machine.cpu.step()
        self.machine.run_to(self.machine.labels["input_poll"])

    def step(self, dx: int, dy: int, speed: int) -> list[tuple[int, int]]:
        """Tap the joystick: what is written until the step is done. `speed` is that of the
        kernel that writes; all else runs at that of a C64."""
        machine = self.machine
        machine.cia.joysticks = [ACROSS[dx] | ALONG[dy], 0]
        machine.run_to(machine.labels["move_rows"])
        self.writes.clear()
        machine.speed = speed
        self._look()
        machine.speed = 1
        machine.cia.joysticks = [0, 0]
        found = list(self.writes)
        self._look()
        return found


@pytest.mark.sampled(3)
@pytest.mark.parametrize("speed", SPEEDS)
def test_no_row_is_read_while_it_is_written(program: built.BuiltProgram, speed: int) -> None:
    steps = Steps(program)
    spec, machine = program.spec, steps.machine
    dungeon = generate(spec, Request("crypt", 1))
    x, y = dungeon.camera
    for name, (dx, dy) in DIRECTIONS.items():
        writes = steps.step(dx, dy, speed)
        x, y = x + dx, y + dy
        screen = expected.window(spec, dungeon, 1, 1, View(x, y))
        size = 40 * steps.rows
        start = spec.memory["screen"].start
        assert bytes(machine.memory[start : start + size]) == screen.codes[:size], name
        colours = bytes(machine.memory[COLOUR_RAM : COLOUR_RAM + size])
        assert colours == screen.colours[:size], name
        assert {row for row, _ in writes} == set(range(steps.rows)), name
        assert torn_rows(writes, LINES) == set(), name
