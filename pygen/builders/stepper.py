"""A 6502 that runs a module instruction by instruction and counts each one's cycles.

The processor is py65's, which counts cycles as the 6502 does, page crossings included. Of the C64
nothing else is simulated: a module needs no chips. There is no video chip and there are no
interrupts, so the cycles are those of a dark screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from pygen.base.errors import EmulatorFailed
from pygen.builders.simulated import CYCLES_A_SECOND
from pygen.compilers.modules import PHASES_DONE, Module
from pygen.emit.modules import REQUEST_OFFSET, request_bytes
from pygen.emulators.py65 import Mpu6502
from pygen.engine.request import Request

JSR, RTS = 0x20, 0x60

RETURN = 0x0400
"""Where the module returns to: no module and no region begins below $0400, so none is there."""

FIRST_STACK = 0xFF
NO_PHASE = 0xFF
"""What is in the number of the phases until the module writes it."""

STEPS_OF_LIMIT = 1000
"""After so many instructions it is checked whether there were too many."""

BEFORE_THE_MODULE = 9
"""Cycles that CIA 2's timers count before the module's first instruction when they measure it in
VICE: what is left to do before the call, and the call, take 11; they begin 2 cycles late."""


@dataclass
class Trace:
    """The cycles of a module's `generate`.

    `cycles` and `times` are by the address of an instruction. `calls` counts calls by the callee's
    first address, `inclusive` the cycles between call and return, callees included; a function that
    another one jumps to counts as called. `phases` are the cycles from the beginning to the end of
    each phase, as the timers count them in VICE.
    """

    cycles: Counter[int] = field(default_factory=Counter)
    times: Counter[int] = field(default_factory=Counter)
    calls: Counter[int] = field(default_factory=Counter)
    inclusive: Counter[int] = field(default_factory=Counter)
    phases: list[int] = field(default_factory=list)


class Stepper:
    """A module in a simulated 6502."""

    def __init__(self, module: Module, entries: Mapping[int, int]) -> None:
        """`entries` maps every entry address of a function to its first address."""
        self.module = module
        self.memory = [0] * 0x10000
        start = module.layout.start
        self.memory[start : start + module.size] = module.image
        self._phases_done = module.result.labels[PHASES_DONE]
        self._entries = entries

    def build(self, request: Request) -> Trace:
        """Build one dungeon. Raises EmulatorFailed if it takes longer than the spec allows."""
        block = self.module.layout.start + REQUEST_OFFSET
        is_world = self.module.spec.dungeons[request.dungeon].world is not None
        data = request_bytes(request, is_world)
        self.memory[block : block + len(data)] = data
        cpu = Mpu6502(memory=self.memory)
        self.memory[0x100 + FIRST_STACK] = (RETURN - 1) >> 8
        self.memory[0x100 + FIRST_STACK - 1] = (RETURN - 1) & 0xFF
        cpu.sp = FIRST_STACK - 2
        cpu.pc = self.module.calls["generate"]
        return self._run(cpu)

    def _run(self, cpu: Mpu6502) -> Trace:
        """Run until the module returns."""
        trace = Trace()
        memory, done_at, entries = self.memory, self._phases_done, self._entries
        limit = self.module.spec.emulator.seconds_per_dungeon * CYCLES_A_SECOND
        cycles, times = trace.cycles, trace.times
        frames = [(entries.get(cpu.pc, cpu.pc), FIRST_STACK - 2, 0)]
        # The module sets it to 0, and after each phase to the phase's number.
        memory[done_at] = done = NO_PHASE
        counted = steps = 0
        while cpu.pc != RETURN:
            pc, stack = cpu.pc, cpu.sp
            code = memory[pc]
            cpu.step()
            spent = cpu.processorCycles - counted
            counted += spent
            cycles[pc] += spent
            times[pc] += 1
            if code == JSR:
                # Assembly may call a part of its own function, which does not count.
                function = entries.get(cpu.pc, frames[-1][0])
                frames.append((function, stack - 2, counted))
                trace.calls[function] += cpu.pc in entries
            elif code == RTS:
                _leave(frames, stack, counted, trace)
            elif cpu.pc in entries and frames and frames[-1][0] != entries[cpu.pc]:
                # A jump or fall-through into another function, which returns to the caller of
                # the previous one.
                function = entries[cpu.pc]
                frames.append((function, frames[-1][1], counted))
                trace.calls[function] += 1
            if memory[done_at] != done:
                done = memory[done_at]
                if done:
                    trace.phases.append(counted + BEFORE_THE_MODULE)
            steps += 1
            if steps % STEPS_OF_LIMIT == 0 and counted > limit:
                raise EmulatorFailed(
                    f"{self.module.compiler.name}: the simulated module did not finish within "
                    f"{limit:,} cycles; it was at ${cpu.pc:04X}",
                    "Check the module with `invoke parity`.",
                )
        return trace


def _leave(frames: list[tuple[int, int, int]], stack: int, now: int, trace: Trace) -> None:
    """Close all calls that a return with this stack pointer ends. Of a function that calls itself
    only the outermost call counts."""
    while frames and frames[-1][1] <= stack:
        function, _, since = frames.pop()
        if all(other[0] != function for other in frames):
            trace.inclusive[function] += now - since
