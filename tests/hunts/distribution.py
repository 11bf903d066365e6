"""Are lean mystery floors distributed as exact ones? The total variation of all figures.

    python tests/hunts/distribution.py
    python tests/hunts/distribution.py --sets 2 cross line

All lean floors of each layout are compared with so many sets of 65,536 exact floors. For comparison
the first of these sets, which has all floors that exact mode gives, is compared with the others: so
much is chance. It prints the worst figure of each, and the mean of all. Exact floors are counted
once: the counts are kept in build/distribution/, until their generator changes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(PROJECT), str(PROJECT / "tests")]

from kinds.mystery.distribution import (  # noqa: E402
    SEEDS,
    Counts,
    added,
    counts,
    library,
    spec_with,
    variations,
)

from pygen.base.project import BUILD_FOLDER  # noqa: E402
from pygen.kinds.mystery.layouts import LAYOUTS  # noqa: E402

SETS = 4


def exact_counts(layout: str, number: int) -> Counts:
    """The counts of one set of exact floors, kept in a file that is named after what built them."""
    generator = library(spec_with(layout, "exact"), number).read_bytes()
    name = f"{layout}-{number}-{sha256(generator).hexdigest()[:16]}.json"
    path = BUILD_FOLDER / "distribution" / name
    if not path.is_file():
        found = counts(layout, "exact", range(SEEDS), number)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({name: list(one.items()) for name, one in found.items()}))
    kept = json.loads(path.read_text())
    return {name: Counter(dict(map(tuple, pairs))) for name, pairs in kept.items()}


def said(found: dict[str, float]) -> str:
    """The worst figure and the mean of all, in percent."""
    name = max(found, key=lambda one: found[one])
    mean = sum(found.values()) / len(found)
    return f"{100 * found[name]:5.2f} {name:20} {100 * mean:5.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("layouts", nargs="*", help="layouts (default: all)")
    parser.add_argument(
        "--sets", type=int, default=SETS, help=f"sets of exact floors (default: {SETS})"
    )
    arguments = parser.parse_args()
    print(f"{'layout':12} {'lean':32} {'chance':32}")
    for layout in arguments.layouts or LAYOUTS:
        lean = counts(layout, "lean", range(SEEDS))
        exact = [exact_counts(layout, number) for number in range(arguments.sets)]
        found = said(variations(added(exact), lean))
        chance = said(variations(added(exact[1:]), exact[0])) if len(exact) > 1 else ""
        print(f"{layout:12} {found} {chance}", flush=True)


if __name__ == "__main__":
    main()
