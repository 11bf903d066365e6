"""Variables that share bytes of zero page: a function that could lose a value is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from pygen.base.errors import UserError
from pygen.base.project import C_FOLDER
from pygen.emit.lifetimes import Routines, require_lifetimes, sharing_a_byte
from pygen.emit.zeropage import Variable, plan_zero_page
from pygen.spec import Spec

COUNT = Variable("count", "uint8_t", 1, (), "", 4, "list:1")
OTHER = Variable("other", "uint8_t", 1, (), "", 4, "list:2", shares="count")
PAIR = Variable("pair", "uint16_t", 2, (), "", 6, "list:3")
UPPER = Variable("upper", "uint8_t", 1, (), "", 7, "list:4", shares="pair", distance=1)
LOWER = Variable("lower", "uint8_t", 1, (), "", 6, "list:5", shares="pair")


def routines(folder: Path, **files: str) -> Routines:
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)
    return Routines([folder], folder)


def failure(variables: list[Variable], found: Routines) -> str:
    with pytest.raises(UserError) as raised:
        require_lifetimes(variables, found)
    assert raised.value.hint
    return raised.value.message


def test_functions_that_do_not_call_each_other_may_share_a_byte(tmp_path: Path) -> None:
    found = routines(
        tmp_path,
        a__h="void f(void)\n{\n    count = 1;\n}\n\nvoid g(void)\n{\n    other = 1;\n}\n",
        b__h="void h(void)\n{\n    f();\n    g();\n}\n",
    )
    require_lifetimes([COUNT, OTHER], found)


def test_a_function_that_names_both_is_reported(tmp_path: Path) -> None:
    found = routines(tmp_path, a__h="void f(void)\n{\n    count = other;\n}\n")
    assert failure([COUNT, OTHER], found) == (
        "list:2: count and other have the same byte, but f names count and also other"
    )


@pytest.mark.parametrize(
    "called",
    [
        {"b__h": "void g(void)\n{\n    other = 1;\n}\n"},
        {"b__h": "#define g() \\\n    other = 1\n"},
        {"g__kernel__j2": "{% block assembly %}\n        sta other\n{% endblock %}\n"},
        {
            "g__kernel__j2": '{% import "shared.j2" as shared %}\n',
            "shared__j2": "{% macro it() %}\n        sta other\n{% endmacro %}\n",
        },
    ],
)
def test_a_function_that_calls_another_one_is_reported(
    tmp_path: Path, called: dict[str, str]
) -> None:
    found = routines(
        tmp_path,
        a__h="void f(void)\n{\n    count = 1;\n    between();\n}\n\n"
        "/* other */\nvoid between(void)\n{\n    g();\n}\n",
        **called,
    )
    assert failure([COUNT, OTHER], found) == (
        "list:2: count and other have the same byte, but f names count and calls between and calls "
        "g, which names other"
    )


def test_a_kernel_calls_with_jsr_only(tmp_path: Path) -> None:
    label = "        sta count\n        beq g\ng:\n"
    found = routines(tmp_path, f__kernel__j2=label, b__h="void g(void)\n{\n    other = 1;\n}\n")
    require_lifetimes([COUNT, OTHER], found)
    found = routines(tmp_path, f__kernel__j2=label + "        jsr g\n")
    assert "f names count and calls g" in failure([COUNT, OTHER], found)


def test_bytes_of_a_larger_variable_share_only_their_own(tmp_path: Path) -> None:
    pairs = {frozenset((a.name, b.name)) for a, b in sharing_a_byte([PAIR, UPPER, LOWER, COUNT])}
    assert pairs == {frozenset(("pair", "upper")), frozenset(("pair", "lower"))}


def test_a_name_that_nobody_uses_is_reported(tmp_path: Path) -> None:
    found = routines(tmp_path, a__h="void f(void)\n{\n    count = 1;\n}\n")
    assert failure([COUNT, OTHER], found) == "list:2: no function names other"


def test_the_project_s_own_functions_are_found(spec: Spec) -> None:
    variables = [*plan_zero_page(spec, C_FOLDER).variables]
    folders = [C_FOLDER / name for name in ("core", "module", "kinds", "passes")]
    found = Routines(folders, C_FOLDER)
    unnamed = {variable.name for variable in variables if not found.naming(variable.name)}
    assert not unnamed
    assert found.way_to("stream_seed", "multiplier_low") == ["stream_seed", "floor_seed"]
