"""Variables in work memory for kernels: what is declared is emitted, mistakes are explained."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.tools import SPEC_FILE

from pygen.base.errors import UserError
from pygen.base.project import C_FOLDER
from pygen.emit import emit
from pygen.emit.work_memory import FILE_NAME, work_variables
from pygen.spec import load_spec


def listed(folder: Path, text: str) -> Path:
    (folder / "kinds/hall").mkdir(parents=True)
    (folder / "kinds/hall" / FILE_NAME).write_text(text)
    return folder


def test_variables_and_arrays_are_read_in_order(tmp_path: Path) -> None:
    lines = "# A remark.\n\nuint8_t count  # how many\nuint16_t places[2 * COUNT]\n"
    one, other = work_variables(["kinds/hall"], listed(tmp_path, lines))
    assert (one.name, one.c_type, one.length, one.meaning) == ("count", "uint8_t", "", "how many")
    assert (other.name, other.c_type, other.length) == ("places", "uint16_t", "2 * COUNT")


def test_a_kind_may_do_without() -> None:
    assert work_variables(["kinds/walk", "passes/smooth"], C_FOLDER) == []


@pytest.mark.parametrize("line", ["uint32_t total", "uint8_t Total", "count", "uint8_t many[]"])
def test_a_line_that_is_no_variable_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(UserError) as raised:
        work_variables(["kinds/hall"], listed(tmp_path, f"uint8_t count\n{line}  # what\n"))
    assert f"{FILE_NAME}:2: '{line}' is no variable" in str(raised.value)
    assert raised.value.hint


def test_the_variables_of_a_dungeon_are_emitted_under_its_name(tmp_path: Path) -> None:
    emit(load_spec(SPEC_FILE, ["program.dungeons=[crypt]"]), "generator.yaml", tmp_path)
    header, unit = ((tmp_path / f"dungeon_crypt{ending}").read_text() for ending in (".h", ".c"))
    for variable in work_variables(["kinds/grid_rooms"], C_FOLDER):
        declaration = f"{variable.c_type} {variable.name}{'[' if variable.length else ';'}"
        assert f"#define {variable.name} crypt_{variable.name}\nextern {declaration}" in header
        assert f"\n{declaration}" in unit
