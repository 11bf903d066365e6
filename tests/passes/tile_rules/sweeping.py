"""A matcher of rules that sweeps, for comparison with that of the pass.

    python tests/passes/tile_rules/sweeping.py --maps 1000

It is the one that the rules come from, as it is described: each sweep looks at all undecided tiles,
and gives those their look that have only one left. A sweep that has given none is followed by a
choice: the undecided tile with the fewest possible looks among those that have any gets one of
them by weights; if none has any, a tile chosen at random gets the last resort. Where outside the
map is, and what east is, is as in the pass.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

PROJECT = Path(__file__).resolve().parents[3]
if __name__ == "__main__":
    sys.path[:0] = [str(PROJECT), str(PROJECT / "tests")]

import yaml  # noqa: E402

from pygen.engine.dungeon.generation import Generation  # noqa: E402
from pygen.engine.plane.plane import Plane, read_plane_as_seen  # noqa: E402
from pygen.engine.random.request import Request  # noqa: E402
from pygen.kinds import generate  # noqa: E402
from pygen.passes.tile_rules import deciding, rules  # noqa: E402
from pygen.passes.tile_rules.parameters import TileRules  # noqa: E402
from pygen.spec import load_spec  # noqa: E402

Tile = tuple[int, int]


@dataclass
class Result:
    """What was done with a map: the looks by tile (0 for none), how often the rules of an undecided
    tile were looked at, and the tiles for which no look was possible at last."""

    looks: dict[Tile, int] = field(default_factory=dict)
    visits: int = 0
    stuck: set[Tile] = field(default_factory=set)


class Sweeping:
    """The looks of a map, on their way."""

    def __init__(self, p: TileRules, plane: Plane, chance: random.Random) -> None:
        self.p, self.plane, self.chance = p, plane, chance
        self.result = Result()
        self.undecided: dict[Tile, int] = {}

    def group(self, x: int, y: int) -> int:
        """The group of rules that match a tile."""
        word = 0
        for column in (x - 1, x, x + 1):
            for row in (y - 1, y, y + 1):
                inside = 0 <= column < self.plane.width and 0 <= row < self.plane.height
                word = 2 * word + (self.plane.solid[row] >> column & 1 if inside else 1)
        return self.p.compiled.group_of[word]

    def allowed(self, at: Tile) -> list[int]:
        """The rules that are allowed for an undecided tile."""
        self.result.visits += 1
        compiled, found = self.p.compiled, []
        for number in compiled.groups[self.undecided[at]]:
            conditions = compiled.rules[number].conditions
            if not conditions or any(self.holds(at, *one) for one in conditions):
                found.append(number)
        return found

    def holds(self, at: Tile, side: int, look: int) -> bool:
        i, j = ((0, -1), (1, 0), (0, 1), (-1, 0))[side & 3]
        beside = at[0] + i, at[1] + j
        return (side >= 4 and beside in self.undecided) or self.result.looks.get(beside) == look

    def pick(self, allowed: list[int]) -> int:
        every = self.p.compiled.rules
        weights = [every[number].weight for number in allowed]
        return every[self.chance.choices(allowed, weights)[0]].look

    def decide(self, at: Tile, look: int) -> None:
        del self.undecided[at]
        self.result.looks[at] = look

    def looks_of(self, allowed: list[int]) -> set[int]:
        return {self.p.compiled.rules[number].look for number in allowed}

    def run(self) -> Result:
        compiled = self.p.compiled
        resort = self.p.look_number(self.p.last_resort)
        for y in range(self.plane.height):
            for x in range(self.plane.width):
                group = self.group(x, y)
                if compiled.has_conditions(group):
                    self.undecided[x, y] = group
                else:
                    of_group = list(compiled.groups[group])
                    self.result.looks[x, y] = self.pick(of_group) if of_group else resort
        while self.undecided:
            possible = {}
            has_changed = False
            for at in list(self.undecided):
                allowed = self.allowed(at)
                looks = self.looks_of(allowed)
                if len(looks) == 1:
                    self.decide(at, looks.pop())
                    has_changed = True
                elif looks:
                    possible[at] = allowed
            if has_changed:
                continue
            if possible:
                at = min(possible, key=lambda at: len(self.looks_of(possible[at])))
                self.decide(at, self.pick(possible[at]))
            else:
                at = self.chance.choice(list(self.undecided))
                self.result.stuck.add(at)
                self.decide(at, resort)
        return self.result


def planes_of(g: Generation[Any]) -> Plane:
    """The walls of a map, as the pass sees them."""
    plane = Plane(g)
    for _ in read_plane_as_seen(plane):
        pass
    return plane


def sweep(g: Generation[Any], p: TileRules, seed: int) -> Result:
    """Let rules give looks to a finished map, whose own are not looked at."""
    return Sweeping(p, planes_of(g), random.Random(seed)).run()


def by_the_pass(g: Generation[Any], p: TileRules, seed: int) -> Result:
    """The same by the pass, on the same map."""
    result = Result()
    possible, choose = deciding.find_possible, deciding.choose_look

    def find_possible(d: deciding.Deciding, x: int, y: int) -> list[int]:
        result.visits += 1
        return possible(d, x, y)

    def choose_look(d: deciding.Deciding, x: int, y: int, allowed: list[int]) -> None:
        if not allowed:
            result.stuck.add((x, y))
        choose(d, x, y, allowed)

    with (
        patch.object(deciding, "find_possible", find_possible),
        patch.object(rules, "find_possible", find_possible),
        patch.object(rules, "choose_look", choose_look),
    ):
        g.random.seed(g.blueprint.random, 1 + seed)
        for y in range(g.tiles.height):
            for x in range(g.tiles.width):
                g.looks.set(x, y, 0)
        for _ in rules.follow_rules(g, p, planes_of(g)):
            pass
    for y in range(g.tiles.height):
        for x in range(g.tiles.width):
            look = g.looks.get(x, y)
            result.looks[x, y] = look - p.first_look + 1 if look else 0
    return result


def main() -> int:
    from helpers.kinds import data_with  # only where the paths are set

    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--maps", type=int, default=100, help="how many (default: 100)")
    maps = parser.parse_args().maps
    page = (PROJECT / "docs" / "passes" / "tile_rules.md").read_text()
    rules = page.partition("## Rules")[2].split("```yaml")[1].split("```")[0]
    passes = yaml.safe_load(rules)["passes"]
    size = {"width": 56, "height": 32}
    data = data_with({"grotto": {"kind": "caves", "map": size, "passes": passes}})
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "spec.yaml"
        file.write_text(yaml.safe_dump(data))
        spec = load_spec(file, ["program.dungeons=[grotto]"])
    p = spec.dungeons["grotto"].passes[0]
    assert isinstance(p, TileRules)
    for name, work in (("pass", by_the_pass), ("sweeping", sweep)):
        visits, stuck, milliseconds, looks = [], [], [], Counter[str]()
        for seed in range(maps):
            g = generate(spec, Request("grotto", seed))
            begin = time.process_time()
            result = work(g, p, seed)
            milliseconds.append(1000 * (time.process_time() - begin))
            visits.append(result.visits)
            stuck.append(len(result.stuck))
            looks.update([None, *p.looks][look] or "none" for look in result.looks.values())
        print(f"{name}: rules looked at {statistics.median(visits)} times (median), ", end="")
        print(f"{max(visits)} at most; {sum(stuck)} tiles without a possible look; ", end="")
        print(f"{statistics.median(milliseconds):.1f} ms")
        every = sum(looks.values())
        print("  " + ", ".join(f"{look} {100 * n / every:.1f} %" for look, n in looks.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
