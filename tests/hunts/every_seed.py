"""Judge every seed of every dungeon: `python tests/hunts/every_seed.py [dungeon ...]`.

Not a test of the suite, as all seeds of a dungeon take up to an hour; `--sample N` takes fewer. The
dungeons of each name, and of each row of its floors, are built by the reference and judged by
`invariants.py` after its kind and after each of its passes. It prints figures, and ends with status
1 if any dungeon breaks an invariant.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from helpers import invariants  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.progress import track  # noqa: E402

from pygen.kinds import generate  # noqa: E402
from pygen.proof.journal import parts, spread  # noqa: E402
from pygen.spec import load_spec  # noqa: E402

SPEC_FILE = ROOT / "generator.yaml"
SEEDS = 65536
SEEDS_AT_ONCE = 128

Figures = dict[str, Counter[Any]]


class Work(NamedTuple):
    """Dungeons to judge: a floor (1..256) of each of these seeds."""

    dungeon: str
    floor: int
    seeds: list[int]


def judge(work: Work) -> tuple[Figures, set[bytes], list[str]]:
    """Build and judge the dungeons of some seeds; figures, maps' hashes, and what is wrong."""
    spec = load_spec(SPEC_FILE)
    figures: Figures = {"total": Counter(), "rooms": Counter(), "status": Counter()}
    draws: Counter[object] = Counter()
    maps: set[bytes] = set()
    wrong = []
    for seed in work.seeds:
        request = spec.proof_request(work.dungeon, seed, work.floor)
        generation = generate(spec, request)
        regions = generation.region_bytes()
        try:
            invariants.check_stages(spec, request)
        except AssertionError as reason:
            wrong.append(f"{work.dungeon}, floor {work.floor}, seed {seed}: {reason}")
        maps.add(sha256(regions["map"]).digest())
        summary = generation.summary_values()
        figures["rooms"][summary.get("rooms", 0)] += 1
        figures["status"][summary["status"]] += 1
        draws[summary["draws"]] += 1
        for key, value in summary.items():
            if key.startswith("corridors_") or key in ("secret_rooms", "treasures"):
                figures["total"][key] += value
    figures["draws"] = draws
    return figures, maps, wrong


def judge_all(dungeon: str, floor: int, name: str, seeds: list[int], console: Console) -> bool:
    """Judge a floor of a dungeon, print its figures, and say whether all is right."""
    figures: Figures = {}
    maps: set[bytes] = set()
    wrong: list[str] = []
    work = [Work(dungeon, floor, some) for some in parts(seeds, SEEDS_AT_ONCE)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(judge, work)
        for found, hashes, reasons in track(results, name, len(work), console=console):
            for key, counts in found.items():
                figures.setdefault(key, Counter()).update(counts)
            maps |= hashes
            wrong += reasons
    console.print(f"{name}: {len(seeds)} seeds, {len(wrong)} break an invariant")
    for reason in wrong[:10]:
        console.print(f"  {reason}")
    draws = sorted(figures["draws"])
    mean = sum(n * count for n, count in figures["draws"].items()) / len(seeds)
    console.print(f"  distinct maps {len(maps)}")
    console.print(f"  random numbers drawn {draws[0]} to {draws[-1]}, {mean:.1f} on average")
    console.print(f"  rooms {dict(sorted(figures['rooms'].items()))}")
    console.print(f"  status {dict(figures['status'])}")
    for key, count in figures["total"].items():
        if count:
            console.print(f"  {key} {count}")
    return not wrong


def main(arguments: list[str]) -> int:
    """Judge the dungeons that the arguments name; 1 if any of them breaks an invariant, else 0."""
    spec = load_spec(SPEC_FILE)
    parser = argparse.ArgumentParser(description="Judge the dungeons of every seed.")
    parser.add_argument("dungeons", nargs="*", metavar="dungeon", help="default: all of the spec")
    parser.add_argument(
        "--sample", type=int, default=SEEDS, metavar="N", help="this many seeds, evenly spread"
    )
    given = parser.parse_args(arguments)
    unknown = sorted(set(given.dungeons) - set(spec.dungeons))
    if unknown:
        parser.error(f"no dungeon is called {unknown[0]}; there are {', '.join(spec.dungeons)}")
    if given.sample < 1:
        parser.error("--sample must be at least 1")
    seeds = spread(given.sample)
    right = [
        judge_all(dungeon, row.first_floor, f"{dungeon} {row.name}".strip(), seeds, Console())
        for dungeon in given.dungeons or spec.dungeons
        for row in spec.dungeons[dungeon].floor_rows
    ]
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
