"""The units of c64src/program: no two need each other, and each has one compiler setting."""

from __future__ import annotations

import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from pygen.base.project import C_FOLDER, PROJECT

UNITS = sorted((C_FOLDER / "program").rglob("*.c"))
OWN = r"^(?!static|extern|typedef|return|else)(?:\w+[ ]+)+\**"
DEFINED = re.compile(
    rf"{OWN}(\w+)\([^;{{}}]*?\)\s*\{{|({OWN}\w+(?:\[[^;{{}}]*?\])?(?:, [^;()]*)?)(?:;| =)", re.M
)
"""A function that other units can call, or variables that they can use."""


def plain(text: str) -> str:
    """C without comments, text and preprocessor."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r'"(?:\\.|[^"\\])*"', '""', text)
    return re.sub(r"^#(?:.*\\\n)*.*\n", "", text, flags=re.M)


def defined_in(text: str) -> set[str]:
    """The names that a unit defines for others."""
    names = set()
    for function, variables in DEFINED.findall(text):
        names |= {function} if function else set(re.findall(r"(\w+)(?:\[[^,]*)?(?:,|$)", variables))
    return names


def needed_units(units: dict[str, str]) -> dict[str, set[str]]:
    """The units whose functions or variables each unit uses."""
    owner = {name: unit for unit, text in units.items() for name in defined_in(text)}
    return {
        unit: {owner[word] for word in re.findall(r"\w+", text) if word in owner} - {unit}
        for unit, text in units.items()
    }


def texts() -> dict[str, str]:
    # Of the carriers, a program has one: each has the function of the same name.
    return {
        path.relative_to(C_FOLDER).as_posix(): plain(path.read_text(encoding="utf-8"))
        for path in UNITS
    }


def test_no_units_need_each_other_in_a_circle() -> None:
    needed = needed_units(texts())
    assert "program/world/chunks.c" in needed["program/world/frames.c"]
    assert "program/world/frames.c" in needed["program/view.c"]
    assert sum(map(len, needed.values())) > 150
    TopologicalSorter(needed).prepare()


def test_a_circle_is_found() -> None:
    """As it was once: the window showed entities, and meeting one drew the window."""
    window = "void draw_view(void)\n{\n    show_entities_of_row(first_x);\n}\n"
    entities = "uint8_t first_x, first_y;\nvoid show_entities_of_row(uint8_t x)\n{\n}\n"
    needed = needed_units({"window": window, "entities": entities})
    assert needed == {"window": {"entities"}, "entities": set()}
    needed = needed_units(
        {"window": window, "entities": entities + "void meet(void)\n{\n    draw_view();\n}\n"}
    )
    with pytest.raises(CycleError):
        TopologicalSorter(needed).prepare()


SETTING = re.compile(r'^#include "core/(small_\w+)\.h"\n|^#pragma', re.M)


def settings(path: Path) -> list[str]:
    return SETTING.findall(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.relative_to(C_FOLDER).as_posix())
def test_a_unit_has_one_compiler_setting(path: Path) -> None:
    """None, or one from its beginning to its end: who changes a function need not look for it."""
    text = path.read_text(encoding="utf-8")
    assert settings(path) in ([], ["small_interactive_code_begin", "small_code_end"])
    if settings(path):
        code = re.sub(r"\A(/\*.*?\*/\n)?", "", text, flags=re.DOTALL)
        assert code.startswith('#include "core/small_interactive_code_begin.h"\n')
        assert text.endswith('\n\n#include "core/small_code_end.h"\n')


CONDITIONS = {
    "WORLDS": "program.h",
    "OPENED": "program.h",
    "OPEN_RULES": "open_tables.h",
    "ENTITIES_SHOWN": "tiles.h",
    "LOCKS_SHOWN": "tiles.h",
    "LOOKS_SHOWN": "tiles.h",
    "OWN_ITEM_CODES": "tiles.h",
    "TILE_TREASURE": "tiles.h",
    "MOST_CHAMBERS": "records.h",
}
"""What programs may lack, and the emitted header that says whether one has it."""


def included(path: Path) -> set[str]:
    found = set(re.findall(r'^#include "(.*)"', path.read_text(encoding="utf-8"), re.M))
    ours = [C_FOLDER / name for name in found if (C_FOLDER / name).is_file()]
    return found.union(*map(included, ours))


@pytest.mark.parametrize(
    "path",
    sorted((C_FOLDER / "program").rglob("*.[ch]")),
    ids=lambda path: path.relative_to(C_FOLDER).as_posix(),
)
def test_a_file_includes_what_it_asks_for(path: Path) -> None:
    """Without the header `#ifdef` would leave the lines out, and no compiler would say so."""
    text = path.read_text(encoding="utf-8")
    asked = re.findall(r"\w+", " ".join(re.findall(r"^#(?:el)?if(?:n?def)?\b(.*)", text, re.M)))
    assert {CONDITIONS[name] for name in asked if name in CONDITIONS} <= included(path)


def test_no_label_of_assembly_is_a_name_of_c() -> None:
    """OSCAR64 takes the function or variable, and says nothing: what assembly stored to its label
    went into a function that was called `move`."""
    places = [*UNITS, PROJECT / "templates/program/scroll_kernels.j2"]
    text = "".join(path.read_text(encoding="utf-8") for path in places)
    labels = set(re.findall(r"^(\w+):", text, re.M))
    assert {"move", "keep", "sums"} <= labels
    names = set().union(*map(defined_in, texts().values()))
    assert "move_player" in names
    assert not labels & names - {"default"}
