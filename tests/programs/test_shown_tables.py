"""The program's C for each combination of what it can show: tables, looks, locks and worlds.

Only the resident part is compiled. What a module has in its code changes none of it.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers.kinds import FROZEN, data_with, loaded
from helpers.programs import module_of
from helpers.tools import compiler_or_skip

from pygen.compilers.module_building import Module
from pygen.engine.definition.tables import Figures
from pygen.engine.dungeon.chambers import CHAMBER_STRUCTS, chambers_table
from pygen.kinds import KINDS
from pygen.programs import program as programs
from pygen.programs.carriers import CARRIERS
from pygen.programs.program import build_program
from pygen.spec import Spec

WORLD = {
    "kind": "caves",
    "world": {},
    "passes": [{"name": "gates"}, {"name": "regions", "keep": "all"}],
}
ENEMIES = [{"name": "first_one", "glyph": "a", "colour": "red"}]


def walk(*passes: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "walk", "map": {"width": 40, "height": 24}, "passes": list(passes)}


DUNGEONS: dict[str, dict[str, Any]] = {
    "nothing": walk(),
    "rooms": FROZEN["dungeons"]["crypt"],
    "features": {"kind": "accretion"},
    # No kind that ships has chambers alone: the tests give them to this one.
    "chambers": {"kind": "terrain"},
    "entities": walk({"name": "items"}),
    "own_entities": walk({"name": "enemies", "table": ENEMIES}),
    "locks": walk({"name": "locks"}),
    "looks": walk({"name": "tile_rules"}),
    "treasures": walk({"name": "treasures"}),
    "world": WORLD,
}
"""Dungeons, each with one thing more that a program can show."""


@pytest.fixture
def chambers_in_terrains(monkeypatch: pytest.MonkeyPatch) -> None:
    """Terrains have a table of chambers."""
    kind = KINDS["terrain"]
    fields = {**kind.figures.fields, "chambers": 1}
    monkeypatch.setitem(
        KINDS,
        "terrain",
        replace(
            kind,
            tables=(*kind.tables, chambers_table(lambda _: 8, kind.phases[-1].name)),
            structs=(*kind.structs, CHAMBER_STRUCTS),
            figures=Figures(kind.figures.struct, fields),
        ),
    )


def check_program(
    names: Iterable[str], compiler: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Raise CompileFailed if the program of these dungeons cannot be built."""
    found = compiler_or_skip(compiler)
    known = module_of(spec_of(["nothing"]), "nothing", compiler)

    def any_module(spec: Spec, *more: Any) -> Module:
        dungeon, place = more[2], more[5]
        zeropage = range(place.zeropage or known.layout.zeropage.start, known.layout.zeropage.stop)
        layout = replace(known.layout, work_start=1, work_end=0, zeropage=zeropage)
        return replace(known, spec=spec, dungeon=dungeon, layout=layout)

    monkeypatch.setattr(programs, "build_module", any_module)
    spec = spec_of(names)
    build_program(spec, "spec", found, "release", CARRIERS["easyflash"], build_folder=folder)


def spec_of(names: Iterable[str]) -> Spec:
    """A spec whose program has these dungeons."""
    data = data_with({name: copy.deepcopy(DUNGEONS[name]) for name in names})
    del data["memory"]
    return loaded(data)


ALONE = {name: [name] for name in DUNGEONS}
ALL_BUT = {f"not {name}": [other for other in DUNGEONS if other != name] for name in DUNGEONS}
SHOWN = ALONE | ALL_BUT
"""What the programs show: among them is each combination of any three things."""


@pytest.mark.sampled(6)
@pytest.mark.usefixtures("chambers_in_terrains")
@pytest.mark.parametrize("shown", SHOWN)
def test_a_program_is_built_with_cc65_whatever_it_shows(
    shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_program(SHOWN[shown], "cc65", tmp_path, monkeypatch)


@pytest.mark.long
@pytest.mark.usefixtures("chambers_in_terrains")
@pytest.mark.parametrize("shown", SHOWN)
def test_a_program_is_built_with_oscar64_whatever_it_shows(
    shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_program(SHOWN[shown], "oscar64", tmp_path, monkeypatch)
