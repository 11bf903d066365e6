"""A cellular automaton on a plane: all tiles change at the same time. Each becomes solid or open by
the number of its solid neighbours.

The neighbours of all tiles of a byte are counted at once, in planes of bits: the first plane has
the ones of each sum, the next one its twos, and so on. Each sum is over a square of nine tiles,
because then the three rows can be added first, and after that the three columns of these sums.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

import re

from pygen.engine.definition.pace import Work
from pygen.engine.plane.pace import pieces_changed
from pygen.engine.plane.plane import SOLID, Plane

RULE = re.compile(r"B(0?1?2?3?4?5?6?7?8?)/S(0?1?2?3?4?5?6?7?8?)")
"""The notation of a rule: the numbers of solid neighbours that make an open tile solid, and the
numbers that keep a solid tile solid."""


def rule_sums(rule: str) -> tuple[int, int]:
    """The sums over nine tiles, including the middle one, at which an open tile becomes solid, and
    the sums at which a solid tile stays solid: bit n stands for a sum of n.

    Raises ValueError if the text is not a rule.
    """
    match = RULE.fullmatch(rule)
    if not match:
        raise ValueError(f"`{rule}` is no rule")
    born, kept = (sum(1 << int(digit) for digit in digits) for digits in match.groups())
    return born, kept << 1


def change_row(plane: Plane, above: int, y: int, born: int, kept: int) -> int:
    """The tiles of a row after a round, where `above` is the row above it before that round.

    A binary digit of a sum is a row of bits, so each operation works on all columns at once. Three
    tiles above each other have a sum of 0 to 3, with the digits `ones` and `twos`. These sums are
    added for the column to the left, the column itself, and the column to the right. Each line
    below adds three digits, or two, and gives two digits:

        value of the digit          8        4        2        1
        the three `ones`                            carry    first
        the three `twos`                   more     half
        `half` + `carry`                   carry    second
        `more` + the new `carry`  fourth   third

    The digits of the whole sum are fourth, third, second, first.
    """
    here, below = plane.solid[y], plane.solid[y + 1]
    # The sums of columns: ones and twos.
    ones = above ^ here ^ below
    twos = (above & here) | (below & (above | here))
    # The sums of three columns: 0 to 9.
    left, right = ones << 1, ones >> 1
    first = left ^ ones ^ right
    carry = (left & ones) | (right & (left | ones))
    left, right = twos << 1, twos >> 1
    half = left ^ twos ^ right
    more = (left & twos) | (right & (left | twos))
    second = half ^ carry
    carry &= half
    third, fourth = more ^ carry, more & carry
    sums = (first, second, third, fourth)
    changed = 0
    for n in range(10):
        if ((born | kept) >> n) & 1:
            tiles = plane.all
            for bit, digit in enumerate(sums):
                tiles &= digit if (n >> bit) & 1 else ~digit
            if not (born >> n) & 1:
                tiles &= here
            elif not (kept >> n) & 1:
                tiles &= ~here
            changed |= tiles
    return changed


def run_automaton(plane: Plane, born: int, kept: int, rounds: int) -> Work:
    """Change the tiles within the edge in `rounds` rounds (1 to 255), by sums from `rule_sums`.

    Until the end the edge is as the plane's `edge` says; then it becomes solid.
    """
    pieces = pieces_changed(plane.row_bytes)
    for number in range(rounds):
        if number:
            yield "round"
        edge = SOLID if number == rounds - 1 else plane.edge
        above = plane.solid[0]
        plane.close_row(0, edge)
        for y in range(1, plane.height - 1):
            yield from pieces
            here = plane.solid[y]
            plane.solid[y] = change_row(plane, above, y, born, kept)
            plane.close_row(y, edge)
            above = here
        plane.close_row(plane.height - 1, edge)
    plane.edge = SOLID
