"""The plans that templates read: what they name is there, and nothing in emit makes a dungeon."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from jinja2 import nodes

from pygen.base.files import source_files
from pygen.base.project import C_FOLDER, PROJECT, TEMPLATES
from pygen.base.templates import template_environment
from pygen.emit.dungeon_plan import DungeonPlan
from pygen.emit.floor_rows import FloorRows
from pygen.emit.module_layout import ModulePlan, PlacesPlan
from pygen.emit.plan import Plan
from pygen.emit.shared_plan import SharedPlan
from pygen.engine.definition.map_size import MapSize
from pygen.programs.export_plan import ExportPlan

# The templates that plans are for: the others have contexts of their own.
EMITTED = [TEMPLATES / name for name in ("core", "harness", "kernels", "module", "program")]


def templates() -> list[Path]:
    found = [path for folder in EMITTED for path in source_files(folder, "*.j2")]
    return [*found, *source_files(C_FOLDER, "*.j2")]


def attributes(template: Path) -> Iterator[tuple[str, str]]:
    """The attributes that a template reads: of what, as a dotted name, and which."""
    tree = template_environment(TEMPLATES).parse(template.read_text(encoding="utf-8"))
    for read in tree.find_all(nodes.Getattr):
        path, inner = [], read.node
        while isinstance(inner, nodes.Getattr):
            path.append(inner.attr)
            inner = inner.node
        if isinstance(inner, nodes.Name):
            yield ".".join([inner.name, *reversed(path)]), read.attr


def known(plan: object) -> set[str]:
    """The names of fields and properties of a class."""
    of_model = getattr(plan, "model_fields", {})
    return {*dir(plan), *of_model, *getattr(plan, "__dataclass_fields__", {})}


def test_templates_read_only_what_a_plan_has() -> None:
    classes = {"dungeon": DungeonPlan, "dungeon.map": MapSize, "dungeon.floors": FloorRows}
    read = {(path, name) for file in templates() for path, name in attributes(file)}
    missing = {f"{p}.{name}" for p, name in read if p in classes and name not in known(classes[p])}
    assert ("dungeon.map", "width") in read and ("dungeon.floors", "varying") in read
    assert not missing


def test_templates_read_all_that_a_plan_has() -> None:
    exported = source_files(TEMPLATES / "export", "*.j2")
    plans = {SharedPlan: templates(), ModulePlan: templates(), PlacesPlan: templates()}
    for plan, files in {**plans, DungeonPlan: templates(), ExportPlan: exported}.items():
        words = set(re.findall(r"\w+", "".join(file.read_text() for file in files)))
        # Which kernels a dungeon has decides what is rendered at all. The plan that C extends is
        # read by the search and the studio, too.
        inherited = {field.name for field in fields(Plan)}
        assert {field.name for field in fields(plan)} - words - inherited <= {"shared_kernels"}


@pytest.mark.parametrize("file", source_files(PROJECT / "pygen" / "emit", "*.py"), ids=str)
def test_nothing_in_emit_generates_or_draws(file: Path) -> None:
    generators = {"begin", "advance", "generate", "Generation", "Random16", "Random32", "random"}
    imported = {
        name.name.rpartition(".")[2]
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert not imported & generators
