"""Work memory that phases share: what is needed at the same time has bytes of its own."""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

import pytest
from helpers.tools import needs_cc

from pygen.base.errors import UserError
from pygen.base.project import C_FOLDER
from pygen.compilers.host import HostCompiler
from pygen.compilers.module_building import MODULE_SOURCES
from pygen.emit import emit
from pygen.emit.shared_plan import shared_plan
from pygen.emit.shared_work import SharedVariable, shared_work
from pygen.emit.work_memory import WorkVariable
from pygen.spec import Spec

DECLARED = """
#include "sizes.h"
WORK uint8_t tree[SIDE * 2], leaf;
WORK uint8_t plane[(uint16_t)SIDE * SIDE / 8];
WORK uint16_t *end, far_tiles[SIDE];
typedef uint16_t distance_type;
WORK distance_type distance;
"""
PHASES = ("build", "walk", "place")
CALLS_OF_UNITS = "begin|step|generate|tile_at|set_tile|unpack_row|unpack_column|write_statistics"
"""What module.c calls at any time."""


def shared(
    folder: Path,
    build: str = "",
    walk: str = "",
    place: str = "",
    more: str = "",
    assembly: str = "",
    **variables: str,
) -> dict[str, SharedVariable]:
    """The variables that are shared if phases have functions with these bodies, by name."""
    (folder / "sizes.h").write_text("#define SIDE 16\n#define HAS_LEAVES 0\n")
    bodies = zip(PHASES, (build, walk, place))
    functions = "".join(f"static void {name}(void)\n{{\n{body}\n}}\n" for name, body in bodies)
    file = folder / "dungeon_hall.c"
    file.write_text(DECLARED + more + functions)
    declared = [WorkVariable(name, "uint8_t", length, "") for name, length in variables.items()]
    found = shared_work(file, [folder], {}, declared, PHASES, [assembly], ["void other(void);"])
    for one, two in combinations(found, 2):
        are_apart = one.last < two.first or two.last < one.first
        assert are_apart or not {*bytes_of(one)} & {*bytes_of(two)}, f"{one} and {two}"
    return {one.name: one for one in found}


def bytes_of(one: SharedVariable) -> range:
    return range(one.offset, one.offset + one.size)


def spans(found: Iterable[SharedVariable]) -> dict[str, tuple[int, int]]:
    return {one.name: (one.first, one.last) for one in found}


def test_variables_of_different_phases_share_bytes(tmp_path: Path) -> None:
    found = shared(tmp_path, build="tree[0] = 1;", walk="plane[0] = 1;", place="far_tiles[0] = 1;")
    assert {found[name].offset for name in ("tree", "plane", "far_tiles")} == {0}
    sizes = {"tree": 32, "leaf": 1, "plane": 32, "end": 2, "far_tiles": 32, "distance": 2}
    assert {name: one.size for name, one in found.items()} == sizes
    assert (found["end"].c_type, found["distance"].c_type) == ("uint16_t *", "uint16_t")


def test_a_variable_keeps_its_bytes_from_its_first_phase_to_its_last(tmp_path: Path) -> None:
    found = shared(tmp_path, build="tree[0] = 1;", walk="plane[0] = 1;", place="leaf = tree[0];")
    assert spans(found.values()) | {"tree": (0, 2), "plane": (1, 1), "leaf": (2, 2)} == spans(
        found.values()
    )


@pytest.mark.parametrize(
    ("more", "assembly"),
    [
        ("static void help(void)\n{\n    leaf = 1;\n}\n", ""),
        ("#define help() (leaf = 1)\n", ""),
        ("#define DOES(name) static void name(void) { leaf = 1; }\nDOES(help)\n", ""),
        ("static void help(void);\n", ".proc _hall_help: near\n        inc _hall_leaf\n.endproc\n"),
    ],
)
def test_what_a_phase_uses_by_others_counts(tmp_path: Path, more: str, assembly: str) -> None:
    found = shared(tmp_path, walk="help();", place="help();", more=more, assembly=assembly)
    assert spans(found.values())["leaf"] == (1, 2)


@pytest.mark.parametrize(
    "more",
    [
        "void hall_get(void)\n{\n    leaf = 1;\n}\n",
        "static void help(void)\n{\n    leaf = 1;\n}\nvoid hall_get(void)\n{\n    help();\n}\n",
        "static uint8_t *const leaves[1] = { &leaf };\n",
    ],
)
def test_what_is_used_at_any_time_is_always_there(tmp_path: Path, more: str) -> None:
    assert spans(shared(tmp_path, more=more).values())["leaf"] == (0, len(PHASES))


def test_what_is_left_out_does_not_count(tmp_path: Path) -> None:
    walk = "#if HAS_LEAVES || !defined(SIDE)\nleaf = 1;\n#elif SIDE / 2 == 8\nend = 0;\n#endif"
    found = shared(tmp_path, walk=walk, place="leaf = 1; /* end */ // end")
    assert spans(found.values())["leaf"] == (2, 2)
    assert spans(found.values())["end"] == (1, 1)


def test_a_variable_may_follow_a_macro(tmp_path: Path) -> None:
    more = "#define ROWS static uint8_t *const rows[1] = { &leaf };\nROWS\nWORK uint8_t late;\n"
    found = spans(shared(tmp_path, walk="late = 1;", more=more).values())
    assert (found["late"], found["leaf"]) == ((1, 1), (0, len(PHASES)))


def test_the_variables_of_kernels_share_as_well(tmp_path: Path) -> None:
    found = shared(tmp_path, walk="lists[0] = 1;", place="tree[0] = 1;", lists="4 * SIDE - 1")
    assert (found["lists"].size, found["lists"].offset, found["tree"].offset) == (63, 0, 0)


def test_a_phase_that_is_not_found_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "dungeon_hall.c"
    file.write_text("static void build(void)\n{\n}\n")
    with pytest.raises(UserError, match="the function walk of a phase was not found"):
        shared_work(file, [tmp_path], {}, [], ["build", "walk"])


@pytest.mark.parametrize("length", ["SIDE - 16", "sizeof(tree)"])
def test_a_length_that_is_not_known_is_an_error(tmp_path: Path, length: str) -> None:
    with pytest.raises(UserError) as raised:
        shared(tmp_path, lists=length)
    assert raised.value.hint


@pytest.mark.parametrize("wrong", ["something WORK uint8_t twig;", "WORK uint8_t twig[2][3];"])
def test_a_declaration_that_is_not_understood_is_an_error(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(UserError, match="of 6 declarations with WORK only 5 were understood"):
        shared(tmp_path, more=f"{wrong}\nWORK uint8_t branch;\n")


@pytest.mark.sampled(3)
@needs_cc
@pytest.mark.shipped
@pytest.mark.parametrize("name", ["crypt", "manor", "stronghold", "necropolis", "cloister", "fens"])
def test_a_c_compiler_sees_the_same(shipped_spec: Spec, name: str, tmp_path: Path) -> None:
    spec = shipped_spec
    selection = spec.only(name)
    program = shared_plan(spec, "generator.yaml", C_FOLDER, selection=selection)
    emitted = emit(spec, "generator.yaml", tmp_path, selection=selection, program=program)
    (dungeon,) = (one for one in program.dungeons if one.name == name)
    file = tmp_path / f"dungeon_{name}.c"
    macros = {"UNDERCROFT_MODULE": "1", "__OSCAR64C__": "1"}
    phases = [phase.call.partition("(")[0] for phase in dungeon.phases]
    others = [C_FOLDER / source for source in MODULE_SOURCES]
    others += [source for source in emitted if source != file]
    found = shared_work(
        file, [tmp_path, C_FOLDER], macros, dungeon.work_variables, phases,
        [one.read_text() for one in tmp_path.glob("*_cc65.s")],
        [one.read_text() for one in others],
    )  # fmt: skip
    variables = [one.name for one in dungeon.work_variables]
    named = named_by_functions(file, [tmp_path, C_FOLDER], macros, variables)
    without_phases = {**named, **{one: set[str]() for one in phases}}
    calls = {one for one in named if re.fullmatch(rf"{name}_({CALLS_OF_UNITS})", one)}
    assert len(calls) == len(CALLS_OF_UNITS.split("|"))
    at_any_time = set[str]().union(*(reached(call, without_phases) for call in calls))
    for one in found:
        users = {at for at, phase in enumerate(phases) if one.name in reached(phase, named)}
        assert users <= {*range(one.first, one.last + 1)}, one.name
        if one.name in at_any_time:
            assert (one.first, one.last) == (0, len(phases)), one.name
    assert sum(one.size for one in found) > max(one.offset + one.size for one in found)


def named_by_functions(
    file: Path, folders: list[Path], macros: dict[str, str], variables: list[str]
) -> dict[str, set[str]]:
    """What each function of a file names, according to a compiler, which expands macros: the names
    of `variables` begin with the dungeon's."""
    defined = [f"-D{macro}={value}" for macro, value in macros.items()]
    includes = [f"-I{folder}" for folder in folders]
    text = file.read_text()
    command = [*HostCompiler.find().command, "-E", "-P", *defined, *includes, "-x", "c", "-"]
    text = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    own = rf"\b{file.stem.removeprefix('dungeon_')}_({'|'.join(variables)})\b"
    text = re.sub(own, r"\1", text) if variables else text
    named: dict[str, set[str]] = defaultdict(set)
    for function, body in re.findall(r"(\w+)\([^(){};=]*\)\s*\{((?:.(?!^\}))*)", text, re.S | re.M):
        named[function] |= set(re.findall(r"\w+", body))
    return named


def reached(function: str, named: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = {function}
    while waiting:
        found |= waiting
        waiting = set[str]().union(*(named.get(one, set()) for one in waiting)) - found
    return found
