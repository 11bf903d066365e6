"""The source file and line from which each instruction of a program was compiled."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import PurePosixPath

Lines = dict[int, tuple[str, int]]
"""The file name (without folders) and line of each byte of code, by address."""

_OSCAR64_LINE = re.compile(r'^;\s*(\d+), "([^"]*)"$')
_OSCAR64_INSTRUCTION = re.compile(r"^([0-9a-f]{4}) : ((?:[0-9a-f]{2} ){1,3})")
_OSCAR64_NEXT_OBJECT = "-----"
# Rows of ld65's debug file, with the end of the row before: what begins with a fixed text is found
# several times as fast. A line without a span has no code.
_FILE = re.compile(r'\nfile\tid=(\d+),name="([^"]*)"')
_SEGMENT = re.compile(r"\nseg\tid=(\d+),.*?\bstart=0x([0-9A-Fa-f]+)")
_SPAN = re.compile(r"\nspan\tid=(\d+),seg=(\d+),start=(\d+),size=(\d+)")
_LINE = re.compile(
    r"\nline\tid=\d+,file=(\d+),line=(\d+)(?:,type=(\d+))?(?:,count=\d+)?,span=([\d+]+)"
)

C_LINE = "1"
"""ld65's type of a line of C. Lines of assembly have no type; those in macros have type 2."""


def oscar64_lines(listing: str) -> Lines:
    """The lines in OSCAR64's listing, which has them only if the program was built with -g."""
    lines: Lines = {}
    place = ("", 0)
    for text in listing.splitlines():
        line = _OSCAR64_LINE.match(text)
        if line:
            place = (PurePosixPath(line[2]).name, int(line[1]))
            continue
        if text.startswith(_OSCAR64_NEXT_OBJECT):
            place = ("", 0)
        instruction = _OSCAR64_INSTRUCTION.match(text)
        if instruction and place[0]:
            first = int(instruction[1], 16)
            size = len(instruction[2].split())
            lines.update(dict.fromkeys(range(first, first + size), place))
    return lines


def cc65_lines(debug: str) -> Lines:
    """The lines in ld65's debug file: lines of C where there are any, else of assembly.

    Where lines overlap, as in macros, the one with the fewest bytes of code wins.
    """
    debug = f"\n{debug}"
    files = {number: PurePosixPath(name).name for number, name in _FILE.findall(debug)}
    starts = {number: int(start, 16) for number, start in _SEGMENT.findall(debug)}
    spans = {
        number: (starts[segment] + int(start), int(size))
        for number, segment, start, size in _SPAN.findall(debug)
    }
    candidates = [
        (line_type != C_LINE, size, first, files[file], int(line))
        for file, line, line_type, spans_of_line in _LINE.findall(debug)
        for first, size in map(spans.__getitem__, spans_of_line.split("+"))
    ]
    lines: Lines = {}
    for _, size, first, name, number in sorted(candidates, reverse=True):
        lines.update(dict.fromkeys(range(first, first + size), (name, number)))
    return lines


NOWHERE = ("-", 0)
"""Marks the start of code without known lines, such as the compiler's runtime."""


def lines_text(lines: Lines) -> str:
    """The lines as text: address, file and line, one row for each run of one line."""
    rows, last, end = [], NOWHERE, 0
    for address in sorted(lines):
        if address != end and last != NOWHERE:
            rows.append(_row(end, NOWHERE))
            last = NOWHERE
        if lines[address] != last:
            last = lines[address]
            rows.append(_row(address, last))
        end = address + 1
    if rows:
        rows.append(_row(end, NOWHERE))
    return "".join(rows)


def _row(address: int, place: tuple[str, int]) -> str:
    return f"{address:04x} {place[0]}:{place[1]}\n"


def read_lines(text: str) -> Lines:
    """The inverse of `lines_text`."""
    starts: list[tuple[int, str, int]] = []
    for row in text.splitlines():
        address, _, place = row.partition(" ")
        file, _, line = place.rpartition(":")
        starts.append((int(address, 16), file, int(line)))
    return {
        address: (file, line)
        for (start, file, line), (end, _, _) in pairwise(starts)
        if (file, line) != NOWHERE
        for address in range(start, end)
    }
