"""Steps from one or many tiles to all others: the calls `distances` and `distances_step`.

A step goes left, right, up or down, onto a tile that counts. A source is 0 steps away from itself,
whatever tile it is. The tiles at the edge of the map never count, and none of them may be a source.
The twin of c64src/calls/ways/distances.h and safety.h.

Source: E. F. Moore, "The shortest path through a maze", 1959 (a breadth-first search).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from pygen.calls.constants import (
    MOST_UNPACKED,
    PAIR_NOT_REACHED,
    STEPS_NOT_REACHED,
    WAYS_FARTHEST,
    WAYS_MOST_ENDS,
    WAYS_MOST_WAITING,
    WITHOUT_DOORS,
    WITHOUT_SECRETS,
)
from pygen.engine.definition.tiles import FLAGS
from pygen.spec.model import Spec

DOORS = ("door", "secret_path")
"""The tiles that are doors, as far as a dungeon has them."""


class Refused(Exception):
    """A map has too many tiles, or a source is not inside of its edge."""


class NoRoom(Exception):
    """More tiles wait, or a map has more dead ends, than there is room for."""


def counted_codes(spec: Spec, properties: int) -> set[int]:
    """The codes of the tiles that count, by the bits of `properties`."""
    wanted = [flag for bit, flag in enumerate(FLAGS) if properties >> bit & 1]
    codes = set()
    for name, tile in spec.tiles.items():
        if properties & WITHOUT_DOORS and name in DOORS:
            continue
        if properties & WITHOUT_SECRETS and tile.secret:
            continue
        if any(getattr(tile, flag) for flag in wanted):
            codes.add(tile.code)
    return codes


@dataclass(frozen=True)
class Ground:
    """A map of `width` columns: for each tile, row by row, whether it counts."""

    width: int
    counts: Sequence[bool]

    def is_inside(self, at: int) -> bool:
        """Whether a tile is not at the edge of the map."""
        column = at % self.width
        rows = self.width <= at < len(self.counts) - self.width
        return rows and 0 < column < self.width - 1

    def beside(self, at: int) -> tuple[int, ...]:
        """The tiles beside one that is not at the edge, in the order of the calls: above, left,
        right, below."""
        return at - self.width, at - 1, at + 1, at + self.width


def ground_of(tiles: bytes, width: int, codes: Collection[int]) -> Ground:
    """The ground of an unpacked map, on which the tiles of these codes count. Raises Refused."""
    if len(tiles) > MOST_UNPACKED:
        raise Refused
    ground = Ground(width, [code in codes for code in tiles])
    inside = [counts and ground.is_inside(at) for at, counts in enumerate(ground.counts)]
    return Ground(width, inside)


def steps(
    ground: Ground,
    first: Sequence[int],
    entering: Mapping[int, Sequence[int]],
    known: Sequence[int] = (),
    most_waiting: int = MOST_UNPACKED,
) -> list[int | None]:
    """For each tile how many steps it is away from the nearest one of `first`, or None. `entering`
    has tiles that are at most so many steps away, by these numbers; and `known` are 0 steps away,
    but nothing goes on from there. Raises Refused, and NoRoom if more than `most_waiting` tiles
    wait at a time."""
    if not all(map(ground.is_inside, first)):
        raise Refused
    found: list[int | None] = [None] * len(ground.counts)
    for at in (*known, *first):
        found[at] = 0
    waiting: deque[int] = deque()

    def wait(at: int) -> None:
        if len(waiting) == most_waiting:
            raise NoRoom
        waiting.append(at)

    for at in first:
        wait(at)
    now, last = 0, max(entering, default=0)
    while waiting or now <= last:
        for at in entering.get(now, ()):
            if found[at] is None:
                found[at] = now
                wait(at)
        for _ in range(len(waiting)):
            for other in ground.beside(waiting.popleft()):
                if found[other] is None and ground.counts[other]:
                    found[other] = now + 1
                    wait(other)
        now += 1
    return found


def distances(ground: Ground, sources: Sequence[int]) -> bytes:
    """For each tile the steps from the nearest of the sources, at most WAYS_FARTHEST, or
    STEPS_NOT_REACHED. Raises Refused."""
    return as_bytes(steps(ground, sources, {}))


def as_bytes(found: Sequence[int | None]) -> bytes:
    """Numbers of steps as bytes."""
    return bytes(STEPS_NOT_REACHED if n is None else min(n, WAYS_FARTHEST) for n in found)


def paired_distances(ground: Ground, sources: Sequence[int]) -> bytes:
    """The same as two bits for each tile, the distance modulo 3 or PAIR_NOT_REACHED: four tiles in
    each byte, the first one in the lowest bits; each row begins with a whole byte, and is filled up
    with PAIR_NOT_REACHED. Raises Refused, and NoRoom."""
    found = steps(ground, sources, {}, most_waiting=WAYS_MOST_WAITING)
    pairs = [PAIR_NOT_REACHED if n is None else n % 3 for n in found]
    data = bytearray()
    for start in range(0, len(pairs), ground.width):
        row = pairs[start : start + ground.width]
        row += [PAIR_NOT_REACHED] * (-len(row) % 4)
        for n in range(0, len(row), 4):
            data.append(row[n] | row[n + 1] << 2 | row[n + 2] << 4 | row[n + 3] << 6)
    return bytes(data)


def safety(ground: Ground, sources: Sequence[int]) -> bytes:
    """A map to flee by: who steps onto the least number beside them gets away from the sources, and
    out of a dead end as long as there is time. Raises Refused, and NoRoom.

    d(t) are the steps from the sources to a tile t, at most WAYS_FARTHEST, steps(t, u) those
    between two tiles that are reached, and m is the most of 6 * d(u) // 5. The number of t is 1 +
    the least of steps(t, u) + m - 6 * d(u) // 5, of all u. So a way towards the sources is worth it
    if behind it there are more than five sixths of its steps to win. Numbers above WAYS_FARTHEST
    are WAYS_FARTHEST; tiles that are not reached have STEPS_NOT_REACHED.

    Source: B. Walker's safety maps of Brogue ("The Incredible Power of Dijkstra Maps", RogueBasin):
    distances times -1.2, scanned again.
    """
    far = distances(ground, sources)
    reached = [n != STEPS_NOT_REACHED for n in far]
    fled = Ground(ground.width, reached)
    # What no step leads away from: all other tiles are worth less than one beside them.
    ends = [at for at, is_reached in enumerate(reached) if is_reached and is_end(fled, far, at)]
    if len(ends) > WAYS_MOST_ENDS:
        raise NoRoom
    most = max((worth(far[at]) for at in ends), default=0)
    farthest = [
        at for at, is_reached in enumerate(reached) if is_reached and far[at] == WAYS_FARTHEST
    ]
    first = [at for at in ends if worth(far[at]) == most]
    entering: dict[int, list[int]] = {}
    for at in ends:
        if worth(far[at]) < most:
            entering.setdefault(most - worth(far[at]), []).append(at)
    found = steps(fled, first, entering, farthest, WAYS_MOST_WAITING)
    return as_bytes([None if n is None else n + 1 for n in found])


def worth(far: int) -> int:
    """What a distance is worth in steps of a flight."""
    return far + far // 5


def is_end(ground: Ground, far: bytes, at: int) -> bool:
    """Whether a flight may end at a tile that is reached: no step leads farther away from there, or
    it is the first one that is as far away as can be told."""
    beside = [far[other] for other in ground.beside(at) if ground.counts[other]]
    if far[at] == WAYS_FARTHEST:
        return WAYS_FARTHEST - 1 in beside
    return all(n <= far[at] for n in beside)
