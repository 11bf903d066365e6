"""VICE's x64sc, a cycle-exact C64, run without a window and controlled by its binary monitor."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pygen.base.errors import EmulatorFailed, EmulatorLost
from pygen.base.processes import OwnedProcess
from pygen.base.temporary import temporary_folder
from pygen.emulators.base import Emulator, Picture, check_range
from pygen.emulators.binary_monitor import MOST_EVENTS, BinaryMonitor
from pygen.emulators.monitor_messages import Event, Message, Operation
from pygen.emulators.roms import Roms
from pygen.emulators.vice_command import (
    HOST,
    PortTaken,
    ViceOptions,
    environment,
    find_executable,
    free_port,
    port_is_free,
    vice_arguments,
)

_QUIT_SECONDS = 2.0
_CRASH_SECONDS = 1.0
_RETRY_SECONDS = 0.005
_PORT_ATTEMPTS = 3

FIRST_CHIP = 0xD000
"""The first address at which the processor may see chips."""

# The processor's state after BASIC's SYS, but with interrupts disabled and an empty stack.
# The port's two bytes (direction, value) make BASIC, KERNAL and I/O visible.
_PORT = b"\x2f\x37"
_FLAGS = 0x24
_STACK_TOP = 0xFF

# Where the screen begins in the picture, with VICE's default borders; measured, since VICE's own
# value is one row off on PAL.
_SCREEN_LEFT = 136
_SCREEN_TOP_PAL = 50
_SCREEN_TOP_NTSC = 31

_JOYSTICK_LINES = {"up": 0x01, "down": 0x02, "left": 0x04, "right": 0x08, "fire": 0x10}
_ALL_RELEASED = 0xFF


class Vice(Emulator):
    """One x64sc process.

    `roms` are the ROM images, from `build_rom_stub` or `find_roms`. `executable` is x64sc's path or
    its name on PATH. `ntsc` selects an NTSC machine instead of PAL. Without `warp` it runs at the
    speed of a real machine. If `cycle_limit` is above 0, VICE ends itself after that many machine
    cycles, as a last resort. `port` is the monitor's TCP port on the loopback address, 0 for a free
    one. `extra_arguments` come last on x64sc's command line, so that they take precedence.
    `start_seconds` limits the start, `command_seconds` every answer of the monitor.

    Start it in a thread that lives as long as the emulator is needed.
    """

    def __init__(
        self,
        roms: Roms,
        *,
        executable: str = "",
        ntsc: bool = False,
        warp: bool = True,
        cycle_limit: int = 0,
        port: int = 0,
        extra_arguments: Sequence[str] = (),
        start_seconds: float = 30.0,
        command_seconds: float = 10.0,
    ) -> None:
        self._roms = roms
        self._executable = executable
        self._options = ViceOptions(ntsc, warp, cycle_limit, tuple(extra_arguments))
        self._port = port
        self._start_seconds = start_seconds
        self._command_seconds = command_seconds
        self._process: OwnedProcess | None = None
        self._monitor: BinaryMonitor | None = None
        self._ram = self._cpu = 0
        self._registers: dict[str, int] = {}
        self._watched: tuple[int, int] | None = None
        self._jammed = False

    # Starting and ending

    def start(self) -> None:
        self.close()
        executable = find_executable(self._executable)
        for attempt in range(1, _PORT_ATTEMPTS + 1):
            try:
                self._start_at(self._port or free_port(), executable)
                return
            except BaseException as error:
                self.close()
                other_port = isinstance(error, PortTaken) and not self._port
                if not other_port or attempt == _PORT_ATTEMPTS:
                    raise

    def close(self) -> None:
        monitor, self._monitor = self._monitor, None
        process, self._process = self._process, None
        self._watched = None
        self._jammed = False
        try:
            if monitor and monitor.is_open:
                monitor.quit(_QUIT_SECONDS)
                if process:
                    process.status(_QUIT_SECONDS)
        finally:
            if process:
                process.end()

    def adopt(
        self,
        monitor: BinaryMonitor,
        process: OwnedProcess,
        registers: Mapping[str, int] | None = None,
    ) -> None:
        """Use an emulator that was started elsewhere; `close` ends it.

        `registers` maps the names of its registers to their numbers. Without it the emulator is
        queried and prepared as by `start`; raises EmulatorFailed if it lacks a register or bank.
        """
        self._monitor, self._process = monitor, process
        if registers is None:
            self._prepare(monitor)
        else:
            self._registers = dict(registers)

    @property
    def pid(self) -> int:
        """x64sc's process ID. Raises EmulatorFailed if it is not running."""
        return self._running_process().pid

    def _start_at(self, port: int, executable: str) -> None:
        if not port_is_free(port):
            raise PortTaken(port)
        # x64sc needs the folder only while it starts. The folder is removed at once, so that it
        # does not remain if this process is killed.
        with temporary_folder("undercroft-vice-") as folder:
            mark = f"{folder}/monitor.log"
            command = [executable, *vice_arguments(self._roms, self._options, port, mark)]
            self._process = OwnedProcess(command, folder, environment(folder))
            with self._reporting_crashes():
                self._monitor = self._connect(port, mark)
                self._prepare(self._monitor)

    def _connect(self, port: int, mark: str) -> BinaryMonitor:
        deadline = time.monotonic() + self._start_seconds
        while True:
            self._check_alive(0)
            try:
                monitor = BinaryMonitor.connect(HOST, port, self._start_seconds)
                break
            except EmulatorFailed:
                if time.monotonic() > deadline:
                    raise
            time.sleep(_RETRY_SECONDS)
        try:
            self._check_ours(monitor, port, mark)
        except BaseException:
            monitor.close()
            raise
        monitor.timeout_seconds = self._command_seconds
        return monitor

    def _check_ours(self, monitor: BinaryMonitor, port: int, mark: str) -> None:
        """Make sure that the monitor belongs to this object's process, by a path that no other
        process knows.

        If its port is taken, VICE continues without a monitor, and another process may answer.
        """
        try:
            if monitor.resource("MonitorLogFileName") == mark:
                return
            # The query has halted an emulator that belongs to another process.
            monitor.resume()
        except EmulatorFailed:
            if "bind() failed" not in self._running_process().log_text():
                raise
        raise PortTaken(port)

    def _prepare(self, monitor: BinaryMonitor) -> None:
        banks = monitor.banks()
        registers = monitor.register_names()
        missing = ({"ram", "cpu"} - banks.keys()) | ({"PC", "SP", "FL"} - registers.keys())
        if missing:
            raise EmulatorFailed(f"the emulator has no {', '.join(sorted(missing))}")
        self._registers = registers
        self._ram, self._cpu = banks["ram"], banks["cpu"]
        # A program may have hidden the chips from the processor. Its port is not among them.
        self._io = banks.get("io", self._cpu)
        # The simulated lines are low at first, which means that all directions and fire are
        # pressed.
        for port in (0, 1):
            monitor.set_joyport(port, _ALL_RELEASED)
        # The KERNAL may not have set it yet.
        monitor.write_memory(0, _PORT, self._cpu)

    # Memory

    def read(self, start: int, length: int) -> bytes:
        return self._read(start, length, self._ram)

    def read_io(self, start: int, length: int) -> bytes:
        """The bytes that the processor would read at `start` if its port made the chips visible.

        Unlike a read by the processor, this has no side effects on the chips. Only the lower four
        bits of colour RAM are valid.
        """
        return self._read(start, length, self._io if start >= FIRST_CHIP else self._cpu)

    def _read(self, start: int, length: int, bank: int) -> bytes:
        check_range(start, length)
        with self.monitor_access() as monitor:
            return monitor.read_memory(start, length, bank) if length else b""

    def write(self, start: int, data: bytes) -> None:
        check_range(start, len(data))
        with self.monitor_access() as monitor:
            if data:
                monitor.write_memory(start, data, self._ram)

    # Running

    def run_from(self, address: int) -> None:
        with self.monitor_access() as monitor:
            self._enter_program(monitor, address)
            self._resume(monitor)

    def resume(self) -> None:
        with self.monitor_access() as monitor:
            self._resume(monitor)

    def run_until_store(
        self, address: int, timeout_seconds: float, start: int | None = None
    ) -> None:
        check_range(address, 1)
        with self.monitor_access() as monitor:
            number = self._watch(monitor, address)
            if start is not None:
                self._enter_program(monitor, start)
            self._resume(monitor)
            self._require_hit(monitor, number, address, timeout_seconds)

    def reset_until_store(self, address: int, timeout_seconds: float) -> None:
        """Reset the machine and run what starts by itself, such as a cartridge that is in it.

        Halts and fails as `run_until_store` does.
        """
        check_range(address, 1)
        with self.monitor_access() as monitor:
            number = self._watch(monitor, address)
            # Events from before the reset do not matter, not even a jam.
            monitor.take_events()
            self._jammed = False
            # The machine runs as soon as it is reset.
            monitor.reset()
            self._require_hit(monitor, number, address, timeout_seconds)

    def program_counter(self) -> int:
        with self.monitor_access() as monitor:
            return self._program_counter(monitor)

    def _resume(self, monitor: BinaryMonitor) -> None:
        self._notice_jam(monitor.take_events())
        if self._jammed:
            raise EmulatorFailed("the processor has jammed", "Restart the emulator.")
        monitor.resume()

    def _program_counter(self, monitor: BinaryMonitor) -> int:
        registers = monitor.registers()
        if self._registers["PC"] not in registers:
            raise EmulatorFailed("the emulator does not report its program counter")
        return registers[self._registers["PC"]]

    def _enter_program(self, monitor: BinaryMonitor, address: int) -> None:
        check_range(address, 1)
        # The processor port is not a register, and must not be confused with the RAM beneath it.
        monitor.write_memory(0, _PORT, self._cpu)
        state = {"PC": address, "SP": _STACK_TOP, "FL": _FLAGS}
        monitor.set_registers({self._registers[name]: value for name, value in state.items()})

    def _watch(self, monitor: BinaryMonitor, address: int) -> int:
        """Set the checkpoint at `address`, after removing any other, and return its number."""
        if self._watched and self._watched[0] == address:
            return self._watched[1]
        if self._watched:
            monitor.delete_checkpoint(self._watched[1])
            self._watched = None
        number = monitor.set_checkpoint(address, address, Operation.STORE)
        self._watched = (address, number)
        return number

    def _require_hit(
        self, monitor: BinaryMonitor, number: int, address: int, timeout_seconds: float
    ) -> None:
        """Wait until checkpoint `number`, which is at `address`, halts the processor."""
        deadline = time.monotonic() + timeout_seconds
        seen: list[Message] = []
        while event := monitor.next_event(max(0.0, deadline - time.monotonic())):
            seen.append(event)
            if event.kind == Event.STOPPED:
                self._notice_jam(seen)
                if any(message.is_hit_of(number) for message in seen):
                    return
                raise EmulatorFailed(
                    f"the emulator halted for an unknown reason at ${event.program_counter:04X}"
                )
            if len(seen) > MOST_EVENTS:
                raise EmulatorFailed(f"more than {MOST_EVENTS} events arrived without a stop")
        raise EmulatorFailed(
            f"the program stored nothing to ${address:04X} within {timeout_seconds:g} s; "
            f"it is at ${self._program_counter(monitor):04X}",
            "It hangs, or needs more time than the limit.",
        )

    # Screen and joystick

    def screenshot(self) -> Picture:
        """The current frame; its upper part may be newer than its lower part."""
        with self.monitor_access() as monitor:
            display = monitor.display()
            palette = tuple(monitor.palette())
            if display.pixels and max(display.pixels) >= len(palette):
                raise EmulatorFailed(f"the emulator's palette has only {len(palette)} colours")
            return Picture(
                width=display.width,
                height=display.height,
                pixels=display.pixels,
                palette=palette,
                screen_left=_SCREEN_LEFT,
                screen_top=_SCREEN_TOP_NTSC if self._options.ntsc else _SCREEN_TOP_PAL,
            )

    def joystick(self, port: int, pressed: Iterable[str] = ()) -> None:
        """Set the joystick in control port 1 or 2 until the next call for that port.

        `pressed` are any of up, down, left, right and fire; none releases the joystick. Raises
        ValueError for another port.
        """
        if port not in (1, 2):
            raise ValueError(f"there is no control port {port}")
        value = _ALL_RELEASED - sum({_JOYSTICK_LINES[line] for line in pressed})
        with self.monitor_access() as monitor:
            monitor.set_joyport(port - 1, value)

    # Errors

    def _running_process(self) -> OwnedProcess:
        if self._process is None:
            raise EmulatorFailed("the emulator is not running")
        return self._process

    @contextlib.contextmanager
    def monitor_access(self) -> Iterator[BinaryMonitor]:
        """The monitor, for a block of commands for which this class has no method.

        Raises EmulatorFailed if no emulator is running, or if its processor jams in the block.
        """
        if self._monitor is None:
            raise EmulatorFailed("the emulator is not running")
        with self._reporting_crashes():
            yield self._monitor
            self._notice_jam(self._monitor.take_events())

    def _notice_jam(self, events: Sequence[Message]) -> None:
        """Raise EmulatorFailed if the processor has jammed since the last time.

        VICE reports only the first jam, so memory can still be read after it.
        """
        if not any(event.kind == Event.JAM for event in events):
            return
        self._jammed = True
        stops = [event.program_counter for event in events if event.kind == Event.STOPPED]
        place = f" at ${stops[-1]:04X}" if stops else ""
        raise EmulatorFailed(
            f"the program stopped{place}: the processor jammed on an illegal instruction",
            "The program has run into data, or its stack or a pointer was overwritten.",
        )

    @contextlib.contextmanager
    def _reporting_crashes(self) -> Iterator[None]:
        """Report a failure as a crash of x64sc if it has ended."""
        try:
            yield
        except PortTaken:
            raise
        except EmulatorFailed:
            connected = self._monitor is not None and self._monitor.is_open
            self._check_alive(0 if connected else _CRASH_SECONDS)
            raise

    def _check_alive(self, wait_seconds: float) -> None:
        """Raise EmulatorLost if x64sc has ended, or ends within `wait_seconds`."""
        process = self._running_process()
        if process.status(wait_seconds) is not None:
            output = f"Its last output:\n  {process.log_tail()}"
            raise EmulatorLost(f"x64sc ended unexpectedly, {process.ending()}", output)
