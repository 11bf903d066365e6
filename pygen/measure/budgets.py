"""Checks measured figures against the spec's budgets and against the committed figures."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from pygen.base.errors import UserError
from pygen.base.files import read_plain_file, write_if_changed
from pygen.base.project import PROJECT
from pygen.measure.bench import MOST_BYTES, Result
from pygen.spec import Spec
from pygen.spec.budgets import Budget

BASELINE = PROJECT / "tests" / "bench" / "baseline.json"
"""The committed figures of the project's own spec."""

RENEW = "invoke bench --bless"


class BudgetBroken(UserError):
    """A generator is slower or larger than the budgets allow."""


@dataclass(frozen=True)
class Baseline:
    """The committed figures of the release profile: the version of each compiler, and the cycles
    by compiler, dungeon and seed."""

    versions: dict[str, str]
    cycles: dict[str, dict[str, dict[int, int]]]


@dataclass(frozen=True)
class Verdict:
    """The outcome of a check: the errors, and what could not be compared.

    `compared` is the number of medians that were compared with the committed figures.
    """

    wrong: list[str]
    notes: list[str]
    compared: int


def check(spec: Spec, results: Sequence[Result], baseline: Baseline) -> Verdict:
    """Compare the release profile's results with the spec's budgets and the baseline."""
    release = [item for item in results if item.profile == "release"]
    wrong = [text for item in release for text in _over_budget(spec, item)]
    notes: list[str] = []
    for item in release:
        text, is_wrong = _slower(spec, item, baseline)
        if text:
            (wrong if is_wrong else notes).append(text)
    return Verdict(wrong, notes, len(release) - len(notes))


def _name(item: Result) -> str:
    return f"{item.dungeon} by {item.compiler}"


def _over_budget(spec: Spec, item: Result) -> Iterator[str]:
    budgets = spec.budgets
    budget: Budget | None = getattr(budgets.dungeons.get(item.dungeon), item.compiler, None)
    if budget is not None:
        for what, used, limit in (
            ("median cycles", item.all_phases.median, budget.median_cycles),
            ("bytes of code and tables", item.bytes.program, budget.program_bytes),
            ("bytes of work memory", item.bytes.work_memory, budget.work_bytes),
        ):
            if used > limit:
                yield f"{_name(item)}: {used:,} {what}, the budget is {limit:,}"
    step = item.longest_step
    if step and step.cycles > budgets.longest_step:
        yield (
            f"{_name(item)}: step {step.number} of seed {step.seed} takes {step.cycles:,} cycles, "
            f"the budget of a step is {budgets.longest_step:,}"
        )
    most = budget.slowest_seed if budget and budget.slowest_seed else budgets.slowest_seed
    limit = item.all_phases.median * most // 100
    if item.all_phases.max > limit:
        yield (
            f"{_name(item)}: seed {item.slowest_seed} takes {item.all_phases.max:,} cycles, "
            f"{100 * item.all_phases.max // item.all_phases.median} % of the median; the budget is "
            f"{most} %"
        )
    on = item.screen_on
    if on and on.median * 100 > item.all_phases.median * (100 + budgets.screen_on):
        yield (
            f"{_name(item)}: {on.median:,} cycles with the screen on, more than "
            f"{budgets.screen_on} % above the {item.all_phases.median:,} of a dark screen"
        )


def _slower(spec: Spec, item: Result, baseline: Baseline) -> tuple[str, bool]:
    """A message about a result's median against the baseline ("" if none), and whether it is an
    error."""
    committed = baseline.cycles.get(item.compiler, {}).get(item.dungeon, {})
    seeds = item.cycles.keys() & committed.keys()
    if not seeds:
        return f"{_name(item)}: no committed figures for these seeds", False
    version = baseline.versions.get(item.compiler)
    if version != item.version:
        return (
            f"{_name(item)}: the committed figures are of {item.compiler} {version}, not of "
            f"{item.version}, and are not compared",
            False,
        )
    was = statistics.median(committed[seed] for seed in seeds)
    now = statistics.median(item.cycles[seed] for seed in seeds)
    most = spec.budgets.most_rise
    if now * 100 <= was * (100 + most):
        return "", False
    rise = 100 * (now - was) / was
    return (
        f"{_name(item)}: {round(now):,} cycles, median of {len(seeds)} seeds, where "
        f"{round(was):,} are committed: {rise:+.1f} %, at most +{most} % allowed",
        True,
    )


def require_budgets(spec: Spec, results: Sequence[Result], baseline: Baseline) -> Verdict:
    """The outcome of a check without errors. Raises BudgetBroken if there are any."""
    verdict = check(spec, results, baseline)
    if verdict.wrong:
        raise BudgetBroken(
            "\n".join(verdict.wrong),
            "Budgets are in the spec under `budgets`. If the rise is intended, commit the new "
            f"figures with `{RENEW}`.",
        )
    return verdict


# ------------------------------------------------------------------ the committed figures


def read_baseline(path: Path) -> Baseline:
    """Read the committed figures; empty if there is no file. Raises UserError if it is damaged."""
    if not path.exists():
        return Baseline({}, {})
    try:
        data = read_plain_file(path, MOST_BYTES, "a baseline")
        return TypeAdapter(Baseline).validate_json(data)
    except ValidationError as error:
        raise UserError(f"{path}: the file is damaged", f"Renew it with `{RENEW}`.") from error


def write_baseline(path: Path, results: Iterable[Result]) -> None:
    """Commit the cycles of the release profile's results. Those of other compilers and dungeons
    stay."""
    baseline = read_baseline(path)
    for item in results:
        if item.profile == "release":
            baseline.versions[item.compiler] = item.version
            baseline.cycles.setdefault(item.compiler, {})[item.dungeon] = dict(item.cycles)
    write_if_changed(path, _as_text(baseline).encode())


def _as_text(baseline: Baseline) -> str:
    """JSON with one line for each dungeon, so that a diff shows what has changed."""
    lines = []
    for compiler, cycles in sorted(baseline.cycles.items()):
        dungeons = [
            f"   {json.dumps(dungeon)}: {json.dumps(seeds)}"
            for dungeon, seeds in sorted(cycles.items())
        ]
        lines.append(f"  {json.dumps(compiler)}: {{\n" + ",\n".join(dungeons) + "\n  }")
    return (
        f'{{\n "versions": {json.dumps(baseline.versions, sort_keys=True)},\n'
        ' "cycles": {\n' + ",\n".join(lines) + "\n }\n}\n"
    )
