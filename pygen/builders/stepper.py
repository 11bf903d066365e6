"""A 6502 that runs a program instruction by instruction and counts each one's cycles.

The processor is py65's, which counts cycles as the 6502 does, page crossings included. Of the C64
only what the parity harness uses is simulated: the two timers of CIA 2, and a moving raster. There
is no video chip and there are no interrupts, so the cycles are those of a dark screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from pygen.base.errors import EmulatorFailed
from pygen.builders.simulated import CYCLES_A_SECOND
from pygen.compilers.building import Program
from pygen.emit.mailbox import MAGIC, mailbox
from pygen.emulators.py65 import Mpu6502
from pygen.engine.request import Request

VIC_CONTROL = 0xD011
CIA2_TIMERS = 0xDD04
CIA2_CONTROL_A = 0xDD0E
TIMER_STOPPED = 0x00

JSR, RTS = 0x20, 0x60

# The harness waits for the raster to pass the end of the screen; how long does not matter.
RASTER_STEPS = 50


@dataclass
class Trace:
    """The cycles of a run while the harness's timers were running.

    `cycles` and `times` are by the address of an instruction. `calls` counts calls by the callee's
    first address, `inclusive` the cycles between call and return, callees included; a function that
    another one jumps to counts as called. `phases` are the timers' counts as the harness writes
    them: the cost of measuring first.
    """

    cycles: Counter[int] = field(default_factory=Counter)
    times: Counter[int] = field(default_factory=Counter)
    calls: Counter[int] = field(default_factory=Counter)
    inclusive: Counter[int] = field(default_factory=Counter)
    phases: list[int] = field(default_factory=list)


class Stepper:
    """A program that serves the mailbox, in a simulated 6502."""

    def __init__(self, program: Program, entries: Mapping[int, int]) -> None:
        """`entries` maps every entry address of a function to its first address.

        Raises EmulatorFailed if the program never reads its mailbox.
        """
        self.program = program
        self.spec = program.spec
        self.mailbox = mailbox(self.spec)
        result = program.result
        self.memory = [0] * 0x10000
        self.memory[result.image_start : result.image_start + len(result.image)] = result.image
        self._cpu = Mpu6502(memory=self.memory)
        self._cpu.pc = result.entry
        self._entries = entries
        self.memory[self.mailbox.command] = 0xFF
        self._run(Trace())

    def build(self, request: Request) -> Trace:
        """Build one dungeon. Raises EmulatorFailed if it takes longer than the spec allows."""
        trace = Trace()
        number, seed = self.spec.program.dungeons.index(request.dungeon), request.seed
        data = (*MAGIC, 1, number, seed & 0xFF, seed >> 8, 0, 0)
        self.memory[self.mailbox.magic : self.mailbox.magic + len(data)] = data
        self.memory[self.mailbox.floor] = request.floor - 1
        self._run(trace)
        return trace

    def _run(self, trace: Trace) -> None:
        """Run until the program stores 0 in its command byte."""
        cpu, memory, command = self._cpu, self.memory, self.mailbox.command
        limit = cpu.processorCycles + self.spec.emulator.seconds_per_dungeon * CYCLES_A_SECOND
        cycles, times, entries = trace.cycles, trace.times, self._entries
        frames: list[tuple[int, int, int]] = []
        is_counting = False
        counted = phase_began = steps = 0
        while memory[command]:
            pc, before, stack = cpu.pc, cpu.processorCycles, cpu.sp
            code = memory[pc]
            cpu.step()
            if is_counting:
                spent = cpu.processorCycles - before
                counted += spent
                cycles[pc] += spent
                times[pc] += 1
            if code == JSR:
                function = entries.get(cpu.pc, cpu.pc)
                frames.append((function, stack - 2, counted))
                trace.calls[function] += is_counting
            elif code == RTS:
                _leave(frames, stack, counted, trace)
            elif cpu.pc in entries and frames and frames[-1][0] != entries[cpu.pc]:
                # A jump or fall-through into another function, which returns to the caller of
                # the previous one.
                function = entries[cpu.pc]
                frames.append((function, frames[-1][1], counted))
                trace.calls[function] += is_counting
            if memory[CIA2_CONTROL_A] != TIMER_STOPPED:
                is_counting = True
            elif is_counting:
                is_counting = False
                trace.phases.append(counted - phase_began)
                self._set_timers(counted - phase_began)
                phase_began = counted
            steps += 1
            if steps % RASTER_STEPS == 0:
                memory[VIC_CONTROL] ^= 0x80
                if cpu.processorCycles > limit:
                    raise EmulatorFailed(
                        f"{self.program.compiler.name}: the simulated program did not finish "
                        f"within {limit:,} cycles; it was at ${cpu.pc:04X}",
                        "Check the program with `invoke parity`.",
                    )
        _leave(frames, 0xFF, counted, trace)

    def _set_timers(self, counted: int) -> None:
        down = ~counted & 0xFFFFFFFF
        self.memory[CIA2_TIMERS : CIA2_TIMERS + 4] = down.to_bytes(4, "little")


def _leave(frames: list[tuple[int, int, int]], stack: int, now: int, trace: Trace) -> None:
    """Close all calls that a return with this stack pointer ends. Of a function that calls itself
    only the outermost call counts."""
    while frames and frames[-1][1] <= stack:
        function, _, since = frames.pop()
        if all(other[0] != function for other in frames):
            trace.inclusive[function] += now - since
