"""Saving a section into a file that others edit, too."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from helpers.tools import SPEC_FILE

from pygen.base.errors import UserError
from pygen.spec import SpecError
from pygen.spec.editing import edited
from pygen.studio import document
from pygen.studio.document import ChangedOutside, SpecFile

NAME = "generator.yaml"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / NAME
    found.write_bytes(SPEC_FILE.read_bytes())
    return found


def section(file: SpecFile, dungeon: str, **changes: Any) -> tuple[str, str, dict[str, Any]]:
    """The arguments that save a dungeon with other values."""
    state = file.state()
    return state.version, dungeon, {**state.dungeons[dungeon], **changes}


def test_an_edit_made_while_a_change_is_planned_is_not_overwritten(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = SpecFile(path)
    arguments = section(file, "burrow", map={"width": 50, "height": 40})

    def slowly(*given: Any) -> str:
        found = edited(*given)
        path.write_text(path.read_text() + "# an edit\n")
        return found

    monkeypatch.setattr(document, "edited", slowly)
    with pytest.raises(ChangedOutside):
        file.save(*arguments)
    assert path.read_text() == SPEC_FILE.read_text() + "# an edit\n"


def test_of_two_pages_that_save_at_once_one_is_told(path: Path) -> None:
    file = SpecFile(path)
    first = section(file, "burrow", map={"width": 50, "height": 40})
    second = section(file, "crypt", map={"width": 64, "height": 64})
    said = []

    def save(arguments: tuple[str, str, dict[str, Any]]) -> None:
        try:
            file.save(*arguments)
            said.append("saved")
        except ChangedOutside:
            said.append("changed outside")

    threads = [threading.Thread(target=save, args=(one,)) for one in (first, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(said) == ["changed outside", "saved"]


def test_line_ends_and_the_mark_at_the_beginning_stay(path: Path) -> None:
    data = b"\xef\xbb\xbf" + SPEC_FILE.read_bytes().replace(b"\n", b"\r\n")
    path.write_bytes(data)
    file = SpecFile(path)
    file.save(*section(file, "burrow", map={"width": 50, "height": 40}, without=["stairs"]))
    saved = path.read_bytes()
    assert saved.startswith(b"\xef\xbb\xbf") and saved != data
    assert saved.count(b"\r\n") == saved.count(b"\n") > 50


def test_a_single_other_line_end_changes_none_of_the_others(path: Path) -> None:
    path.write_bytes(SPEC_FILE.read_bytes().replace(b"\n", b"\r\n", 1))
    file = SpecFile(path)
    file.save(*section(file, "burrow", map={"width": 50, "height": 40}))
    assert path.read_bytes().count(b"\r\n") == 1


def test_a_file_that_is_read_only_is_left_alone(path: Path) -> None:
    file = SpecFile(path)
    arguments = section(file, "burrow", map={"width": 50, "height": 40})
    path.chmod(0o444)
    with pytest.raises(UserError, match="read-only"):
        file.save(*arguments)
    assert path.read_bytes() == SPEC_FILE.read_bytes()


def test_a_file_with_two_names_keeps_them(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.yaml"
    other.hardlink_to(path)
    file = SpecFile(path)
    state = file.save(*section(file, "burrow", map={"width": 50, "height": 40}))
    assert other.read_bytes() == path.read_bytes() != SPEC_FILE.read_bytes()
    shorter = {key: value for key, value in state.dungeons["burrow"].items() if key != "map"}
    file.save(state.version, "burrow", shorter)
    assert other.samefile(path) and "map" not in file.state().dungeons["burrow"]


def test_keys_that_do_not_exist_are_refused_before_they_are_written_down(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: Any) -> str:
        raise AssertionError("planned")

    monkeypatch.setattr(document, "edited", never)
    file = SpecFile(path)
    unknown = {f"key{number}": number for number in range(400)}
    with pytest.raises(SpecError, match="unknown key"):
        file.save(*section(file, "burrow", **unknown))
