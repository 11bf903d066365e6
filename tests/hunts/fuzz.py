"""Fuzzers: hostile input for everything of Undercroft's that reads what others have written.

    python tests/fuzz.py spec --minutes 25

Each input must be accepted, or refused with a clear error: no other exception, no more than some
seconds of the processor, no more than some memory. What does otherwise is a finding: its input is
kept in a file, and `python tests/fuzz.py spec --input FILE` reads it again.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import FrameType
from typing import TYPE_CHECKING

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS.parent)]

if TYPE_CHECKING:
    from hunts.hostile.target import Target

SECONDS = 20.0
"""Of the processor, for one input; the largest valid spec takes one or two."""
NAMES = ("disk", "journal", "monitor", "option", "report", "saved", "spec")
MEMORY = 2 << 30


class Hangs(BaseException):
    """An input took too long."""


@contextlib.contextmanager
def limited(seconds: float = SECONDS) -> Iterator[None]:
    """Raise Hangs in what takes more of the processor than that."""

    def end(_signal: int, _frame: FrameType | None) -> None:
        raise Hangs(f"took more than {seconds:g} seconds")

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def targets() -> dict[str, type[Target]]:
    """All that can be fuzzed, by name. Only here is it imported: atheris wants to be first."""
    from hunts.hostile import ALL

    return {target.name: target for target in ALL}


def place_of(error: BaseException) -> str:
    """Where it was raised, by which findings are told apart."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "pygen" in frame.filename] or frames
    return f"{type(error).__name__} {Path(ours[-1].filename).name}:{ours[-1].lineno}"


def fuzz(
    target: Target,
    minutes: float,
    seed: str,
    folder: Path,
    most: int = sys.maxsize,
    seconds: float = SECONDS,
) -> dict[str, int]:
    """Try inputs for so long, at most so many; how often each place was a finding."""
    begin, spent = time.monotonic(), time.process_time()
    tried = accepted = 0
    slowest = 0.0
    findings: dict[str, int] = {}
    while tried < most and time.monotonic() < begin + 60 * minutes:
        data = target.make(Random(f"{seed}-{tried}"))
        tried += 1
        started = time.process_time()
        try:
            with limited(seconds):
                accepted += target.read(data)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            place = place_of(error)
            findings[place] = findings.get(place, 0) + 1
            if findings[place] == 1:
                folder.mkdir(parents=True, exist_ok=True)
                kept = folder / f"{target.name}-{hashlib.sha256(data).hexdigest()[:12]}"
                kept.write_bytes(data)
                print(f"FINDING {place}: {kept}", flush=True)
                traceback.print_exc(limit=-6)
        slowest = max(slowest, time.process_time() - started)
    length, spent = (time.monotonic() - begin) / 60, (time.process_time() - spent) / 60
    print(
        f"{target.name}: {tried:,} inputs in {length:.1f} minutes ({spent:.1f} of the processor), "
        f"{accepted:,} accepted; "
        f"{len(findings)} findings {findings or ''}; the slowest took {slowest:.1f} s",
        flush=True,
    )
    return findings


def fuzz_guided(name: str, minutes: float, place: Path, folder: Path) -> None:
    """The same led by coverage, by atheris, which has to be installed; it ends at a finding."""
    import atheris  # type: ignore[import-not-found, import-untyped, unused-ignore]

    with atheris.instrument_imports(include=["pygen", "yaml", "hostile"]):
        target = targets()[name](place)

    def read(data: bytes) -> None:
        with limited():
            target.read(data)

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        chance = Random(seed)
        if chance.randrange(4) == 0:
            return bytes(atheris.Mutate(data, most))
        return bytes(target.mutate(data, chance)[:most])

    folder.mkdir(parents=True, exist_ok=True)
    corpus = place / "corpus"
    corpus.mkdir()
    for number in range(100):
        (corpus / str(number)).write_bytes(target.make(Random(f"corpus {number}")))
    arguments = [
        sys.argv[0], f"-max_total_time={round(60 * minutes)}", "-max_len=100000", "-timeout=60",
        "-rss_limit_mb=4096", f"-artifact_prefix={folder}/{name}-", "-print_final_stats=1",
        str(corpus),
    ]  # fmt: skip
    atheris.Setup(arguments, read, custom_mutator=mutate)
    atheris.Fuzz()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("target", choices=NAMES)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--guided", action="store_true", help="by coverage, with atheris")
    parser.add_argument("--input", type=Path, help="read only this file")
    parser.add_argument("--findings", type=Path, default=TESTS.parent / "build" / "fuzz")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="undercroft-fuzz-") as name:
        folder = Path(name)
        if arguments.guided:
            fuzz_guided(arguments.target, arguments.minutes, folder, arguments.findings)
            return 0
        target = targets()[arguments.target](folder)
        if arguments.input:
            print("accepted" if target.read(arguments.input.read_bytes()) else "refused")
            return 0
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        found = fuzz(target, arguments.minutes, arguments.seed, arguments.findings)
        return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
