"""Do the proven dungeons reach all that a spec can reach? Each branch of each kind and pass, and
each parameter at its ends, ten times.

    python tests/hunts/coverage
    python tests/hunts/coverage --part kinds/walk

The reference's generators are instrumented, and build the first dungeons of each row of
`generator.yaml` and of the specs in `tests/specs`. Each dungeon is compared with that of the native
build; only those that are equal count. What none or fewer than ten of them reach is printed, unless
`unreachable.txt` beside this file gives the reason why no spec can reach it.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(PROJECT), str(PROJECT / "tests")]

from hunts.coverage import recording  # noqa: E402

recording.install()

from hunts.coverage.reaching import UNREACHABLE, reach_of, reasons  # noqa: E402
from hunts.coverage.report import report  # noqa: E402

SPECS = [PROJECT / "generator.yaml", *sorted((PROJECT / "tests" / "specs").rglob("*.yaml"))]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("specs", nargs="*", type=Path, help="default: generator.yaml, tests/specs")
    parser.add_argument("--seeds", type=int, default=24, help="of each row (default: 24)")
    parser.add_argument("--most", type=int, default=600, help="of rows with rare branches (600)")
    parser.add_argument("--part", default="", help="report only this, such as kinds/walk")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time")
    given = parser.parse_args()
    reach = reach_of(given.specs or SPECS, given.seeds, given.most, given.jobs)
    known = reasons(UNREACHABLE.read_text(encoding="utf-8"))
    lines, findings = report(reach, known, given.part)
    print("\n".join(lines))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
