"""Which shifts give a 16-bit xorshift generator its full period.

A step is linear over GF(2): a 16 x 16 matrix of bits. Its period is 65535 if the matrix has that
order, that is, if its power 65535 is the identity and its powers 65535/p for the primes p of 65535
are not (Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8, 2003).
"""

from __future__ import annotations

from functools import cache
from itertools import product

PERIOD = 65535
PRIMES = (3, 5, 17, 257)

Triple = tuple[int, int, int]
Matrix = tuple[int, ...]  # the image of each bit

IDENTITY: Matrix = tuple(1 << bit for bit in range(16))


@cache
def has_full_period(shifts: Triple) -> bool:
    """Whether x ^= x << a; x ^= x >> b; x ^= x << c reaches every value of 1 to 65535."""
    step = tuple(_step(1 << bit, shifts) for bit in range(16))
    return _power(step, PERIOD) == IDENTITY and all(
        _power(step, PERIOD // prime) != IDENTITY for prime in PRIMES
    )


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


def _power(matrix: Matrix, exponent: int) -> Matrix:
    result = IDENTITY
    while exponent:
        if exponent & 1:
            result = tuple(_apply(matrix, x) for x in result)
        matrix = tuple(_apply(matrix, x) for x in matrix)
        exponent >>= 1
    return result
