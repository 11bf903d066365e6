"""The parameters of the pass `shapes`: what its section of the YAML may say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, BeforeValidator, Field

from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.passes import PassParameters
from pygen.engine.dungeon.shapes import LEAST_SIDES, indents
from pygen.engine.plane.rooms import MOST_SIDE
from pygen.engine.plane.rules import plane_rules
from pygen.engine.sections import BrokenRule, Constants, NotEmitted, refused
from pygen.passes.shapes.meanings import MEANINGS

Shape = Literal["rectangle", "cut", "round", "cross", "l", "cave", "pillared"]

NUMBERED: tuple[Shape, ...] = get_args(Shape)
"""The shapes by their numbers."""

USUAL_WEIGHTS: dict[Shape, int] = {
    "rectangle": 4, "cut": 3, "round": 2, "cross": 1, "l": 1, "cave": 1, "pillared": 1
}  # fmt: skip

SIDES = r"^[1-9][0-9]?(-([1-9][0-9]?)?)?$"


def _checked_sides(text: str) -> str:
    """Reject a text that is no range of sides, or whose range is empty."""
    least, _, most = text.partition("-")
    if not least.isdecimal() or (most and not most.isdecimal()):
        raise refused(f"`{text}` is no range of sides", "expected tiles, such as 5-12 or 7-")
    if most and int(most) < int(least):
        raise refused(f"`{text}` runs backwards", f"write {most}-{least}")
    return text


Sides = Annotated[
    str,
    # YAML reads a single number as a number, not as text.
    BeforeValidator(lambda value: str(value) if type(value) is int else value),
    AfterValidator(_checked_sides),
    Field(pattern=SIDES),
]
"""The shortest and the longest side of a room in tiles, as text."""


class Shapes(PassParameters):
    """Shapes of rooms."""

    meanings = MEANINGS

    name: Literal["shapes"] = Field(description="rooms that are no rectangles")
    weights: NotEmitted[dict[Shape, Annotated[int, Field(ge=0, le=36)]]] = Field(
        default=USUAL_WEIGHTS,
        description="how often a room gets each shape, 0 to 36 each; shapes that are not named "
        "are left out, and a room for which none is left stays a rectangle",
    )
    sides: NotEmitted[dict[Shape, Sides]] = Field(
        default_factory=dict,
        description="which rooms may have a shape, by their shortest and their longest side in "
        "floor tiles, such as {round: 5-12, cross: 7-} (default: from the smallest room in which "
        "it can be seen)",
    )

    @property
    def shared_code(self) -> dict[str, str]:
        return {"PLACES_HAVE_SHAPES": "whether rooms may have shapes"}

    @property
    def uses_places(self) -> bool:
        return True

    def least_side(self, shape: Shape) -> int:
        """The shortest side of a room that may have a shape."""
        given = self.sides.get(shape, "1").partition("-")[0]
        return max(LEAST_SIDES[shape], int(given))

    def most_side(self, shape: Shape) -> int:
        """The longest side of a room that may have a shape."""
        least, line, most = self.sides.get(shape, "1-").partition("-")
        return min(MOST_SIDE, int(most or (MOST_SIDE if line else least)))

    @property
    def chances(self) -> list[int]:
        """The weights of the shapes by their numbers."""
        return [self.weights.get(shape, 0) for shape in NUMBERED]

    @property
    def leasts(self) -> list[int]:
        """The shortest sides by the numbers of shapes."""
        return [self.least_side(shape) for shape in NUMBERED]

    @property
    def mosts(self) -> list[int]:
        """The longest sides by the numbers of shapes."""
        return [self.most_side(shape) for shape in NUMBERED]

    def constants(self) -> Constants:
        return {"CHANCES": self.chances, "LEAST": self.leasts, "MOST": self.mosts}

    @classmethod
    def constants_of_all_uses(cls, uses: Sequence[Shapes]) -> Constants:
        some = {
            f"SOME_{shape.upper()}": int(any(use.weights.get(shape) for use in uses))
            for shape in NUMBERED[1:]
        }
        return {**some, "INDENTS": indents()}

    def broken_rules(self, size: MapSize) -> list[BrokenRule]:
        return [*plane_rules(size), *self._broken()]

    def _broken(self) -> Iterator[BrokenRule]:
        if not any(self.chances[1:]):
            wrong = "no shape but `rectangle` has a weight: no room would change"
            yield BrokenRule(
                ("weights",), wrong, "give one a weight, such as {rectangle: 1, round: 1}"
            )
        for shape in self.sides:
            if shape == "rectangle":
                wrong = "rectangles may have any sides"
                yield BrokenRule(("sides", shape), wrong, "delete it")
            elif not self.weights.get(shape):
                wrong = f"`{shape}` has no weight, so its sides have no effect"
                yield BrokenRule(("sides", shape), wrong, "delete it, or give the shape a weight")
            elif self.least_side(shape) > self.most_side(shape):
                least = LEAST_SIDES[shape]
                wrong = f"no room with such sides can be `{shape}`"
                yield BrokenRule(
                    ("sides", shape), wrong, f"expected sides from {least} on, to {MOST_SIDE}"
                )
