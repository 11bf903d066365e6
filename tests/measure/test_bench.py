"""Measuring: exact figures, budgets that are kept, and complaints when they are not."""

from __future__ import annotations

import dataclasses
import io
import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from helpers.edited_spec import edited_text, problems_of, the_problem
from helpers.programs import module_of, playable_of
from helpers.tools import SPEC_FILE, needs_ca65, needs_vice
from rich.console import Console

from pygen.base.errors import UserError
from pygen.base.version import version
from pygen.builders.module_vice import DONE, DRIVER, ModuleViceRoute, start_module
from pygen.builders.vice import ViceRoute
from pygen.commands.bench import print_comparison, print_results, print_verdict
from pygen.compilers import COMPILERS
from pygen.engine.random.request import Request
from pygen.measure import bench
from pygen.measure.bench import BenchJob, Cycles, LongestStep, Result
from pygen.measure.budgets import (
    BASELINE,
    Baseline,
    BudgetBroken,
    check,
    read_baseline,
    require_budgets,
    write_baseline,
)
from pygen.measure.sizes import Sizes, module_sizes
from pygen.spec import Spec, load_spec

# Seeds of the golden ones, which the baseline has.
FEW = [0, 65535]


def few_seeds(name: str, dungeon: str) -> Sequence[int]:
    """Two seeds whose committed figures are in the middle: with others, such as those that need
    many tries, nothing could be said of the median. `FEW` for a dungeon without figures."""
    cycles = read_baseline(BASELINE).cycles[name].get(dungeon)
    if not cycles:
        return FEW
    middle = len(cycles) // 2
    return sorted(sorted(cycles, key=cycles.__getitem__)[middle - 1 : middle + 1])


def dark_job(spec: Spec, name: str, dungeon: str, seeds: Sequence[int] = FEW) -> BenchJob:
    """The module of a dungeon, by one of the compilers."""
    module = module_of(spec, dungeon, name)
    return BenchJob(ModuleViceRoute(module), module.compiler, "release", dungeon, seeds)


def lit_job(spec: Spec, name: str, dungeon: str) -> BenchJob:
    """A program that has just this dungeon, with the screen on."""
    program = playable_of(spec, name, selection=spec.only(dungeon))
    route, seeds = ViceRoute(program, screen_on=True), few_seeds(name, dungeon)
    return BenchJob(route, program.compiler, "release", dungeon, seeds, screen_on=True)


def measured(spec: Spec, name: str, screen_on: bool = False, every: int = 1) -> list[Result]:
    """All dungeons of one compiler, or some, on a few seeds; with the screen on the first two."""
    dungeons = spec.program.dungeons
    if every > 1:
        dungeons = dungeons[list(COMPILERS).index(name) % every :: every]
    jobs = [dark_job(spec, name, dungeon, few_seeds(name, dungeon)) for dungeon in dungeons]
    if screen_on:
        jobs += [lit_job(spec, name, dungeon) for dungeon in dungeons[:2]]
    sizes = {
        (name, dungeon, "release"): module_sizes(module_of(spec, dungeon, name))
        for dungeon in dungeons
    }
    return bench.results(bench.measure(jobs, workers=2), sizes)


# ------------------------------------------------------------------ this very project


@pytest.mark.slow
@needs_vice
@needs_ca65
@pytest.mark.shipped
@pytest.mark.parametrize("name", list(COMPILERS))
def test_no_budget_is_broken_and_nothing_has_become_slower(shipped_spec: Spec, name: str) -> None:
    # An eighth of the dungeons; `invoke bench --check` measures all of them with both.
    found = measured(shipped_spec, name, screen_on=True, every=8)
    baseline = read_baseline(BASELINE)
    notes = require_budgets(shipped_spec, found, baseline).notes
    assert all(item.dungeon in baseline.cycles[item.compiler] for item in found)
    if notes:
        # Budgets hold, but with another version of the compiler nothing tells of a rise.
        pytest.skip("; ".join(notes))


@pytest.mark.shipped
def test_every_golden_seed_has_committed_figures(shipped_spec: Spec) -> None:
    baseline = read_baseline(BASELINE)
    assert set(baseline.versions) == set(COMPILERS)
    for name in COMPILERS:
        for dungeon in shipped_spec.program.dungeons:
            assert sorted(baseline.cycles[name][dungeon]) == shipped_spec.parity.seeds()


@pytest.mark.long
@needs_vice
@needs_ca65
def test_two_runs_give_the_same_figures_to_the_cycle(spec: Spec, tmp_path: Path) -> None:
    first, second = (measured(spec, "cc65", screen_on=True) for _ in range(2))
    assert first == second
    bench.write_report(tmp_path / "one.json", first)
    bench.write_report(tmp_path / "two.json", second)
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


@needs_vice
@needs_ca65
def test_the_order_of_seeds_does_not_change_their_figures(spec: Spec) -> None:
    jobs = [dark_job(spec, "cc65", "crypt", seeds) for seeds in (FEW, FEW[::-1])]
    forwards, backwards = bench.measure(jobs, workers=2)
    assert forwards.phases == backwards.phases
    assert list(forwards.phases) != list(backwards.phases)


@needs_vice
@needs_ca65
def test_a_screen_that_is_on_costs_cycles(spec: Spec) -> None:
    """The VIC takes 40 to 43 cycles of 25 of the 312 lines of 63, bar and figure the rest."""
    lit = [item for item in measured(spec, "cc65", screen_on=True) if item.screen_on]
    assert len(lit) == 2
    for item in lit:
        assert item.screen_on is not None
        assert 1.04 < item.screen_on.median / item.all_phases.median < 1.2


@needs_vice
@needs_ca65
def test_phases_add_up_and_seeds_differ(spec: Spec) -> None:
    (found,) = bench.measure([dark_job(spec, "cc65", "crypt")], workers=1)
    names = ["clear", "rooms", "corridors", "secret rooms", "treasures", "stairs", "camera"]
    for seed in FEW:
        assert list(found.phases[seed]) == names
        assert found.totals[seed] == sum(found.phases[seed].values())
    assert len(set(found.totals.values())) == len(FEW)
    with closing(start_module(module_of(spec, "crypt", "cc65"))) as machine:
        assert machine.build(Request("crypt", FEW[0])).cycles == found.totals[FEW[0]]


@needs_vice
@needs_ca65
def test_a_timer_that_still_runs_is_not_counted() -> None:
    spec = load_spec(SPEC_FILE, ["dungeons.burrow.walk.steps=1"])
    with closing(start_module(module_of(spec, "burrow", "cc65"))) as machine:
        expected = machine.build(Request("burrow", 7)).cycles
        for cycles in range(4, 60):
            # lda #cycles, sta $dd04, lda #0, sta $dd05, lda #$11, sta $dd0e: timer A runs.
            code = bytes((0xA9, cycles, 0x8D, 4, 0xDD, 0xA9, 0, 0x8D, 5, 0xDD, 0xA9, 0x11))
            code += bytes((0x8D, 0x0E, 0xDD, 0x8D, *DONE.to_bytes(2, "little")))
            loop = (DRIVER + len(code)).to_bytes(2, "little")
            machine.emulator.write(DRIVER, code + bytes((0x4C, *loop)))
            machine.emulator.run_until_store(DONE, 10, start=DRIVER)
            assert machine.build(Request("burrow", 7)).cycles == expected, cycles


@pytest.mark.parametrize("name", list(COMPILERS))
def test_a_larger_grid_takes_more_work_memory_but_no_other_zero_page(spec: Spec, name: str) -> None:
    fewer = load_spec(SPEC_FILE, ["dungeons.crypt.grid.columns=3"])
    sizes, smaller = (module_sizes(module_of(one, "crypt", name)) for one in (spec, fewer))
    # 4 rooms less: at least their rectangles, rings and obstacles.
    assert sizes.work_memory - smaller.work_memory >= 4 * 12
    assert abs(sizes.zeropage - smaller.zeropage) <= 4
    assert sizes.code > 1000
    assert sizes.tables > 100


def test_a_walk_is_smaller_than_rooms_and_without_their_tables(spec: Spec) -> None:
    rooms, walk = (
        module_sizes(module_of(spec, dungeon, "cc65")) for dungeon in ("crypt", "burrow")
    )
    assert walk.code * 2 < rooms.code
    assert walk.work_memory * 2 < rooms.work_memory


@pytest.mark.parametrize("name", list(COMPILERS))
def test_the_sizes_are_those_of_the_module(spec: Spec, name: str) -> None:
    module = module_of(spec, "burrow", name)
    sizes = module_sizes(module)
    assert sizes.program == module.size == len(module.image)
    assert sizes.zeropage == len(module.zero_page)


# ------------------------------------------------------------------ figures and reports


def result(**changes: object) -> Result:
    """A made-up result of one seed a hundred cycles, with `changes`."""
    sizes = Sizes(code=5000, tables=500, work_memory=700, zeropage=40)
    whole = Result(
        compiler="oscar64",
        version="1.0",
        dungeon="crypt",
        profile="release",
        phases={"rooms": Cycles(60_000, 60_000, 60_000, 60_000)},
        bytes=sizes,
        cycles={1: 90_000, 2: 100_000, 3: 110_000},
    )
    return dataclasses.replace(whole, **changes)  # type: ignore[arg-type]


def baseline_of(*found: Result) -> Baseline:
    return Baseline(
        {item.compiler: item.version for item in found},
        {item.compiler: {item.dungeon: item.cycles} for item in found},
    )


def test_figures_are_least_median_99th_percentile_and_most() -> None:
    assert Cycles.of(range(1, 201)) == Cycles(1, 100, 198, 200)
    assert Cycles.of([5]) == Cycles(5, 5, 5, 5)
    assert Cycles.of([4, 1]) == Cycles(1, 2, 4, 4)


def test_a_report_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    found = [result(screen_on=Cycles(1, 2, 3, 4)), result(dungeon="burrow")]
    bench.write_report(tmp_path / "bench.json", found)
    assert bench.read_report(tmp_path / "bench.json") == found
    report = json.loads((tmp_path / "bench.json").read_text())
    assert (report["format"], report["tool"]) == (1, f"Undercroft {version()}")
    data = report["results"][0]
    keys = {"compiler", "dungeon", "profile", "median", "p99", "max", "phases", "bytes"}
    assert keys <= data.keys()
    assert (data["median"], data["max"]) == (100_000, 110_000)
    assert data["bytes"]["code"] == 5000


@pytest.mark.parametrize("text", ["", "[]", '{"results": [{}]}', '{"results": 7}', "no json"])
def test_a_file_that_is_no_report_is_an_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "old.json"
    path.write_text(text)
    with pytest.raises(UserError, match="not a report of bench"):
        bench.read_report(path)
    with pytest.raises(UserError, match="cannot be read"):
        bench.read_report(tmp_path / "missing.json")


def test_a_report_of_another_format_is_refused_and_one_without_a_number_is_read(
    tmp_path: Path,
) -> None:
    path = tmp_path / "bench.json"
    bench.write_report(path, [result()])
    text = path.read_text()
    path.write_text(text.replace('"format": 1', '"format": 2').replace("median", "middle"))
    with pytest.raises(UserError, match=f"has format 2; Undercroft {version()} reads format 1"):
        bench.read_report(path)
    path.write_text(text.replace('"format": 1,', ""))
    assert bench.read_report(path) == [result()]


def shown(before: list[Result], now: list[Result]) -> str:
    text = io.StringIO()
    print_comparison(before, now, Console(file=text, width=120))
    return " ".join(text.getvalue().split())


def test_a_comparison_tells_the_change_of_every_phase() -> None:
    faster = result(cycles={1: 1, 2: 80_000, 3: 80_001}, phases={"rooms": Cycles(1, 66_000, 3, 4)})
    text = shown([result()], [faster])
    assert "all phases 100,000 80,000 -20.0 %" in text
    assert "rooms 60,000 66,000 +10.0 %" in text
    assert "code and tables 5,500 5,500 +0.0 %" in text


def test_a_comparison_says_what_it_cannot_compare() -> None:
    assert "burrow release not in it" in shown([result()], [result(dungeon="burrow")])
    assert "of other seeds" in shown([result()], [result(cycles={9: 1})])


def test_tables_have_every_figure() -> None:
    text = io.StringIO()
    found = [result(screen_on=Cycles(1, 106_000, 3, 4))]
    print_results(found, Console(file=text, width=140))
    for figure in ("90,000", "100,000", "110,000", "1.10", "106,000", "+6.0 %", "60 %", "5,500"):
        assert figure in text.getvalue()


def test_a_table_of_a_dark_screen_has_no_columns_of_the_other() -> None:
    for on, has_columns in ((Cycles(1, 106_000, 3, 4), True), (None, False)):
        text = io.StringIO()
        print_results([result(screen_on=on)], Console(file=text, width=140))
        assert ("screen on" in text.getvalue()) == has_columns


# ------------------------------------------------------------------ budgets

ROOMY = (
    "budgets.dungeons={crypt: {oscar64: "
    "{median_cycles: 100000, program_bytes: 5500, work_bytes: 700}}}"
)


@pytest.fixture
def budgeted() -> Spec:
    """Budgets that the made-up result keeps just so."""
    return load_spec(SPEC_FILE, [ROOMY, "budgets.slowest_seed=110"])


def test_what_is_just_within_its_budget_is_right(budgeted: Spec) -> None:
    item = result(screen_on=Cycles(1, 115_000, 3, 4))
    verdict = check(budgeted, [item], baseline_of(item))
    assert (verdict.wrong, verdict.notes, verdict.compared) == ([], [], 1)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"cycles": {1: 1, 2: 100_001, 3: 100_001}}, "100,001 median cycles, the budget is"),
        ({"bytes": Sizes(5001, 500, 700, 40)}, "5,501 bytes of code and tables, the budget is"),
        ({"bytes": Sizes(5000, 500, 701, 40)}, "701 bytes of work memory, the budget is 700"),
        ({"cycles": {1: 1, 2: 100_000, 3: 110_001}}, "seed 3 takes 110,001 cycles, 110 %"),
        ({"screen_on": Cycles(1, 115_001, 3, 4)}, "115,001 cycles with the screen on"),
        ({"longest_step": LongestStep(10_001, 7, 3)}, "step 7 of seed 3 takes 10,001 cycles"),
    ],
)
def test_what_breaks_its_budget_is_told(
    budgeted: Spec, changes: dict[str, object], complaint: str
) -> None:
    wrong = check(budgeted, [result(**changes)], baseline_of(result())).wrong
    assert len(wrong) == 1
    assert wrong[0].startswith("crypt by oscar64: ")
    assert complaint in wrong[0]


def test_a_rise_of_more_than_three_percent_is_told(budgeted: Spec) -> None:
    # The median of the burrow has no budget.
    before = result(dungeon="burrow")
    for median, is_told in ((103_000, False), (103_001, True)):
        item = result(dungeon="burrow", cycles={1: 1, 2: median, 3: median})
        wrong = check(budgeted, [item], baseline_of(before)).wrong
        assert ["+3.0 %, at most +3 % allowed" in text for text in wrong] == [True] * is_told


def test_only_seeds_that_both_have_are_compared(budgeted: Spec) -> None:
    item = result(dungeon="burrow", cycles={1: 90_000, 9: 999_999, 10: 999_999})
    assert check(budgeted, [item], baseline_of(result(dungeon="burrow"))).wrong == []
    none = check(budgeted, [result(cycles={9: 1})], baseline_of(result()))
    assert none.notes == ["crypt by oscar64: no committed figures for these seeds"]
    assert none.compared == 0


def test_figures_of_another_compiler_version_are_not_compared_and_it_says_so(
    budgeted: Spec,
) -> None:
    slow = result(dungeon="burrow", version="2.0", cycles={1: 900_000})
    verdict = check(budgeted, [slow], baseline_of(result(dungeon="burrow")))
    assert verdict.wrong == []
    assert "are of oscar64 1.0, not of 2.0" in verdict.notes[0]


def test_a_check_says_what_was_compared(budgeted: Spec) -> None:
    items = [result(), result(cycles={9: 1})]
    for found, words in (
        (items[:1], "no budget is exceeded; 1 median compared with base.json: none is too high"),
        (items[1:], "no budget is exceeded; no median was compared with base.json"),
        (items, "crypt by oscar64: no committed figures for these seeds\n"),
    ):
        text = io.StringIO()
        verdict = require_budgets(budgeted, found, baseline_of(result()))
        print_verdict(verdict, Path("base.json"), Console(file=text, width=140))
        assert words in text.getvalue()


def test_the_dev_profile_has_no_budget(budgeted: Spec) -> None:
    item = result(profile="dev", cycles={1: 999_999, 2: 9_999_999})
    assert check(budgeted, [item], baseline_of(result())).wrong == []


def test_a_broken_budget_ends_with_status_1_and_the_command_to_renew(budgeted: Spec) -> None:
    item = result(bytes=Sizes(9000, 0, 0, 0))
    with pytest.raises(BudgetBroken) as caught:
        require_budgets(budgeted, [item], baseline_of(item))
    assert caught.value.exit_code == 1
    assert "invoke bench --bless" in caught.value.hint


def test_committed_figures_are_replaced_where_they_were_measured_anew(tmp_path: Path) -> None:
    path = tmp_path / "bench" / "baseline.json"
    assert read_baseline(path) == Baseline({}, {})
    write_baseline(path, [result(), result(dungeon="burrow", cycles={1: 5})])
    write_baseline(path, [result(cycles={4: 7}), result(profile="dev", cycles={1: 1})])
    assert read_baseline(path) == Baseline(
        {"oscar64": "1.0"}, {"oscar64": {"burrow": {1: 5}, "crypt": {4: 7}}}
    )


@pytest.mark.parametrize("text", ["", "[]", '{"cycles": 1, "versions": {}}', '{"cycles": {}}'])
def test_damaged_committed_figures_are_an_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(text)
    with pytest.raises(UserError, match="is damaged"):
        read_baseline(path)


def test_a_budget_of_a_dungeon_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    text = edited_text(
        ("  dungeons:\n    crypt:\n      oscar64: {m", "  dungeons:\n    cryt:\n      oscar64: {m")
    )
    problem = the_problem(tmp_path, text)
    assert problem.key_path == "budgets.dungeons.cryt"
    assert "did you mean `crypt`" in problem.right


@pytest.mark.parametrize(
    "override",
    [
        "budgets.most_rise=-1",
        "budgets.slowest_seed=99",
        "budgets.dungeons.crypt.oscar64.program_bytes=0",
        "budgets.dungeons.crypt.oscar64.median_cycles=many",
        "budgets.dungeons.crypt.gcc={}",
    ],
)
def test_budgets_that_mean_nothing_are_errors(tmp_path: Path, override: str) -> None:
    problems = problems_of(tmp_path, edited_text(), [override])
    assert [problem.key_path for problem in problems] == [override.partition("=")[0]]


def test_budgets_do_not_change_what_is_emitted(tmp_path: Path) -> None:
    from pygen.emit import emit

    texts = []
    for overrides in ([], ["budgets.most_rise=7"]):
        folder = tmp_path / str(len(overrides))
        emit(load_spec(SPEC_FILE, overrides), "generator.yaml", folder)
        texts.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert texts[0] == texts[1]
