"""Schedules decide where steps end, and nothing else: what the reference has recorded of all seeds
stays valid if they change."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pygen.base.files import source_files
from pygen.base.project import C_FOLDER, PROJECT
from pygen.engine.definition.pace import SCHEDULE

BUILD = """
import json, pathlib, sys
import pygen.base.project as project
project.C_FOLDER = pathlib.Path(sys.argv[1])
from pygen.builders.python import PythonBuilder
from pygen.emit.memory_regions import without_statistics
from pygen.spec import load_spec
spec = without_statistics(load_spec(pathlib.Path("generator.yaml")))
builder = PythonBuilder(spec)
found = {}
for name, dungeon in spec.dungeons.items():
    for row in dungeon.floor_rows:
        built = builder.build_steps(spec.proof_request(name, 4096, row.first_floor))
        regions = {region: data.hex() for region, data in built.regions.items()}
        found[f"{name} {row.first_floor}"] = [built.steps, regions]
print(json.dumps(found))
"""


def built_with(change: Callable[[int], int], folder: Path) -> dict[str, tuple[int, dict[str, str]]]:
    """The steps and the bytes of a dungeon of each row, with other numbers in all schedules."""
    source = folder / "c64src"
    shutil.copytree(C_FOLDER, source)
    for file in source_files(source, SCHEDULE):
        file.write_text(
            re.sub(
                r"(?m)^(\w+ *= *)(\d+)", lambda m: m[1] + str(change(int(m[2]))), file.read_text()
            )
        )
    done = subprocess.run(
        [sys.executable, "-c", BUILD, str(source)],
        cwd=PROJECT, env=os.environ | {"PYTHONPATH": str(PROJECT)},
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    found: dict[str, tuple[int, dict[str, str]]] = json.loads(done.stdout)
    return found


@pytest.mark.shipped
def test_schedules_change_steps_and_no_bytes(tmp_path: Path) -> None:
    few = built_with(lambda number: 1, tmp_path / "few")
    many = built_with(lambda number: 2 * number + 1, tmp_path / "many")
    assert few.keys() == many.keys() and len(few) == 50
    assert [one[1] for one in few.values()] == [one[1] for one in many.values()]
    assert all(few[row][0] > many[row][0] for row in few)
