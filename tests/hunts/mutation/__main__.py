"""Does the proof notice an error? The project is changed in one place at a time.

    python tests/hunts/mutation --count 300
    python tests/hunts/mutation --below c64src/kinds/caves
    python tests/hunts/mutation --scheduler tcp://server:8786

A mutant is a constant, an operator or an instruction that was replaced in the C or assembly of the
dungeons and of the program, or in the Python of `pygen/compilers` and `pygen/proof`. C of the
dungeons is built natively for several specs, assembly into modules for the simulator, and both are
compared with the original. Who is not found out by that, and all others, have to pass the tests of
what was changed. Who survives all of it is printed: either it cannot be told from the original
(`equivalent.txt` beside this file lists such mutants, with the reason), or a test is missing.

With `--scheduler` the workers of a Dask cluster judge (docs/scale.md). What is printed is the same.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import signal
import sys
import time
from collections import Counter, defaultdict, deque
from collections.abc import Collection, Sequence
from functools import partial
from itertools import takewhile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(PROJECT), str(PROJECT / "tests")]

from hunts.mutation.court_process import Piece, facts_of_judges, judged  # noqa: E402
from hunts.mutation.judging import UNSEEN, UNSURE  # noqa: E402
from hunts.mutation.mutants import (  # noqa: E402
    EQUIVALENT,
    FOLDERS,
    LEFT_OUT,
    SHARES,
    Mutant,
    all_mutants,
    choose,
    equivalents,
    stale,
)

from pygen.base.errors import UserError  # noqa: E402
from pygen.base.files import source_files  # noqa: E402
from pygen.builders.cluster import Cluster  # noqa: E402
from pygen.builders.runner import Threads, run_pieces  # noqa: E402
from pygen.console.arguments import jobs  # noqa: E402
from pygen.console.cluster import ATTEMPTS, RULES, SCHEDULER, workers_of  # noqa: E402
from pygen.console.options import TaskArguments  # noqa: E402

LISTED = "equivalent: listed with its reason"
WRONG = "WRONGLY CALLED EQUIVALENT"


class Journal:
    """The verdicts of earlier runs on the same sources, so that a run can be taken up again."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.verdicts: dict[str, str] = {}
        head = json.dumps({"sources": sources_hash()})
        lines = path.read_text().splitlines() if path and path.exists() else []
        if lines[:1] == [head]:
            for line in lines[1:]:
                self.verdicts.update(json.loads(line))
        elif path:
            path.write_text(head + "\n")

    def note(self, mutant: Mutant, verdict: str) -> None:
        self.verdicts[mutant.key] = verdict
        if self.path:
            with self.path.open("a") as file:
                file.write(json.dumps({mutant.key: verdict}) + "\n")


def sources_hash() -> str:
    """A hash of all that is mutated."""
    state = hashlib.sha256()
    for folder, endings in FOLDERS.items():
        for path in source_files(PROJECT / folder, *(f"*{ending}" for ending in endings)):
            name = path.relative_to(PROJECT).as_posix()
            if name.startswith(LEFT_OUT):
                continue
            state.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return state.hexdigest()


def run(
    chosen: list[Mutant],
    journal: Journal,
    known: Collection[str],
    workers: int | Cluster,
    ends: float,
    is_quick: bool = False,
) -> None:
    """Judge mutants until the time `ends`, and note the verdicts. Of those `known` as equivalent,
    and with `is_quick` of all, only the first comparison is made.

    The verdicts arrive in any order, and are told in the order of the mutants.
    """
    found: dict[Mutant, str] = {}
    untold = deque(chosen)

    def done(piece: Piece, verdict: str) -> Sequence[Piece]:
        mutant = piece.mutant
        if mutant.key in known:
            verdict = f"{WRONG}: {verdict}" if verdict not in ("", UNSEEN) else LISTED
        journal.note(mutant, verdict)
        found[mutant] = verdict
        while untold and untold[0] in found:
            tell(untold[0], found[untold.popleft()], len(chosen) - len(untold))
        return ()

    facts = facts_of_judges()
    pieces = (
        Piece(mutant, is_quick or mutant.key in known, facts)
        for mutant in takewhile(lambda _: time.time() < ends, chosen)
    )
    pool = Threads({}, workers) if isinstance(workers, int) else workers.pool({})
    run_pieces(pieces, judged, done, pool)
    if untold:
        print(f"{len(untold)} are left: the time is over", flush=True)


def tell(mutant: Mutant, verdict: str, number: int) -> None:
    """Print the verdict of a mutant, the run's `number`th, if it is a finding."""
    if not verdict or verdict.startswith((WRONG, UNSURE)):
        print(f"{verdict or 'SURVIVES'} {mutant}\n  key: {mutant.key}", flush=True)
    if number % 25 == 0:
        print(f"{number} judged", flush=True)


def report(chosen: list[Mutant], journal: Journal) -> int:
    """Print how the mutants were found out, part by part; the number of findings."""
    ways: dict[str, Counter[str]] = defaultdict(Counter)
    for mutant in chosen:
        if mutant.key in journal.verdicts:
            way = journal.verdicts[mutant.key]
            way = way.split(": ")[0] if way.startswith(("tests", WRONG, UNSURE)) else way
            ways[mutant.part][way or "survived"] += 1
    findings = 0
    for part, found in ways.items():
        print(f"{part}: {found.total()} mutants")
        for way, number in found.most_common():
            print(f"{number:6}  {way}")
        findings += found["survived"] + found[WRONG] + found[UNSURE]
    print(f"{findings} findings")
    return findings


JOBS = jobs("mutants")


class Workers(TaskArguments):
    """The arguments that say who judges."""

    jobs = JOBS
    scheduler = SCHEDULER
    attempts = ATTEMPTS
    rules = RULES


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--count", type=int, default=300, help="how many mutants (default: 300)")
    parser.add_argument("--seed", type=int, default=1, help="which of them (default: 1)")
    parser.add_argument("--part", choices=SHARES, help="only those of this part")
    parser.add_argument("--below", default="", help="only those of paths that begin so")
    parser.add_argument("--journal", type=Path, help="keep verdicts here, and go on where it ends")
    parser.add_argument("--again", action="store_true", help="only survivors of the journal")
    parser.add_argument("--quick", action="store_true", help="only compare a few seeds")
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no more after these")
    parser.add_argument("--jobs", type=int, help=JOBS.words)
    parser.add_argument("--scheduler", help=SCHEDULER.words)
    parser.add_argument("--attempts", help=ATTEMPTS.words)
    arguments = parser.parse_args()
    given = Workers(jobs=arguments.jobs, scheduler=arguments.scheduler, attempts=arguments.attempts)
    given.validate()
    workers = workers_of(given.jobs, given.scheduler, given.attempts)
    if isinstance(workers, Cluster):
        workers.with_tests = True
        # What is printed is the same with any workers.
        workers.warn = partial(print, file=sys.stderr, flush=True)
    # A process that is told to end must clean up, as one that is interrupted does.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    ends = time.time() + 60 * arguments.minutes
    mutants = all_mutants(PROJECT)
    text = EQUIVALENT.read_text()
    if wrong := stale(text, mutants):
        print("\n".join(wrong))
        return 1
    journal = Journal(arguments.journal)
    possible = [
        mutant
        for mutant in mutants
        if mutant.part == (arguments.part or mutant.part)
        and mutant.file.startswith(arguments.below)
    ]
    chosen = choose(possible, arguments.count, arguments.seed)
    todo = [mutant for mutant in chosen if mutant.key not in journal.verdicts]
    if arguments.again:
        todo = chosen = [mutant for mutant in mutants if journal.verdicts.get(mutant.key) == ""]
    print(f"{len(chosen)} of {len(possible)} mutants, {len(todo)} to be judged", flush=True)
    run(todo, journal, equivalents(text), workers, ends, arguments.quick)
    return 1 if report(chosen, journal) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except UserError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
