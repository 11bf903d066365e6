"""What the shipped programs take: the record in docs/programs.json, and the table of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pygen.base.files import write_if_changed
from pygen.base.project import PROJECT
from pygen.compilers import COMPILERS, Compiler
from pygen.programs.carrier import ModularProgram
from pygen.programs.carriers import CARRIERS
from pygen.programs.program import build_program
from pygen.spec import Spec

RECORD = PROJECT / "docs" / "programs.json"
"""What each program takes with each compiler: `invoke docs --programs` records it."""

COLUMNS = {
    "modules": "modules and work memory",
    "resident": "resident part",
    "below_kernal": "of it below the KERNAL",
    "variables": "variables, stack",
    "free": "free",
    "left_out": "dungeons left out",
}
"""The figures of a program, and their headings."""


def sizes_of(program: ModularProgram) -> dict[str, int]:
    """The figures of a built program, by the names in COLUMNS, in bytes except the last one."""
    result, region = program.result, program.spec.memory["program"]
    variables = sum(one.size for one in result.segments if one.kind in ("bss", "stack"))
    below = len(result.below_kernal)
    return {
        "modules": region.size - result.free - variables - program.resident_bytes + below,
        "resident": program.resident_bytes,
        "below_kernal": below,
        "variables": variables,
        "free": result.free,
        "left_out": len(program.left_out),
    }


def record_sizes(spec: Spec, spec_name: str, compiler: Compiler) -> None:
    """Build all programs of a spec for all their carriers, and record what they take.

    Raises as `build_program` does.
    """
    recorded = _recorded()
    recorded[compiler.name] = {
        name: {
            carrier: sizes_of(
                build_program(
                    spec,
                    spec_name,
                    compiler,
                    "release",
                    CARRIERS[carrier],
                    selection=spec.selection_of(name),
                )
            )
            for carrier in plan.carriers
        }
        for name, plan in spec.programs.items()
    }
    write_if_changed(RECORD, (json.dumps(recorded, indent=1) + "\n").encode())


def sizes(_: str) -> str:
    """The table of what programs take."""
    heading = ["program", "carrier", "compiler", *COLUMNS.values()]
    lines = [heading, ["---"] * len(heading), *_rows(_recorded())]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _rows(recorded: dict[str, Any]) -> Iterator[list[str]]:
    for program, carriers in next(iter(recorded.values()), {}).items():
        for carrier in carriers:
            for compiler in recorded:
                figures = recorded[compiler][program][carrier]
                title = COMPILERS[compiler].title
                yield [program, carrier, title, *(f"{figures[key]:,}" for key in COLUMNS)]


def _recorded(record: Path = RECORD) -> dict[str, Any]:
    """By compiler, program and carrier."""
    found: dict[str, Any] = json.loads(record.read_text("utf-8")) if record.exists() else {}
    return found
