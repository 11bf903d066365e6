"""The parameters of the kind `caves`: what its section of the YAML may say."""

from __future__ import annotations

import itertools
from collections.abc import Collection
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from pygen.engine.constants import MOST_ENTRIES
from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.parameters import Constants, KindParameters
from pygen.engine.plane.automaton import rule_sums
from pygen.engine.plane.plane import MOST_BYTES, OPEN, SOLID, row_bytes
from pygen.engine.plane.rules import map_rules
from pygen.engine.sections import BrokenRule, NotEmitted, Section, refused
from pygen.kinds.caves.meanings import MEANINGS

PRESETS = {"caverns": "B5678/S45678", "halls": "B5678/S5678", "blobs": "B678/S45678"}
"""Rules by name: the majority of nine tiles, the majority of eight neighbours, and the rule of
Brogue CE."""

RULE_WORDS = "a rule such as B5678/S45678, digits ascending, or " + ", ".join(PRESETS)


def _checked_rule(text: str) -> str:
    """Reject a text that is neither a rule nor the name of one."""
    try:
        rule_sums(PRESETS.get(text, text))
    except ValueError:
        wrong = f"`{text}` is no rule of an automaton"
        raise refused(wrong, f"expected {RULE_WORDS}") from None
    return text


Rule = Annotated[str, AfterValidator(_checked_rule)]


def threshold_of(percent: int) -> int:
    """A chance in percent as a threshold: random bytes below it are hits."""
    return percent * 256 // 100


def sums_of(rule: str) -> tuple[int, int]:
    """A rule, or the name of one, as sums, as `rule_sums` gives them."""
    return rule_sums(PRESETS.get(rule, rule))


MAJORITY = sums_of("caverns")
MOST_AREAS, MOST_CHARACTERS = 8, 4


class CaveMap(MapSize):
    """The size of the map."""

    width: Annotated[int, Field(ge=8, le=240)] = Field(default=56, description="tiles across")
    height: Annotated[int, Field(ge=8, le=240)] = Field(default=32, description="tiles down")


class Rock(Section):
    """What the automaton begins with."""

    fill_chance: int = Field(
        default=45, ge=1, le=99, description="percent of the tiles that are solid at first"
    )


class Automaton(Section):
    """The cellular automaton that makes caves of it."""

    rule: Rule = Field(
        default="caverns",
        description="by how many of their 8 neighbours are solid, open tiles become solid (B) and "
        f"solid ones stay so (S): {RULE_WORDS}",
    )
    rounds: int = Field(default=3, ge=0, le=20, description="how often all tiles change")
    outside: Literal["wall", "open"] = Field(
        default="wall", description="what the edge of the map counts as while they do"
    )


class Regions(Section):
    """What becomes of caves that are not connected."""

    keep: NotEmitted[Literal["largest", "by_size", "all"]] = Field(
        default="largest",
        description="largest: only the largest cave; by_size: those of least_size tiles or more; "
        "all: all of them. What is kept is joined by tunnels",
    )
    least_size: int = Field(
        default=10,
        ge=2,
        le=MOST_ENTRIES,
        description="by_size: the fewest floor tiles of a cave that is kept",
    )


class Character(Section):
    """What some areas are like."""

    fill_chance: int = Field(
        default=45, ge=1, le=99, description="percent of its tiles that are solid at first"
    )
    rule: Rule = Field(default="caverns", description="the rule by which its tiles change")

    @property
    def fill_threshold(self) -> int:
        """The chance of a solid tile: random bytes below it are hits."""
        return threshold_of(self.fill_chance)

    @property
    def sums(self) -> tuple[int, int]:
        """The rule as sums."""
        return sums_of(self.rule)


class Areas(Section):
    """Areas of different character."""

    count: Annotated[int, Field(ge=0, le=MOST_AREAS)] = Field(
        default=0,
        description="how many areas the map has; 0: it is the same everywhere, as rock and "
        "automaton say",
    )
    characters: NotEmitted[Annotated[list[Character], Field(max_length=MOST_CHARACTERS)]] = Field(
        default=[],
        description="what the areas are like: from left to right they have these characters in "
        "turn, instead of rock.fill_chance and automaton.rule",
    )


class Stalagmites(Section):
    """Walls of one tile in open floor."""

    tries: Annotated[int, Field(ge=0, le=255)] = Field(
        default=0,
        description="how many random tiles become stalagmites, if they and the eight around them "
        "are floor",
    )


class Caves(KindParameters):
    """Caves: random rock, smoothed by a cellular automaton."""

    meanings = MEANINGS

    kind: Literal["caves"] = Field(description="caves, by a cellular automaton")
    map: CaveMap = Field(default=CaveMap(), description="the size of the map")
    rock: Rock = Field(default=Rock(), description="what the automaton begins with")
    automaton: Automaton = Field(default=Automaton(), description="how it changes")
    regions: Regions = Field(default=Regions(), description="which caves are kept")
    areas: Areas = Field(default=Areas(), description="areas of different character")
    stalagmites: Stalagmites = Field(default=Stalagmites(), description="walls of one tile")

    @property
    def fill_threshold(self) -> int:
        """The chance of a solid tile: random bytes below it are hits."""
        return threshold_of(self.rock.fill_chance)

    @property
    def edge(self) -> bool:
        """The state of the plane's edge while the automaton runs: SOLID or OPEN."""
        return OPEN if self.automaton.outside == "open" and self.automaton.rounds else SOLID

    @property
    def sums(self) -> tuple[int, int]:
        """The rule as sums, as `rule_sums` gives them."""
        return sums_of(self.automaton.rule)

    @property
    def kernel_sums(self) -> tuple[int, int]:
        """The rule after which the kernel of the automaton is made: any other than that of the
        majority, if there is one."""
        if not self.areas.count:
            return self.sums
        others = [found.sums for found in self.areas.characters if found.sums != MAJORITY]
        return others[0] if others else MAJORITY

    @property
    def cell_rows(self) -> int:
        """The rows of cells of 8 x 8 tiles."""
        return (self.map.height + 7) // 8

    @property
    def strips(self) -> list[tuple[int, int]]:
        """The strips for the areas' sites: the first byte of each in a row of the plane, and its
        bytes."""
        count = self.areas.count
        ends = [number * row_bytes(self.map.width) // max(1, count) for number in range(count + 1)]
        return [(first, end - first) for first, end in itertools.pairwise(ends)]

    @property
    def least_size(self) -> int:
        """The fewest tiles of a cave that is kept; 0 keeps only the largest cave, 1 keeps all."""
        return {"largest": 0, "by_size": self.regions.least_size, "all": 1}[self.regions.keep]

    def broken_rules(self) -> list[BrokenRule]:
        broken = map_rules(self.map, MOST_BYTES, "160 x 160")
        if self.areas.count and not self.areas.characters:
            right = "expected one or more, such as {fill_chance: 52, rule: blobs}"
            broken.append(BrokenRule(("areas", "characters"), "areas without a character", right))
        most = row_bytes(self.map.width)
        if self.areas.count > most:
            wrong = f"{self.areas.count} areas do not fit side by side into {self.map.width} tiles"
            broken.append(BrokenRule(("areas", "count"), wrong, f"expected at most {most}"))
        return broken

    @property
    def unread_constants(self) -> Collection[str]:
        if any(row.parameters.areas.count for row in self.floor_rows):
            return ()
        return [name for name in self.constants() if name.startswith("AREA_")]

    def constants(self) -> Constants:
        born, kept = self.kernel_sums
        strips, characters = self.strips or [(0, 1)], self.areas.characters or [Character()]
        return {
            "ROCK_FILL_CHANCE": self.fill_threshold,
            "RULE_BORN": born,
            "RULE_KEPT": kept,
            "OUTSIDE_BITS": 0xFF if self.edge else 0,
            "LEAST_SIZE": self.least_size,
            "DROPS_CAVES": int(self.least_size != 1),
            "JOINS_CAVES": int(self.least_size != 0),
            "AREA_FROM": [first for first, _ in strips],
            "AREA_WIDTHS": [width for _, width in strips],
            "AREA_CHARACTERS": len(characters),
            "AREA_FILLS": [character.fill_threshold for character in characters],
            "AREA_BORN": [character.sums[0] for character in characters],
            "AREA_KEPT": [character.sums[1] for character in characters],
        }
