"""A client of VICE's binary monitor, protocol version 2, as unmodified VICE 3.7 implements it.

The protocol is described in chapter 13 of VICE's manual. This module knows only bytes on a
socket: it starts no emulator and can be tested without one.

Why not vice-driver from PyPI: it is built for a patched VICE in a container, and unmodified VICE
3.7 rejects some of its commands. By default it resumes the processor after every call, so memory
can change between two reads. And it does not limit the size of an answer. The dozen commands needed
here are less code than a wrapper for it.

Notes on the protocol:

- Any command halts the processor, and it stays halted until `resume`. Unsolicited events
  (registers, STOPPED) then precede the answer to the first command.
- A request has an ID that its answer repeats; events have the ID 0xffffffff.
- A monitor answers one client at a time. A second one is connected but gets no answers.

Nothing that arrives is trusted. Every wait has a time limit, every answer a size limit, the queue
of events is bounded, and anything that violates the protocol raises EmulatorFailed. After such an
error the stream's state is unknown, so the connection is closed and every later call raises
EmulatorFailed too.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import time
from collections import deque

from pygen.base.errors import EmulatorFailed
from pygen.emulators.monitor_messages import (
    ANSWER,
    ANSWER_TYPE,
    COLOURS,
    COUNT,
    DISPLAY,
    ERRORS,
    EVENT_ID,
    MAIN_MEMORY,
    PROTOCOL_VERSION,
    REQUEST,
    START_BYTE,
    Checkpoint,
    Command,
    Display,
    Event,
    Message,
    Operation,
    unpack,
)

# The largest valid answer is a picture with full borders, about 160 KiB.
LARGEST_ANSWER = 1 << 20
# A working emulator sends fewer than ten events between two of our calls.
MOST_EVENTS = 1000


class BinaryMonitor:
    """A connection to one monitor. Use it as a context manager; leaving closes the socket.

    `timeout_seconds` limits each command, including its answer.
    """

    def __init__(self, connection: socket.socket, timeout_seconds: float = 10.0) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._connection = connection
        self.timeout_seconds = timeout_seconds
        self._received = bytearray()
        self._next_request = 1
        self._events: deque[Message] = deque()
        self._broken = ""

    @property
    def received_bytes(self) -> int:
        """The number of bytes received of an incomplete message."""
        return len(self._received)

    @property
    def is_open(self) -> bool:
        """Whether commands can still be sent."""
        return not self._broken

    @classmethod
    def connect(cls, host: str, port: int, timeout_seconds: float = 10.0) -> BinaryMonitor:
        """Connect to a monitor. Raises EmulatorFailed if none listens at `host` and `port`."""
        try:
            connection = socket.create_connection((host, port), timeout_seconds)
        except OSError as error:
            reason = error.strerror or str(error)
            raise EmulatorFailed(f"no monitor answers at {host}:{port}: {reason}") from error
        return cls(connection, timeout_seconds)

    def __enter__(self) -> BinaryMonitor:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the socket; safe to call twice. The emulator keeps running."""
        self._broken = self._broken or "the connection has been closed"
        with contextlib.suppress(OSError):
            self._connection.close()

    # Memory and processor

    def read_memory(self, start: int, length: int, bank: int) -> bytes:
        """Return `length` bytes (1 to 65536) from `start`; they must not extend past $FFFF.

        `bank` is a number from `banks()`. Reading has no side effects on the chips.
        """
        last = start + length - 1
        body = struct.pack("<BHHBH", 0, start, last, MAIN_MEMORY, bank)
        answer = self.command(Command.MEMORY_GET, body)
        # The length field in the answer has 16 bits, and so is 0 for a full 64 KiB.
        if len(answer) != length + 2:
            raise self._fail(f"{len(answer)} bytes were received where {length} were requested")
        return answer[2:]

    def write_memory(self, start: int, data: bytes, bank: int) -> None:
        """Store `data` (at least one byte) at `start`; it must not extend past $FFFF."""
        last = start + len(data) - 1
        head = struct.pack("<BHHBH", 0, start, last, MAIN_MEMORY, bank)
        self.command(Command.MEMORY_SET, head + data)

    def banks(self) -> dict[str, int]:
        """The numbers of the machine's views of memory, by name: cpu, ram, rom, io."""
        return {name: number for number, name in self._items(Command.BANKS, b"", "<H")}

    def register_names(self) -> dict[str, int]:
        """The number of each of the processor's registers, by name."""
        named = self._items(Command.REGISTER_NAMES, bytes([MAIN_MEMORY]), "<BB")
        return {name: number for number, name in named}

    def registers(self) -> dict[int, int]:
        """The value of every register, by its number."""
        return self._register_values(self.command(Command.REGISTERS_GET, bytes([MAIN_MEMORY])))

    def set_registers(self, values: dict[int, int]) -> None:
        """Set registers, given by number. The processor stays halted."""
        items = b"".join(struct.pack("<BBH", 3, number, value) for number, value in values.items())
        head = struct.pack("<BH", MAIN_MEMORY, len(values))
        self.command(Command.REGISTERS_SET, head + items)

    def resume(self) -> None:
        """Let the processor run until the next command or checkpoint."""
        self.command(Command.RESUME)

    # Checkpoints and events

    def set_checkpoint(self, first: int, last: int, operation: Operation) -> int:
        """Halt at every `operation` on `first` to `last`; returns the checkpoint's number."""
        body = struct.pack("<HHBBBB", first, last, 1, 1, operation, 0)
        return Checkpoint.from_body(self.command(Command.CHECKPOINT_SET, body)).number

    def delete_checkpoint(self, number: int) -> None:
        """Forget a checkpoint."""
        self.command(Command.CHECKPOINT_DELETE, struct.pack("<I", number))

    def take_events(self) -> list[Message]:
        """Remove and return the events received so far; `next_event` then sees only newer ones."""
        taken = list(self._events)
        self._events.clear()
        return taken

    def next_event(self, timeout_seconds: float) -> Message | None:
        """Remove and return the oldest event; None if none arrives in time."""
        deadline = time.monotonic() + timeout_seconds
        while not self._events:
            message = self._receive(deadline)
            if message is None:
                return None
            if message.request != EVENT_ID:
                raise self._fail("an answer came without a request")
            self._keep(message)
        return self._events.popleft()

    # The emulator itself

    def ping(self) -> None:
        """Halt the processor and wait until the monitor answers."""
        self.command(Command.PING)

    def resource(self, name: str) -> str | int:
        """A setting of the emulator, by VICE's resource name."""
        encoded = name.encode("ascii")
        body = self.command(Command.RESOURCE_GET, bytes([len(encoded)]) + encoded)
        if len(body) < 2 or len(body) != 2 + body[1] or body[0] > 1:
            raise self._fail(f"the value of {name} is malformed")
        if body[0] == 0:
            return body[2:].decode("utf-8", "replace").rstrip("\0")
        return int.from_bytes(body[2:], "little")

    def display(self) -> Display:
        """The current picture of the video chip, including the borders."""
        body = self.command(Command.DISPLAY_GET, b"\x01\x00")
        head_size = int.from_bytes(body[:4], "little")
        count_start = 4 + head_size
        width, height, depth = unpack(DISPLAY, body[4:count_start], "a picture")
        count = unpack(COUNT, body[count_start:], "a picture")[0]
        pixels = body[count_start + COUNT.size :]
        # VICE 3.7 omits the count's size from the answer's length, so the last bytes are missing.
        if len(pixels) == count - COUNT.size:
            pixels += bytes(COUNT.size)
        if depth != 8 or count != width * height or count != len(pixels):
            raise self._fail(f"a picture of {width} x {height} came with {len(pixels)} pixels")
        if pixels and max(pixels) >= COLOURS:
            raise self._fail(f"a picture came with colour {max(pixels)}")
        return Display(width, height, pixels)

    def palette(self) -> list[tuple[int, int, int]]:
        """The colours of the palette as red, green, blue, by index."""
        body = self.command(Command.PALETTE, b"\x01")
        colours = []
        for item in self._split(body, 2, "the palette"):
            if len(item) < 3:
                raise self._fail("a colour of the palette is truncated")
            colours.append((item[0], item[1], item[2]))
        return colours

    def set_joyport(self, port: int, value: int) -> None:
        """Set the levels of a control port's lines; see `Vice.joystick`."""
        self.command(Command.JOYPORT_SET, struct.pack("<HH", port, value))

    def reset(self) -> None:
        """Reset the machine as its reset line does, and let the processor run as `resume` does."""
        self.command(Command.RESET, b"\0")

    def quit(self, timeout_seconds: float) -> None:
        """Ask the emulator to end. Closing the connection without an answer is no error."""
        self.timeout_seconds = timeout_seconds
        with contextlib.suppress(EmulatorFailed):
            self.command(Command.QUIT)
        self.close()

    # Framing

    def command(self, command: int, body: bytes = b"") -> bytes:
        """Send a command and return its answer's body; events that arrive before it are queued.

        Raises EmulatorFailed if the monitor rejects the command, does not answer in time, or
        violates the protocol.
        """
        request = self._send(command, body)
        deadline = time.monotonic() + self.timeout_seconds
        while True:
            message = self._receive(deadline)
            if message is None:
                raise self._fail(f"the monitor gave no answer within {self.timeout_seconds:g} s")
            if message.request == EVENT_ID:
                self._keep(message)
            elif message.request != request:
                raise self._fail("the answer belongs to another request")
            else:
                return self._accept(command, message)

    def _accept(self, command: int, answer: Message) -> bytes:
        if answer.error:
            reason = ERRORS.get(answer.error, f"error {answer.error:#04x}")
            raise EmulatorFailed(f"the monitor rejected command {command:#04x}: {reason}")
        if answer.kind != ANSWER_TYPE.get(Command(command), command):
            raise self._fail(f"command {command:#04x} got an answer of type {answer.kind:#04x}")
        return answer.body

    def _send(self, command: int, body: bytes) -> int:
        if self._broken:
            raise EmulatorFailed(f"the emulator can no longer be used: {self._broken}")
        request = self._next_request
        self._next_request = request % 0x7FFFFFFF + 1
        head = REQUEST.pack(START_BYTE, PROTOCOL_VERSION, len(body), request, command)
        try:
            self._connection.settimeout(self.timeout_seconds)
            self._connection.sendall(head + body)
        except OSError as error:
            raise self._fail(f"the connection broke: {error.strerror or error}") from error
        return request

    def _receive(self, deadline: float) -> Message | None:
        """The next message, or None if the deadline passes before it is complete."""
        if not self._fill(ANSWER.size, deadline):
            return None
        start, version, length, kind, error, request = ANSWER.unpack_from(self._received)
        if start != START_BYTE or version != PROTOCOL_VERSION:
            raise self._fail("the other side is not a VICE binary monitor of protocol version 2")
        if length > LARGEST_ANSWER:
            raise self._fail(f"an answer of {length} bytes was announced")
        end = ANSWER.size + length
        if not self._fill(end, deadline):
            return None
        body = bytes(self._received[ANSWER.size : end])
        del self._received[:end]
        return Message(kind, error, request, body)

    def _fill(self, size: int, deadline: float) -> bool:
        """Receive until `size` bytes are available; False if the deadline passes first."""
        if self._broken:
            raise EmulatorFailed(f"the emulator can no longer be used: {self._broken}")
        while len(self._received) < size:
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                return False
            try:
                self._connection.settimeout(remaining)
                data = self._connection.recv(1 << 16)
            except TimeoutError:
                return False
            except OSError as error:
                raise self._fail(f"the connection broke: {error.strerror or error}") from error
            if not data:
                raise self._fail("the emulator closed the connection")
            self._received += data
        return True

    def _keep(self, event: Message) -> None:
        if event.kind == Event.REGISTERS:
            return
        if len(self._events) >= MOST_EVENTS:
            raise self._fail(f"more than {MOST_EVENTS} events arrived without a stop")
        self._events.append(event)

    def _fail(self, reason: str) -> EmulatorFailed:
        """Close the connection, whose state is now unknown, and return the error to raise."""
        self._broken = self._broken or reason
        self.close()
        return EmulatorFailed(f"the emulator's monitor failed: {reason}")

    # Lists in answers

    def _items(self, command: int, body: bytes, number: str) -> list[tuple[int, str]]:
        """Pairs of number and name; the first field of `number` is the number."""
        layout = struct.Struct(number)
        named = []
        for item in self._split(self.command(command, body), 2, "a list of names"):
            if len(item) <= layout.size or len(item) != layout.size + 1 + item[layout.size]:
                raise self._fail("a list of names is malformed")
            name = item[layout.size + 1 :].decode("ascii", "replace")
            named.append((layout.unpack_from(item)[0], name))
        return named

    def _register_values(self, body: bytes) -> dict[int, int]:
        values = {}
        for item in self._split(body, 2, "the registers"):
            if len(item) != 3:
                raise self._fail("a register is malformed")
            values[item[0]] = int.from_bytes(item[1:], "little")
        return values

    def _split(self, body: bytes, count_size: int, what: str) -> list[bytes]:
        """The items of a list: a count, then items that each begin with their own length."""
        count = int.from_bytes(body[:count_size], "little")
        items = []
        position = count_size
        for _ in range(count):
            size = body[position] if position < len(body) else 0
            item = body[position + 1 : position + 1 + size]
            if not size or len(item) != size:
                raise self._fail(f"{what} is truncated")
            items.append(item)
            position += 1 + size
        return items
