"""What the reference has built of every seed, kept as digests of blocks."""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path
from types import FrameType

import pytest
from helpers.tools import needs_cc
from helpers.verify_driver import small_spec

from pygen.base.project import PROJECT
from pygen.builders.base import Builder, digest_of
from pygen.builders.python import PythonBuilder, PythonRoute
from pygen.commands.golden import GOLDEN_FOLDER, record_every_seed
from pygen.emit.memory_regions import without_statistics
from pygen.engine.random.seeds import LAST_SEED
from pygen.proof import every_seed, planning
from pygen.proof.catalogue import GoldenFailed
from pygen.proof.digests import DigestFile
from pygen.proof.every_seed import SeedJob, make_jobs, verify
from pygen.proof.recorded_blocks import (
    BLOCKS,
    FILE_NAME,
    SEEDS_OF_BLOCK,
    RowOfReference,
    blocks,
    digest_of_block,
    record_blocks,
    recorded_blocks,
)
from pygen.spec import Spec


def test_the_blocks_are_all_seeds() -> None:
    assert [seed for block in blocks() for seed in block] == list(range(LAST_SEED + 1))
    assert len(blocks()) == BLOCKS


def kept(folder: Path, name: str, count: int = LAST_SEED + 1) -> RowOfReference:
    digests = DigestFile(folder, name, name * 16)
    digests.write({seed: digest_of(b"%d" % seed) for seed in range(count)})
    return RowOfReference(name, 1, name * 16, digests)


def test_rows_with_every_seed_are_recorded_and_others_stay_or_go(tmp_path: Path) -> None:
    file = tmp_path / FILE_NAME
    a, b = kept(tmp_path, "a"), kept(tmp_path, "b", 65535)
    assert record_blocks(file, [a, b]) == (["a 1"], ["b 1"])
    found = recorded_blocks(file, "a", 1, "a" * 16)
    first = [digest_of(b"%d" % seed) for seed in range(SEEDS_OF_BLOCK)]
    assert len(found) == BLOCKS and found[0] == digest_of_block(first)
    assert recorded_blocks(file, "a", 2, "a" * 16) == recorded_blocks(file, "b", 1, "b" * 16) == []
    # The record is for this identity only.
    assert recorded_blocks(file, "a", 1, "c" * 16) == []
    # What is not kept any more stays as long as it is valid.
    a.digests.forget()
    assert record_blocks(file, [a]) == (["a 1"], [])
    assert recorded_blocks(file, "a", 1, "a" * 16) == found
    assert record_blocks(file, [dataclasses.replace(a, identity="c" * 16)]) == ([], ["a 1"])


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[:-5],
        lambda text: text.replace('"format": 1', '"format": 2'),
        lambda text: text.replace('"digests": "', '"digests": "x'),
        lambda text: text.replace('"digests": "', '"digests": "00'),
        lambda _text: "[]",
    ],
)
def test_a_damaged_record_counts_as_empty(damage: object, tmp_path: Path) -> None:
    file = tmp_path / FILE_NAME
    record_blocks(file, [kept(tmp_path, "a")])
    file.write_text(damage(file.read_text()))  # type: ignore[operator]
    assert recorded_blocks(file, "a", 1, "a" * 16) == []


class Counting(PythonBuilder):
    """The reference, which counts its dungeons."""

    built = 0

    def digests(self, requests: object) -> bytes:
        Counting.built += len(requests)  # type: ignore[arg-type]
        return super().digests(requests)  # type: ignore[arg-type]


class CountingRoute(PythonRoute):
    def open(self) -> Builder:  # type: ignore[override]
        return Counting(self.spec)


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SeedJob:
    """The native build against the reference, done in this process."""

    def done_here(pieces: object, work: object, done: object, pool: object) -> None:
        for piece in pieces:  # type: ignore[attr-defined]
            done(piece, work(piece))  # type: ignore[operator]

    spec = without_statistics(small_spec())
    route, python = planning.native_route(spec, "burrow", tmp_path), CountingRoute(spec)
    (job,) = make_jobs(route, python, "burrow", range(2000), tmp_path / "verify")
    monkeypatch.setattr(every_seed, "run_pieces", done_here)
    monkeypatch.setattr(every_seed, "opened", lambda _key: route.open())
    monkeypatch.setattr(every_seed, "route_of", lambda key: route if key == job.keys[0] else python)
    monkeypatch.setattr(every_seed, "_references", {})
    monkeypatch.setattr(Counting, "built", 0)
    return job


def right_blocks(job: SeedJob) -> list[bytes]:
    data = job.route.open().digests([job.request(seed) for seed in blocks()[0]])
    return [digest_of(data)] + [bytes(16)] * (BLOCKS - 1)


@needs_cc
def test_python_does_not_build_what_is_recorded(job: SeedJob) -> None:
    job.blocks = right_blocks(job)
    verify([job], 1)
    # The second block is not complete.
    assert job.is_good and Counting.built == 2000 - SEEDS_OF_BLOCK
    # Its digests are kept for the next route.
    assert len(job.digests.read(range(2000))) == 2000


@needs_cc
def test_a_block_that_differs_is_built_by_python_which_decides(job: SeedJob) -> None:
    job.blocks = [bytes(16)] * BLOCKS
    verify([job], 1)
    assert job.is_good and Counting.built == 2000


@needs_cc
def test_a_wrong_dungeon_in_a_recorded_block_is_found(
    job: SeedJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    job.blocks = right_blocks(job)
    builder = job.route.open()
    real = builder.digests

    def spoiled(requests: object) -> bytes:
        data = bytearray(real(requests))  # type: ignore[arg-type]
        if len(data) == 16 * SEEDS_OF_BLOCK:
            data[16 * 77] ^= 1
        return bytes(data)

    monkeypatch.setattr(builder, "digests", spoiled)
    monkeypatch.setattr(every_seed, "opened", lambda _key: builder)
    verify([job], 1)
    assert job.wrong == [77]


def test_without_a_kept_row_nothing_is_recorded(tmp_path: Path) -> None:
    with pytest.raises(GoldenFailed, match="of no dungeon are all seeds built"):
        record_every_seed(small_spec(), tmp_path)


@pytest.mark.shipped
def test_the_shipped_record_is_of_todays_reference(shipped_spec: Spec) -> None:
    """If it is not: `invoke verify --compiler none`, then `invoke golden --every-seed`."""
    spec = shipped_spec
    rows = {row.key: row for row in planning.rows_of_reference(spec, spec.selection.dungeons)}
    assert len(rows) == 50
    file = GOLDEN_FOLDER / FILE_NAME
    recorded = [rows[key] for key in json.loads(file.read_text())["rows"]]
    assert recorded
    stale = [
        row.key
        for row in recorded
        if not recorded_blocks(file, row.dungeon, row.floor, row.identity)
    ]
    assert not stale


@pytest.mark.shipped
@pytest.mark.parametrize(("dungeon", "number"), [("crypt", 5), ("burrow", 63), ("deep", 0)])
def test_the_reference_builds_the_recorded_blocks(
    dungeon: str, number: int, shipped_spec: Spec
) -> None:
    spec = without_statistics(shipped_spec)
    identity = PythonRoute(spec).identity(dungeon)
    recorded = recorded_blocks(GOLDEN_FOLDER / FILE_NAME, dungeon, 1, identity)
    requests = [spec.proof_request(dungeon, seed) for seed in blocks()[number]]
    assert digest_of(PythonBuilder(spec).digests(requests)) == recorded[number]


@pytest.mark.shipped
@pytest.mark.parametrize("dungeon", ["crypt", "fens", "wilds"])
def test_the_identity_has_every_file_that_runs_when_the_reference_builds(
    dungeon: str, shipped_spec: Spec
) -> None:
    """Otherwise a change of it would keep what was recorded before."""
    spec = shipped_spec.replaced()
    route = PythonRoute(spec)
    seen: set[str] = set()

    def note(frame: FrameType, _event: str, _argument: object) -> None:
        seen.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        builder = route.open()
        for row in spec.dungeons[dungeon].floor_rows:
            builder.digests([spec.proof_request(dungeon, 7, row.first_floor)])
    finally:
        sys.setprofile(before)
    used = {use.name for row in spec.dungeons[dungeon].every_row() for use in row.passes}
    package = PROJECT / "pygen"
    run = {Path(name) for name in seen if name.startswith(str(package))}
    missing = {
        path.relative_to(package)
        for path in run.difference(route.sources(dungeon))
        # A pass is asked whether it has to do with a dungeon, even if it is not used.
        if path.parts[-3] != "passes" or path.parent.name in used
    }
    # How digests are made is checked with the recorded ones.
    assert missing == {Path("builders", "base.py")}
    assert len(run) > 20
