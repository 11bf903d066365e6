"""verify: what it compares, what it remembers, and what it survives."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import itertools
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from helpers import tasks
from helpers.processes import is_running, wait_until
from helpers.programs import claiming, module_of, with_code
from helpers.small_disk import small_disk
from helpers.tools import (
    FLOORS_SPEC_FILE,
    SPEC_FILE,
    any_compiler,
    compiler_or_skip,
    needs_cc,
    needs_proc,
    needs_vice,
    simulator_library,
)
from helpers.verify_driver import small_spec
from rich.console import Console

from pygen.base.errors import CompileFailed, ParityFailed, ToolMissing, UserError
from pygen.base.project import PROJECT
from pygen.base.version import version
from pygen.builders.base import DIGEST_BYTES, Builder, Built, Route
from pygen.builders.module import ModuleRoute
from pygen.builders.native import NativeRoute, build_native
from pygen.builders.python import PythonRoute
from pygen.commands import verify as verify_report
from pygen.commands.verify import Arguments, plan_verify
from pygen.compilers import module_addresses, module_building
from pygen.compilers.host import HostCompiler
from pygen.compilers.module_building import Module, build_module
from pygen.compilers.patched_code import PatchedBytes
from pygen.console import verified
from pygen.console.verified import print_explanations, print_results
from pygen.emit.module_layout import ModuleLayout
from pygen.engine.random.request import Request
from pygen.engine.random.seeds import parse_seeds
from pygen.proof import every_seed as verify
from pygen.proof import levels, planning
from pygen.proof.journal import Entry, Journal, seeds_text, spread
from pygen.proof.levels import Attempt, level_modules
from pygen.spec import Spec, load_spec
from pygen.spec.optimisation_levels import LEVELS, why_refused

pytestmark = needs_cc


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("verify")


@pytest.fixture(scope="module")
def route(spec: Spec) -> ModuleRoute:
    """The burrow's module in the simulator."""
    return simulated(module_of(spec, "burrow"))


def simulated(module: Module) -> ModuleRoute:
    return ModuleRoute(module, simulator_library())


@pytest.fixture(scope="module")
def native(spec: Spec, folder: Path) -> NativeRoute:
    return NativeRoute(spec, quick_native(spec, folder))


def quick_native(spec: Spec, folder: Path) -> Path:
    """The native build of a spec, compiled as fast as it can be, in a folder."""
    return build_native(spec, "quick", folder, compiler=HostCompiler.find_quick())


def console() -> Console:
    return Console(file=io.StringIO(), width=200)


def printed(target: Console) -> str:
    assert isinstance(target.file, io.StringIO)
    return target.file.getvalue()


# ------------------------------------------------------------------ what is compared


def proved(job: verify.SeedJob, told: Console | None = None, workers: int = 1) -> bool:
    """Do one job and report it, as the task does; True if every seed is equal."""
    verify.verify([job], workers)
    print_results([job], told or console())
    print_explanations([job], told or console())
    return job.is_good


def test_every_route_is_compared_with_python_and_equal(
    spec: Spec, folder: Path, tmp_path: Path
) -> None:
    dungeons = list(spec.program.dungeons)
    routes = [simulated(module_of(spec, dungeon)) for dungeon in dungeons]
    jobs, left_out = planning.plan(spec, routes, dungeons, spread(40), tmp_path, folder)
    compared = [(job.route.name, job.against.name, job.dungeon) for job in jobs]
    assert compared == [
        (route, "python", dungeon) for route in ("native", routes[0].name) for dungeon in dungeons
    ]
    assert left_out == []
    verify.verify(jobs, 2)
    assert all(job.equal == 40 and not job.wrong for job in jobs)


def test_without_a_c_compiler_the_native_build_is_left_out(
    spec: Spec, route: ModuleRoute, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    jobs, left_out = planning.plan(spec, [route], ["burrow"], [5], tmp_path, tmp_path)
    assert [(job.route.name, job.against.name) for job in jobs] == [(route.name, "python")]
    assert "no-such-compiler" in left_out[0]
    assert proved(jobs[0])


def test_without_a_c_compiler_no_module_can_be_simulated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    given = Arguments(spec=str(SPEC_FILE))
    with pytest.raises(ToolMissing, match="no-such-compiler"):
        plan_verify(given, [any_compiler()], ["burrow"], [5], lambda _: None, tmp_path)


def test_a_second_route_costs_no_run_of_the_reference(
    spec: Spec, native: NativeRoute, tmp_path: Path
) -> None:
    """Its dungeons are kept as digests: whoever asks for them again is answered from the file."""
    (first,) = verify.make_jobs(native, PythonRoute(spec), "burrow", range(20), tmp_path)
    assert proved(first)
    assert len(first.digests.read(range(30))) == 20
    # A reference that would give other dungeons if it were run.
    other = PythonRoute(load_spec(SPEC_FILE, ["dungeons.burrow.walk.steps=9"]))
    first.journal.forget()
    (again,) = verify.make_jobs(native, other, "burrow", range(20), tmp_path)
    assert not proved(again)
    (again,) = verify.make_jobs(native, other, "burrow", range(20), tmp_path)
    assert proved(dataclasses.replace(again, digests=first.digests))


def test_a_damaged_digest_costs_a_rebuild_and_no_proof(
    spec: Spec, native: NativeRoute, tmp_path: Path
) -> None:
    (first,) = verify.make_jobs(native, PythonRoute(spec), "burrow", range(5), tmp_path)
    assert proved(first)
    right = first.digests.read(range(5))
    first.digests.write({3: b"x" * 16})
    first.journal.forget()
    (again,) = verify.make_jobs(native, PythonRoute(spec), "burrow", range(5), tmp_path)
    assert proved(again)
    assert again.digests.read(range(5)) == right


def test_every_row_of_a_dungeon_that_varies_by_floor_has_a_proof_of_its_own(
    tmp_path: Path,
) -> None:
    def jobs_of(*overrides: str) -> list[verify.SeedJob]:
        spec = load_spec(FLOORS_SPEC_FILE, ["program.dungeons=[burrow]", *overrides])
        jobs, _ = planning.plan(spec, [], ["burrow"], range(6), tmp_path, tmp_path)
        return jobs

    first = jobs_of()
    names = ["burrow floors 1, 21-255", "burrow floors 2-9", "burrow floors 10-20",
             "burrow floor 256"]  # fmt: skip
    assert [job.name for job in first] == names
    assert [job.floor for job in first] == [1, 2, 10, 256]
    verify.verify(first, 1)
    assert all(job.is_good for job in first)
    assert all(job.known == 6 for job in proved_again(jobs_of()))
    # What the reference builds of a row that stays is still known, of the changed one nothing.
    changed = jobs_of("dungeons.burrow.floors.2-9.walk.steps=1500")
    known = [len(job.digests.read(range(6))) for job in changed]
    assert known == [6, 0, 6, 6]
    # Another first floor has other seeds.
    shifted = jobs_of("dungeons.burrow.floors={3-9: {walk: {steps: 2000}}}")
    assert [len(job.digests.read(range(6))) for job in shifted] == [6, 0]


def proved_again(jobs: list[verify.SeedJob]) -> list[verify.SeedJob]:
    verify.verify(jobs, 1)
    return jobs


def test_a_wrong_row_is_named_and_diagnosed_on_its_floor(tmp_path: Path) -> None:
    right = load_spec(FLOORS_SPEC_FILE, ["program.dungeons=[deep]"])
    wrong = load_spec(
        FLOORS_SPEC_FILE, ["program.dungeons=[deep]", "dungeons.deep.floors.4-9.rooms.max_size=7"]
    )
    route = NativeRoute(right, quick_native(wrong, tmp_path))
    jobs = verify.make_jobs(route, PythonRoute(right), "deep", range(3), tmp_path)
    verify.verify(jobs, 1)
    assert [job.is_good for job in jobs] == [True, False, True]
    text = io.StringIO()
    console = Console(file=text, width=200, color_system=None)
    print_results(jobs, console)
    print_explanations(jobs, console)
    assert "native, deep floors 4-9: 3 wrong seeds" in text.getvalue()
    assert "deep, seed 0, floor 4: differs first after phase 'rooms'" in text.getvalue()


def wrong_module(spec: Spec) -> Module:
    """A module that takes itself for one of `spec`, but hides one treasure less."""
    other = load_spec(SPEC_FILE, ["dungeons.crypt.secrets.treasures=2"])
    return claiming(module_of(other, "crypt"), spec)


@needs_vice
def test_wrong_seeds_are_found_told_and_diagnosed(
    spec: Spec, native: NativeRoute, tmp_path: Path
) -> None:
    route = simulated(wrong_module(spec))
    (job,) = verify.make_jobs(route, PythonRoute(spec), "crypt", range(300, 320), tmp_path)
    told = console()
    assert not proved(job, told)
    assert job.wrong == list(range(300, 320)) and job.equal == 0
    text = printed(told)
    assert "wrong seeds: 300-319" in text
    assert "seed 300: differs first after phase 'treasures'" in text
    assert "seed 302: differs" in text and "seed 303: differs" not in text
    assert not list(tmp_path.glob("*.json")), "wrong seeds must not count as checked"


def test_only_the_wrong_seeds_count_as_wrong(spec: Spec, tmp_path: Path) -> None:
    other = load_spec(SPEC_FILE, ["random.seed_zero=1234"])
    library = quick_native(other, tmp_path)
    (job,) = verify.make_jobs(
        NativeRoute(spec, library), PythonRoute(spec), "crypt", [0, 1, 2], tmp_path
    )
    told = console()
    assert not proved(job, told)
    assert (job.wrong, job.equal) == ([0], 2)
    # The state of the random numbers is another from the start.
    assert "seed 0: differs first after phase 'clear'" in printed(told)


def test_a_job_with_very_many_wrong_seeds_is_given_up(
    spec: Spec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = load_spec(SPEC_FILE, ["dungeons.burrow.walk.steps=699"])
    route = NativeRoute(spec, quick_native(other, tmp_path))
    monkeypatch.setattr(verify, "SEEDS_TO_BUILD", 50)
    (job,) = verify.make_jobs(route, PythonRoute(spec), "burrow", range(5000), tmp_path)
    verify.verify([job], 1)
    assert verify.MOST_WRONG <= len(job.wrong) < 1000
    assert not job.is_good


def test_a_job_is_given_up_with_its_hundredth_wrong_seed(
    native: NativeRoute, tmp_path: Path
) -> None:
    job = job_of(native, range(200), tmp_path)
    job.wrong = list(range(99))
    assert not job.is_given_up
    job.wrong.append(99)
    assert job.is_given_up


def test_a_module_that_crashes_is_told_with_its_seed(
    spec: Spec, route: ModuleRoute, tmp_path: Path
) -> None:
    broken = simulated(with_code(route.module, "generate", b"\x02"))
    (job,) = verify.make_jobs(broken, PythonRoute(spec), "burrow", [7, 8], tmp_path)
    told = console()
    assert not proved(job, told)
    assert "burrow, seed 7: the program reached an illegal instruction" in printed(told)


@dataclasses.dataclass(frozen=True)
class SilentRoute(Route, Builder):
    """A route that builds nothing and says nothing of it: `digests` are bytes of value 0, for so
    many dungeons less than it was asked for."""

    spec: Spec
    missing: int
    name = "silent"

    def open(self) -> Builder:
        return self

    def build(self, request: Request) -> Built:
        raise NotImplementedError

    def digests(self, requests: Sequence[Request]) -> bytes:
        return bytes(DIGEST_BYTES * (len(requests) - self.missing))

    def identity(self, dungeon: str, floor: int = 1) -> str:
        return f"silent {self.missing}"


@pytest.mark.parametrize("missing", [0, 1, 5])
def test_dungeons_that_were_not_built_are_not_equal(
    spec: Spec, missing: int, tmp_path: Path
) -> None:
    """Zeros are the sign for a digest that is not known."""
    silent = SilentRoute(spec, missing)
    (job,) = verify.make_jobs(silent, PythonRoute(spec), "burrow", range(5), tmp_path)
    assert not proved(job)
    assert job.equal == 0 and "not every dungeon of seeds 0-4 was built" in job.failures[0]
    assert not job.journal.done()


@pytest.mark.parametrize(
    ("regions", "count"),
    [(["rooms"], 5), (["statistics"], planning.MOST_COMPLETE + 1)],
    ids=["a table that it does not have", "counts that are left out"],
)
def test_a_proof_that_would_compare_nothing_is_refused(
    spec: Spec, regions: list[str], count: int, tmp_path: Path
) -> None:
    parity = spec.parity.model_copy(update={"regions": regions})
    with pytest.raises(UserError, match="nothing of burrow is compared"):
        planning.plan(
            spec.replaced(parity=parity), [], ["burrow"], range(count), tmp_path, tmp_path
        )


# ------------------------------------------------------------------ what is remembered


def job_of(
    native: NativeRoute, seeds: object, folder: Path, dungeon: str = "burrow"
) -> verify.SeedJob:
    (job,) = verify.make_jobs(native, PythonRoute(native.spec), dungeon, seeds, folder)  # type: ignore[arg-type]
    return job


def test_what_was_checked_is_not_checked_again(
    native: NativeRoute, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = job_of(native, [*range(10), 100], tmp_path)
    verify.verify([first], 1)
    assert (first.equal, first.known) == (11, 0)
    again = job_of(native, range(5, 12), tmp_path)
    steps: list[int] = []
    verify.verify([again], 1, lambda _job, count: steps.append(count))
    assert (again.equal, again.known) == (7, 5)
    assert steps == [5, 2]
    again.journal.forget()
    forgotten = job_of(native, range(10), tmp_path)
    verify.verify([forgotten], 1)
    assert forgotten.known == 0


def test_seeds_in_the_journal_are_taken_at_its_word(native: NativeRoute, tmp_path: Path) -> None:
    job = job_of(native, range(65536), tmp_path)
    job.journal.add(Entry("0-65535", 65536, "00000000", 1.0))
    again = job_of(native, range(65536), tmp_path)
    verify.verify([again], 1)
    assert again.is_good and again.known == 65536


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda text: text.replace('"0-9"', '"0-99"'),
        lambda text: text.replace('"0-9"', '"0-nine"'),
        # Somebody has edited it.
        lambda text: text.replace('"0-9"', '"0-99"').replace(": 10", ": 100"),
        lambda text: text.replace(": 1.0", ": 0.5"),
        lambda text: text.replace('"sha256": "', '"sha256": "0'),
        # The same content in other bytes.
        lambda text: text.rstrip(),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace(": 1.0", ": 1.00"),
        lambda text: json.dumps(json.loads(text)),
        lambda text: json.dumps(dict(reversed(json.loads(text).items())), indent=0) + "\n",
        lambda text: text.replace('"key": "', '"key": "0'),
        lambda text: text.replace('"count"', '"number"'),
        lambda _text: "[]",
        lambda _text: "",
    ],
)
def test_a_damaged_journal_counts_as_empty(damage: object, tmp_path: Path) -> None:
    Journal(tmp_path, "name", "k" * 64).add(Entry("0-9", 10, "00000000", 1.0))
    assert Journal(tmp_path, "name", "k" * 64).done() == set(range(10))
    (file,) = tmp_path.iterdir()
    file.write_text(damage(file.read_text()))  # type: ignore[operator]
    assert Journal(tmp_path, "name", "k" * 64).done() == set()


def test_a_journal_of_another_format_is_refused_and_stays(tmp_path: Path) -> None:
    journal = Journal(tmp_path, "name", "k" * 64)
    text = b'{"format": 2, "seeds": ["0-9"]}'
    journal.path.write_bytes(text)
    with pytest.raises(UserError, match=f"has format 2; Undercroft {version()} reads format 1"):
        Journal(tmp_path, "name", "k" * 64)
    assert journal.path.read_bytes() == text


def allowed_otherwise(module: Module) -> Iterator[Module]:
    """The same bytes, of which the proof allows more or less."""
    layout, emulator = module.layout, module.layout.spec.emulator
    longer = emulator.model_copy(update={"seconds_per_dungeon": emulator.seconds_per_dungeon + 1})
    change = dataclasses.replace
    operands, opcodes = module.patched.operands, module.patched.opcodes
    yield change(module, zero_page=module.zero_page[1:])
    yield change(module, layout=change(layout, work_end=layout.work_end - 1))
    yield change(module, layout=change(layout, spec=layout.spec.replaced(emulator=longer)))
    for patched in (PatchedBytes(operands, opcodes | {0x9000}), PatchedBytes(opcodes | {0x9000})):
        yield change(module, patched=patched)


def test_a_change_of_anything_begins_anew(spec: Spec, native: NativeRoute, tmp_path: Path) -> None:
    changed = load_spec(SPEC_FILE, ["dungeons.crypt.rooms.attempts=14"])
    library = tmp_path / "other.so"
    library.write_bytes(native.library.read_bytes() + b"\0")
    module = module_of(spec, "crypt")
    other = dataclasses.replace(module, image=module.image + b"\0")
    simulator = simulator_library()
    another = tmp_path / "simulator.so"
    another.write_bytes(simulator.read_bytes() + b"\0")
    routes: list[Route] = [
        PythonRoute(spec), PythonRoute(changed),
        native, NativeRoute(spec, library), NativeRoute(changed, native.library),
        ModuleRoute(module, simulator), ModuleRoute(other, simulator),
        ModuleRoute(module, another),
        # What a module may do is checked, too.
        *(ModuleRoute(one, simulator) for one in allowed_otherwise(module)),
    ]  # fmt: skip
    hashes = [route.identity("crypt") for route in routes]
    assert len(set(hashes)) == len(hashes)
    assert [route.identity("crypt") for route in routes] == hashes


def copy_of_the_sources(folder: Path) -> Path:
    for name in ("pygen", "c64src"):
        shutil.copytree(PROJECT / name, folder / name)
    return folder


TWO_KINDS = ["crypt", "burrow"]


def python_identities(spec: Spec, project: Path) -> dict[tuple[str, str], str]:
    """By route and dungeon, of the sources in `project`."""
    return {("python", name): PythonRoute(spec, project).identity(name) for name in TWO_KINDS}


def c_identities(spec: Spec, project: Path, folder: Path) -> dict[tuple[str, str], str]:
    """By route and dungeon, of what is built from the sources in `project`."""
    simulator, compiler, sources = simulator_library(), any_compiler(), project / "c64src"
    found: dict[Any, Any] = {}
    for dungeon in TWO_KINDS:
        alone, place = spec.only(dungeon), folder / dungeon
        library = build_native(spec, build_folder=place, source_folder=sources, selection=alone)
        module = build_module(
            spec, "spec", compiler, dungeon, build_folder=place, source_folder=sources
        )
        routes: list[Route] = [NativeRoute(spec, library, alone), ModuleRoute(module, simulator)]
        found |= {(route.name, dungeon): route.identity(dungeon) for route in routes}
    return found


def changed(file: Path, old: str, new: str) -> None:
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new, 1))


def test_a_changed_line_in_one_kind_s_python_forgets_only_that_kind_s_proofs(
    spec: Spec, tmp_path: Path
) -> None:
    project = copy_of_the_sources(tmp_path)
    before = python_identities(spec, project)
    file = project / "pygen/kinds/walk/digging.py"
    changed(file, "from __future__", "# A changed line.\nfrom __future__")
    after = python_identities(spec, project)
    assert {key for key in before if before[key] != after[key]} == {("python", "burrow")}


def test_a_changed_line_in_one_kind_s_c_forgets_only_that_kind_s_proofs(
    spec: Spec, tmp_path: Path
) -> None:
    before = c_identities(spec, PROJECT, tmp_path / "before")
    project = copy_of_the_sources(tmp_path)
    changed(project / "c64src/kinds/walk/digging.h", "farthest = 0;", "farthest = 1;")
    after = c_identities(spec, project, tmp_path / "after")
    assert {key for key in before if before[key] != after[key]} == {
        ("native", "burrow"),
        (any_compiler().name, "burrow"),
    }


def test_a_changed_engine_forgets_every_proof(spec: Spec, tmp_path: Path) -> None:
    project = copy_of_the_sources(tmp_path)
    before = {name: PythonRoute(spec, project).identity(name) for name in spec.dungeons}
    with (project / "pygen/engine/random/random16.py").open("a") as file:
        file.write("# a change\n")
    after = {name: PythonRoute(spec, project).identity(name) for name in spec.dungeons}
    assert all(before[name] != after[name] for name in spec.dungeons)


def test_sources_that_are_not_where_they_were_are_an_error(spec: Spec, tmp_path: Path) -> None:
    """The identity of no files would never change."""
    project = copy_of_the_sources(tmp_path)
    (project / "pygen/kinds/walk").rename(project / "pygen/kinds/moved")
    with pytest.raises(UserError, match="no source files"):
        PythonRoute(spec, project).identity("burrow")


@pytest.mark.parametrize(
    "text", ["0", "0-65535", "1,3,5", "0-2,4,6-7", "65535", "10-11,13-20,65534-65535"]
)
def test_lists_of_seeds_are_written_as_they_are_read(text: str) -> None:
    assert seeds_text(parse_seeds(text)) == text


@pytest.mark.parametrize("count", [0, 1, 2, 3, 64, 1000, 65535, 65536, 99999])
def test_a_sample_is_spread_over_all_seeds(count: int) -> None:
    seeds = spread(count)
    assert len(seeds) == min(count, 65536) == len(set(seeds))
    assert seeds == sorted(seeds)
    if count > 1:
        assert (seeds[0], seeds[-1]) == (0, 65535)
        gaps = [b - a for a, b in itertools.pairwise(seeds)]
        assert max(gaps) - min(gaps) <= 1


# ------------------------------------------------------------------ optimisation levels


def test_each_level_gets_its_flags_and_nothing_else_changes(spec: Spec, tmp_path: Path) -> None:
    level = next(level for level in LEVELS if level.name == "cc65 -Or")
    specs: list[Spec] = []

    def build(one: Spec, *_: object) -> Any:
        specs.append(one)

    level_modules(spec, "spec", Cc65("cc65"), level, ["crypt"], tmp_path, build)  # type: ignore[arg-type]
    (changed,) = specs
    assert changed.compilers.cc65.release == ["-Or"]
    assert changed.compilers.cc65.dev == spec.compilers.cc65.dev
    assert changed.compilers.oscar64 == spec.compilers.oscar64
    assert changed.dungeons == spec.dungeons


def test_a_dungeon_that_does_not_build_at_a_level_is_named(spec: Spec, tmp_path: Path) -> None:
    def build(_spec: Spec, _name: str, _compiler: object, dungeon: str, *_: object) -> Any:
        if dungeon == "burrow":
            raise CompileFailed("it lost a jump", "Use another compiler.")

    arguments: Any = (spec, "spec", Cc65("cc65"), LEVELS[0], ["crypt", "burrow"], tmp_path, build)
    with pytest.raises(CompileFailed, match="^burrow: it lost a jump") as failed:
        level_modules(*arguments)
    assert failed.value.hint == "Use another compiler."


def test_levels_with_the_same_module_share_its_proof(
    spec: Spec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = compiler_or_skip("cc65")
    module = module_of(spec, "burrow", "cc65")
    changed = dataclasses.replace(module, image=module.image + b"\0")
    same = [level for level in LEVELS if level.compiler == "cc65"][:3]

    def build(pieces: Iterable[Any], _work: object, done: Callable[..., object], _: object) -> None:
        for piece in pieces:
            done(piece, {"burrow": changed if piece.level == same[2] else module})

    monkeypatch.setattr(levels, "LEVELS", same)
    monkeypatch.setattr(levels, "run_pieces", build)
    tried = levels.attempts(spec, "spec", [compiler], ["burrow"], spread(8), tmp_path)
    first, second, third = (attempt.jobs for attempt in tried)
    assert [id(job) for job in first] == [id(job) for job in second]
    assert not {id(job) for job in first} & {id(job) for job in third}


Cc65 = namedtuple("Cc65", "name")


def test_a_refused_level_is_refused_wherever_it_stands_and_no_other() -> None:
    for level in LEVELS:
        found = why_refused(level.compiler, ["-g", *level.flags, "-x"])
        assert (found is not None) == bool(level.refused)
        if found:
            assert found == (1, level.refused)
    assert why_refused("cc65", ["-O3"]) is None


def test_the_spec_refuses_a_level_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r'release\[1\]: "-O3" does not serve: OSCAR64 1.32.271'):
        load_spec(SPEC_FILE, ['compilers.oscar64.release=["-xz","-O3"]'])


def test_a_level_is_judged_by_what_is_known_of_it(native: NativeRoute, tmp_path: Path) -> None:
    good, refused = LEVELS[0], next(level for level in LEVELS if level.refused)
    equal = job_of(native, [1], tmp_path)
    equal.equal = 1
    wrong = job_of(native, [1], tmp_path)
    wrong.wrong = [1]
    assert Attempt(good, [1], "", [equal]).is_good
    assert not Attempt(good, [1], "", [equal, wrong]).is_good
    assert not Attempt(good, [], "it crashed", []).is_good
    assert Attempt(refused, [], "it crashed", []).is_good
    assert Attempt(refused, [1], "", [equal, wrong]).is_good
    assert "wrong, as expected (" in Attempt(refused, [1], "", [equal, wrong]).verdict
    assert "equal, but the spec refuses it" in Attempt(refused, [1], "", [equal]).verdict


def test_only_levels_that_the_spec_allows_are_diagnosed(
    spec: Spec, native: NativeRoute, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, refused = LEVELS[0], next(level for level in LEVELS if level.refused)
    jobs = [job_of(native, [seed], tmp_path) for seed in (1, 2)]
    for job in jobs:
        job.wrong = list(job.seeds)
    tried = [Attempt(good, [1], "", jobs[:1]), Attempt(refused, [1], "", jobs[1:])]
    diagnosed: list[verify.SeedJob] = []
    monkeypatch.setattr(verify_report, "attempts", lambda *_, **__: tried)
    monkeypatch.setattr(verify_report, "verify", lambda *_: None)

    def explain(job: verify.SeedJob) -> list[str]:
        diagnosed.append(job)
        return []

    monkeypatch.setattr(verified, "explain", explain)
    console = Console(file=io.StringIO(), width=110)
    with pytest.raises(ParityFailed, match="not equal: oscar64 -O0$"):
        verify_report.verify_levels(spec, "spec", [], [], [], 1, console)
    assert [list(job.seeds) for job in diagnosed] == [[1]]


@pytest.mark.flags
def test_each_dungeon_has_its_module_at_each_level(spec: Spec, tmp_path: Path) -> None:
    def build(one: Spec, _name: str, _compiler: object, dungeon: str, *_: object) -> Any:
        return one, dungeon

    dungeons = list(spec.dungeons)
    arguments: Any = (spec, "spec", Cc65("cc65"), LEVELS[0], dungeons, tmp_path, build)
    modules: Any = level_modules(*arguments)
    assert [(name, dungeon) for name, (_, dungeon) in modules.items()] == [
        (name, name) for name in dungeons
    ]
    flags = {tuple(one.compilers.cc65.release) for one, _ in modules.values()}
    assert flags == {LEVELS[0].flags}


@pytest.mark.parametrize("work, links", [(module_addresses.GENEROUS_WORK, 1), (0x1200, 3)])
def test_a_module_of_a_level_is_linked_once_if_it_fits(
    spec: Spec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: int, links: int
) -> None:
    level = next(level for level in LEVELS if level.name == "cc65 -O")
    compiler = compiler_or_skip("cc65")
    linked: list[ModuleLayout] = []

    def request(*given: Any) -> Any:
        linked.append(next(one for one in given if isinstance(one, ModuleLayout)))
        return emitted(*given)

    emitted = module_building._request
    monkeypatch.setattr(module_building, "_request", request)
    monkeypatch.setattr(module_addresses, "AMPLE_WORK", work)
    monkeypatch.setattr(module_building, "remembered", lambda *_: None)
    module = level_modules(spec, "spec", compiler, level, ["burrow"], tmp_path)["burrow"]
    assert len(linked) == links and module.layout == linked[-1]
    route = ModuleRoute(module, simulator_library(), level.name)
    jobs = verify.make_jobs(route, PythonRoute(spec), "burrow", spread(8), tmp_path)
    verify.verify(jobs, 1)
    assert all(job.is_good for job in jobs), [job.failures for job in jobs]


@pytest.mark.flags
@pytest.mark.parametrize("name", ["oscar64 -O0", "cc65"])
def test_a_module_that_is_not_optimised_is_right(spec: Spec, tmp_path: Path, name: str) -> None:
    """The largest one, with a stack for its locals: what of it writes where must still be seen."""
    level = next(level for level in LEVELS if level.name == name)
    compiler = compiler_or_skip(level.compiler)
    modules = level_modules(spec, "spec", compiler, level, ["catacombs"], tmp_path)
    (job,) = verify.make_jobs(
        ModuleRoute(modules["catacombs"], simulator_library(), level.name),
        PythonRoute(spec), "catacombs", spread(8), tmp_path,
    )  # fmt: skip
    assert job.route.name == level.name
    verify.verify([job], 1)
    assert job.is_good, job.failures


# ------------------------------------------------------------------ what it survives

SEEDS = 384


def start(folder: Path, compiler: str) -> subprocess.Popen[str]:
    driver = PROJECT / "tests/helpers/verify_driver.py"
    paths = [str(PROJECT / "tests"), str(PROJECT)]
    return subprocess.Popen(
        [sys.executable, str(driver), str(folder), compiler, str(SEEDS)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "TMPDIR": str(folder / "tmp")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def checked(folder: Path, name: str = "") -> int:
    """How many seeds the journals have."""
    count = 0
    for path in (folder / "verify").glob(f"{name}*.json"):
        count += sum(entry["count"] for entry in json.loads(path.read_text())["entries"])
    return count


@pytest.fixture
def place(tmp_path: Path, folder: Path) -> Path:
    """A folder with the native build already in it."""
    build_native(small_spec(), build_folder=folder / "small")
    shutil.copytree(folder / "small" / "native", tmp_path / "native")
    (tmp_path / "tmp").mkdir()
    return tmp_path


def finish_well(place: Path, compiler: str) -> None:
    """A second run succeeds, and does not do again what was done."""
    process = start(place, compiler)
    output, _ = process.communicate(timeout=300)
    assert process.returncode == 0, output
    assert checked(place) == 2 * SEEDS
    report = json.loads((place / "report.json").read_text())
    assert all(item["equal"] == SEEDS for item in report["results"])
    assert (report["format"], report["tool"]) == (1, f"Undercroft {version()}")


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def workers(leader: int) -> list[int]:
    """The worker processes that a process has started."""
    found = []
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            with contextlib.suppress(OSError):
                pid = int(place.name)
                command = (place / "cmdline").read_bytes()
                is_python = b"python" in command and not serves_python(pid)
                if is_python and parent_of(pid) == leader:
                    found.append(pid)
    return found


def serves_python(pid: int) -> bool:
    """Whether a process is Python's own helper, which starts anew with Python's own words."""
    try:
        return b"resource_tracker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


@pytest.mark.faults
@pytest.mark.slow
@needs_proc
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupted_run_leaves_nothing_running_and_goes_on_where_it_was(
    place: Path, how: signal.Signals
) -> None:
    compiler = any_compiler().name
    process = start(place, compiler)
    assert wait_until(lambda: checked(place, compiler) > 0)
    mine = workers(process.pid)
    process.send_signal(how)
    process.communicate(timeout=60)
    assert process.returncode != 0
    assert wait_until(lambda: not any(is_running(pid) for pid in mine))
    done = checked(place)
    assert 0 < done < 2 * SEEDS
    finish_well(place, compiler)


def kill_workers(place: Path, process: subprocess.Popen[str], at_least: int) -> int:
    """Kill workers that have begun, until there were so many or the run has ended: how many."""
    killed: set[int] = set()

    def is_done() -> bool:
        for victim in workers(process.pid) if checked(place) else ():
            with contextlib.suppress(OSError):
                os.kill(victim, signal.SIGKILL)
                killed.add(victim)
            if len(killed) == at_least:
                return True
        return process.poll() is not None

    assert wait_until(is_done)
    return len(killed)


@pytest.mark.faults
@pytest.mark.slow
@needs_proc
def test_a_killed_worker_is_replaced(place: Path) -> None:
    compiler = any_compiler().name
    process = start(place, compiler)
    assert kill_workers(place, process, 1) == 1
    output, _ = process.communicate(timeout=300)
    assert process.returncode == 0, output
    assert "Traceback" not in output
    finish_well(place, compiler)


@pytest.mark.faults
@needs_proc
def test_workers_that_are_killed_again_and_again_are_an_error(place: Path) -> None:
    compiler = any_compiler().name
    process = start(place, compiler)
    assert kill_workers(place, process, 1000) >= 2
    output, _ = process.communicate(timeout=300)
    assert process.returncode == 1, output
    assert "a worker process was killed" in output and "Traceback" not in output
    finish_well(place, compiler)


@pytest.mark.faults
@pytest.mark.slow
@needs_proc
def test_whatever_is_killed_whenever_what_was_checked_stays(place: Path) -> None:
    compiler = any_compiler().name
    chance = random.Random("whenever")
    for round_number in range(3):
        process = start(place, compiler)
        assert wait_until(ends_or_works(process))
        time.sleep(chance.random())
        mine = workers(process.pid)
        victim = chance.choice([process.pid, *mine])
        with contextlib.suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
        output, _ = process.communicate(timeout=300)
        # It may have come to its end before.
        assert process.returncode in (0, 1, -signal.SIGKILL), (round_number, output)
        # Where the first process is killed, workers that just start complain in Python's words.
        assert victim == process.pid or "Traceback" not in output
        assert wait_until(all_gone(mine))
    finish_well(place, compiler)


def ends_or_works(process: subprocess.Popen[str]) -> Callable[[], bool]:
    return lambda: process.poll() is not None or bool(workers(process.pid))


def all_gone(pids: list[int]) -> Callable[[], bool]:
    return lambda: not any(is_running(pid) for pid in pids)


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 4 KB."""
    with small_disk(tmp_path, 4) as disk:
        yield disk


@pytest.mark.faults
def test_a_full_disk_is_a_clear_error_and_nothing_half_written_is_taken(
    place: Path, tiny_disk: Path
) -> None:
    compiler = any_compiler().name
    (place / "tmp").rmdir()
    (place / "tmp").symlink_to(tiny_disk)
    process = start(place, compiler)
    output, _ = process.communicate(timeout=300)
    assert process.returncode == 1
    # Whichever file is the first that finds no place: the routes or what a simulator writes.
    assert "temporary files" in output and "full?" in output and "Traceback" not in output
    assert list(tiny_disk.iterdir()) == []
    (place / "tmp").unlink()
    (place / "tmp").mkdir()
    finish_well(place, compiler)


@pytest.mark.faults
def test_a_journal_that_cannot_be_written_is_a_clear_error(place: Path) -> None:
    compiler = any_compiler().name
    (place / "verify").write_text("a file where a folder is to be")
    process = start(place, compiler)
    output, _ = process.communicate(timeout=300)
    assert process.returncode == 1
    assert "cannot be written" in output and "Traceback" not in output
    (place / "verify").unlink()
    finish_well(place, compiler)


# ------------------------------------------------------------------ the task


def invoke(*arguments: str) -> subprocess.CompletedProcess[str]:
    return tasks.invoke("verify", *arguments)


def test_the_task_proves_and_reports(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    done = invoke("--compiler", "none", "--sample", "5", "--again", "--report", str(report))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "all 15 comparisons are equal" in done.stdout
    results = json.loads(report.read_text())["results"]
    assert [item["dungeon"] for item in results] == ["crypt", "catacombs", "burrow"]
    assert all(item["seeds"] == item["equal"] == 5 for item in results)


@needs_cc
def test_6502_code_is_compared_with_the_native_build_on_request(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    compiler = any_compiler().name
    done = invoke(
        "--against", "native", "--compiler", compiler, "--dungeon", "burrow", "--sample", "5",
        "--again", "--report", str(report),
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    (result,) = json.loads(report.read_text())["results"]
    assert (result["route"], result["against"], result["equal"]) == (compiler, "native", 5)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--seeds", "1", "--sample", "2"], "exclude each other"),
        (["--sample", "-1"], "'-1' is not a number of seeds"),
        (["--seeds", "65536"], "65536 is out of range"),
        (["--dungeon", "cellar"], "there is no dungeon called 'cellar'"),
        (["--compiler", "turbo"], "no compiler is called 'turbo'"),
        (["--against", "vice"], "--against: 'vice' is unknown"),
        (["--against", "native", "--compiler", "none"], "compares modules with the native build"),
        (["--against", "native", "--flags"], "compares modules with the native build"),
    ],
)
def test_an_argument_that_makes_no_sense_is_a_clear_error(
    arguments: list[str], complaint: str
) -> None:
    done = tasks.invoke_here("verify", *arguments)
    assert done.returncode == 2
    assert complaint in done.stderr and "Traceback" not in done.stderr
