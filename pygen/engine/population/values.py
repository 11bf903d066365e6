"""The values of keys of passes that place entities: packs, limits and places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.parameters import floors_in
from pygen.engine.plane.rules import map_rules
from pygen.engine.sections import BrokenRule, refused

MOST_THINGS = 200
"""The most entities that one use of a pass places."""

LEAST = 4
"""The fewest that it places by default, unless by rooms."""

MOST_ZONE_BYTES = 1875
"""The most bytes of a plane with zones: work memory holds four."""

UNLIMITED = "none"
"""Stands for no limit but MOST_THINGS."""

MOST_WEIGHT = 255
"""The greatest sum of weights, which must fit in a byte."""


Weight = Annotated[int, Field(ge=0, le=50)]

MOST_IN_PACK = 16
"""The most entities of a pack."""

PACK = r"^[1-9][0-9]?(-[1-9][0-9]?)?$"

KERNELS_OF_PICKS = (
    "core/plane/read_seen",
    "core/population/fit_tiles",
    "core/population/keep_zones",
)
"""The shared kernels of passes that pick tiles."""

PARTS = ("rooms", "corridors", "dead ends")
"""The parts of a map that `where` may name, one at most,"""

IN_ROOMS, IN_CORRIDORS, AT_DEAD_ENDS = 1, 2, 3
"""The places of parts in PARTS, from 1."""

ZONE_BITS = {"near": 1, "middle": 2, "far": 4}
"""and the zones; several zones are wanted together."""

OF_WAYS: Mapping[str, Sequence[str]] = {
    "percent": ("rooms", "floor"),
    "where": ("count", "floor"),
    "first_room": ("rooms",),
    "room_least": ("rooms",),
    "room_most": ("rooms",),
}
"""The values of `by` with which a key has an effect."""

Place = Literal["rooms", "corridors", "dead ends", "near", "middle", "far"]


def _checked_pack(text: str) -> str:
    """Reject a text that is neither a number nor a range, or whose range is empty or too large."""
    least, _, most = text.partition("-")
    if not (least.isdecimal() and (most or least).isdecimal()):
        raise refused(f"`{text}` is no number", "expected how many, such as 3 or 2-4")
    if int(most or least) < int(least):
        raise refused(f"`{text}` runs backwards", f"write {most}-{least}")
    if int(least) < 1 or int(most or least) > MOST_IN_PACK:
        raise refused(f"a pack of {text}", f"expected 1 to {MOST_IN_PACK}")
    return text


def checked_most(value: object) -> object:
    """Reject what is neither a number nor `none`."""
    if value != UNLIMITED and not (type(value) is int and 1 <= value <= MOST_THINGS):
        raise refused(f"`{value}` is no limit", f"expected 1 to {MOST_THINGS}, or {UNLIMITED}")
    return value


def checked_where(value: object) -> object:
    """Reject what is neither a place nor a list of places."""
    known = (*PARTS, *ZONE_BITS)
    named = value if isinstance(value, list) else [value]
    wrong = [place for place in named if value is not None and place not in known]
    if wrong or not named:
        said = f"`{wrong[0]}` is no place" if wrong else "it names no place"
        raise refused(said, f"expected one of {', '.join(known)}, or a list of them")
    return value


Where = Annotated[
    Place | Annotated[list[Place], Field(min_length=1)] | None, BeforeValidator(checked_where)
]
"""A place, or a list of them."""


def places_of(where: str | Sequence[str] | None) -> Sequence[str]:
    """The places that `where` names; none without it."""
    return [where] if isinstance(where, str) else where or []


def part_of(where: str | Sequence[str] | None) -> int:
    """The part of the map that `where` names: its place in PARTS, from 1; 0 if it names none."""
    return next((PARTS.index(place) + 1 for place in places_of(where) if place in PARTS), 0)


def zones_of(where: str | Sequence[str] | None) -> int:
    """The zones that `where` names, as bits; 0 if it names none."""
    return sum(ZONE_BITS.get(place, 0) for place in places_of(where))


def where_rules(where: str | Sequence[str] | None, size: MapSize) -> Iterator[BrokenRule]:
    """The rules that the places of `where` break together, and for a map of this size."""
    places = places_of(where)
    parts = [place for place in places if place in PARTS]
    if len(parts) > 1 or len(places) > len(set(places)):
        wrong = f"no tile is in {' and '.join(parts)}" if parts[1:] else "a place stands twice"
        yield BrokenRule(("where",), wrong, "name one part, and each zone once")
    if zones_of(where):
        yield from map_rules(size, MOST_ZONE_BYTES, "120 x 125")


Pack = Annotated[
    str,
    # YAML reads a single number as a number, not as text.
    BeforeValidator(lambda value: str(value) if type(value) is int else value),
    AfterValidator(_checked_pack),
    Field(pattern=PACK),
]


def pack_range(pack: str) -> tuple[int, int]:
    """The fewest and the most entities of a pack, such as `2-4` or `3`."""
    least, _, most = pack.partition("-")
    return int(least), int(most or least)


MOST_FLOORS_OF_ONCE = 32
"""The most floors of which `once` may choose one: each of them is proven by itself."""

NEVER = "never"
"""Stands for `once` on floors that it does not name."""


def checked_once(text: str) -> str:
    """Reject too many floors, or a single one."""
    count = len(floors_in(text))
    if not 2 <= count <= MOST_FLOORS_OF_ONCE:
        wrong = f"`{text}` has {count} floors" if count > 1 else f"`{text}` is one floor"
        raise refused(wrong, f"expected 2 to {MOST_FLOORS_OF_ONCE} floors, such as 5-8")
    return text


OF = " of "


def once_floors(once: str | None) -> range:
    """The floors that `once` names; none without it, or if it is that of one floor."""
    return range(0) if once is None or once == NEVER or OF in once else floors_in(once)


def once_on_floor(once: str | None, floor: int) -> str | None:
    """What `once` is on one floor: `6 of 5-8`, or NEVER."""
    floors = once_floors(once)
    if not floors:
        return once
    return f"{floor}{OF}{once}" if floor in floors else NEVER


def once_stream(use: str) -> str:
    """The name of the stream that chooses the floor for a pass of an id. No id has a blank."""
    return f"once {use}"


@dataclass(frozen=True)
class OnceAt:
    """A floor among those of `once`: how many these are, its place from 0, and how many of them are
    below it."""

    floors: int
    at: int
    behind: int

    @staticmethod
    def of(once: str) -> OnceAt:
        """The floor of a text from `once_on_floor`. Without a floor it is the first one."""
        floor, _, text = once.rpartition(OF)
        floors = floors_in(text)
        at = int(floor) - floors.start if floor else 0
        return OnceAt(len(floors), at, len(floors) - 1 - at)
