"""Every part of a kind exists twice, in Python and in C: the same functions in the same order.

A C file's twin has the same path below `pygen/kinds/` instead of `c64src/kinds/`, and ends in `.py`
instead of `.inc`. A kernel's twin in C is in a file of its own, so its place in the order is free.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from helpers.kinds import material, samples

from pygen.base.project import C_FOLDER, PROJECT
from pygen.emit import emit
from pygen.emit.kernels import SUFFIX
from pygen.kinds import KINDS, phases_of

PYTHON_KINDS, C_KINDS = PROJECT / "pygen/kinds", C_FOLDER / "kinds"
ENGINE = PROJECT / "pygen/engine"

ONLY_PYTHON = {
    "__init__": "names the phases, for which the driver is emitted",
    "figures": "C gets the figures as an emitted struct",
    "notes": "remarks for the designer of a dungeon",
    "parameters": "C gets the parameters as emitted constants",
    "watching": "for those who watch",
}
"""Files of a kind without a twin, and why."""

EXCEPTIONS: dict[str, Mapping[str, str]] = {
    **{
        f"kinds/{kind}/{part}": reasons
        for kind in KINDS
        for part, reasons in material(kind).only_one_language.items()
    },
    "engine/random16": {
        "random_is_within": "C only: replaces a multiplication that Python writes where it is used",
        "random_bit": "C only: random_below(2) without the multiplication",
    },
    "engine/floors": {
        "next_seed": "Python only: C has floor_seed, which takes all steps at once",
        "previous_seed": "Python only: the C64 counts from the first floor again",
        "strides": "Python only: C gets them as emitted constants",
        "check_floor": "Python only: every byte is a floor in C",
        "dungeon_seed": "Python only: a saved map says its floor's own seed",
    },
    "engine/stairs": {
        "begin_row": "C only: a loop in Python",
    },
    "engine/plane/plane": {
        "row_bytes": "Python only: a constant in C",
        "plane_bytes": "Python only: a constant in C",
        "bytes_read": "Python only: a constant in C",
        "begin_plane": "C only: the constructor in Python",
        "tiles_of": "Python only: C has tiles_of_byte",
        "tiles_of_byte": "C only: tiles_of gives the columns in Python",
        "rows_read": "Python only: a constant in C",
        "keep_row": "Python only: C finds what stays in parts of a row",
        "keep_part": "C only: a part of keep_row",
        "bits_of_row": "Python only: C has a kernel for each set of tiles",
        "read_rows": "Python only: C has its two calls",
        "solid_columns": "C only: a byte of near_open, which Python has by rows",
        "write_tile": "C only: a part of write_tiles",
        "write_tiles": "C only: a part of write_row",
        "steps_of_reading": "Python only: C has the rows and parts in two variables",
        "next_read_part": "C only: a loop in Python",
        "is_all_read": "C only: a loop in Python",
        "find_row": "C only: the arguments of a kernel",
        "close_read_row": "C only: a loop in Python",
        "begin_to_open": "C only: a local variable in Python",
        "near_open": "Python only: C finds walls in the kernel write_tiles",
    },
    "engine/plane/automaton": {
        "rule_sums": "Python only: C gets the sums as constants",
        "begin_automaton": "C only: the arguments of run_automaton in Python",
        "seam_byte": "C only: Python changes a row at once",
        "change_bytes": "C only: a part of change_row",
        "add_columns": "C only: a byte of change_row",
        "follow_rule": "C only: a byte of change_row",
    },
    "engine/plane/regions": {
        "entries_at_once": "Python only: a constant in C",
        "is_waiting": "Python only: C counts the entries",
        "put_entry": "C only: push_entry where a kernel does it",
        "take_some": "C only: the arguments of a kernel",
        "go_on": "Python only: C has the next byte in two variables",
        "begin_to_keep": "C only: the constructor of Keeping in Python",
    },
    "engine/plane/tunnels": {
        "begin_to_join": "C only: local variables in Python",
    },
    "engine/noise/noise": {
        "begin_octave": "C only: Python computes with the coordinates of the world",
        "begin_next_octave": "C only: a step in Python",
        "row_of_points": "Python only: C goes from point to point",
        "blend": "Python only: a part of add_cells in C",
        "lattice_heights": "Python only: C goes from point to point",
        "add_cells": "C only: a part of add_octave",
        "next_point": "C only: a part of add_cells",
    },
    "engine/looks": {
        "drawings_needed": "Python only: the C64 gets the characters ready",
        "look_bits": "Python only: a constant in C",
        "look_row_bytes": "Python only: C gets the addresses of the rows",
        "looks_bytes": "Python only: a constant in C",
        "row": "Python only: for those that show a map",
        "pack": "Python only: the C64's looks are always packed",
        "unpack_looks": "Python only: for those that read a dungeon's bytes",
    },
    "engine/entities": {
        "counted": "Python only: for reports",
        "_entity_structs": "Python only: C gets the struct as emitted macros",
        "entities_table": "Python only: C gets the table as emitted constants",
        "known_kinds": "Python only: for those that show a map",
        "entity_counts": "Python only: for reports",
        "entities_are_missing": "Python only: for reports",
        "seen_entities": "Python only: for those that show a map",
    },
    "engine/population/areas": {
        "count_of_rooms": "Python only: an emitted expression in C",
    },
    "engine/population/populating": {
        "end_entity": "C only: a loop in Python",
    },
    "engine/streams": {
        "stream_number": "Python only: C gets the number as an emitted constant",
    },
    "engine/worlds": {
        "check_chunk": "Python only: C takes coordinates modulo the size of a world",
        "sample_chunk": "Python only: for proofs",
        "area_chunk": "Python only: for proofs",
    },
    "engine/tilemap": {
        "fill_rows": "C only: whole bytes of the packed map",
        "merge_tile": "C only: bits of the packed map",
        "find_tile": "C only: where a tile lies in the packed map; Python packs at the end",
        "tile_is_empty": "C only: reads where find_tile points",
        "pack": "Python only: the C64's map is always packed",
        "unpack": "Python only: the C64 unpacks rows and columns, in core/unpack.inc",
    },
}
"""By twin, the functions that only one language has, and why."""

ENGINE_TWINS: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "random16": (
        (
            "core/random16.c",
            "core/random_step.kernel.j2",
            "core/random_below.kernel.j2",
            "core/random_is_within.kernel.j2",
        ),
        {name: f"random_{name}" for name in ("seed", "step", "draw", "below", "chance")},
    ),
    "floors": (("core/floor_seed.kernel.j2",), {}),
    "streams": (("core/streams.inc",), {}),
    "worlds": (("core/worlds.inc",), {}),
    "edges": (("core/edges.inc",), {}),
    "tilemap": (
        (
            "core/tilemap.inc",
            "core/tile_is_empty.inc",
            "core/get_tile.inc",
            "core/fill_rectangle.inc",
            "core/fill_rows.kernel.j2",
            "core/merge_tile.kernel.j2",
        ),
        {"set": "set_tile", "get": "get_tile", "fill": "fill_rectangle"},
    ),
    "stairs": (("core/stairs.inc",), {}),
    "plane/plane": (
        (
            "core/plane/plane.inc",
            "core/plane/tiles_of_byte.inc",
            "core/plane/rows_read.inc",
            "core/plane/next_row.inc",
            "core/plane/known_tiles.inc",
            "core/plane/read_plane.inc",
            "core/plane/read_plane_as_seen.inc",
            "core/plane/read_others.inc",
            "core/plane/open_others.inc",
            "core/plane/write_plane.inc",
            "core/plane/read_solid.kernel.j2",
            "core/plane/read_solid_others.kernel.j2",
            "core/plane/read_seen.kernel.j2",
            "core/plane/read_other_tiles.kernel.j2",
            "core/plane/write_tiles.kernel.j2",
        ),
        {},
    ),
    "entities": (("core/add_entity.inc", "core/find_entity.inc"), {}),
    "around": (("core/read_around.inc", "core/wall_around.inc"), {}),
    "doorways": (("core/doorways.inc",), {}),
    "population/areas": (("core/population/room_area.inc",), {}),
    "population/trying": (("core/population/trying.inc",), {}),
    "population/populating": (("core/population/populating.inc",), {}),
    "looks": (("core/looks.inc",), {"set": "set_look", "get": "get_look"}),
    "plane/automaton": (("core/plane/automaton.inc", "core/plane/change_bytes.kernel.j2"), {}),
    "plane/regions": (
        (
            "core/plane/flood.inc",
            "core/plane/regions.inc",
            "core/plane/keep_regions.inc",
            "core/plane/take_entries.kernel.j2",
        ),
        {},
    ),
    "plane/tunnels": (("core/plane/tunnels.inc",), {}),
    "noise/noise": (("core/noise/noise.inc", "core/noise/add_cells.kernel.j2"), {}),
}
"""By module of the engine, its C files, and the C names of Python's methods where they differ."""


def python_functions(text: str) -> list[str]:
    """The functions and methods in order, without the special ones such as `__init__`."""
    names: list[str] = []
    for node in ast.parse(text).body:
        members = node.body if isinstance(node, ast.ClassDef) else [node]
        names += [member.name for member in members if isinstance(member, ast.FunctionDef)]
    return [name for name in names if not name.startswith("__")]


def c_functions(text: str) -> list[str]:
    """The functions that are defined, in order.

    One that is there several times, for different compilers, counts where it is first.
    """
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    names = re.findall(r"^[A-Za-z][\w ]*[ *](\w+)\([^(){};]*\)\s*\{", text, re.MULTILINE)
    return list(dict.fromkeys(names))


def kernel_functions(folder: Path) -> list[str]:
    """The functions of all kernels in a folder of c64src: each kernel, and what it calls."""
    return [
        name for file in sorted(folder.glob(f"*{SUFFIX}")) for name in c_functions(file.read_text())
    ]


def parts(folder: Path, pattern: str) -> set[str]:
    return {file.stem for file in folder.glob(pattern)}


TWINS = [
    f"kinds/{kind}/{part}" for kind in KINDS for part in sorted(parts(C_KINDS / kind, "*.inc"))
]
TWINS = [twin for twin in TWINS if Path(twin).name != Path(twin).parent.name]


def functions_of(twin: str) -> tuple[list[str], list[str]]:
    """The functions of a pair of twins in Python and in C, by their names in C."""
    group, _, name = twin.partition("/")
    if group == "engine":
        files, spelling = ENGINE_TWINS[name]
        python = python_functions((ENGINE / f"{name}.py").read_text())
        c = c_functions("\n".join((C_FOLDER / file).read_text() for file in files))
        assert set(spelling) <= set(python), "a method with another name in C has gone"
        return [spelling.get(function, function) for function in python], c
    python = python_functions((PYTHON_KINDS / f"{name}.py").read_text())
    c = c_functions((C_KINDS / f"{name}.inc").read_text())
    kernels = kernel_functions((C_KINDS / name).parent)
    return python, c + [function for function in kernels if function in python]


ALL_TWINS = [*TWINS, *(f"engine/{name}" for name in ENGINE_TWINS)]

KERNEL_FUNCTIONS = {
    "engine": kernel_functions(C_FOLDER / "core"),
    "engine/plane": kernel_functions(C_FOLDER / "core/plane"),
    "engine/noise": kernel_functions(C_FOLDER / "core/noise"),
    "engine/population": [],
    **{f"kinds/{kind}": kernel_functions(C_KINDS / kind) for kind in KINDS},
}
"""By group of twins, the functions that are in files of kernels."""


@pytest.mark.parametrize("kind", KINDS)
def test_every_part_of_a_kind_has_a_twin(kind: str) -> None:
    python = parts(PYTHON_KINDS / kind, "*.py") - set(ONLY_PYTHON)
    c = parts(C_KINDS / kind, "*.inc")
    assert kind in c, f"c64src/kinds/{kind}/{kind}.inc must include the parts"
    assert python == c - {kind} and python


@pytest.mark.parametrize("twin", ALL_TWINS)
def test_twins_have_the_same_functions_in_the_same_order(twin: str) -> None:
    python, c = functions_of(twin)
    excepted = EXCEPTIONS.get(twin, {})
    assert python and c, f"no functions found in {twin}"
    shared = [name for name in python if name not in excepted]
    kernels = set(KERNEL_FUNCTIONS[twin.rpartition("/")[0]])
    own = [[name for name in names if name not in kernels] for names in (shared, c)]
    assert own[0] == [name for name in own[1] if name not in excepted]
    assert set(shared) == set(c) - set(excepted)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kernel_of_a_kind_has_a_twin_in_python(kind: str) -> None:
    python = [
        name
        for file in (PYTHON_KINDS / kind).glob("*.py")
        for name in python_functions(file.read_text())
    ]
    assert set(KERNEL_FUNCTIONS[f"kinds/{kind}"]) <= set(python)


def test_every_shared_kernel_belongs_to_a_twin() -> None:
    listed = {file for files, _ in ENGINE_TWINS.values() for file in files}
    found = {
        file.relative_to(C_FOLDER).as_posix()
        for folder in (C_FOLDER / "core", C_FOLDER / "core/plane", C_FOLDER / "core/noise")
        for file in folder.glob(f"*{SUFFIX}")
    }
    assert found and found <= listed


def test_every_exception_is_needed() -> None:
    assert set(EXCEPTIONS) <= set(ALL_TWINS)
    for twin, reasons in EXCEPTIONS.items():
        python, c = functions_of(twin)
        for name, reason in reasons.items():
            where = ("Python only: " if name in python else "") + ("C only: " if name in c else "")
            assert where and reason.startswith(where), f"{twin}: {name}"


@pytest.mark.parametrize("kind", KINDS)
def test_each_phase_is_a_function_of_both_languages(kind: str) -> None:
    """The driver calls it by the name of Python's function."""
    found = [
        name
        for twin in TWINS
        if twin.startswith(f"kinds/{kind}/")
        for name in functions_of(twin)[1]
    ]
    names = [phase.run.__name__ for phase in KINDS[kind].phases]
    assert names and set(names) <= set(found)


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
    cases = re.findall(r"case (\d+):\s*(?:if \(stage == 0\) \{[^}]*\}\s*)?(\w+)\(", driver)
    assert cases == [(str(number), name) for number, name in enumerate(phases)]


def test_functions_of_c_are_found_however_they_are_declared() -> None:
    text = """
/* static void not_this(void)
{ */
static void first(void)
{
    if (second(1))
        return;
}
INLINE const uint8_t *second(uint8_t x, const struct pair *y)
{
    do {
    } while (x);
}
extern void declared(void);
static NOINLINE uint8_t third(uint8_t x,
                              uint8_t y)
{
}
static void first(void)
{
}
static const uint8_t table[2] = {1, 2};
"""
    assert c_functions(text) == ["first", "second", "third"]
