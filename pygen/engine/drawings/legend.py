"""The legend of drawings: what the marks of a use of a pass stand for, as the YAML says it.

A mark is one thing, or it is chosen for each use of a drawing what its places become: one of
several things for all of them, or one thing for exactly so many of them and another for the rest.

    legend:
      w: wall
      P: {tile: wall, look: {glyph: statue, colour: grey}}
      "~": [{tile: water, weight: 3}, {tile: floor}]
      a: {exactly: 2, become: {tile: wall}, rest: {look: {glyph: rubble, colour: brown}}}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from pygen.engine.definition.colours import Colour
from pygen.engine.sections import BrokenRule, Section

MOST_WEIGHT = 50

MARK_PATTERN = r"^[^\s]$"

TileName = Annotated[
    str,
    Field(pattern=r"^[a-z][a-z0-9_]{0,23}$", description="the name of a tile"),
]


class DrawnLook(Section):
    """A look that a drawing gives to a tile: how it is shown, beside what it is."""

    glyph: Annotated[str, Field(min_length=1, max_length=24)] = Field(
        description="the name of a drawing in templates/program/glyphs.txt, or a character"
    )
    colour: Colour = Field(description="one of the sixteen colours")


class Thing(Section):
    """What a place becomes: a tile, with a look or without one. Without a tile it is floor."""

    tile: TileName | None = Field(default=None, description="the tile (default: floor)")
    look: DrawnLook | None = Field(
        default=None,
        description="how it is shown, if not as its tile; only walls and floor show looks "
        "(default: as its tile)",
    )

    @property
    def says_something(self) -> bool:
        """Whether it says what a place becomes."""
        return self.tile is not None or self.look is not None


def with_tile(value: Any) -> Any:
    """A name stands for a tile."""
    return {"tile": value} if isinstance(value, str) else value


def or_name(schema: dict[str, Any]) -> None:
    """Add the short form to the schema of a place: the name of a tile."""
    forms = schema.pop("anyOf", None) or [{"$ref": schema.pop("$ref")}]
    schema["anyOf"] = [forms[0], {"type": "string"}, *forms[1:]]


NAMED_TILE = (BeforeValidator(with_tile), Field(json_schema_extra=or_name))
"""For places that may be written as the name of a tile alone."""


class Choice(Thing):
    """One of the things that all places of a mark may become."""

    weight: Annotated[int, Field(ge=1, le=MOST_WEIGHT)] = Field(
        default=1, description="how often it is chosen, beside the other weights"
    )


class Meaning(Thing):
    """What a mark stands for: one thing; a list of things, of which one is chosen for all places in
    each use of the drawing; or one thing for exactly so many places, chosen anew in each use.

    A pass with more properties of places has a subclass, with its own classes for the places in it.
    """

    one_of: Sequence[Annotated[Choice, *NAMED_TILE]] = Field(
        default=(),
        max_length=16,
        description="several things: one is chosen for all places of the mark in each use of the "
        "drawing; also written as a list alone (default: none)",
    )
    exactly: int | None = Field(
        default=None,
        ge=1,
        le=255,
        description="of how many places of the mark `become` is true; the others are `rest` "
        "(default: of all)",
    )
    become: Annotated[Thing | None, *NAMED_TILE] = Field(
        default=None, description="what exactly so many places become (default: nothing)"
    )
    rest: Annotated[Thing | None, *NAMED_TILE] = Field(
        default=None, description="what the other places become (default: floor)"
    )


def in_full(value: Any) -> Any:
    """A list stands for the choices of a mark, and a name for a tile."""
    return {"one_of": value} if isinstance(value, list) else with_tile(value)


def short_forms(schema: dict[str, Any]) -> None:
    """Add the short forms to the schema of what a mark stands for: a name, and a list."""
    or_name(schema)
    schema["anyOf"].append({"type": "array"})


Mark = Annotated[str, Field(pattern=MARK_PATTERN, description="a single character, no blank")]

Legend = dict[
    Mark, Annotated[Meaning, BeforeValidator(in_full), Field(json_schema_extra=short_forms)]
]
"""The marks of a legend, each with what it stands for."""


def things_of(meaning: Meaning) -> list[tuple[tuple[str | int, ...], Thing]]:
    """All that a mark may become, each with its path from the mark."""
    if meaning.one_of:
        return [(("one_of", number), choice) for number, choice in enumerate(meaning.one_of)]
    if meaning.become is not None:
        rest = [(("rest",), meaning.rest)] if meaning.rest is not None else []
        return [(("become",), meaning.become), *rest]
    return [((), meaning)]


SHOWS_LOOKS = ("wall", "floor")
"""The tiles that show their looks."""


def legend_problems(
    path: tuple[str | int, ...],
    legend: Mapping[str, Meaning],
    expected: str = "a tile, a look, both",
) -> Iterator[BrokenRule]:
    """The errors in the legend at `path`, each with the path of what is wrong. `expected` are what
    a mark may stand for, for errors."""
    for mark, meaning in legend.items():
        here = (*path, mark)
        own = meaning.says_something
        counts = meaning.exactly is not None or meaning.become is not None
        if meaning.one_of and (own or counts or meaning.rest is not None):
            wrong = f"`{mark}` is one of several things, and something besides"
            yield BrokenRule(here, wrong, "expected `one_of` alone")
        elif counts and own:
            wrong = f"`{mark}` is one thing, and `become` says another"
            yield BrokenRule(here, wrong, "write tile and look into `become` and `rest`")
        elif counts and (meaning.exactly is None or meaning.become is None):
            missing = "exactly" if meaning.exactly is None else "become"
            right = "as in {exactly: 2, become: {tile: wall}, rest: {tile: floor}}"
            yield BrokenRule(here, f"`{missing}` is missing", right)
        elif meaning.rest is not None and not counts:
            wrong = f"`rest` of `{mark}` is for nothing without `exactly`"
            yield BrokenRule((*here, "rest"), wrong, "add `exactly` and `become`, or delete it")
        elif not (own or counts or meaning.one_of):
            right = f"expected {expected}, or a list of things of which one is chosen"
            yield BrokenRule(here, f"`{mark}` stands for nothing", right)
        for inner, thing in things_of(meaning):
            if thing.look is not None and (thing.tile or "floor") not in SHOWS_LOOKS:
                wrong = f"a look of `{thing.tile}` would never be seen"
                right = "only wall and floor show looks: delete it, or give the tile itself "
                right += "another glyph and colour in `tiles` or `theme`"
                yield BrokenRule((*here, *inner, "look"), wrong, right)
