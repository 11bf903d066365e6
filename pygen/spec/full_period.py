"""Which shifts give a 16-bit xorshift generator its full period.

A step is linear over GF(2), so it is a 16 x 16 matrix of bits. All states except 0 form one cycle
if state 1 returns after 65535 steps, but not after 65535/p steps for any prime factor p of 65535.
The powers of the matrix show this (Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8,
2003).
"""

from __future__ import annotations

from functools import cache
from itertools import product

PERIOD = 65535
PRIMES = (3, 5, 17, 257)

Triple = tuple[int, int, int]
Matrix = tuple[int, ...]  # the image of each bit


@cache
def has_full_period(shifts: Triple) -> bool:
    """Whether x ^= x << a; x ^= x >> b; x ^= x << c reaches every value from 1 to 65535."""
    # The matrices of 1, 2, 4, 8... steps.
    powers: list[Matrix] = [tuple(_step(1 << bit, shifts) for bit in range(16))]
    for _ in range(15):
        powers.append(tuple(_apply(powers[-1], x) for x in powers[-1]))
    after = [_after(powers, PERIOD // divisor) for divisor in (1, *PRIMES)]
    return after[0] == 1 and 1 not in after[1:]


def nearest_full_periods(shifts: Triple, count: int = 4) -> list[Triple]:
    """The `count` triples with the full period that differ least from `shifts`."""

    def changes(triple: Triple) -> int:
        return sum(abs(new - old) for new, old in zip(triple, shifts, strict=True))

    return sorted(_all_full_periods(), key=lambda triple: (changes(triple), triple))[:count]


@cache
def _all_full_periods() -> list[Triple]:
    shifts = range(1, 16)
    return [triple for triple in product(shifts, shifts, shifts) if has_full_period(triple)]


def _step(x: int, shifts: Triple) -> int:
    a, b, c = shifts
    x ^= (x << a) & 0xFFFF
    x ^= x >> b
    return x ^ (x << c) & 0xFFFF


def _apply(matrix: Matrix, x: int) -> int:
    result = 0
    for image in matrix:
        if x & 1:
            result ^= image
        x >>= 1
    return result


def _after(powers: list[Matrix], steps: int) -> int:
    """The state that is reached from state 1 after `steps` steps."""
    x = 1
    for bit, matrix in enumerate(powers):
        if steps >> bit & 1:
            x = _apply(matrix, x)
    return x
