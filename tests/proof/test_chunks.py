"""Worlds in proofs: each seed with a chunk of its own, and many chunks of one seed."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers.longest_steps import check_longest_steps
from helpers.programs import in_vice, module_of, native_of
from helpers.tools import (
    WORLDS_SPEC_FILE,
    any_compiler,
    needs_cc,
    needs_cc65,
    needs_oscar64,
    needs_vice,
)

from pygen.base.errors import UsageError
from pygen.builders.base import Builder
from pygen.builders.native import NativeBuilder, NativeRoute
from pygen.builders.python import PythonRoute
from pygen.commands.parity import Arguments, plan_parity
from pygen.commands.verify import worlds_of
from pygen.compilers import COMPILERS
from pygen.engine.random.request import Request
from pygen.engine.random.worlds import area_chunk, sample_chunk
from pygen.kinds import generate
from pygen.proof import every_seed as verify
from pygen.proof.catalogue import Place, computed, values_of
from pygen.proof.parity import compare
from pygen.spec import Spec, load_spec


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec(WORLDS_SPEC_FILE)


@needs_cc
def test_seeds_are_proven_each_in_a_chunk_of_a_sample(spec: Spec, tmp_path: Path) -> None:
    native = NativeRoute(spec, native_of(spec))
    (job,) = verify.make_jobs(native, PythonRoute(spec), "wards", range(24), tmp_path)
    assert [job.request(seed).chunk for seed in range(24)] == [sample_chunk(n) for n in range(24)]
    verify.verify([job], 1)
    assert job.is_good and job.name == "wards"


@needs_cc
def test_the_chunks_of_one_seed_are_proven_and_kept_apart_from_seeds(
    spec: Spec, tmp_path: Path
) -> None:
    native = NativeRoute(spec, native_of(spec))
    numbers = [0, 255, 256, 65535, 32768, 32767]

    def job() -> verify.SeedJob:
        python = PythonRoute(spec)
        (job,) = verify.make_jobs(native, python, "wards", numbers, tmp_path, chunks_of=4711)
        return job

    first = job()
    assert [first.request(n) for n in numbers] == [
        Request("wards", 4711, chunk=area_chunk(n)) for n in numbers
    ]
    verify.verify([first], 1)
    assert first.is_good and first.name == "wards chunks of seed 4711"
    # What was proved is known the next time, and says nothing of seeds.
    again = job()
    verify.verify([again], 1)
    assert again.known == len(numbers)
    (seeds,) = verify.make_jobs(native, PythonRoute(spec), "wards", numbers, tmp_path)
    assert seeds.journal.path != again.journal.path and seeds.digests.path != again.digests.path


class OfAnotherChunk(NativeBuilder):
    """It builds the chunk on the right of the one that is asked for."""

    def digests(self, requests: Sequence[Request]) -> bytes:
        return super().digests(
            [dataclasses.replace(one, chunk=(one.chunk[0] + 1, one.chunk[1])) for one in requests]
        )


class WrongRoute(NativeRoute):
    def open(self) -> Builder:  # type: ignore[override]
        return OfAnotherChunk(self.spec, self.library)


@needs_cc
def test_a_route_that_builds_another_chunk_is_found(spec: Spec, tmp_path: Path) -> None:
    wrong = WrongRoute(spec, native_of(spec))
    (job,) = verify.make_jobs(wrong, PythonRoute(spec), "wards", [3, 9], tmp_path, chunks_of=7)
    verify.verify([job], 1)
    assert job.wrong == [3, 9]


def test_only_worlds_have_chunks_to_prove(spec: Spec) -> None:
    more = load_spec(WORLDS_SPEC_FILE, ["dungeons.burrow={kind: walk}"])
    assert worlds_of(more, ["burrow", "wards"]) == ["wards"]
    with pytest.raises(UsageError, match="no chunks of burrow"):
        worlds_of(more, ["burrow"])


def test_golden_values_are_of_the_sample_s_chunks(spec: Spec) -> None:
    few = spec.parity.model_copy(update={"golden_seeds": [0, 4095]})
    values = computed(Place(load_spec(WORLDS_SPEC_FILE), "wards")).values
    for seed in few.seeds():
        request = Request("wards", seed, chunk=sample_chunk(seed))
        assert values[seed] == values_of(generate(spec, request))


def test_a_program_of_all_dungeons_has_no_worlds_unless_there_is_nothing_else(spec: Spec) -> None:
    more = load_spec(WORLDS_SPEC_FILE, ["dungeons.burrow={kind: walk}"])
    assert more.selection_of("undercroft").dungeons == ("burrow",)
    first = next(iter(spec.dungeons))
    assert spec.selection_of("undercroft").dungeons == (first,)


@needs_vice
def test_the_module_in_vice_has_the_chunks(spec: Spec, tmp_path: Path) -> None:
    compiler = any_compiler()
    for text, chunk in ((None, None), ("2047,1", (2047, 1))):
        given = Arguments(spec=str(WORLDS_SPEC_FILE), dungeon="wards", seeds="0,77", chunk=text)
        (job,) = plan_parity(given, [compiler], lambda _: None, tmp_path)
        wanted = [chunk or sample_chunk(seed) for seed in (0, 77)]
        assert [request.chunk for request in job.requests] == wanted
    with in_vice(module_of(spec, "wards", compiler.name)) as machine:
        for request in (spec.proof_request("wards", 77), Request("wards", 5, chunk=(2047, 1))):
            assert compare(machine, request).equal


@needs_vice
@pytest.mark.parametrize(
    "compiler",
    [pytest.param("oscar64", marks=needs_oscar64), pytest.param("cc65", marks=needs_cc65)],
)
@pytest.mark.steps
def test_no_step_of_a_chunk_takes_too_long(compiler: str) -> None:
    assert compiler in COMPILERS
    dungeons: dict[str, Any] = yaml.safe_load(WORLDS_SPEC_FILE.read_text("utf-8"))["dungeons"]
    chunks = [(3, 2047), (0, 0), (1811, 1402), (685, 653)]
    requests = [Request(name, 7, chunk=chunk) for name in dungeons for chunk in chunks]
    check_longest_steps(dungeons, compiler, requests)


@needs_cc65
def test_no_step_of_a_chunk_with_a_long_tunnel_takes_too_long() -> None:
    dungeons: dict[str, Any] = yaml.safe_load(WORLDS_SPEC_FILE.read_text("utf-8"))["dungeons"]
    check_longest_steps(dungeons, "cc65", [Request("caverns", 15945, chunk=(1351, 1421))])
