"""The C of dungeons that vary by floor, and of those that do not."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from helpers.kinds import FROZEN, data_with, loaded
from helpers.tools import FLOORS_SPEC_FILE

from pygen.base.errors import UserError
from pygen.base.project import C_FOLDER
from pygen.emit import emit
from pygen.emit.floor_rows import floor_rows
from pygen.emit.kernels import words_of_parts
from pygen.kinds import KINDS
from pygen.spec import Spec, load_spec


def emitted(spec: Spec, folder: Path) -> dict[str, str]:
    """The emitted files by name, without the spec's identity."""
    emit(spec, "generator.yaml", folder)
    return {
        path.name: re.sub("spec [0-9a-f]{16}", "spec", path.read_text())
        for path in folder.iterdir()
    }


def crypts(**floors: Any) -> Spec:
    """A spec with the crypt, beside one with these floors."""
    crypt = FROZEN["dungeons"]["crypt"]
    return loaded(data_with({"crypt": crypt, "deep": {**crypt, "floors": floors}}))


def test_floors_that_change_nothing_cost_nothing(tmp_path: Path) -> None:
    without = emitted(crypts(), tmp_path / "without")
    equal = emitted(crypts(**{"4-9": {}, "12": {"rooms": {"min_distance": 4}}}), tmp_path / "equal")
    assert equal == without
    assert "FLOORS_VARY" not in without["program.h"]


def test_a_dungeon_that_does_not_vary_has_the_same_c_beside_one_that_does(tmp_path: Path) -> None:
    without = emitted(crypts(), tmp_path / "without")
    varying = emitted(crypts(**{"4-9": {"rooms": {"attempts": 3}}}), tmp_path / "varying")
    assert "FLOORS_VARY" in varying["program.h"]
    for name in ("dungeon_crypt.c", "dungeon_crypt.h"):
        assert varying[name] == without[name]
    assert varying["dungeon_deep.h"] != without["dungeon_deep.h"]


def test_only_what_varies_is_a_variable(tmp_path: Path) -> None:
    header = emitted(crypts(**{"4-9": {"rooms": {"attempts": 3}}}), tmp_path)["dungeon_deep.h"]
    assert "extern uint8_t ROOMS_ATTEMPTS;" in header
    assert "#define ROOMS_ATTEMPTS 3" not in header and "#define ROOMS_MAX_SIZE 8" in header


def test_the_rows_are_those_of_the_floors() -> None:
    spec = load_spec(FLOORS_SPEC_FILE)
    rows = floor_rows(spec.dungeons["warren"], words_of_parts(C_FOLDER))
    assert rows.spans == [(0, 0), (1, 1), (2, 2), (5, 0), (6, 3)]
    varying = {parameter.name: parameter for parameter in rows.varying}
    assert list(varying["CELL_COUNT"].by_row) == [4, 32, 15, 4]
    # Short tables are filled up, and one value of 16 bits makes words of all.
    assert varying["COLUMN_LOW"].length == 8 and len(varying["COLUMN_LOW"].by_row) == 32
    assert varying["ROOMS_RECTANGLE_CHANCE"].type == "uint16_t"
    assert not varying.keys() & rows.constants.keys()


def test_a_parameter_that_the_preprocessor_reads_cannot_vary(tmp_path: Path) -> None:
    spec = load_spec(FLOORS_SPEC_FILE)
    source = tmp_path / "c64src"
    shutil.copytree(C_FOLDER, source)
    file = source / "kinds" / "grid_rooms" / "secret_rooms.h"
    file.write_text("#if SECRETS_ROOM_CHANCE > 3\n#endif\n" + file.read_text())
    with pytest.raises(UserError) as failure:
        emit(spec, "generator.yaml", tmp_path / "gen", source_folder=source)
    assert f"{file}:1: #if cannot depend on SECRETS_ROOM_CHANCE" in failure.value.message
    assert "same_on_all_floors" in failure.value.hint


def test_a_kernel_cannot_have_a_varying_parameter_as_a_number(tmp_path: Path) -> None:
    spec = load_spec(FLOORS_SPEC_FILE)
    source = tmp_path / "c64src"
    shutil.copytree(C_FOLDER, source)
    file = source / "kinds" / "walk" / "weigh_neighbours.kernel.j2"
    wanted, varying = "constants.IS_PULLED", "constants.WALK_STEPS > 1"
    file.write_text(file.read_text().replace(wanted, varying))
    with pytest.raises(UserError, match=r"weigh_neighbours\.kernel\.j2") as failure:
        emit(spec, "generator.yaml", tmp_path / "gen", source_folder=source)
    assert "WALK_STEPS" in failure.value.message


def test_a_constant_of_all_floors_never_varies() -> None:
    walk = KINDS["walk"].parameters

    class Longest(walk):  # type: ignore[misc, valid-type]
        """A walk whose C knows its longest walk on any floor."""

        def constants_of_all_floors(self) -> Any:
            return {
                "MOST_STEPS": max(row.parameters.walk.steps for row in self.floor_rows),
                "STEPS_BY_ROW": [row.parameters.walk.steps for row in self.floor_rows],
            }

    data = {"kind": "walk", "map": {"width": 41}, "floors": {"2": {"walk": {"steps": 2000}}}}
    rows = floor_rows(Longest.model_validate(data), words_of_parts(C_FOLDER))
    assert rows.constants["MOST_STEPS"] == 2000
    assert {parameter.name for parameter in rows.varying} == {"WALK_STEPS"}
    # What kernels may read from memory: tables, and what varies.
    assert {"STEPS_BY_ROW", "WALK_STEPS", "WEIGHTS"} <= set(rows.in_memory)
    assert "MOST_STEPS" not in rows.in_memory


def test_a_constant_that_only_some_floors_have_is_an_error() -> None:
    walk = KINDS["walk"].parameters

    class Odd(walk):  # type: ignore[misc, valid-type]
        """A walk that has its weights only if it is short."""

        def constants(self) -> Any:
            every = super().constants()
            return every if self.walk.steps < 1000 else {}

    data = {"kind": "walk", "floors": {"2": {"walk": {"steps": 2000}}}}
    with pytest.raises(UserError) as failure:
        floor_rows(Odd.model_validate(data), words_of_parts(C_FOLDER))
    assert "the kind `walk`" in failure.value.message and "COLUMN_TERMS_HIGH" in str(failure.value)
