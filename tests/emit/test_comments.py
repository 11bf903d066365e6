"""The emitted constants: each says where it comes from, and what it means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from helpers.kinds import data_of_all_kinds, loaded
from helpers.passes import pass_material, spec_with_pass

from pygen.base.project import C_FOLDER
from pygen.emit import emit
from pygen.emit.comments import COLUMNS, as_comment, with_comments
from pygen.emit.dungeon_plan import DungeonPlan, dungeon_plan
from pygen.emit.facts import engine_comments, engine_facts
from pygen.emit.kernels import words_of_parts
from pygen.passes import PASSES
from pygen.spec import Spec


def specs() -> Iterator[Spec]:
    """All kinds without passes, and each pass behind some of the kinds."""
    yield loaded(data_of_all_kinds())
    for name in PASSES:
        for use in pass_material(name).samples[:2]:
            spec = spec_with_pass(name, dict(use), ["burrow", "crypt"])
            if spec:
                yield spec


def plans(spec: Spec) -> Iterator[DungeonPlan]:
    words = words_of_parts(C_FOLDER)
    for name in spec.dungeons:
        yield dungeon_plan(spec, name, words, C_FOLDER)


def value_at(spec: Spec, path: str) -> Any:
    """The value at a path of a spec, in which a pass is named by its id."""
    value: Any = spec
    for key in path.split("."):
        if isinstance(value, list):
            (value,) = [use for use in value if use.id == key]
        else:
            value = value[key] if isinstance(value, dict) else getattr(value, key)
    return value


def test_every_constant_of_a_dungeon_has_a_comment() -> None:
    for spec in specs():
        for plan in plans(spec):
            varying = [parameter.name for parameter in plan.floors.every_varying]
            names = [*plan.floors.constants, *plan.facts, *varying]
            assert [name for name in names if not plan.comments.get(name)] == [], plan.name


def test_every_fact_of_the_engine_has_a_comment() -> None:
    comments = engine_comments()
    assert [name for name in engine_facts() if not comments.get(name)] == []


def test_paths_in_comments_lead_to_the_value_of_the_constant() -> None:
    compared = 0
    for spec in specs():
        for plan in plans(spec):
            for name, constant in plan.floors.constants.items():
                paths = re.findall(r"(dungeons(?:\.\w+)+)(?=[,:] )", plan.comments[name])
                for path in paths:
                    value = value_at(spec, path)
                    is_number = type(value) is int and "random numbers" not in plan.comments[name]
                    if is_number and name.lower().endswith(path.rpartition(".")[2]):
                        assert value == constant, path
                        compared += 1
    assert compared > 100


def test_a_comment_is_above_its_constant(tmp_path: Path) -> None:
    emit(loaded(data_of_all_kinds()), "a spec", tmp_path)
    header = (tmp_path / "dungeon_crypt.h").read_text(encoding="utf-8")
    comment = "/* dungeons.crypt.rooms.max_size: longest side of a room */"
    assert f"{comment}\n#define ROOMS_MAX_SIZE " in header
    assert re.search(r"schedule\.toml, corridors_at_once: .*\n#define CORRIDORS_AT_ONCE ", header)


def test_a_comment_is_on_one_line_or_on_several() -> None:
    assert as_comment("tiles across") == "/* tiles across */"
    long = as_comment(" ".join(["tiles"] * 60))
    assert long.startswith("/* tiles") and long.endswith("tiles */")
    assert all(len(line) <= COLUMNS for line in long.splitlines())
    assert all(line.startswith(" * ") for line in long.splitlines()[1:])


def test_constants_with_one_comment_stand_together() -> None:
    found = with_comments({"A": 1, "B": 2, "C": 3}, {"A": "both", "B": "both", "C": "alone"})
    assert found == [("both", {"A": 1, "B": 2}), ("alone", {"C": 3})]
