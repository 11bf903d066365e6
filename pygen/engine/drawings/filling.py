"""Filling a drawing: what its marks become in one use of it.

The twin is `c64src/core/drawings/filling.h`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pygen.engine.constants import FLIP_COLUMNS, FLIP_ROWS, TURN_SIDES
from pygen.engine.drawings.legend import Thing
from pygen.engine.drawings.orientations import placed
from pygen.engine.drawings.reading import Drawing
from pygen.engine.random.random16 import Random16


def choose_orientation(random: Random16, drawing: Drawing) -> int:
    """One of the orientations that a drawing may have; a draw if there are several."""
    if not drawing.turned:
        return FLIP_COLUMNS * random.below(2) if drawing.mirrored else 0
    if drawing.mirrored:
        return random.below(8)
    value = random.below(4)
    # An even number of bits is a turn that does not mirror.
    return value | FLIP_ROWS if value in (TURN_SIDES, FLIP_COLUMNS) else value


def places(drawing: Drawing, x: int, y: int, orientation: int) -> Iterator[tuple[int, int, int]]:
    """The places of a drawing whose upper left place on the map is (x, y), in the order of the
    drawing: column and row on the map, and the number of the mark; 0 is a blank."""
    for row, numbers in enumerate(drawing.numbers):
        for column, number in enumerate(numbers):
            at = placed(orientation, drawing.width, drawing.height, column, row)
            yield x + at[0], y + at[1], number


class Filling:
    """One use of a drawing. `chosen` has for each mark, by its number from 1, what all of its
    places become, or None if exactly so many of them become one thing. Then `first` has how many
    more become the first thing, and `left` how many places are left."""

    def __init__(self, random: Random16, drawing: Drawing) -> None:
        """Choose what the marks become: a draw for each mark with several things, in the order of
        the marks."""
        self.random, self.drawing = random, drawing
        self.chosen: dict[int, Thing | None] = {}
        self.first: dict[int, int] = {}
        self.left: dict[int, int] = {}
        for number, one in enumerate(drawing.substitutions, 1):
            if one.exactly:
                self.chosen[number] = None
                continue
            at = 0
            if len(one.choices) > 1:
                value = random.below(sum(one.weights))
                while value >= one.weights[at]:
                    value -= one.weights[at]
                    at += 1
            self.chosen[number] = one.choices[at]
        self.begin()

    def begin(self) -> None:
        """Begin a copy: the next place is the first one. What the marks become stays the same, but
        not which of their places are those of which there are exactly so many."""
        for number, one in enumerate(self.drawing.substitutions, 1):
            if one.exactly:
                self.first[number] = one.exactly
                self.left[number] = self.drawing.count(one.mark)

    def place(self, number: int) -> Thing:
        """What the next place becomes; `number` is that of its mark. Places are asked for in the
        order of the drawing, each once: a draw for each of those of which exactly so many become
        something."""
        thing = self.chosen[number]
        if thing is not None:
            return thing
        is_first = self.random.below(self.left[number]) < self.first[number]
        self.left[number] -= 1
        self.first[number] -= is_first
        return self.drawing.substitutions[number - 1].choices[not is_first]
