"""The parameters of the kind `caves`: what its section of the YAML may say."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from pygen.engine.constants import MOST_ENTRIES
from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.parameters import Constants, KindParameters
from pygen.engine.plane.automaton import rule_sums
from pygen.engine.plane.plane import MOST_BYTES, OPEN, SOLID
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


class Caves(KindParameters):
    """Caves: random rock, smoothed by a cellular automaton."""

    meanings = MEANINGS

    kind: Literal["caves"] = Field(description="caves, by a cellular automaton")
    map: CaveMap = Field(default=CaveMap(), description="the size of the map")
    rock: Rock = Field(default=Rock(), description="what the automaton begins with")
    automaton: Automaton = Field(default=Automaton(), description="how it changes")
    regions: Regions = Field(default=Regions(), description="which caves are kept")

    @property
    def fill_threshold(self) -> int:
        """The chance of a solid tile: random bytes below it are hits."""
        return self.rock.fill_chance * 256 // 100

    @property
    def edge(self) -> bool:
        """The state of the plane's edge while the automaton runs: SOLID or OPEN."""
        return OPEN if self.automaton.outside == "open" and self.automaton.rounds else SOLID

    @property
    def sums(self) -> tuple[int, int]:
        """The rule as sums, as `rule_sums` gives them."""
        return rule_sums(PRESETS.get(self.automaton.rule, self.automaton.rule))

    @property
    def least_size(self) -> int:
        """The fewest tiles of a cave that is kept; 0 keeps only the largest cave, 1 keeps all."""
        return {"largest": 0, "by_size": self.regions.least_size, "all": 1}[self.regions.keep]

    def broken_rules(self) -> list[BrokenRule]:
        return map_rules(self.map, MOST_BYTES, "160 x 160")

    def constants(self) -> Constants:
        born, kept = self.sums
        return {
            "ROCK_FILL_CHANCE": self.fill_threshold,
            "RULE_BORN": born,
            "RULE_KEPT": kept,
            "OUTSIDE_BITS": 0xFF if self.edge else 0,
            "LEAST_SIZE": self.least_size,
            "DROPS_CAVES": int(self.least_size != 1),
            "JOINS_CAVES": int(self.least_size != 0),
        }
