"""The parameters of the pass `tile_rules`: what its section of the YAML may say."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, PrivateAttr

from pygen.base.words import did_you_mean, listed
from pygen.engine.definition.colours import Colour
from pygen.engine.definition.looks import Look, Looks
from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.passes import PassParameters
from pygen.engine.plane.rules import plane_rules
from pygen.engine.sections import BrokenRule, Constants, Section, whole_number
from pygen.passes.tile_rules.constants import MOST_TOGETHER
from pygen.passes.tile_rules.meanings import MEANINGS

SIDES = ("n", "e", "s", "w")
"""The sides of a tile, in the order of the bits of a shape of 4 neighbours."""

CORNERS = {"ne": ("n", "e"), "se": ("s", "e"), "sw": ("s", "w"), "nw": ("n", "w")}
"""The corners of a tile, in the order of their bits, which follow the bits of the sides. For each
corner the two sides beside it: a corner only matters if both are closed. The bits of a shape of 8
neighbours, around the tile T:

    7 0 4
    3 T 1
    6 2 5
"""

MOST_LOOKS = 64
"""The most looks that the rules may give."""

MOST_RULES = 96
"""The most rules."""

MOST_CONDITIONS = 24
"""The most conditions of all rules together."""


def open_sides(mask: int) -> frozenset[str]:
    """The sides and corners whose bits are set in a mask of 8 neighbours."""
    return frozenset(side for bit, side in enumerate((*SIDES, *CORNERS)) if mask >> bit & 1)


def shape_masks(neighbours: int) -> list[int]:
    """The 16 or 47 shapes of walls by 4 or 8 neighbours, each as the mask of its open sides. The
    first shape is closed. With 4 neighbours the number of a shape is its mask."""
    if neighbours == 4:
        return list(range(16))
    return [
        mask
        for mask in range(256)
        if not any(
            corner in open_sides(mask) and open_sides(mask) & set(beside)
            for corner, beside in CORNERS.items()
        )
    ]


def shape_name(mask: int) -> str:
    """The name of a shape's look, such as `wall_ne_sw`: the open sides, then the open corners."""
    sides = open_sides(mask)
    of_corners = [corner for corner in CORNERS if corner in sides]
    return "_".join(["wall", "".join(s for s in SIDES if s in sides) or "corner", *of_corners])


LookName = Annotated[
    str,
    Field(
        pattern=r"^[a-z][a-z0-9_]{0,23}$",
        description="a name of at most 24 lowercase letters, digits and _, beginning with a letter",
    ),
]


class LookOfRules(Section):
    """A look that rules give."""

    glyph: Annotated[str, Field(min_length=1, max_length=24)] = Field(
        default="",
        description="the name of a drawing in templates/program/glyphs.txt, or a character "
        "(default: the drawing of the look's own name)",
    )
    colour: Colour | None = Field(
        default=None, description="one of the sixteen colours (default: that of the tile)"
    )


Names = Annotated[list[LookName], Field(min_length=1)]
PatternRow = Annotated[str, Field(pattern=r"^[#.?]{3}$")]


class TileRule(Section):
    """A rule: which look a tile may get, and where."""

    look: LookName = Field(description="the look that it gives, one of `looks`")
    pattern: Annotated[list[PatternRow], Field(min_length=3, max_length=3)] = Field(
        description="the tile and its 8 neighbours, three rows of three characters: # is wall, "
        ". is ground, ? is any"
    )
    weight: int = Field(
        default=10, ge=1, le=100, description="how often it is chosen if several rules match"
    )
    north: Names | None = Field(
        default=None, description="the neighbour to the north has one of these looks"
    )
    east: Names | None = Field(
        default=None, description="the neighbour to the east has one of these looks"
    )
    south: Names | None = Field(
        default=None, description="the neighbour to the south has one of these looks"
    )
    west: Names | None = Field(
        default=None, description="the neighbour to the west has one of these looks"
    )
    north_if_known: Names | None = Field(
        default=None,
        description="the neighbour to the north has one of these looks, or it is not decided yet",
    )
    east_if_known: Names | None = Field(
        default=None,
        description="the neighbour to the east has one of these looks, or it is not decided yet",
    )
    south_if_known: Names | None = Field(
        default=None,
        description="the neighbour to the south has one of these looks, or it is not decided yet",
    )
    west_if_known: Names | None = Field(
        default=None,
        description="the neighbour to the west has one of these looks, or it is not decided yet",
    )

    def conditions(self) -> Iterator[tuple[str, int, bool, str]]:
        """The conditions of the rule. Each has a key, the number of a side, whether it passes while
        the neighbour is undecided, and the name of a look."""
        for side, name in enumerate(("north", "east", "south", "west")):
            for key, is_lenient in ((name, False), (f"{name}_if_known", True)):
                for look in getattr(self, key) or ():
                    yield key, side, is_lenient, look


def _shapes(value: Any) -> Any:
    """Refuse values that Python takes as equal to a whole number, such as 16.0."""
    return value if isinstance(value, str) else whole_number(value)


class TileRules(PassParameters):
    """Looks by what surrounds a tile."""

    meanings = MEANINGS

    name: Literal["tile_rules"] = Field(description="looks of tiles by what surrounds them")
    shapes: Annotated[Literal[16, 47, "rules"], BeforeValidator(_shapes)] = Field(
        default=16,
        description="16: a wall by its 4 neighbours; 47: by its 8 neighbours, up to 1,792 tiles; "
        "rules: by rules of your own",
    )
    frame: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,23}$")] = Field(
        default="bricks", description="the drawings from which the shapes of walls are put together"
    )
    first_look: int = Field(
        default=1, ge=1, le=255, description="number of its first look; the others follow"
    )
    looks: dict[LookName, LookOfRules] = Field(
        default_factory=dict,
        max_length=MOST_LOOKS,
        description="the looks that rules give, by name, in the order of their numbers "
        "(default: none)",
    )
    rules: Annotated[list[TileRule], Field(max_length=MOST_RULES)] = Field(
        default_factory=list, description="the rules; their order does not matter (default: none)"
    )
    last_resort: LookName | None = Field(
        default=None,
        description="the look of tiles that no rule matches, or that no rule allows any more "
        "(default: none)",
    )

    _keeps_looks: bool = PrivateAttr(default=False)

    def behind_looks(self) -> Self:
        known = self.model_copy()
        known._keeps_looks = True
        return known

    @property
    def keeps_looks(self) -> bool:
        """Whether tiles that have a look keep it: other passes have given it on purpose. So it is
        for all uses in a dungeon if one of them comes behind such a pass."""
        return self._keeps_looks

    @property
    def masks(self) -> list[int]:
        """The shapes, as masks of open sides."""
        return shape_masks(8 if self.shapes == 47 else 4)

    @property
    def is_rules(self) -> bool:
        """Whether looks follow from rules, not from shapes."""
        return self.shapes == "rules"

    @property
    def given_looks(self) -> Looks:
        if self.is_rules:
            return {
                self.first_look + number: Look(
                    name, look.glyph or name, look.colour or "", self._tile_of(name)
                )
                for number, (name, look) in enumerate(self.looks.items())
            }
        return {
            self.first_look + number: Look(
                shape_name(mask), frame=self.frame, open=open_sides(mask)
            )
            for number, mask in enumerate(self.masks[1:])
        }

    def _tile_of(self, look: str) -> str:
        """The tile to which the rules give a look: floor if one of them is only for ground."""
        is_floor = any(rule.look == look and rule.pattern[1][1] == "." for rule in self.rules)
        return "floor" if is_floor else "wall"

    def look_number(self, name: str | None) -> int:
        """The number of a look that rules give, counted from 1; 0 for None."""
        return list(self.looks).index(name) + 1 if name is not None else 0

    @cached_property
    def compiled(self) -> Compiled:
        """The rules as tables; they must be valid."""
        return compile_rules(self)

    @cached_property
    def key(self) -> int:
        """A key of two bytes that tells these rules from others."""
        data = self.model_dump(mode="json", include={"looks", "rules"})
        crc = zlib.crc32(repr((list(data["looks"]), data["rules"])).encode())
        return crc >> 16 ^ crc & 0xFFFF

    def constants(self) -> Constants:
        return {
            "BEFORE_FIRST_LOOK": self.first_look - 1,
            "SHAPES": 0 if self.is_rules else int(self.shapes),
            "LAST_RESORT": self.look_number(self.last_resort),
            "KEY": self.key if self.is_rules else 0,
            "KEEPS_LOOKS": int(self.keeps_looks),
        }

    @classmethod
    def constants_of_all_uses(cls, uses: Sequence[TileRules]) -> Constants:
        numbers = [0] * 256
        for number, mask in enumerate(shape_masks(8)):
            numbers[mask] = number
        some_eight = any(use.shapes == 47 for use in uses)
        return {
            **({"NUMBERS": numbers} if some_eight else {}),
            **_tables({use.key: use.compiled for use in uses if use.is_rules}),
        }

    def broken_rules(self, size: MapSize) -> list[BrokenRule]:
        broken = plane_rules(size)
        if self.is_rules:
            return [*broken, *(self._broken_names() or self._broken_tables())]
        for key in ("looks", "rules", "last_resort"):
            if getattr(self, key):
                wrong = f"`{key}` is only for shapes: rules"
                broken.append(BrokenRule((key,), wrong, "delete it, or write shapes: rules"))
        return broken

    @classmethod
    def broken_rules_of_all_uses(cls, uses: Sequence[TileRules]) -> list[BrokenRule]:
        different = {use.key: use for use in uses if use.is_rules and not use._broken_names()}
        every = [one.compiled for one in different.values()]
        counts = {
            "rules and conditions": sum(len(r.conditions) + 1 for one in every for r in one.rules),
            "combinations of rules": sum(len(one.groups) for one in every),
        }
        for what, number in counts.items():
            if number > MOST_NUMBERED:
                wrong = f"the dungeon has {number} {what}"
                return [BrokenRule((), wrong, f"expected at most {MOST_NUMBERED}")]
        return []

    def _broken_names(self) -> list[BrokenRule]:
        """The errors in the names of looks."""
        if not self.rules:
            return [BrokenRule(("shapes",), "there are no rules", "give it rules and looks")]
        named: list[tuple[tuple[str | int, ...], str]] = [
            (("rules", number, "look"), rule.look) for number, rule in enumerate(self.rules)
        ]
        for number, rule in enumerate(self.rules):
            named += [(("rules", number, key), look) for key, _, _, look in rule.conditions()]
        if self.last_resort is not None:
            named.append((("last_resort",), self.last_resort))
        return [
            BrokenRule(path, f"there is no look `{look}`", self._advice(look))
            for path, look in named
            if look not in self.looks
        ]

    def _advice(self, look: str) -> str:
        if not self.looks:
            return f'name it in `looks`, as in looks: {{{look}: {{glyph: "%"}}}}'
        return f"{did_you_mean(look, self.looks)}expected one of: {listed(self.looks)}"

    def _broken_tables(self) -> list[BrokenRule]:
        """The errors of rules whose tables the C64 could not work through in its steps, or could
        not number."""
        for group in self.compiled.groups:
            last = max(group, default=0)
            if len(group) > MOST_TOGETHER:
                wrong = f"{len(group)} rules match the same surroundings"
                return [BrokenRule(("rules", last), wrong, f"expected at most {MOST_TOGETHER}")]
            conditions = sum(len(self.compiled.rules[number].conditions) for number in group)
            if conditions > MOST_CONDITIONS:
                wrong = f"rules that match the same surroundings have {conditions} conditions"
                return [BrokenRule(("rules", last), wrong, f"expected at most {MOST_CONDITIONS}")]
        return []


MOST_NUMBERED = 255
"""The most rules and conditions of a dungeon together, and the most combinations of rules that
match, including the one without rules: a byte must number them."""

ANY_TIME = 4
"""Added to the side of a condition that passes while the neighbour is not decided."""

LIST_END = 255
"""The mark at the end of the rules of a combination, and of the conditions of a rule."""


@dataclass(frozen=True)
class CompiledRule:
    """A rule by numbers: its look, counted from 1, and the sides and looks of its conditions."""

    look: int
    weight: int
    conditions: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Compiled:
    """Rules as tables: `group_of` has a group for each of the 512 surroundings of a tile. The
    `groups` have the numbers of the rules that match, ordered by looks; group 0 has no rules."""

    rules: tuple[CompiledRule, ...]
    groups: tuple[tuple[int, ...], ...]
    group_of: tuple[int, ...]

    def looks_of(self, numbers: Iterable[int]) -> list[int]:
        """The different looks that the rules with these numbers give, ascending."""
        return sorted({self.rules[number].look for number in numbers})

    def has_conditions(self, group: int) -> bool:
        """Whether any rule of a group has conditions."""
        return any(self.rules[number].conditions for number in self.groups[group])


def surroundings_match(pattern: Sequence[str], word: int) -> bool:
    """Whether a pattern matches the bits of a tile's surroundings; 1 is wall. The highest bit is
    the upper left tile. The bits below it go down the left column, then down the next ones."""
    cells = (pattern[y][x] for x in range(3) for y in range(3))
    return all(
        cell == "?" or (cell == "#") == bool(word >> 8 - bit & 1) for bit, cell in enumerate(cells)
    )


def compile_rules(p: TileRules) -> Compiled:
    """The rules of a pass as tables."""
    rules = tuple(
        CompiledRule(
            p.look_number(rule.look),
            rule.weight,
            tuple(
                (side + ANY_TIME * is_lenient, p.look_number(look))
                for _, side, is_lenient, look in rule.conditions()
            ),
        )
        for rule in p.rules
    )
    groups: dict[tuple[int, ...], int] = {(): 0}
    group_of = []
    for word in range(512):
        matching = [n for n, rule in enumerate(p.rules) if surroundings_match(rule.pattern, word)]
        matching.sort(key=lambda number: rules[number].look)
        group_of.append(groups.setdefault(tuple(matching), len(groups)))
    return Compiled(rules, tuple(groups), tuple(group_of))


def _tables(sets: dict[int, Compiled]) -> Constants:
    """The tables of all different sets of rules of a dungeon; rules and groups are numbered across
    all sets. `sets` has the sets by their keys."""
    tables: dict[str, list[int]] = {
        name: []
        for name in ("GROUP_OF", "GROUP_AT", "GROUP_RULES", "ONLY_LOOK", "IS_OPEN", "RULE_LOOK",
                     "RULE_WEIGHT", "CONDITIONS_AT", "CONDITION_SIDE", "CONDITION_LOOK")
    }  # fmt: skip
    for one in sets.values():
        first_group, first_rule = len(tables["GROUP_AT"]), len(tables["RULE_LOOK"])
        tables["GROUP_OF"] += [first_group + group for group in one.group_of]
        for number, group in enumerate(one.groups):
            looks, is_open = one.looks_of(group), one.has_conditions(number)
            tables["GROUP_AT"].append(len(tables["GROUP_RULES"]))
            tables["GROUP_RULES"] += [*(first_rule + rule for rule in group), LIST_END]
            tables["IS_OPEN"].append(int(is_open))
            tables["ONLY_LOOK"].append(looks[0] if len(looks) == 1 and not is_open else 0)
        for rule in one.rules:
            tables["RULE_LOOK"].append(rule.look)
            tables["RULE_WEIGHT"].append(rule.weight)
            tables["CONDITIONS_AT"].append(len(tables["CONDITION_SIDE"]))
            for side, look in (*rule.conditions, (LIST_END, 0)):
                tables["CONDITION_SIDE"].append(side)
                tables["CONDITION_LOOK"].append(look)
    if not sets:
        return {"SETS": 0}
    keys: Constants = {"KEYS": list(sets)} if len(sets) > 1 else {}
    return {"SETS": len(sets), **keys, **tables}
