"""The record of the last proof in docs/proof.json, and what the pages say of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from pygen.base.errors import UserError
from pygen.base.files import write_if_changed
from pygen.base.project import PROJECT
from pygen.base.words import listed
from pygen.builders.python import PythonRoute
from pygen.compilers import COMPILERS
from pygen.emit.memory_regions import without_statistics
from pygen.engine.random.seeds import LAST_SEED
from pygen.spec import Spec

PROOF = PROJECT / "docs" / "proof.json"
"""What the last proof of all dungeons has compared: `invoke docs --proof` records it."""

REPEAT_PROOF = "invoke verify proves all dungeons, and invoke prove makes a report of them"

ALL_SEEDS = LAST_SEED + 1


def record_proof(report: Path, spec: Spec, record: Path = PROOF) -> None:
    """Record what a report of `invoke prove` says of all dungeons of a spec.

    Raises UserError if the report cannot be read, something in it is not proven, it lacks a
    dungeon or a compiler, or it was made with another spec or with other sources.
    """
    try:
        data = json.loads(report.read_text(encoding="utf-8"))
        when = date.fromisoformat(data["date"])
        rows = [row for row in data["rows"] if row["against"] == "python"]
        unproven = {row["dungeon"] for row in rows if row["proven"] != row["seeds"]}
        found = {(row["dungeon"], row["floor"], row["reference"]) for row in rows}
        dungeons: dict[str, Any] = {}
        samples: dict[str, int] = {}
        for row in rows:
            route = row["route"]
            if row["is_sample"]:
                samples[route] = samples.get(route, 0) + row["seeds"]
                continue
            routes = dungeons.setdefault(row["dungeon"], {})
            sums = routes.setdefault(route, {"rows": 0, "seeds": row["seeds"], "seconds": 0})
            sums["rows"] += 1
            sums["seeds"] = min(sums["seeds"], row["seeds"])
            sums["seconds"] = round(sums["seconds"] + row["seconds"], 1)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UserError(f"{report}: cannot be read as a report: {error}", REPEAT_PROOF) from error
    wanted = {"native", *COMPILERS}
    missing = [name for name in spec.dungeons if wanted - set(dungeons.get(name, ()))]
    changed = [
        name
        for name, dungeon in spec.dungeons.items()
        for route in wanted.intersection(dungeons.get(name, ()))
        if dungeons[name][route]["rows"] != len(dungeon.floor_rows)
    ]
    others = {row[0] for row in found - set(_references(spec))}
    for state, names in (
        ("not proven", unproven),
        ("not on every route", missing),
        ("with other rows", changed),
        ("with another spec or other sources", others),
    ):
        if names:
            raise UserError(f"{report}: {state}: {listed(sorted(set(names)))}", REPEAT_PROOF)
    recorded = {"date": f"{when.day} {when:%B %Y}", "dungeons": dungeons, "samples": samples}
    write_if_changed(record, (json.dumps(recorded, indent=1) + "\n").encode())


def _references(spec: Spec) -> Iterator[tuple[str, int, str]]:
    """For each row of today's dungeons: the dungeon, the row's first floor, and the identity of the
    reference, with the counts of tiles and without."""
    for route in (PythonRoute(spec), PythonRoute(without_statistics(spec))):
        for name, dungeon in spec.dungeons.items():
            for row in dungeon.floor_rows:
                yield name, row.first_floor, route.identity(name, row.first_floor)


def _recorded() -> tuple[str, dict[str, Any], dict[str, int]]:
    last = json.loads(PROOF.read_text(encoding="utf-8"))
    return last["date"], last["dungeons"], last["samples"]


def proof(_: str) -> str:
    """A sentence about what the last proof of all dungeons has compared, and when."""
    when, dungeons, _samples = _recorded()
    routes = [route for by_route in dungeons.values() for route in by_route.values()]
    comparisons = sum(route["rows"] * route["seeds"] for route in routes)
    sets = sum(by_route["native"]["rows"] for by_route in dungeons.values())
    seeds = min(route["seeds"] for route in routes)
    compilers = " and ".join(compiler.title for compiler in COMPILERS.values())
    first, share = f"All {comparisons:,} comparisons are equal", f"{seeds:,} seeds of each"
    if seeds == ALL_SEEDS:
        first, share = (
            f"Every seed is proven: all {comparisons:,} comparisons are equal",
            (f"all {share}"),
        )
    return (
        f"**{first}, byte for byte**: {len(dungeons)} dungeons with {sets} sets of parameters in "
        f"all (by floor), {share}, by {compilers} and as native code, against the Python "
        f"reference, on {when}. [What is proven](docs/verify.md).\n"
    )


def proven(_: str) -> str:
    """The table of what the last proof has compared of each dungeon, and how long it took."""
    return "\n".join([*_proven_rows(), ""])


def _proven_rows() -> Iterator[str]:
    when, dungeons, samples = _recorded()
    titles = [compiler.title for compiler in COMPILERS.values()]
    yield f"Proven on {when}, in seconds of processor time:"
    yield ""
    yield f"| dungeon | rows | {' | '.join(['native', *titles])} | seconds |"
    yield "| --- " * (len(titles) + 4) + "|"
    for name, routes in dungeons.items():
        shares = [
            "all" if routes[route]["seeds"] == ALL_SEEDS else f"{routes[route]['seeds']:,}"
            for route in ("native", *COMPILERS)
        ]
        times = [routes[route]["seconds"] for route in ("native", *COMPILERS)]
        seconds = " + ".join(f"{time:,.0f}" for time in times) if any(times) else "not recorded"
        yield f"| {name} | {routes['native']['rows']} | {' | '.join(shares)} | {seconds} |"
    if samples:
        yield ""
        yield (
            "Samples that were compared completely: "
            + listed(f"{count:,} dungeons {_route(route)}" for route, count in samples.items())
            + "."
        )


def _route(route: str) -> str:
    """The words for a route of a sample, whose name begins with the compiler's."""
    compiler, _, rest = route.partition(" ")
    if compiler not in COMPILERS:
        return f"as {route} code"
    return f"by {COMPILERS[compiler].title}, {rest}"
