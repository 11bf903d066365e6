"""The amount of work on a plane in one step, by the bytes of a row."""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, schedule

PACE = schedule("core/plane")


def pieces_changed(row_bytes: int) -> tuple[Piece, ...]:
    """The pieces for changing a row: a long row takes several steps."""
    if row_bytes > PACE["bytes_changed"]:
        return (Piece("round", 1),) * -(-row_bytes // PACE["bytes_changed"])
    return (Piece("round", PACE["short_bytes_changed"], row_bytes),)


def pieces_read(
    row_bytes: int, bits: int, step: str, most_rows: int = PACE["most_rows_read"]
) -> tuple[Piece, ...]:
    """The pieces for reading a row of a map with `bits` bits per tile: two if the row is long."""
    most = PACE["wide_bytes_read_at_once" if bits >= 4 else "bytes_read_at_once"]
    if row_bytes > most:
        return (Piece(step, 1),) * 2
    return (Piece(step, min(most_rows, most // row_bytes)),)


def entries_at_once(row_bytes: int) -> int:
    """The number of stack entries that one step of a flood takes."""
    entry = PACE["entry_cycles"] + PACE["entry_byte_cycles"] * row_bytes
    return max(1, PACE["flood_cycles"] // entry)


def rows_searched(row_bytes: int) -> int:
    """The number of rows that one step of a search for regions looks at."""
    return PACE["row_bytes_searched"] // row_bytes
