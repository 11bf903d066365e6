"""Variables that share bytes of zero page: a function that could lose a value is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from pygen.base.errors import UserError
from pygen.base.project import C_FOLDER
from pygen.emit.lifetimes import Routines
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


def failure(folder: Path, *variables: Variable, **files: str) -> str:
    """What is wrong with files of these texts; empty if nothing is."""
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)
    try:
        routines = Routines([folder], folder)
        routines.require_lifetimes(variables or (COUNT, OTHER))
        routines.require_named(variables or (COUNT, OTHER))
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
    assert not failure(tmp_path, a__h=c(*lines), b__h=STORES)


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
        {"b__h": STORES},
        {"b__h": "#define g() \\\n    other = 1\n"},
        {"g__kernel__j2": "{% block assembly %}\n        sta other\n{% endblock %}\n"},
        {"g__kernel__j2": '{% import "s.j2" as s %}\n', "s__j2": "        stx other ; why\n"},
    ],
)
def test_a_value_that_is_lost_is_reported(
    tmp_path: Path, lines: tuple[str, ...], called: dict[str, str]
) -> None:
    between = "void between(void)\n{\n    g(); /* count = 1; */\n}\n"
    message = failure(tmp_path, a__h=c(*lines), c__h=between, **called)
    assert message == LOST.format("count", "other", "f", "count", "other")


def test_a_function_that_is_called_needs_what_it_reads_first(tmp_path: Path) -> None:
    lines = c("other = 1;", "count = 2;", "g();")
    message = LOST.format("other", "count", "f, by g,", "other", "count")
    assert failure(tmp_path, a__h=lines, b__h=READS) == message
    assert not failure(tmp_path, a__h=lines, b__h=STORES)
    kernel = "{% block twin %}\n" + STORES + "{% endblock %}\n        dec other\n"
    assert failure(tmp_path, a__h=lines, b__h="", g__kernel__j2=kernel) == message


def test_a_label_is_no_call(tmp_path: Path) -> None:
    kernel = "        lda #1\n        sta count\n        beq g\ng:\n        {}\n        lda count\n"
    assert not failure(tmp_path, f__kernel__j2=kernel.format("inx"), b__h=STORES)
    assert failure(tmp_path, f__kernel__j2=kernel.format("jsr g"), b__h=STORES)


def test_a_larger_variable_may_be_named_byte_by_byte(tmp_path: Path) -> None:
    assert not failure(tmp_path, PAIR, UPPER, a__h=c("pair = 1;", "used = upper;", "used = pair;"))


def test_a_name_that_nobody_uses_is_reported(tmp_path: Path) -> None:
    assert failure(tmp_path, a__h=c("count = 1;")) == "list:2: no function names other"


def test_the_project_s_own_functions_are_found(spec: Spec) -> None:
    folders = [C_FOLDER / name for name in ("core", "module", "kinds", "passes")]
    found = Routines(folders, C_FOLDER)
    variables = [*plan_zero_page(spec, C_FOLDER).variables]
    assert not [one.name for one in variables if not found.naming(one.name)]
    assert found.naming("floor_number") == [
        "floor_seed", "mapgen_request", "stream_seed", "take_request"
    ]  # fmt: skip
