"""Play every seed of the dungeons with locks: `python tests/hunts/locks.py [dungeon ...]`.

The dungeons are built by the C on this machine. The judge of the pass `locks` takes keys and opens
doors: the player must get everywhere, and not without any of the keys. It prints how many doors
there are, and how many dungeons have all keys behind two other doors or more. Not a test of the
suite, as a dungeon takes some minutes; `--sample N` takes fewer seeds. The status is 1 if anything
is wrong.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from helpers.plan import Plan, read  # noqa: E402
from helpers.tools import SHIPPED_SPEC_FILE  # noqa: E402
from passes.locks.material import KEY, START, locks_of, played  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.progress import track  # noqa: E402

from pygen.builders.native import NativeBuilder, build_native  # noqa: E402
from pygen.emit.memory_regions import compared_regions, split_regions  # noqa: E402
from pygen.proof.journal import parts, spread  # noqa: E402
from pygen.spec import Spec, load_spec  # noqa: E402

SEEDS = 65536
SEEDS_AT_ONCE = 512
FAR = 2
"""Doors on the way to a key that is far."""


class Work(NamedTuple):
    """Dungeons to play: a floor (1..256) of each of these seeds, in a native library."""

    spec_file: Path
    library: Path
    dungeon: str
    floor: int
    seeds: list[int]


@cache
def opened(spec_file: Path, library: Path) -> tuple[Spec, NativeBuilder]:
    spec = load_spec(spec_file)
    return spec, NativeBuilder(spec, library)


def doors_to(plan: Plan, ground: int, doors: int, start: int) -> dict[int, int]:
    """How many doors there are, at least, on the way from the start to each tile (as its bit's
    number), for the tiles of the entities."""
    wanted = {plan.bit(x, y) for _, x, y in plan.entities}
    found: dict[int, int] = {}
    reached, count = plan.flood(start, ground & ~doors | start), 0
    while True:
        for tile in wanted - found.keys():
            if tile & reached:
                found[tile] = count
        passed = plan.beside(reached) & doors & ~reached
        if not passed:
            return found
        count += 1
        for tile in wanted - found.keys():
            if tile & passed:
                found[tile] = count
        reached = plan.flood(reached | passed, ground & ~doors | reached | passed)


def wrong_with(spec: Spec, plan: Plan, ground: int) -> str:
    """What is wrong with the locks of a dungeon; nothing if all is well."""
    locks = locks_of(plan)
    every = plan.flood(plan.bit(*plan.up), ground)
    if played(plan, ground, locks) != every:
        return "the player cannot get everywhere"
    for _, *place in plan.entities:
        if not every & plan.bit(place[0], place[1]):
            return "an entity cannot be reached"
    if not every & plan.of(spec.codes["down_stairs"]):
        return "the down stairs cannot be reached"
    for door, key in locks:
        rest = every & ~played(plan, ground, locks, [key]) & ~plan.bit(*door)
        if not rest:
            return f"the door at {door} is not needed"
        if played(plan, ground, locks, [key], diagonal=True) & rest:
            return f"there is a way past the door at {door}"
    return ""


def judge(work: Work) -> tuple[Counter[str], list[str]]:
    """Build and play the dungeons of some seeds; figures, and what is wrong."""
    spec, builder = opened(work.spec_file, work.library)
    requests = [spec.proof_request(work.dungeon, seed, work.floor) for seed in work.seeds]
    data, regions = builder.build_many(requests), compared_regions(spec, work.dungeon)
    length = len(data) // len(requests)
    walkable = [t.code for t in spec.tiles.values() if t.walkable and not t.secret]
    figures: Counter[str] = Counter()
    wrong = []
    for at, request in enumerate(requests):
        one = split_regions(regions, data[at * length : (at + 1) * length])
        plan, _, _ = read(spec, work.dungeon, one)
        ground = plan.of(*walkable)
        try:
            reason = wrong_with(spec, plan, ground)
        except AssertionError as error:
            reason = str(error)
        if reason:
            wrong.append(f"{work.dungeon}, floor {work.floor}, seed {request.seed}: {reason}")
        keys = [plan.bit(x, y) for kind, x, y in plan.entities if kind == KEY]
        starts = [(x, y) for kind, x, y in plan.entities if kind == START] or [plan.up]
        doors = plan.of(spec.codes["door"])
        far = doors_to(plan, ground, doors, plan.bit(*starts[-1]))
        figures["locks"] += len(keys)
        figures[f"dungeons with {len(keys)} locks"] += 1
        figures[f"keys {FAR} doors away or farther"] += sum(far.get(key, 0) >= FAR for key in keys)
        figures[f"dungeons with all keys {FAR} doors away or farther"] += all(
            far.get(key, 0) >= FAR for key in keys
        )
        figures["dungeons with a bit of the status"] += plan.status != 0
    return figures, wrong


def main(arguments: list[str]) -> int:
    """Play the dungeons that the arguments name; 1 if anything is wrong with any, else 0."""
    parser = argparse.ArgumentParser(description="Play every seed of the dungeons with locks.")
    parser.add_argument("dungeons", nargs="*", metavar="dungeon", help="default: all with locks")
    parser.add_argument("--spec", type=Path, default=SHIPPED_SPEC_FILE, metavar="FILE")
    parser.add_argument(
        "--sample", type=int, default=SEEDS, metavar="N", help="this many seeds, evenly spread"
    )
    given = parser.parse_args(arguments)
    spec, console = load_spec(given.spec), Console()
    known = [
        name for name, dungeon in spec.dungeons.items()
        if any(use.name == "locks" for use in dungeon.passes)
    ]  # fmt: skip
    unknown = sorted(set(given.dungeons) - set(known))
    if unknown:
        parser.error(f"no dungeon with locks is called {unknown[0]}; there are {', '.join(known)}")
    if not known:
        parser.error(f"no dungeon of {given.spec} has locks")
    library, right = build_native(spec), True
    for name in given.dungeons or known:
        for row in spec.dungeons[name].floor_rows:
            figures: Counter[str] = Counter()
            wrong: list[str] = []
            floor, seeds = row.first_floor, spread(given.sample)
            work = [
                Work(given.spec, library, name, floor, some) for some in parts(seeds, SEEDS_AT_ONCE)
            ]
            with ProcessPoolExecutor(os.cpu_count()) as pool:
                results = pool.map(judge, work)
                for some, reasons in track(results, name, len(work), console=console):
                    figures.update(some)
                    wrong += reasons
            title = f"{name} {row.name}".strip()
            console.print(f"{title}: {len(seeds)} seeds, {len(wrong)} with anything wrong")
            for reason in wrong[:10]:
                console.print(f"  {reason}")
            for what, count in sorted(figures.items()):
                console.print(f"  {what} {count}")
            right &= not wrong
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
