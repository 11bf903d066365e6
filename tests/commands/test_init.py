"""`invoke init` writes a spec to start from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pygen.base.errors import UserError
from pygen.commands.init import init
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.spec import json_schema, load_spec


def test_the_spec_is_valid_and_its_dungeons_are_of_several_kinds(tmp_path: Path) -> None:
    spec = load_spec(init(tmp_path / "new" / "folder"))
    assert len({dungeon.kind for dungeon in spec.dungeons.values()}) == len(spec.dungeons) > 1
    for name in spec.dungeons:
        assert generate(spec, Request(name, 7)).status == 0


def test_its_first_line_names_a_schema_that_is_there(tmp_path: Path) -> None:
    path = init(tmp_path)
    first = path.read_text(encoding="utf-8").splitlines()[0]
    mark = "# yaml-language-server: $schema="
    assert first.startswith(mark)
    schema = path.parent / first.removeprefix(mark)
    assert json.loads(schema.read_text(encoding="utf-8")) == json_schema()


def test_every_value_is_the_default_so_that_deleting_a_line_changes_nothing(tmp_path: Path) -> None:
    spec = load_spec(init(tmp_path))
    bare = tmp_path / "bare.yaml"
    lines = [f"  {name}: {{kind: {d.kind}}}\n" for name, d in spec.dungeons.items()]
    bare.write_text("dungeons:\n" + "".join(lines), encoding="utf-8")
    assert load_spec(bare) == spec


def test_the_command_in_its_comment_names_the_file(tmp_path: Path) -> None:
    path = init(tmp_path)
    assert f"invoke show --spec {path} --dungeon crypt" in path.read_text(encoding="utf-8")


def test_a_file_that_exists_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "generator.yaml"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(UserError, match="already exists") as caught:
        init(tmp_path)
    assert caught.value.hint
    assert path.read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "build").exists()


def test_a_folder_that_cannot_be_written_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UserError, match="file: this is a file") as caught:
        init(tmp_path / "file")
    assert "Name a folder" in caught.value.hint
    with pytest.raises(UserError, match="cannot be written"):
        init(tmp_path / "file" / "folder")
