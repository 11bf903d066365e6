"""The report in words."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from hunts.coverage.judges import functions_of, judges, shared_code
from hunts.coverage.reaching import ENOUGH, Reach, Target, all_settings, key, part
from hunts.coverage.recording import all_branches

WAYS = ("all", "ten", "fewer", "never", "cannot")

Row = tuple[Counter[str], Counter[str]]
"""How many branches and settings of a part there are, and how many are reached so often."""


def report(reach: Reach, known: Mapping[str, str], only: str = "") -> tuple[list[str], int]:
    """The lines of the report, and how many findings it has. `known` are the reasons for what
    cannot be reached; `only` is the one part that is reported."""
    rows: dict[str, Row] = defaultdict(lambda: (Counter(), Counter()))
    findings = [f"NOT THE DUNGEON OF THE NATIVE BUILD: {one}" for one in reach.wrong]
    targets: list[tuple[int, Target, int]] = [
        *((0, one, reach.branches[one]) for one in all_branches()),
        *((1, one, reach.settings[one]) for one in all_settings()),
    ]
    for column, target, hits in targets:
        if only and part(target) != only:
            continue
        way = _way(hits, is_known=key(target) in known)
        if way == "cannot" and hits:
            findings.append(f"WRONGLY CALLED UNREACHABLE: {target}")
        elif way in ("fewer", "never"):
            findings.append(f"{hits or 'never':>5}  {target}")
        rows[part(target)][column].update((way, "all"))
    if not only:
        there = {key(target) for _, target, _ in targets}
        findings += [f"NO LONGER THERE: {name}" for name in known if name not in there]
    counts = judge_counts(only)
    findings += [f"NO JUDGE OF ITS OWN: {name}" for name, count in counts.items() if not count]
    for name in counts:
        rows[name]
    lines = [*_table(rows, counts), *findings]
    lines.append(
        f"{reach.proven:,} proven dungeons of {len(reach.rows)} rows; {len(findings)} findings"
    )
    return lines, len(findings)


def judge_counts(only: str = "") -> dict[str, int]:
    """How many functions the judge of each kind and pass has; none if it shares code with the
    generators."""
    return {
        name: len(functions_of(judge)) if judge and not shared_code(judge) else 0
        for name, judge in judges().items()
        if only in ("", name)
    }


def _way(hits: int, is_known: bool) -> str:
    if is_known:
        return "cannot"
    return "ten" if hits >= ENOUGH else "fewer" if hits else "never"


def _table(rows: Mapping[str, Row], counts: Mapping[str, int]) -> list[str]:
    head = " ".join(f"{word:>6}" for word in WAYS[1:])
    lines = [f"{'part':18} branches {head}  settings {head}  judge"]
    branches, settings = Counter[str](), Counter[str]()
    for name, (own_branches, own_settings) in sorted(rows.items()):
        branches += own_branches
        settings += own_settings
        lines.append(_line(name, (own_branches, own_settings), str(counts.get(name, ""))))
    judged = sum(1 for count in counts.values() if count)
    return [*lines, _line("all", (branches, settings), f"{judged} of {len(counts)}")]


def _line(name: str, row: Row, judge: str) -> str:
    cells = [" ".join(f"{one[way]:{8 if way == 'all' else 6},}" for way in WAYS) for one in row]
    return f"{name:18} {cells[0]}  {cells[1]}  {judge:>5}".rstrip()
