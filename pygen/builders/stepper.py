"""A 6502 that runs a module instruction by instruction and counts the cycles of each.

The processor is the project's simulator, whose cycles are exact. Nothing else of the C64 is
simulated, because a module needs no chips. There is no video chip and there are no interrupts, so
the cycles are those of a dark screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pygen.base.errors import EmulatorFailed
from pygen.builders.module import put_request
from pygen.compilers.module_building import PHASES_DONE, Module
from pygen.emulators.base import CYCLES_A_SECOND
from pygen.emulators.simulator import Simulator
from pygen.engine.random.request import Request

JSR, RTS = 0x20, 0x60

RETURN = 0x0400
"""The address to which the module returns. No module and no region begins below $0400."""

FIRST_STACK = 0xFF
NO_PHASE = 0xFF
"""The number of the phase until the module writes one."""

BEFORE_THE_MODULE = 9
"""The cycles that CIA 2's timers count in VICE before the module's first instruction: the rest of
the driver and the call take 11 cycles, and the timers start 2 cycles late."""


@dataclass
class Trace:
    """The cycles of a module's `generate`.

    `cycles` and `times` are by the address of an instruction. `calls` counts calls by the callee's
    first address; `inclusive` are the cycles between call and return, including callees. A function
    that another one jumps to counts as called. `phases` are the numbers of the phases that are done
    (0 where a new try begins), each with the cycles from the beginning on, as the timers in VICE
    count them.
    """

    cycles: Counter[int] = field(default_factory=Counter)
    times: Counter[int] = field(default_factory=Counter)
    calls: Counter[int] = field(default_factory=Counter)
    inclusive: Counter[int] = field(default_factory=Counter)
    phases: list[tuple[int, int]] = field(default_factory=list)


class Stepper:
    """A module in the project's simulator, run one instruction at a time."""

    def __init__(self, module: Module, entries: Mapping[int, int], simulator: Path) -> None:
        """`entries` maps every entry address of a function to the function's first address;
        `simulator` is the simulator's library."""
        self.module = module
        self._machine = Simulator(simulator)
        self._phases_done = module.result.labels[PHASES_DONE]
        self._entries = entries

    def build(self, request: Request) -> Trace:
        """Build one dungeon. Raises EmulatorFailed if it takes longer than the spec allows."""
        machine = self._machine
        machine.reset()
        machine.load({self.module.layout.start: self.module.image})
        put_request(machine.memory, self.module, request)
        machine.s = FIRST_STACK
        machine.put_call(RETURN)
        machine.pc = self.module.calls["generate"]
        return self._run()

    def _run(self) -> Trace:
        """Run until the module returns."""
        trace = Trace()
        step, memory, registers = self._machine.step, self._machine.memory, self._machine.machine
        done_at, entries = self._phases_done, self._entries
        limit = self.module.spec.emulator.seconds_per_dungeon * CYCLES_A_SECOND
        cycles, times = trace.cycles, trace.times
        after = registers.pc
        frames = [(entries.get(after, after), FIRST_STACK - 2, 0)]
        # The module sets the number to 0 first, and to the phase's number after each phase.
        memory[done_at] = done = NO_PHASE
        counted = 0
        while after != RETURN:
            pc, stack = after, registers.s
            code = memory[pc]
            spent = step()
            after = registers.pc
            counted += spent
            cycles[pc] += spent
            times[pc] += 1
            if code == JSR:
                # Assembly may call a part of its own function, which is not counted as a call.
                function = entries.get(after, frames[-1][0])
                frames.append((function, stack - 2, counted))
                trace.calls[function] += after in entries
            elif code == RTS:
                _leave(frames, stack, counted, trace)
            elif after in entries and frames and frames[-1][0] != entries[after]:
                # A jump or fall-through into another function, which returns to the caller of
                # the previous one.
                function = entries[after]
                frames.append((function, frames[-1][1], counted))
                trace.calls[function] += 1
            if memory[done_at] != done:
                is_first = done == NO_PHASE
                done = memory[done_at]
                if not is_first:
                    trace.phases.append((done, counted + BEFORE_THE_MODULE))
            if counted > limit:
                raise EmulatorFailed(
                    f"{self.module.compiler.name}: the simulated module did not finish within "
                    f"{limit:,} cycles; it was at ${after:04X}",
                    "Check the module with `invoke parity`.",
                )
        return trace


def _leave(frames: list[tuple[int, int, int]], stack: int, now: int, trace: Trace) -> None:
    """Close all calls that a return with this stack pointer ends. For a function that calls itself,
    only the outermost call counts."""
    while frames and frames[-1][1] <= stack:
        function, _, since = frames.pop()
        if all(other[0] != function for other in frames):
            trace.inclusive[function] += now - since
