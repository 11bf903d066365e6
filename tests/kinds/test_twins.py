"""Every part of a kind or a pass exists twice, in Python and in C, under the same name.

The twin of `pygen/kinds/<kind>/<part>.py` is `c64src/kinds/<kind>/<part>.h`. What their functions
are is free: that both do the same is what parity proves.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.kinds import samples

from pygen.base.project import C_FOLDER, PROJECT
from pygen.emit import emit
from pygen.kinds import KINDS, phases_of
from pygen.passes import PASSES

ONLY_PYTHON = {
    "__init__": "names the phases, for which the driver is emitted",
    "constants": "C gets them as emitted constants",
    "fitting": "what is known of pieces before a dungeon is built",
    "figures": "C gets the figures as an emitted struct",
    "grid": "cells and rectangles, which are arrays and coordinates in C",
    "layouts": "C gets what it needs of a layout as emitted constants",
    "meanings": "C gets the words as comments of emitted constants",
    "notes": "remarks for the designer of a dungeon",
    "pace": "C gets the schedule as emitted constants",
    "safety": "what is known of drawings before a dungeon is built",
    "parameters": "C gets the parameters as emitted constants",
    "watching": "for those who watch",
}
"""Files of a kind or a pass without a twin, and why."""

ONLY_C = {"common": "stages, and variables and rows that several parts work on"}
"""Headers of a kind or a pass without a twin, and why."""

MODES = {"mystery": ("exact_", "lean_")}
"""Kinds that work in one of several modes: how the names of headers begin that only one mode has.
The twin of such a header is that of the part."""

FOLDERS = [*(f"kinds/{kind}" for kind in KINDS), *(f"passes/{name}" for name in PASSES)]


def parts(folder: Path, pattern: str) -> set[str]:
    return {file.stem for file in folder.glob(pattern)}


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_part_has_a_twin(folder: str) -> None:
    python = parts(PROJECT / "pygen" / folder, "*.py") - set(ONLY_PYTHON)
    name = Path(folder).name
    c = parts(C_FOLDER / folder, "*.h") - set(ONLY_C)
    of_modes = {mode: {part for part in c if part.startswith(mode)} for mode in MODES.get(name, ())}
    c = c.difference(*of_modes.values())
    for mode, halves in of_modes.items():
        assert halves and {half.removeprefix(mode) for half in halves} <= c
    assert len({len(halves) for halves in of_modes.values()}) < 2, "each mode has the same headers"
    assert name in c, f"c64src/{folder}/{name}.h must include the parts"
    assert python == c - {name}
    assert python or not folder.startswith("kinds"), "a pass may be a single file in both languages"


@pytest.mark.parametrize("kind", KINDS)
def test_the_c_of_a_phase_is_in_the_twin_of_its_python(kind: str) -> None:
    """The driver calls it by the name of Python's function."""
    assert KINDS[kind].phases
    for phase in KINDS[kind].phases:
        part = phase.run.__module__.rpartition(".")[2]
        text = (C_FOLDER / "kinds" / kind / f"{part}.h").read_text()
        assert re.search(rf"^[\w ]+ {phase.function}\(", text, re.MULTILINE), phase.name


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", KINDS)
def test_the_driver_calls_the_phases_in_order_at_once_and_by_steps(
    kind: str, tmp_path: Path
) -> None:
    sample = samples(kind)[0]
    emit(sample.spec, "spec", tmp_path)
    dungeon = sample.dungeon
    text = (tmp_path / f"dungeon_{dungeon}.c").read_text()
    phases = [phase.run.__name__ for phase in phases_of(sample.spec.dungeons[dungeon])]
    driver = text[text.index(f"{dungeon}_generate(void)") :].partition("\n}\n")[0]
    calls = re.findall(r"(\w+)\([^()]*\);\s*(?:\} while [^;]*;\s*)?end_phase\(\);", driver)
    assert calls == phases
    driver = text[text.index(f"{dungeon}_step(void)") :].partition("\n}\n")[0]
    cases = re.findall(
        r"case (\d+):\s*(?:if \(stage == 0\) \{[^}]*\}\s*)?(?:do \{\s*)?(\w+)\(", driver
    )
    assert cases == [(str(number), name) for number, name in enumerate(phases)]
