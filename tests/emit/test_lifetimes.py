"""Variables that share bytes of zero page: a function that could lose a value is reported."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.kinds import loaded

from pygen.base.errors import UserError
from pygen.base.files import source_files
from pygen.base.project import C_FOLDER, TEMPLATES
from pygen.emit import emit
from pygen.emit.lifetimes import Routines, routines_of
from pygen.emit.zeropage import Variable, plan_zero_page
from pygen.spec import Spec

COUNT = Variable("count", "uint8_t", 1, (), "", 4, "list:1")
OTHER = Variable("other", "uint8_t", 1, (), "", 4, "list:2", shares="count")
PAIR = Variable("pair", "uint16_t", 2, (), "", 6, "list:3")
UPPER = Variable("upper", "uint8_t", 1, (), "", 7, "list:4", shares="pair", is_part=True)
LOST = "list:2: {} and {} have the same byte, but {} needs {} after {} was stored there"
READS = "void g(void)\n{\n    used = other;\n}\n"
STORES = "void g(void)\n{\n    other = 1;\n}\n"


def c(*lines: str) -> str:
    """A function `f` of these lines."""
    return "void f(void)\n{\n" + "".join(f"    {line}\n" for line in lines) + "}\n"


def failure(folder: Path, *variables: Variable, kernel: str = "", **files: str) -> str:
    """What is wrong with files of these texts, and the C of a kernel; empty if nothing is."""
    for name, text in files.items():
        (folder / f"{name}.h").write_text(text)
    try:
        found = Routines([folder], [], [routines_of(kernel)])
        found.require_lifetimes(variables or (COUNT, OTHER))
    except UserError as error:
        assert error.hint
        return error.message
    return ""


@pytest.mark.parametrize(
    "lines",
    [
        ("count = 1;", "used = count;", "other = 1;", "used = other;"),
        ("count = 1;", "h(count);", "other = 1;", "g();"),
        ("g();", "count = 1;", "++count;"),
    ],
)
def test_values_that_are_needed_one_after_the_other_may_share_a_byte(
    tmp_path: Path, lines: tuple[str, ...]
) -> None:
    assert not failure(tmp_path, a=c(*lines), b=STORES)


@pytest.mark.parametrize(
    "lines",
    [
        ("count = 1;", "other = 2;", "used = count;"),
        ("count = 1;", "g();", "used = count;"),
        ("count = 1;", "between();", "count += 1;"),
        # In a loop, what comes later is before what comes earlier.
        ("while (count != 3)", "other = 2;"),
    ],
)
@pytest.mark.parametrize(
    "called",
    [
        {"b": STORES},
        {"b": "#define g() \\\n    other = 1\n"},
        {"kernel": "void g(void)\n{\n    __asm volatile {\n        stx other\n    }\n}\n"},
    ],
)
def test_a_value_that_is_lost_is_reported(
    tmp_path: Path, lines: tuple[str, ...], called: dict[str, str]
) -> None:
    between = "void between(void)\n{\n    g(); /* count = 1; */\n}\n"
    message = failure(tmp_path, a=c(*lines), c=between, **called)
    assert message == LOST.format("count", "other", "f", "count", "other")


def test_a_function_that_is_called_needs_what_it_reads_first(tmp_path: Path) -> None:
    lines = c("other = 1;", "count = 2;", "g();")
    message = LOST.format("other", "count", "f, by g,", "other", "count")
    assert failure(tmp_path, a=lines, b=READS) == message
    assert not failure(tmp_path, a=lines, b=STORES)
    kernel = f"#if A\n{STORES}#else\n{READS}#endif\n"
    assert failure(tmp_path, a=lines, b="", kernel=kernel) == message


def test_a_label_is_no_call(tmp_path: Path) -> None:
    kernel = (
        "void f(void)\n{{\n    __asm volatile {{\n        lda #1\n        sta count\n"
        "        beq g\ng:\n        {}\n        lda count\n    }}\n}}\n"
    )
    caller = "void h(void)\n{\n    f();\n}\n"
    assert not failure(tmp_path, kernel=kernel.format("inx"), a=caller, b=STORES)
    assert failure(tmp_path, kernel=kernel.format("jsr g"), a=caller, b=STORES)


def test_what_comes_before_a_loop_is_not_in_it(tmp_path: Path) -> None:
    assert not failure(tmp_path, a=c("h(count);", "do", "other = 1;", "while (other);"))


def test_a_larger_variable_may_be_named_byte_by_byte(tmp_path: Path) -> None:
    assert not failure(tmp_path, PAIR, UPPER, a=c("pair = 1;", "used = upper;", "used = pair;"))


def test_a_variable_of_c_with_the_same_name_is_reported(tmp_path: Path) -> None:
    message = failure(tmp_path, a="static uint8_t first, *other;\n")
    assert message == f"list:2: 'other' is also declared in {tmp_path / 'a.h'}"
    assert failure(tmp_path, a="void f(uint8_t at, const uint8_t *other)\n{\n}\n")
    assert not failure(tmp_path, a="static uint8_t count;\n")


def test_every_variable_is_named_somewhere(shipped_spec: Spec) -> None:
    files = [
        *source_files(C_FOLDER, "*.c", "*.h", "*.j2"), *source_files(TEMPLATES, "*.j2")
    ]  # fmt: skip
    words = {word for file in files for word in re.findall(r"\w+", file.read_text())}
    for generates in (True, False):
        plan = plan_zero_page(shipped_spec, C_FOLDER, generates)
        # A template may append the number of a variable to its name.
        unnamed = {one.name for one in plan.variables if one.name.rstrip("0123456789") not in words}
        assert unnamed <= words


def test_assembly_for_one_compiler_alone_has_its_variables(tmp_path: Path) -> None:
    """If size is preferred with OSCAR64 only, a kernel has no other assembly than that for cc65."""
    items = {"name": "items", "where": "far", "least": 1}
    halls = {"kind": "bsp", "passes": [items]}
    spec = loaded({"dungeons": {"halls": halls}}, ["compilers.oscar64.prefer=size"])
    emit(spec, "spec.yaml", tmp_path)
    linked = (tmp_path / "dungeon_halls_cc65.s").read_text("utf-8")
    assert "sta fitted_tiles" in linked
    assert ".define fitted_tiles " in (tmp_path / "zeropage_cc65.inc").read_text("utf-8")
