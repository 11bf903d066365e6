"""A spec that fails shrinks to the smallest one that fails in the same way."""

from __future__ import annotations

import copy
import dataclasses
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from helpers.kinds import FROZEN, data_of_all_kinds, data_with, loaded
from helpers.processes import is_running, wait_until
from helpers.shrinking import FILE, TRIES_VARIABLE, require
from helpers.tasks import SECONDS, invoke_here
from helpers.tools import SPEC_FILE, any_compiler, compiler_or_skip, needs_cc, simulator_library
from rich.console import Console

from pygen.base.cache import FOLDER_VARIABLE
from pygen.base.errors import CompileFailed, EmulatorFailed, ParityFailed
from pygen.base.project import C_FOLDER, PROJECT
from pygen.base.running import run_tool
from pygen.builders.base import Builder, Built, Route
from pygen.builders.native import NativeRoute
from pygen.builders.python import PythonBuilder, PythonRoute
from pygen.commands import parity, verify
from pygen.compilers import COMPILERS
from pygen.console import shrinking as printing
from pygen.console.shrinking import Wrong, first_wrong, shrink_on
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.proof.comparing import Comparison, ModuleWay, NativeWay, Way, verify_or_parity
from pygen.proof.findings import Finding, finding_of, isolated
from pygen.proof.parity import Case, ParityJob
from pygen.proof.shrinking import Check, NothingFails, Shrinker
from pygen.spec import Spec, SpecError, load_spec

WRONG = Finding("wrong", "it is wrong", Request("crypt", 7))

Fails = Callable[[Spec], bool]


def fails_if(fails: Fails) -> Check:
    """A check that finds something in specs whose crypt is like that."""
    return lambda spec: WRONG if "crypt" in spec.dungeons and fails(spec) else None


def shrunk(check: Check, data: dict[str, Any] = FROZEN, most_tries: int = 1000) -> Shrinker:
    shrinker = Shrinker(copy.deepcopy(data), check, most_tries)
    shrinker.run()
    return shrinker


def changed(**sections: Any) -> dict[str, Any]:
    """The data of the tests' spec with other sections of the crypt."""
    data = data_with(copy.deepcopy(FROZEN["dungeons"]))
    data["dungeons"]["crypt"] |= sections
    return data


def treasures(spec: Spec) -> int:
    """How many treasures the crypt is to have."""
    crypt: Any = spec.dungeons["crypt"]
    found: int = crypt.secrets.treasures
    return found


# ------------------------------------------------------------------ the smallest one


LEAST = {"width": 24, "height": 24}
"""The smallest map with the default grid of rooms."""


@pytest.mark.parametrize(
    ("fails", "crypt"),
    [
        (lambda crypt: True, {}),
        # Its default is 3.
        (lambda crypt: crypt.secrets.treasures > 1, {}),
        (lambda crypt: crypt.secrets.treasures > 4, {"secrets": {"treasures": 5}}),
        (lambda crypt: crypt.secrets.room_chance < 30, {"secrets": {"room_chance": 0}}),
        (lambda crypt: crypt.map.width > 30, {"map": {"width": 31, "height": 24}}),
        (
            lambda crypt: crypt.grid.swap_passes > 5 and crypt.stairs.few_rooms > 6,
            {"grid": {"swap_passes": 6}, "stairs": {"few_rooms": 7}},
        ),
        (
            lambda crypt: any(use.name == "items" and use.most > 20 for use in crypt.passes),
            {"passes": [{"name": "items", "most": 21}]},
        ),
    ],
    ids=["any", "default", "above", "below", "map", "two keys", "pass"],
)
def test_a_planted_fault_shrinks_to_the_known_smallest(
    fails: Callable[[Any], bool], crypt: dict[str, Any]
) -> None:
    data = changed(
        secrets={"treasures": 9, "room_chance": 20},
        grid={"columns": 4, "rows": 4, "swap_passes": 9},
        stairs={"few_rooms": 100, "distance_few": 21},
        passes=[
            {"name": "enemies", "most": 9},
            {"name": "items", "least": 4, "most": 30},
            {"name": "traps"},
        ],
    )
    shrinker = shrunk(fails_if(lambda spec: fails(spec.dungeons["crypt"])), data)
    assert shrinker.is_smallest
    assert shrinker.data == {"dungeons": {"crypt": {"kind": "grid_rooms", "map": LEAST, **crypt}}}
    assert loaded(shrinker.data).dungeons == shrinker.spec.dungeons


def test_the_same_spec_shrinks_in_the_same_way() -> None:
    check = fails_if(lambda spec: treasures(spec) > 2)
    one, other = shrunk(check), shrunk(check)
    assert (one.text, one.tries) == (other.text, other.tries)


def test_two_values_that_only_go_together_go() -> None:
    # Two tiles have each other's code. The third one is needed.
    data = {
        "dungeons": {"crypt": {"kind": "grid_rooms", "map": LEAST}},
        "tiles": {"wall": {"code": 2}, "door": {"code": 7}, "floor": {"code": 1}},
    }
    shrinker = shrunk(fails_if(lambda spec: spec.codes["door"] == 7), data)
    assert shrinker.data["tiles"] == {"door": {"code": 7}}


def test_a_fault_of_some_floors_is_one_of_all_of_them() -> None:
    data = changed(
        passes=[{"name": "items"}, {"name": "traps"}],
        floors={"2-9": {"passes": {"items": {"most": 60}, "traps": {"most": 20}}}},
    )

    def fails(spec: Spec) -> bool:
        rows = [spec.dungeons["crypt"], *spec.dungeons["crypt"].floors.values()]
        return any(use.most > 50 for row in rows for use in row.passes if use.name == "items")  # type: ignore[attr-defined]

    (crypt,) = shrunk(fails_if(fails), data).data["dungeons"].values()
    assert crypt == {
        "kind": "grid_rooms", "map": LEAST, "passes": [{"name": "items", "most": 51}],
    }  # fmt: skip


def test_a_dungeon_without_a_name_in_the_finding_is_found() -> None:
    check: Check = lambda spec: Finding("wrong", "") if "burrow" in spec.dungeons else None  # noqa: E731
    assert list(shrunk(check, data_of_all_kinds()).data["dungeons"]) == ["burrow"]


def test_the_dungeon_of_the_finding_is_tried_alone_first() -> None:
    seen: list[list[str]] = []

    def check(spec: Spec) -> Finding | None:
        seen.append(list(spec.dungeons))
        return Finding("wrong", "", Request("burrow", 7)) if "burrow" in spec.dungeons else None

    shrunk(check)
    assert len(seen[0]) == 3 and seen[1] == ["burrow"]


# ------------------------------------------------------------------ what is never the result


def test_an_invalid_spec_is_neither_checked_nor_the_result() -> None:
    seen: list[Spec] = []

    # With the default grid, there is no room for rooms on a smaller map.
    with pytest.raises(SpecError, match="cannot fit"):
        loaded(changed(map={"width": 23, "height": 24}))

    def check(spec: Spec) -> Finding | None:
        seen.append(spec)
        return WRONG if spec.dungeons["crypt"].kind == "grid_rooms" else None

    shrinker = shrunk(check)
    assert shrinker.data["dungeons"]["crypt"]["map"] == LEAST
    assert len(seen) == shrinker.tries > 3
    assert min(spec.dungeons["crypt"].map.width for spec in seen) == 24


def test_a_smaller_spec_with_another_finding_is_not_taken() -> None:
    def check(spec: Spec) -> Finding | None:
        return WRONG if treasures(spec) > 5 else Finding("worse", "another fault", WRONG.request)

    shrinker = shrunk(check, changed(secrets={"treasures": 20}))
    assert shrinker.finding == WRONG
    assert shrinker.data["dungeons"]["crypt"]["secrets"] == {"treasures": 6}


def test_a_check_that_finds_nothing_is_said() -> None:
    with pytest.raises(NothingFails):
        Shrinker(FROZEN, lambda spec: None)


@pytest.mark.parametrize("most", [1, 2, 7])
def test_no_more_specs_are_tried_than_may_be_and_the_result_fails(most: int) -> None:
    tried: list[Spec] = []
    wrong = fails_if(lambda spec: treasures(spec) > 1)

    def check(spec: Spec) -> Finding | None:
        tried.append(spec)
        return wrong(spec)

    shrinker = shrunk(check, most_tries=most)
    assert len(tried) == shrinker.tries == most and not shrinker.is_smallest
    assert wrong(loaded(shrinker.data)) == shrinker.finding == WRONG


# ------------------------------------------------------------------ a process of its own


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize(
    ("look", "words"),
    [
        (kill, "the process ended by SIGKILL"),
        (lambda: os._exit(3), "the process ended with exit status 3"),
        (lambda: time.sleep(600), "not finished within 1 seconds"),
    ],
    ids=["crash", "exit", "no end"],
)
def test_a_process_that_ends_or_hangs_is_a_finding(
    look: Callable[[], Finding | None], words: str
) -> None:
    found = isolated(look, 1, WRONG.request)
    assert found is not None and (found.words, found.request) == (words, WRONG.request)


def test_what_a_process_has_started_ends_with_it(tmp_path: Path) -> None:
    file = tmp_path / "pid"

    def look() -> None:
        run_tool(["sh", "-c", f"echo $$ > {file}; exec sleep 600"], None, 600)

    found = isolated(look, 2)
    assert found is not None and found.kind == "no end"
    assert wait_until(lambda: not is_running(int(file.read_text())))


def test_what_is_built_for_it_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, "somewhere")
    assert isolated(lambda: Finding(os.environ[FOLDER_VARIABLE], "")) == Finding("", "")
    assert os.environ[FOLDER_VARIABLE] == "somewhere"


def test_an_exception_is_a_finding_with_its_place() -> None:
    def fail(number: int) -> None:
        raise EmulatorFailed(f"number {number}\nis wrong")

    one, two = (isolated(lambda n=n: fail(n)) for n in (1, 2))  # type: ignore[misc]
    assert one is not None and two is not None
    assert one.words == "EmulatorFailed: number 1; is wrong" != two.words
    # The same line of the project, so the same fault.
    assert one.kind == two.kind != finding_of(EmulatorFailed("")).kind
    assert isolated(lambda: WRONG) == WRONG and isolated(lambda: None) is None


# ------------------------------------------------------------------ dungeons that differ


class Spoiled(PythonBuilder):
    """A builder whose map is wrong, in some dungeons, after its rooms are drawn."""

    def __init__(self, spec: Spec, fails: Callable[[Spec, Request], bool]) -> None:
        super().__init__(spec)
        self.fails = fails

    def build(self, request: Request) -> Built:
        built = super().build(request)
        return dataclasses.replace(built, regions=self._spoiled(request, built.regions))

    def phases(self, request: Request) -> Iterator[tuple[str, dict[str, bytes]]]:
        wrong = False
        for phase, regions in super().phases(request):
            wrong = wrong or phase == "stairs"
            yield phase, self._spoiled(request, regions) if wrong else regions

    def _spoiled(self, request: Request, regions: dict[str, bytes]) -> dict[str, bytes]:
        if not self.fails(self.spec, request):
            return regions
        return {**regions, "map": bytes([regions["map"][0] ^ 1]) + regions["map"][1:]}


@dataclasses.dataclass(frozen=True)
class SpoiledWay(Way):
    fails: Callable[[Spec, Request], bool]
    words = "spoiled"

    def open(self, spec: Spec, dungeon: str, folder: Path) -> Builder:
        return Spoiled(spec, self.fails)

    def command(self, file: str, spec: Spec, request: Request) -> str:
        return verify_or_parity(file, spec, request, "none")


def many_treasures(spec: Spec, request: Request) -> bool:
    return treasures(spec) > 4 and request.seed % 5 == 2


def test_a_builder_that_differs_shrinks_even_if_other_seeds_do(tmp_path: Path) -> None:
    check = Comparison(SpoiledWay(many_treasures), [Request("crypt", 9), Request("crypt", 777)])
    shrinker = shrunk(check, changed(secrets={"treasures": 20}), most_tries=40)
    assert shrinker.finding.kind == "differs after phase stairs"
    assert shrinker.finding.request == Request("crypt", 777)
    assert shrinker.data["dungeons"]["crypt"]["secrets"] == {"treasures": 5}
    simplest = check.simplest(shrinker.spec, shrinker.finding)
    assert simplest.request == Request("crypt", 2) and simplest.kind == shrinker.finding.kind


def one_seed(spec: Spec, request: Request) -> bool:
    """On a smaller map, the dungeon of another seed is wrong."""
    return request.seed == (777 if spec.dungeons["crypt"].map.width == 72 else 3)


@pytest.mark.parametrize(("more", "width"), [(16, 24), (2, 72)])
def test_a_smaller_dungeon_may_be_wrong_for_another_seed(more: int, width: int) -> None:
    check = Comparison(SpoiledWay(one_seed), [Request("crypt", 777)], more)
    shrinker = shrunk(check, most_tries=25)
    assert shrinker.spec.dungeons["crypt"].map.width == width
    assert shrinker.finding.request == Request("crypt", 3 if width == 24 else 777)


def console() -> tuple[Console, io.StringIO]:
    text = io.StringIO()
    return Console(file=text, width=200, color_system=None), text


def test_the_smallest_is_printed_and_written_and_says_how_to_see_it(tmp_path: Path) -> None:
    shown, text = console()
    file = tmp_path / "small est.yaml"
    data = changed(secrets={"treasures": 20})
    way = SpoiledWay(many_treasures)
    assert shrink_on(way, [Request("crypt", 777)], data, file, 1000, shown)
    assert file.read_text() == (
        "# spoiled, crypt, seed 2 differs from the reference first after phase 'stairs': "
        "tile (0, 0):\n# Python empty, C64 wall\n"
        f"# See it: invoke verify --spec '{file}' --compiler none --dungeon crypt --seeds 2\n"
        "dungeons:\n"
        "  crypt:\n"
        "    kind: grid_rooms\n"
        "    map: {width: 24, height: 24}\n"
        "    secrets: {treasures: 5}\n"
    )
    assert file.read_text() in text.getvalue()


def test_progress_is_shown_in_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A bar needs a terminal that can move the cursor.
    monkeypatch.setenv("TERM", "xterm")
    text = io.StringIO()
    shown = Console(file=text, width=200, force_terminal=True)
    way = SpoiledWay(lambda spec, request: True)
    assert shrink_on(way, [Request("crypt", 7)], FROZEN, tmp_path / "a.yaml", 4, shown)
    assert "looking spoiled" in text.getvalue()
    for tries in (2, 3, 4):
        assert f"shrinking spoiled: {tries} of at most 4 specs tried" in text.getvalue()
    assert "With more --tries a smaller one may be found" in text.getvalue()


def test_what_is_right_everywhere_is_not_shrunk(tmp_path: Path) -> None:
    shown, text = console()
    right = SpoiledWay(lambda spec, request: False)
    file = tmp_path / "smallest.yaml"
    assert not shrink_on(right, [Request("crypt", 7)], FROZEN, file, 1000, shown)
    assert not file.exists() and "smallest" not in text.getvalue()


class NoWay(SpoiledWay):
    """A way that cannot be gone, as when a module does not fit."""

    def open(self, spec: Spec, dungeon: str, folder: Path) -> Builder:
        raise CompileFailed("it does not fit")


def test_what_cannot_be_built_on_a_way_is_no_difference(tmp_path: Path) -> None:
    shown, _ = console()
    way, file = NoWay(many_treasures), tmp_path / "smallest.yaml"
    assert not shrink_on(way, [Request("crypt", 7)], FROZEN, file, 9, shown)
    assert not file.exists()


def test_ctrl_c_prints_the_smallest_so_far(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0

    class Interrupted(Comparison):
        def __call__(self, spec: Spec) -> Finding | None:
            nonlocal calls
            calls += 1
            if calls == 4:
                raise KeyboardInterrupt
            return super().__call__(spec)

    monkeypatch.setattr(printing, "Comparison", Interrupted)
    shown, text = console()
    file = tmp_path / "smallest.yaml"
    way = SpoiledWay(lambda spec, request: True)
    with pytest.raises(KeyboardInterrupt):
        shrink_on(way, [Request("crypt", 7)], FROZEN, file, 1000, shown)
    assert "so far, of 3 specs tried" in text.getvalue()
    written = file.read_text()
    load_spec(file)
    assert "  crypt:\n" in written and "burrow" not in written and written in text.getvalue()


# ------------------------------------------------------------------ the tasks


def test_a_difference_that_is_gone_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(printing, "ways", lambda wrong: [SpoiledWay(lambda spec, request: False)])
    given = verify.Arguments(spec=str(SPEC_FILE))
    file = tmp_path / "smallest.yaml"
    printing.shrink_spec(given, Wrong([Request("crypt", 7)], None), file, 9)
    assert "no difference was found when it was built again" in capsys.readouterr().out
    assert not file.exists()


def test_a_changed_value_is_part_of_what_is_shrunk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "ways", lambda wrong: [SpoiledWay(many_treasures)])
    change = "dungeons.crypt.secrets.treasures=9"
    given = verify.Arguments(spec=str(SPEC_FILE), set=[change])
    file = tmp_path / "smallest.yaml"
    printing.shrink_spec(given, Wrong([Request("crypt", 7)], None), file, 9)
    assert treasures(load_spec(file)) == 9


@needs_cc
def test_the_fastest_way_is_tried_first() -> None:
    compiler = any_compiler()
    native, simulated, in_vice = printing.ways(Wrong([], compiler, "dev"))
    assert native == NativeWay()
    assert simulated == ModuleWay(compiler, "dev") and in_vice == ModuleWay(compiler, "dev", True)
    assert list(printing.ways(Wrong([], None))) == [native]


class Job:
    """A job of verify, as far as it matters."""

    def __init__(self, route: Route, wrong: Sequence[int], equal: int = 0) -> None:
        self.route, self.wrong, self.seeds = route, wrong, range(9)
        self.is_good = equal == len(self.seeds)

    def request(self, seed: int) -> Request:
        return Request("crypt", seed)


def test_the_first_wrong_result_is_shrunk(spec: Spec) -> None:
    route = NativeRoute(spec, Path("library"))
    jobs: Any = [Job(route, [], 9), Job(route, [5, 6], 7), Job(route, [1], 8)]
    assert first_wrong(jobs) == Wrong([Request("crypt", 5), Request("crypt", 6)], None)
    # A module that crashes has no seed.
    jobs = [Job(route, [])]
    assert [request.seed for request in first_wrong(jobs).requests] == list(range(9))


@pytest.mark.parametrize("wanted", [None, "smallest.yaml"])
def test_verify_and_parity_shrink_on_request(
    wanted: str | None, spec: Spec, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Wrong, Path, int]] = []
    wrong = Wrong([WRONG.request or Request("crypt", 7)], None)
    for task in (verify, parity):
        monkeypatch.setattr(
            task, "shrink_spec", lambda given, found, file, most: asked.append((found, file, most))
        )
    compiler = any_compiler()
    case = Case(compiler.name, Request("crypt", 7), False, 1, 1, {})
    job = ParityJob(PythonRoute(spec), [Request("crypt", 7)])
    monkeypatch.setattr(verify, "plan_verify", lambda *_: ([], ""))
    monkeypatch.setattr(verify, "prove_jobs", lambda *_: ["native crypt"])
    monkeypatch.setattr(verify, "first_wrong", lambda _: wrong)
    monkeypatch.setattr(parity, "choose_compilers", lambda *_: [compiler])
    monkeypatch.setattr(parity, "plan_parity", lambda *_: [job])
    monkeypatch.setattr(parity, "compare_all", lambda *_: [case])
    words = {"spec": str(SPEC_FILE), "dungeon": "crypt", "shrink": wanted, "tries": 12}
    with pytest.raises(ParityFailed):
        verify.run(verify.Arguments(**words, compiler="none"))
    with pytest.raises(ParityFailed):
        parity.run(parity.Arguments(**words, compiler=compiler.name, profile="dev"))
    of_parity = Wrong([Request("crypt", 7)], compiler, "dev")
    both = [(wrong, Path("smallest.yaml"), 12), (of_parity, Path("smallest.yaml"), 12)]
    assert asked == (both if wanted else [])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("verify", "--tries", "9"), "--tries is for --shrink"),
        (
            ("verify", "--shrink", "a.yaml", "--together"),
            "--shrink excludes --flags and --together",
        ),
        (("parity", "--shrink", "a.yaml", "--steps", "9"), "--shrink and --steps exclude"),
        (("parity", "--shrink", "a.txt"), "does not end in .yaml or .yml"),
        (("parity", "--shrink", "a.yaml", "--tries", "0"), "0 is out of range"),
    ],
)
def test_an_argument_that_makes_no_sense_is_a_clear_error(
    arguments: tuple[str, ...], words: str
) -> None:
    done = invoke_here(*arguments)
    assert done.returncode == 2 and words in done.stderr


# ------------------------------------------------------------------ C that is wrong


def with_fault(folder: Path, file: str, old: str, new: str) -> Path:
    """A copy of the hand-written C with a fault."""
    copied = folder / "c64src"
    shutil.copytree(C_FOLDER, copied)
    text = (copied / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (copied / file).write_text(text.replace(old, new), encoding="utf-8")
    return copied


def wrong_share(folder: Path) -> Path:
    """C in which a walk digs one tile too many if it ends with a share of the map."""
    return with_fault(
        folder,
        "kinds/walk/digging.h",
        "    if (tiles_to_dig != 0)\n        --tiles_to_dig;\n",
        "",
    )


def of_shares() -> dict[str, Any]:
    """A spec with several dungeons, one of which walks until it has dug a share of the map."""
    data = data_with(copy.deepcopy(FROZEN["dungeons"]))
    data["dungeons"]["burrow"]["walk"] |= {"share": 30, "steps": 5000}
    data["dungeons"]["burrow"]["passes"] = [{"name": "items"}, {"name": "enemies"}]
    data["dungeons"]["burrow"]["floors"] = {"2-": {"passes": {"items": {"most": 9}}}}
    return data


def smallest_of_shares() -> dict[str, Any]:
    """The smallest spec for which that C is wrong."""
    small = {"width": 8, "height": 8}
    return {"dungeons": {"burrow": {"kind": "walk", "map": small, "walk": {"share": 1}}}}


@pytest.mark.long
@pytest.mark.slow
@needs_cc
def test_c_that_is_wrong_shrinks_to_the_known_smallest(tmp_path: Path) -> None:
    requests = [Request("burrow", seed, 3) for seed in range(4)]
    check = Comparison(NativeWay(wrong_share(tmp_path)), requests)
    shrinker = shrunk(check, of_shares(), most_tries=60)
    assert shrinker.is_smallest and shrinker.data == smallest_of_shares()
    assert shrinker.finding.kind == "differs after phase walk"


@pytest.mark.long
@pytest.mark.slow
@needs_cc
@pytest.mark.parametrize("name", list(COMPILERS))
def test_a_module_of_c_that_is_wrong_shrinks(tmp_path: Path, name: str) -> None:
    way = ModuleWay(compiler_or_skip(name), source_folder=wrong_share(tmp_path))
    check = Comparison(way, [Request("burrow", 1)])
    almost = smallest_of_shares()
    almost["dungeons"]["burrow"] |= {"walk": {"share": 2, "steps": 900}}
    simulator_library()
    shrinker = shrunk(check, almost, most_tries=9)
    assert shrinker.data == smallest_of_shares()
    # It cannot be stopped after a phase.
    assert shrinker.finding.kind == "differs"


def copied_project(folder: Path) -> Path:
    """A copy of all that tasks need, in which lakes may flood the right edge of the map."""
    project = folder / "project"
    skipped = shutil.ignore_patterns("__pycache__")
    for name in ("pygen", "templates"):
        shutil.copytree(PROJECT / name, project / name, ignore=skipped)
    for name in ("tasks.py", "pyproject.toml", "generator.yaml"):
        shutil.copy(PROJECT / name, project)
    limit = "    if (pool_end > MAP_WIDTH - {0})\n        pool_end = MAP_WIDTH - {0};\n"
    with_fault(project, "passes/water/flowing.h", limit.format(2), limit.format(1))
    return project


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.shipped
@needs_cc
def test_the_page_shows_what_verify_prints_of_a_fault(tmp_path: Path) -> None:
    page = (PROJECT / "docs" / "adding-a-kind.md").read_text(encoding="utf-8")
    command, shown = re.findall(
        r"^    invoke (.* --shrink .*)\n\n```\n(.*?)^```\n", page, re.M | re.S
    )[0]
    project = copied_project(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "invoke", *command.split()],
        cwd=project,
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 1 and done.stderr.startswith("error: not equal: native fens")
    assert shown in re.sub(r" +$", "", done.stdout, flags=re.M).replace("\n\n\n", "\n\n")
    written = (project / "build" / "smallest.yaml").read_text(encoding="utf-8")
    assert written in shown


# ------------------------------------------------------------------ tests with random specs


def native_judge(source: Path, folder: Path) -> Callable[[Spec], Iterator[Request]]:
    """A judge that compares native dungeons with the reference's, as tests do."""

    def judge(spec: Spec) -> Iterator[Request]:
        builder = NativeWay(source).open(spec, "burrow", folder)
        for seed in range(6):
            request = Request("burrow", seed)
            yield request
            assert builder.build(request).regions == generate(spec, request).region_bytes()

    return judge


@pytest.mark.long
@needs_cc
def test_a_test_with_a_spec_that_fails_says_which_smallest_one_does(tmp_path: Path) -> None:
    judge = native_judge(wrong_share(tmp_path), tmp_path)
    with pytest.raises(AssertionError) as caught:
        require(of_shares(), judge, NativeWay())
    told = str(caught.value)
    assert "The smallest spec that fails, of " in told
    assert told.endswith(
        f"# See it: invoke verify --spec {FILE} --compiler none --dungeon burrow --seeds 0\n"
        "dungeons:\n"
        "  burrow:\n"
        "    kind: walk\n"
        "    map: {width: 8, height: 8}\n"
        "    walk: {share: 1}\n"
    )


def judge_of(fails: Fails) -> Callable[[Spec], Iterator[Request]]:
    def judge(spec: Spec) -> Iterator[Request]:
        yield Request("crypt", 5)
        assert not fails(spec), "too many"

    return judge


def test_what_a_judge_finds_comes_with_the_dungeon_to_look_at() -> None:
    judge = judge_of(lambda spec: treasures(spec) > 2)
    with pytest.raises(AssertionError, match="too many") as caught:
        require(FROZEN, judge)
    assert f"# See it: invoke show --spec {FILE} --dungeon crypt --seed 5" in str(caught.value)
    assert "    map: {width: 24, height: 24}\n" in str(caught.value)


def test_nothing_is_shrunk_on_request_and_nothing_said_of_what_is_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    require(FROZEN, judge_of(lambda spec: False))
    monkeypatch.setenv(TRIES_VARIABLE, "0")
    with pytest.raises(AssertionError, match="too many") as caught:
        require(changed(secrets={"treasures": 7}), judge_of(lambda spec: True))
    assert "smallest" not in str(caught.value)
