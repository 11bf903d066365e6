"""Compiled templates are used again for the same template only."""

from __future__ import annotations

from pathlib import Path

import pytest

from pygen.base import templates
from pygen.base.templates import template_environment

NAME = "greeting.j2"


def rendered(folder: Path, compiles: bool = True) -> str:
    """The template of a folder as a new process renders it; without `compiles` from files only."""
    environment = template_environment(folder, compiled=folder / "compiled")
    if not compiles:
        environment.compile = None  # type: ignore[assignment, method-assign]
    return environment.get_template(NAME).render(name="you")


def test_a_template_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / NAME).write_text("{% if name %}\nHello {{ name }}\n{% endif %}")
    assert rendered(tmp_path) == "Hello you\n"
    assert rendered(tmp_path, compiles=False) == "Hello you\n"
    # Another template, other settings.
    (tmp_path / NAME).write_text("{% if name %}\nGood day {{ name }}\n{% endif %}")
    assert rendered(tmp_path) == "Good day you\n"
    monkeypatch.setitem(templates.SETTINGS, "trim_blocks", False)
    assert rendered(tmp_path) == "\nGood day you\n"


def test_a_damaged_file_of_compiled_templates_is_made_again(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("Hello {{ name }}")
    rendered(tmp_path)
    (file,) = (tmp_path / "compiled").iterdir()
    whole = file.read_bytes()
    for damaged in (b"", b"nonsense", whole[:20], whole[:-20]):
        file.write_bytes(damaged)
        assert rendered(tmp_path) == "Hello you"
        assert file.read_bytes() == whole
