"""Drawings as the C has them: bytes one after the other, each drawing a few.

    width, height
    orientations: 1 if it is turned, 2 if it is mirrored, 3 both
    the number of its marks, and for each mark:
        1, tile, look                                       one thing
        n, sum of weights, n times: weight, tile, look      one of n things
        0, exactly, places, tile, look, tile, look          exactly so many of its places
    its places row by row, in runs: a byte for up to 16 places with the same mark, their number - 1
    times 16, and the number of the mark, or 0 for blanks

A tile is a number in the table of the tiles that the drawings use; a look is its number, or 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from pygen.engine.drawings.legend import Thing
from pygen.engine.drawings.reading import Drawing
from pygen.engine.sections import NamedNumber

TURNED, MIRRORED = 1, 2

LONGEST_RUN = 16


def tiles_used(drawings: Sequence[Drawing]) -> list[str]:
    """The tiles that drawings use, by name, in the order in which they occur; floor is the first
    one."""
    names = (thing.tile or "floor" for drawing in drawings for thing in drawing.things)
    return list(dict.fromkeys(("floor", *names)))


def tile_table(tiles: Sequence[str]) -> list[int]:
    """The table of these tiles in C: their codes, which the C knows by names."""
    return [NamedNumber(0, f"TILE_{tile.upper()}") for tile in tiles]


def shared_numbers(drawings: Sequence[Drawing]) -> dict[str, tuple[int, str]]:
    """The numbers that the C reads which draws these drawings, each with its meaning."""
    substitutions = [one for drawing in drawings for one in drawing.substitutions]
    marks = max((len(drawing.substitutions) for drawing in drawings), default=0)
    return {
        "MARKS_OF_DRAWINGS": (marks, "The most different marks of a drawing."),
        "DRAWINGS_CHOOSE": (
            int(any(len(one.weights) > 1 for one in substitutions)),
            "Whether marks of drawings become one of several things.",
        ),
        "DRAWINGS_COUNT": (
            int(any(one.exactly for one in substitutions)),
            "Whether exactly so many places of marks become something.",
        ),
    }


def drawing_bytes(
    drawing: Drawing,
    tiles: Sequence[str],
    looks: Mapping[Thing, int],
    number_of: Callable[[Thing], int] | None = None,
) -> list[int]:
    """The bytes of a drawing. `tiles` are the names of the tiles in the table, `looks` the numbers
    of the looks of things. A pass whose table has more than tiles says with `number_of` which
    number in it a thing has."""

    def thing_bytes(thing: Thing) -> list[int]:
        number = number_of(thing) if number_of else tiles.index(thing.tile or "floor")
        return [number, looks.get(thing, 0)]

    found = [drawing.width, drawing.height, TURNED * drawing.turned + MIRRORED * drawing.mirrored]
    found.append(len(drawing.substitutions))
    for one in drawing.substitutions:
        things = [thing_bytes(thing) for thing in one.choices]
        if one.exactly:
            found += [0, one.exactly, drawing.count(one.mark), *things[0], *things[1]]
        elif len(things) == 1:
            found += [1, *things[0]]
        else:
            found += [len(things), sum(one.weights)]
            for weight, both in zip(one.weights, things):
                found += [weight, *both]
    for number, same in groupby(number for row in drawing.numbers for number in row):
        length = len(list(same))
        while length:
            run = min(length, LONGEST_RUN)
            found.append(run - 1 << 4 | number)
            length -= run
    return found
