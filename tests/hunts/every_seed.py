"""Judge every seed of every dungeon: `python tests/hunts/every_seed.py [dungeon ...]`.

Not a test of the suite, as it takes some ten minutes on two processors: all 65,536 dungeons of
each name are built by the reference and judged by `invariants.py`. It prints the figures that the
README shows, and ends with status 1 if any dungeon breaks an invariant.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from helpers import invariants  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.progress import track  # noqa: E402

from pygen.kinds import generate  # noqa: E402
from pygen.spec import load_spec  # noqa: E402

SEEDS = 65536
CHUNK = 512

Figures = dict[str, Counter[object]]


def judge(work: tuple[str, int]) -> tuple[Figures, set[bytes], list[str]]:
    """Build and judge the dungeons of CHUNK seeds; figures, maps' hashes, and what is wrong."""
    dungeon, first = work
    spec = load_spec(ROOT / "generator.yaml")
    figures: Figures = {"total": Counter(), "rooms": Counter(), "status": Counter()}
    draws: Counter[object] = Counter()
    maps: set[bytes] = set()
    wrong = []
    for seed in range(first, first + CHUNK):
        generation = generate(spec, spec.proof_request(dungeon, seed))
        regions = generation.region_bytes()
        try:
            invariants.check_stages(spec, spec.proof_request(dungeon, seed))
        except AssertionError as reason:
            wrong.append(f"{dungeon}, seed {seed}: {reason}")
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


def main(dungeons: list[str], console: Console) -> int:
    """Judge all seeds of the dungeons; 1 if any of them breaks an invariant, else 0."""
    failed = 0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for dungeon in dungeons:
            figures: Figures = {}
            maps: set[bytes] = set()
            wrong: list[str] = []
            work = [(dungeon, first) for first in range(0, SEEDS, CHUNK)]
            chunks = pool.map(judge, work)
            for found, hashes, reasons in track(chunks, dungeon, len(work), console=console):
                for name, counts in found.items():
                    figures.setdefault(name, Counter()).update(counts)
                maps |= hashes
                wrong += reasons
            failed += bool(wrong)
            console.print(f"{dungeon}: {SEEDS} seeds, {len(wrong)} break an invariant")
            for reason in wrong[:10]:
                console.print(f"  {reason}")
            draws = sorted(figures["draws"])  # type: ignore[type-var]
            mean = sum(n * count for n, count in figures["draws"].items()) / SEEDS  # type: ignore[operator]
            console.print(f"  distinct maps {len(maps)}")
            console.print(
                f"  random numbers drawn {draws[0]} to {draws[-1]}, {mean:.1f} on average"
            )
            console.print(f"  rooms {dict(sorted(figures['rooms'].items()))}")  # type: ignore[type-var]
            console.print(f"  status {dict(figures['status'])}")
            for name, count in figures["total"].items():
                if count:
                    console.print(f"  {name} {count}")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(load_spec(ROOT / "generator.yaml").dungeons), Console()))
