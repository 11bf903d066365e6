"""A module in VICE: the same bytes as in the simulator, in a machine that can stop and measure.

The module is written to its place, and a small driver calls it. The machine stops whenever the
module has finished a phase; the two timers of CIA 2 count the cycles in between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pygen.base.files import source_files
from pygen.base.project import BUILD_FOLDER, PROJECT
from pygen.builders.base import Builder, Built, identity_of
from pygen.builders.module import RouteOfModule, module_words
from pygen.builders.vice import require_assertions, start_on_stub
from pygen.compilers.module_building import PHASES_DONE, Module
from pygen.compilers.processor_port import RAM_INSTEAD_OF_BASIC
from pygen.emit.memory_regions import compared_regions, growing_regions
from pygen.emit.module_layout import REQUEST_OFFSET, request_bytes
from pygen.emulators.base import Emulator
from pygen.engine.random.request import Request
from pygen.kinds import phase_names
from pygen.spec import Spec
from pygen.spec.program_facts import SCREEN_OFF

DRIVER = 0x0340
"""The first address of the driver. No module and no region begins below $0400."""

MADE, DONE, LONGEST, LONGEST_NUMBER = 0x0334, 0x0336, 0x0338, 0x033A
"""Addresses of two bytes each: the driver's count of steps; the flag that it stores to when it is
done; and, for the longest step, what was left of $FFFF cycles, and its number."""

TIMERS, CONTROL_A, CONTROL_B = 0xDD04, 0xDD0E, 0xDD0F
START, STOP, START_B = 0x11, 0x00, 0x51
"""Values of CIA 2's control registers. $51: timer B counts the underflows of timer A."""

VIC_CONTROL = 0xD011
ASSERTION = "failed_assertion"
"""The variable of a module that points to the text of an assertion that failed."""


class ModuleViceBuilder(Builder):
    """A module in a running emulator, which can be stopped after each phase and each step."""

    def __init__(self, emulator: Emulator, module: Module) -> None:
        self.emulator = emulator
        self.module = module
        self.spec: Spec = module.layout.spec
        self._limit = self.spec.emulator.seconds_per_dungeon
        self._phase_number = module.result.labels[PHASES_DONE]
        emulator.write(module.layout.start, module.image)
        self._assertion = module.result.labels.get(ASSERTION)
        if self._assertion is not None:
            # A module may find anything in its work memory; it does not clear it.
            emulator.write(self._assertion, bytes(2))
        self._switch_screen_off()

    @property
    def name(self) -> str:
        return self.module.compiler.name

    def _switch_screen_off(self) -> None:
        """Switch the screen off, and wait two frames, after which the video chip takes no more
        cycles."""
        frame = _code(
            0xAD, *word(VIC_CONTROL), 0x30, 0xFB,                  # lda $d011, bmi
            0xAD, *word(VIC_CONTROL), 0x10, 0xFB,                  # lda $d011, bpl
        )  # fmt: skip
        start = _code(0x78, 0xA9, SCREEN_OFF, 0x8D, *word(VIC_CONTROL))
        self._start(start + frame + frame, b"")
        self.emulator.run_until_store(DONE, self._limit, start=DRIVER)

    def _start(self, before: bytes, calls: bytes) -> None:
        """Write a driver that runs code, stores to DONE, and waits."""
        # BASIC off, because a part of the module may be there.
        code = before + _code(0xA9, RAM_INSTEAD_OF_BASIC, 0x85, 0x01) + calls
        code += _code(0x8D, *word(DONE))
        self.emulator.write(DRIVER, code + _code(0x4C, *word(DRIVER + len(code))))

    def _call(self, name: str) -> bytes:
        call = _code(0x20, *word(self.module.calls[name]))
        port = self.module.port
        if port >= RAM_INSTEAD_OF_BASIC:
            return call
        # The result in A, and the driver's own port.
        after = _code(0x48, 0xA9, RAM_INSTEAD_OF_BASIC, 0x85, 0x01, 0x68)
        return _code(0xA9, port, 0x85, 0x01) + call + after

    def _ask(self, request: Request) -> None:
        """Write a request to the module's request block."""
        is_world = self.spec.dungeons[request.dungeon].world is not None
        data = request_bytes(request, is_world)
        self.emulator.write(self.module.layout.start + REQUEST_OFFSET, data)

    def _run_to(self, address: int, is_first: bool = False) -> None:
        """Run until the driver or the module stores to an address."""
        if is_first:
            self.emulator.run_until_store(address, self._limit, start=DRIVER)
        else:
            self.emulator.run_until_store(address, self._limit)
        if self._assertion is not None:
            require_assertions(self.emulator, self._assertion, "module")

    def _generate(self, request: Request) -> Iterator[tuple[str, bool]]:
        """Generate a dungeon, stopping after each phase; yields the phase's name, and whether a
        new try begins after it."""
        self._ask(request)
        # Timer A stops first: an underflow would count timer B down before the module begins.
        timers = _code(
            0xA9, STOP, 0x8D, *word(CONTROL_A),
            0xA9, 0xFF, *(byte for at in range(4) for byte in (0x8D, *word(TIMERS + at))),
            0xA9, START_B, 0x8D, *word(CONTROL_B), 0xA9, START, 0x8D, *word(CONTROL_A),
        )  # fmt: skip
        self._start(timers, self._call("generate"))
        # The module first sets the variable to 0.
        self._run_to(self._phase_number, is_first=True)
        names = phase_names(self.spec.dungeons[request.dungeon])
        done = 0
        while done != len(names):
            self._run_to(self._phase_number)
            name = names[done]
            done = self.emulator.read(self._phase_number, 1)[0]
            yield name, done == 0

    def _timer(self) -> int:
        """The cycles counted by the timers."""
        return 0xFFFFFFFF - int.from_bytes(self.emulator.read_io(TIMERS, 4), "little")

    def build(self, request: Request, statistics: bool = True) -> Built:
        """As `Builder.build`. Without `statistics` the tiles are not counted, which saves time."""
        cycles: Counter[str] = Counter()
        before = 0
        for name, _ in self._generate(request):
            now = self._timer()
            cycles[name] += now - before
            before = now
        self._run_to(DONE)
        if statistics:
            self._count_tiles()
        return Built(self._regions(request.dungeon), dict(cycles))

    def _count_tiles(self) -> None:
        self._start(b"", self._call("count_tiles"))
        self._run_to(DONE, is_first=True)

    def _regions(self, dungeon: str) -> dict[str, bytes]:
        regions = compared_regions(self.spec, dungeon)
        return {name: self.emulator.read(*place) for name, place in regions.items()}

    def phases(self, request: Request) -> Iterator[tuple[str, dict[str, bytes]]]:
        regions = growing_regions(self.spec, request.dungeon)
        for name, is_new_try in self._generate(request):
            if not is_new_try:
                yield name, {key: self.emulator.read(*place) for key, place in regions.items()}
        self._run_to(DONE)

    def build_steps(self, request: Request, steps: int = 0) -> Built:
        self._ask(request)
        self.emulator.write(MADE, bytes(2))
        self.emulator.write(LONGEST, b"\xff\xff\0\0")
        low, high = word(steps)
        start_timer = _code(
            0xA9, 0xFF, 0x8D, *word(TIMERS), 0x8D, *word(TIMERS + 1), 0xA9, START, 0x8D,
            *word(CONTROL_A),
        )  # fmt: skip
        stop_timer = _code(0xA0, STOP, 0x8C, *word(CONTROL_A))
        # A step is the longest so far if less of the timer is left than before.
        longest = _code(
            0xAE, *word(TIMERS), 0xAC, *word(TIMERS + 1),          # ldx, ldy what is left
            0xCC, *word(LONGEST + 1), 0x90, 7,                     # cpy LONGEST + 1, bcc longer
            0xD0, 23, 0xEC, *word(LONGEST), 0xB0, 18,              # bne, cpx LONGEST, bcs shorter
            0x8E, *word(LONGEST), 0x8C, *word(LONGEST + 1),        # longer: stx, sty
            0xAD, *word(MADE), 0x8D, *word(LONGEST_NUMBER),
            0xAD, *word(MADE + 1), 0x8D, *word(LONGEST_NUMBER + 1),
        )  # fmt: skip
        body = (
            _code(0xEE, *word(MADE), 0xD0, 3, 0xEE, *word(MADE + 1))   # inc MADE, 16 bits
            + start_timer + self._call("step") + stop_timer
            + _code(0x48) + longest + _code(0x68)                      # pha, pla
            + _code(0xC9, 0, 0xF0, 17)                                 # cmp #0, beq end
            + _code(0xAD, *word(MADE), 0xC9, low, 0xD0, 7)             # cmp #low, bne again
            + _code(0xAD, *word(MADE + 1), 0xC9, high, 0xF0, 3)        # cmp #high, beq end
        )  # fmt: skip
        begin = self._call("begin")
        again = DRIVER + 4 + len(begin)
        self._start(b"", begin + body + _code(0x4C, *word(again)))
        self._run_to(DONE, is_first=True)
        figures = self.emulator.read(MADE, 8)
        made, _, left, number = (
            int.from_bytes(figures[at : at + 2], "little") for at in range(0, 8, 2)
        )
        cost = self._cost_of_a_call(start_timer, stop_timer) if not steps else 0
        self._count_tiles()
        return Built(self._regions(request.dungeon), {}, made, (0xFFFF - left - cost, number))

    def _cost_of_a_call(self, start_timer: bytes, stop_timer: bytes) -> int:
        """The cycles of a step when nothing is left to do, which is the cost of entering and
        leaving the module."""
        self._start(b"", start_timer + self._call("step") + stop_timer)
        self._run_to(DONE, is_first=True)
        return 0xFFFF - int.from_bytes(self.emulator.read_io(TIMERS, 2), "little")

    def close(self) -> None:
        self.emulator.close()


def _code(*values: int) -> bytes:
    return bytes(values)


def word(value: int) -> bytes:
    """Two bytes, low byte first."""
    return value.to_bytes(2, "little")


def start_module(module: Module, build_folder: Path = BUILD_FOLDER) -> ModuleViceBuilder:
    """A machine in VICE with `module`, on the project's ROM stub. The caller must close it.

    Raises ToolMissing without VICE or an assembler, EmulatorFailed if it does not start.
    """
    return start_on_stub(
        module.spec, lambda machine: ModuleViceBuilder(machine, module), build_folder
    )


@dataclass(frozen=True)
class ModuleViceRoute(RouteOfModule):
    """A dungeon's module in VICE, with the screen dark."""

    build_folder: Path = BUILD_FOLDER
    label: str = ""
    """Replaces the compiler's name as the route's name, if given."""

    @property
    def name(self) -> str:
        return self.label or self.module.compiler.name

    def open(self) -> ModuleViceBuilder:
        return start_module(self.module, self.build_folder)

    def identity(self, dungeon: str, floor: int = 1) -> str:
        """As `Route.identity`: the module itself, and the code that controls it."""
        files = [
            PROJECT / "pygen" / "builders" / "module_vice.py",
            PROJECT / "pygen" / "builders" / "vice.py",
            *source_files(PROJECT / "pygen" / "emulators", "*.py"),
        ]
        return identity_of(module_words(self.module, dungeon, floor), files)
