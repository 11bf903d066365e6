"""JSON files that Undercroft wrote itself, after somebody or something has changed them."""

from __future__ import annotations

import contextlib
import copy
import io
import json
from pathlib import Path
from random import Random
from typing import Any

from helpers.tools import SPEC_FILE
from hunts.hostile.target import Target, damaged
from rich.console import Console

from pygen.base.errors import UserError
from pygen.builders.python import PythonRoute
from pygen.commands import bench as bench_report
from pygen.commands.verify import write_report
from pygen.console.verified import print_results
from pygen.measure.bench import read_report
from pygen.measure.budgets import read_baseline
from pygen.proof.digests import DigestFile
from pygen.proof.every_seed import SeedJob
from pygen.proof.journal import Entry, Journal, sealed
from pygen.spec import load_spec

KEY = "0123456789abcdef" * 4
SCALARS: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 255, 256, 65535, 65536, 10**30, 0.5, -0.5, 1e308, float("nan"),
    float("inf"), "", "x", "0", "0-65535", "7-3", "1-2-3", "-", ",", "0,0", "\u00b2", "1-\u0661",
    "9" * 5000, "0-65535," * 3000 + "0", "x" * 100_000, KEY, "\x00", "\ud800", [], {}, [[]], [{}],
    {"seeds": "0-9"}, {"seeds": "0-9", "count": 10, "checksum": "0", "seconds": 1.0},
)  # fmt: skip


class Record(Target):
    """Any of them; a subclass gives a good one, and reads one."""

    good: Any

    def make(self, chance: Random) -> bytes:
        if chance.randrange(10) == 0:
            return _nested(chance)
        data = copy.deepcopy(self.good)
        for _ in range(chance.choice((1, 1, 2, 4))):
            data = _changed(data, chance)
        text = json.dumps(data, indent=chance.choice((None, 0, 1)))
        return damaged(text.encode(), chance) if chance.randrange(4) == 0 else text.encode()

    def mutate(self, data: bytes, chance: Random) -> bytes:
        try:
            tree = json.loads(data)
        except (ValueError, RecursionError):
            return damaged(data, chance) if chance.randrange(2) else self.make(chance)
        return json.dumps(_changed(tree, chance)).encode()


class JournalFile(Record):
    """What verify remembers."""

    name = "journal"
    instrumented = ("pygen.proof.journal", "pygen.engine.random.seeds")

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        entries = [
            {"seeds": f"{n}-{n + 9},{n + 50}", "count": 11, "checksum": "00ff00ff", "seconds": 0.5}
            for n in (0, 100, 200)
        ]
        self.good = {"key": KEY, "entries": entries}
        self.route = PythonRoute(load_spec(SPEC_FILE))

    def make(self, chance: Random) -> bytes:
        data = super().make(chance)
        with contextlib.suppress(ValueError, RecursionError):
            record = json.loads(data)
            if isinstance(record, dict):
                # Without a digest that fits, nothing else would be looked at.
                return sealed(record)
        return data

    def read(self, data: bytes) -> bool:
        path = self.folder / f"journal-{KEY[:16]}.json"
        path.write_bytes(data)
        journal = Journal(self.folder, "journal", KEY)
        done = journal.done()
        assert done <= set(range(65536)) and len(done) <= 65536
        # What is said of it, and what is written in the end, must be possible as well.
        digests = DigestFile(self.folder, "digests", KEY)
        keys = ("", "")
        job = SeedJob(self.route, self.route, "crypt", range(65536), journal, digests, keys)
        print_results([job], Console(file=io.StringIO(), width=110))
        write_report(self.folder / "report", [job], 1.0, 1)
        is_accepted = bool(journal.entries)
        journal.add(Entry("65000", 1, "00000000", 0.5))
        assert Journal(self.folder, "journal", KEY).done() == done | {65000}
        return is_accepted


class BenchReport(Record):
    """What `invoke bench --report` wrote, for `--compare`; and the committed figures."""

    name = "report"
    instrumented = ("pygen.measure.bench", "pygen.measure.budgets")

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        cycles = {"min": 1, "median": 2, "p99": 3, "max": 4}
        result = {
            "compiler": "oscar64", "version": "1", "dungeon": "crypt", "profile": "release",
            **cycles, "phases": {"rooms": cycles}, "screen_on": cycles, "cycles": {"0": 5, "7": 6},
            "bytes": {},
        }  # fmt: skip
        self.good = {
            "results": [result], "versions": {"oscar64": "1"},
            "cycles": {"oscar64": {"crypt": {"0": 5, "7": 6}}},
        }  # fmt: skip
        self.path = folder / "report"

    def read(self, data: bytes) -> bool:
        self.path.write_bytes(data)
        is_accepted = False
        try:
            found = read_report(self.path)
            bench_report.print_comparison(found, found, Console(file=io.StringIO(), width=110))
            is_accepted = True
        except UserError as error:
            assert error.message
        try:
            read_baseline(self.path)
        except UserError as error:
            assert error.message
        return is_accepted


def _places(tree: Any) -> list[tuple[Any, Any]]:
    items = tree if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    found: list[tuple[Any, Any]] = []
    for key in items:
        found += [(tree, key), *_places(tree[key])]
    return found


def _changed(tree: Any, chance: Random) -> Any:
    places = _places(tree)
    if not places or chance.randrange(30) == 0:
        return chance.choice(SCALARS)
    holder, key = chance.choice(places)
    match chance.randrange(5):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        case 2 if isinstance(holder, dict):
            holder[chance.choice(("seeds", "count", "x", "0", "-1"))] = holder.pop(key)
        case 3 if isinstance(holder[key], (int, float)):
            holder[key] += chance.choice((-1, 1, 0.5, 1e18))
        case _:
            holder[key] = copy.deepcopy(chance.choice(SCALARS))
    return tree


def _nested(chance: Random) -> bytes:
    many = chance.choice((10, 900, 5000, 200_000))
    return chance.choice((b"[" * many, b'{"a":' * many, b"[" * many + b"]" * many, b"9" * many))
