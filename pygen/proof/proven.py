"""What is proven with today's bytes, by the journals of `verify`, and what the rest would take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pygen.proof.every_seed import SeedJob, rate_of


@dataclass(frozen=True)
class Proven:
    """What is proven of a row of a dungeon on one route: `proven` of `seeds` seeds, in `seconds` of
    processor time.

    `left` is the processor time in seconds for the other seeds, at the speed of the last run; None
    if there was none yet. `against` is the route that it is compared with, and `reference` the
    identity of that route.
    """

    dungeon: str
    floor: int
    floors: str
    route: str
    against: str
    is_sample: bool
    seeds: int
    proven: int
    seconds: float
    left: float | None
    reference: str

    @property
    def name(self) -> str:
        """The dungeon with the row's floors, such as `deep floors 4-9`."""
        return f"{self.dungeon} {self.floors}".rstrip()


def proven(jobs: Iterable[SeedJob]) -> list[Proven]:
    """What the journals say of each job."""
    return [_proven(job) for job in jobs]


def _proven(job: SeedJob) -> Proven:
    known = len(job.journal.done().intersection(job.seeds))
    rate = rate_of([job]) or job.journal.earlier_rate()
    unproven = len(job.seeds) - known
    left = 0.0 if not unproven else unproven / rate if rate else None
    seconds = sum(entry.seconds for entry in job.journal.entries)
    return Proven(
        job.dungeon, job.floor, job.floors, job.route.name, job.against.name, job.is_sample,
        len(job.seeds), known, seconds, left, job.keys[1],
    )  # fmt: skip


def total_left(rows: Sequence[Proven]) -> tuple[float, int]:
    """The processor time in seconds that the unproven seeds take, and the number of rows for which
    it is not known."""
    times = [row.left for row in rows]
    return sum(time for time in times if time is not None), times.count(None)
