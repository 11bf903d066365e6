"""Reading drawings: rows of text and a legend become a `Drawing`, or a list of errors."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import comb

from pygen.base.words import listed
from pygen.engine.definition.looks import Look, Looks
from pygen.engine.drawings.legend import Meaning, Thing
from pygen.engine.drawings.marks import BLANK, FLOOR, TILE_OF_MARK
from pygen.engine.drawings.orientations import Rows, orientations_of
from pygen.engine.sections import BrokenRule

MOST_SIDE = 15
"""The longest side of a drawing, so that a byte counts its marks."""

MOST_MARKS = 15
"""The most different marks of a drawing, blanks not counted: half a byte numbers them."""

MOST_CHOICES = 40
"""The most things of which those are chosen that the marks of a drawing become."""

Path = tuple[str | int, ...]

ALIKE = ("oO0Q", "lI1|!", "sS5$", "xX", "zZ2", "bB8", "-_", "vV", "wW", "cC(", "uU")
"""Marks that are easily taken for each other."""


@dataclass(frozen=True)
class Substitution:
    """What the places of a mark become.

    If `exactly` is 0, one of `choices` is chosen by `weights` for all places, in each use of the
    drawing. Otherwise there are two choices: exactly so many places become the first one, and the
    others the second.
    """

    mark: str
    choices: tuple[Thing, ...]
    weights: tuple[int, ...] = (1,)
    exactly: int = 0


@dataclass(frozen=True)
class Drawing:
    """A drawing: its rows, all of the same length, and what its marks become, in the order in which
    they occur row by row. The blank, which leaves a place as it is, has no substitution."""

    rows: Rows
    substitutions: tuple[Substitution, ...]
    turned: bool = True
    mirrored: bool = True

    @property
    def width(self) -> int:
        """Its columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Its rows."""
        return len(self.rows)

    @property
    def orientations(self) -> tuple[int, ...]:
        """The orientations that it may have."""
        return orientations_of(self.turned, self.mirrored)

    @cached_property
    def numbers(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of its marks: the place of each among the substitutions, from 1; blanks are
        0."""
        known = {one.mark: number for number, one in enumerate(self.substitutions, 1)}
        return tuple(tuple(known.get(mark, 0) for mark in row) for row in self.rows)

    def count(self, mark: str) -> int:
        """How often a mark occurs."""
        return "".join(self.rows).count(mark)

    @property
    def things(self) -> list[Thing]:
        """All that its places may become."""
        return [thing for one in self.substitutions for thing in one.choices]

    @cached_property
    def fillings_count(self) -> int:
        """In how many ways its places may be filled."""
        found = 1
        for one in self.substitutions:
            if one.exactly:
                found *= comb(self.count(one.mark), one.exactly)
            else:
                found *= len(one.choices)
        return found

    def _exact(self, one: Substitution) -> Iterator[tuple[int, ...]]:
        return combinations(range(self.count(one.mark)), one.exactly)

    def fillings(self) -> Iterator[list[list[Thing | None]]]:
        """All ways in which its places may be filled: what each place becomes, row by row. None is
        a place that stays as it is."""
        options: list[list[tuple[Thing, ...]]] = []
        for one in self.substitutions:
            total = self.count(one.mark)
            if one.exactly:
                first, second = one.choices
                options.append(
                    [
                        tuple(first if n in chosen else second for n in range(total))
                        for chosen in self._exact(one)
                    ]
                )
            else:
                options.append([(choice,) * total for choice in one.choices])
        for every in product(*options):
            left = [iter(places) for places in every]
            yield [
                [next(left[number - 1]) if number else None for number in row]
                for row in self.numbers
            ]


def substitution(mark: str, meaning: Meaning | None) -> Substitution:
    """What a mark becomes by a legend, or by itself if no legend has it."""
    if meaning is None:
        return Substitution(mark, (Thing(tile=TILE_OF_MARK[mark]),))
    if meaning.one_of:
        weights = tuple(choice.weight for choice in meaning.one_of)
        return Substitution(mark, tuple(meaning.one_of), weights)
    if meaning.exactly is not None and meaning.become is not None:
        rest = meaning.rest or Thing(tile=TILE_OF_MARK[FLOOR])
        return Substitution(mark, (meaning.become, rest), exactly=meaning.exactly)
    return Substitution(mark, (meaning,))


def read_drawing(
    rows: Sequence[str], legend: Mapping[str, Meaning], turned: bool = True, mirrored: bool = True
) -> Drawing:
    """The drawing with these rows and this legend, which have no errors."""
    marks = dict.fromkeys(mark for row in rows for mark in row if mark != BLANK)
    found = tuple(substitution(mark, legend.get(mark)) for mark in marks)
    return Drawing(tuple(rows), found, turned, mirrored)


def drawing_problems(
    path: Path,
    rows: Sequence[str],
    legend: Mapping[str, Meaning],
    marks: Collection[str] = tuple(TILE_OF_MARK),
) -> Iterator[BrokenRule]:
    """The errors of a drawing whose rows stand at `path`, each with the path of its row. `marks`
    are those that mean something without a legend."""
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            wrong = f"row {number + 1} has {len(row)} marks, the first one {len(rows[0])}"
            right = "expected rows of the same length; a blank leaves a place as it is"
            yield BrokenRule((*path, number), wrong, right)
            return
        for column, mark in enumerate(row):
            if mark != BLANK and mark not in legend and mark not in marks:
                yield BrokenRule((*path, number), *_unknown(mark, column, legend, marks))
                return
    found = dict.fromkeys(mark for row in rows for mark in row if mark != BLANK)
    if not found:
        yield BrokenRule(path, "the drawing has only blanks", "draw something")
    elif len(found) > MOST_MARKS:
        wrong = f"the drawing has {len(found)} different marks"
        yield BrokenRule(path, wrong, f"expected at most {MOST_MARKS}")
    choices = sum(len(legend[mark].one_of) for mark in found if mark in legend)
    if choices > MOST_CHOICES:
        wrong = f"the marks of the drawing stand for {choices} things"
        yield BrokenRule(path, wrong, f"expected at most {MOST_CHOICES}")
    text = "".join(rows)
    for mark in found:
        exactly = legend[mark].exactly if mark in legend else None
        if exactly is not None and exactly > text.count(mark):
            wrong = f"the drawing has {text.count(mark)} `{mark}`, and exactly {exactly} of them "
            wrong += "become something"
            right = f"expected {exactly} `{mark}` or more, or a smaller number in the legend"
            yield BrokenRule(path, wrong, right)


def _unknown(
    mark: str, column: int, legend: Mapping[str, Meaning], marks: Collection[str]
) -> tuple[str, str]:
    """What is wrong with an unknown mark, and what would be right."""
    known = [*legend, *(one for one in marks if one not in legend)]
    alike = next((one for one in known if one.swapcase() == mark), "") or next(
        (one for one in known for group in ALIKE if mark in group and one in group), ""
    )
    hint = f"did you mean `{alike}`? " if alike else ""
    meanings = [f"{one} {TILE_OF_MARK[one]}" for one in marks if one not in legend]
    own = f"`{', '.join(legend)}` of the legend, " if legend else ""
    wrong = f"`{mark}` in column {column + 1} means nothing"
    return wrong, f"{hint}known are {own}{listed(meanings)} and the blank: name it in `legend`"


def looks_of(drawings: Sequence[Drawing], first_look: int) -> Looks:
    """The looks that drawings give, by their numbers: from `first_look` on, in the order in which
    they occur."""
    found = dict.fromkeys(
        (thing.look, thing.tile or "floor")
        for drawing in drawings
        for thing in drawing.things
        if thing.look is not None
    )
    names = [look.glyph for look, _ in found]
    return {
        number: Look(
            look.glyph if names.count(look.glyph) == 1 else f"{look.glyph}_{look.colour}",
            look.glyph,
            look.colour,
            tile,
        )
        for number, (look, tile) in enumerate(found, first_look)
    }


def look_numbers(drawings: Sequence[Drawing], first_look: int) -> dict[Thing, int]:
    """The number of the look of each thing of drawings; 0 for those without one."""
    looks = {
        (look.glyph, look.colour, look.tile): number
        for number, look in looks_of(drawings, first_look).items()
    }
    return {
        thing: looks[thing.look.glyph, thing.look.colour, thing.tile or "floor"]
        if thing.look is not None
        else 0
        for drawing in drawings
        for thing in drawing.things
    }
