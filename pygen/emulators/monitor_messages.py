"""The messages of VICE's binary monitor, protocol version 2: their numbers and their layout."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum

from pygen.base.errors import EmulatorFailed

START_BYTE = 0x02
PROTOCOL_VERSION = 0x02
EVENT_ID = 0xFFFFFFFF
MAIN_MEMORY = 0

COLOURS = 16

REQUEST = struct.Struct("<BBIIB")
ANSWER = struct.Struct("<BBIBBI")
_CHECKPOINT = struct.Struct("<IBHHBBBBIIBB")
# Width, height, four numbers about the screen in the picture, and bits per pixel.
DISPLAY = struct.Struct("<HH8xB")
COUNT = struct.Struct("<I")


class Command(IntEnum):
    """The commands that this client sends."""

    MEMORY_GET = 0x01
    MEMORY_SET = 0x02
    CHECKPOINT_SET = 0x12
    CHECKPOINT_DELETE = 0x13
    REGISTERS_GET = 0x31
    REGISTERS_SET = 0x32
    RESOURCE_GET = 0x51
    RESOURCE_SET = 0x52
    ADVANCE = 0x71
    PING = 0x81
    BANKS = 0x82
    REGISTER_NAMES = 0x83
    DISPLAY_GET = 0x84
    PALETTE = 0x91
    JOYPORT_SET = 0xA2
    RESUME = 0xAA
    QUIT = 0xBB
    RESET = 0xCC


class Event(IntEnum):
    """The types of unsolicited messages that this client handles."""

    CHECKPOINT = 0x11
    REGISTERS = 0x31
    JAM = 0x61
    STOPPED = 0x62
    RESUMED = 0x63


class Operation(IntEnum):
    """The kinds of access that a checkpoint watches for."""

    LOAD = 1
    STORE = 2
    EXECUTE = 4


# Commands whose answer has another type than the command.
ANSWER_TYPE = {
    Command.CHECKPOINT_SET: 0x11,
    Command.REGISTERS_SET: 0x31,
}

ERRORS = {
    0x01: "no such object",
    0x02: "no such memory space",
    0x80: "the command's length is wrong",
    0x81: "invalid parameter",
    0x82: "unsupported version of the protocol",
    0x83: "unknown command",
    0x8F: "general failure",
}


@dataclass(frozen=True)
class Message:
    """An answer or event: its type, its error code (0: no error), the ID of its request, its
    body."""

    kind: int
    error: int
    request: int
    body: bytes

    @property
    def program_counter(self) -> int:
        """The address in a JAM, STOPPED or RESUMED event."""
        return unpack(struct.Struct("<H"), self.body, "an event")[0]

    def is_hit_of(self, number: int) -> bool:
        """Whether the message is an event that reports a hit of checkpoint `number`."""
        if self.kind != Event.CHECKPOINT:
            return False
        return Checkpoint.from_body(self.body) == Checkpoint(number, True)


@dataclass(frozen=True)
class Checkpoint:
    """A checkpoint's number, and whether its message reports a hit."""

    number: int
    hit: bool

    @classmethod
    def from_body(cls, body: bytes) -> Checkpoint:
        """Read a checkpoint record. Raises EmulatorFailed if it is truncated."""
        fields = unpack(_CHECKPOINT, body, "a checkpoint")
        return cls(number=fields[0], hit=bool(fields[1]))


@dataclass(frozen=True)
class Display:
    """A picture drawn by the video chip: one palette index (0 to 15) per pixel, row by row from the
    top."""

    width: int
    height: int
    pixels: bytes


def unpack(layout: struct.Struct, body: bytes, what: str) -> tuple[int, ...]:
    """The numbers at the beginning of `body`. Raises EmulatorFailed if `what` is too short."""
    if len(body) < layout.size:
        raise EmulatorFailed(f"the emulator's monitor failed: {what} is truncated")
    return layout.unpack_from(body)
