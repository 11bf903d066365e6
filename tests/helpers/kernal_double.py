"""The ROM stub's double of the KERNAL's file calls, and what it counts: see kernal.s."""

from __future__ import annotations

from helpers.player import Player

FAILURE, RECORD_USED = 0x02B0, 0x02B4
INTERRUPTS, WARM_STARTS = 0x02B7, 0x02B8
ANSWERS, FILE, RECORD = 0x0340, 0x03C0, 0xD000
RECORD_BYTES = 0x1000

OK = "00, OK,00,00"


def drive(
    player: Player,
    *answers: str,
    failure: int = 0,
    file: bytes = b"",
    status: int = 0,
) -> None:
    """A drive that gives these answers in turn (the last one again and again), and has a file."""
    memory = drive_memory(*answers, failure=failure, file=file, status=status)
    for address, data in memory.items():
        player.vice.write(address, data)


def drive_memory(
    *answers: str, failure: int = 0, file: bytes = b"", status: int = 0
) -> dict[int, bytes]:
    """What `drive` writes, by address."""
    padded = [*answers, *[answers[-1]] * 4][:4] if answers else [OK] * 4
    texts = b"".join((text + "\r").encode().ljust(32, b"\0") for text in padded)
    return {
        FAILURE: bytes((failure, 0, len(file), 0, 0, 0, status)),
        ANSWERS: texts,
        FILE: file.ljust(64, b"\xee")[:64],
    }


def record(player: Player) -> list[tuple[str, bytes]]:
    """What the program asked the KERNAL for."""
    used = int.from_bytes(player.read(RECORD_USED, 2), "little")
    assert used <= RECORD_BYTES
    data = player.read(RECORD, used)
    entries, at = [], 0
    while at < used:
        size = data[at + 1] | data[at + 2] << 8
        entries.append((chr(data[at]), data[at + 3 : at + 3 + size]))
        at += 3 + size
    return entries


def saves(player: Player) -> list[tuple[str, bytes]]:
    """Names and bytes of the files that were saved."""
    found, name = [], ""
    for kind, data in record(player):
        if kind == "N":
            name = data.decode()
        if kind == "S":
            found.append((name, data))
    return found
