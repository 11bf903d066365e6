"""The page of c64src: files that it names exist, and its excerpts are in the files that it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.programs import module_of
from helpers.tools import SHIPPED_SPEC_FILE

from pygen.base.project import C_FOLDER, PROJECT
from pygen.emit import emit
from pygen.spec import Spec
from pygen.spec.selection import Selection

TEXT = (C_FOLDER / "README.md").read_text(encoding="utf-8")
PATH = re.compile(r"`((?:\w+/)+(?:[\w.]+\.(?:h|c|py|toml|kernel\.j2))?)`")
"""A folder, or a file in one."""
NAME_IN_FILE = re.compile(r"`(\w+)` in `([\w/.]+)`")
EXCERPT = re.compile(r"`([\w/.]+)`:\n\n```\w*\n(.*?)^```$", re.M | re.S)
"""What follows a paragraph that ends with the path of a file."""
EMITTED = "build/editor/"


def file_of(path: str) -> Path:
    """A path on the page is one below c64src, if there is such a file, else one of the project."""
    below = C_FOLDER / path
    return below if below.exists() else PROJECT / path


def has_in_order(text: str, lines: list[str]) -> bool:
    """Whether the text has these whole lines, one behind the other; `...` stands for any lines."""
    runs = "\n".join(lines).split("...")
    pattern = r"\n(?s:.*?\n)?".join(re.escape(run.strip("\n").rstrip()) for run in runs)
    return re.search(rf"^{pattern}$", text, re.M) is not None


def test_the_page_is_short() -> None:
    assert TEXT.count("\n") <= 150


def test_the_files_and_folders_that_the_page_names_exist() -> None:
    paths = [path for path in PATH.findall(TEXT) if not path.startswith("build/")]
    assert len(paths) > 25
    for path in paths:
        assert file_of(path).exists()


def test_the_page_names_every_folder() -> None:
    rows = re.findall(r"^\| (`\w+/`.*?) \|", TEXT, re.M)
    named = {name for row in rows for name in re.findall(r"`(\w+)/`", row)}
    assert named == {path.name for path in C_FOLDER.iterdir() if path.is_dir()}


def test_names_are_in_the_files_that_the_page_says() -> None:
    found = NAME_IN_FILE.findall(TEXT)
    assert len(found) > 7
    for name, path in found:
        assert re.search(rf"\b{name}\b", file_of(path).read_text(encoding="utf-8")), name


@pytest.mark.shipped
def test_the_excerpts_are_in_the_files_that_the_page_says(
    shipped_spec: Spec, tmp_path: Path
) -> None:
    emit(shipped_spec, "a spec", tmp_path, selection=Selection("any", ("crypt",)))
    excerpts = EXCERPT.findall(TEXT)
    assert {path for path, _ in excerpts} >= {"generator.yaml", f"{EMITTED}dungeon_crypt.h"}
    assert len(excerpts) == TEXT.count("\n```") // 2
    for path, excerpt in excerpts:
        if path.startswith(EMITTED):
            file = tmp_path / path.removeprefix(EMITTED)
        else:
            file = SHIPPED_SPEC_FILE if path == SHIPPED_SPEC_FILE.name else file_of(path)
        text = file.read_text(encoding="utf-8")
        # Constants of a header need not stand beside each other.
        lines = excerpt.rstrip("\n").split("\n")
        parts = [[line] for line in lines] if lines[0].startswith("#define") else [lines]
        assert all(has_in_order(text, part) for part in parts), f"{path}: {excerpt}"


@pytest.mark.shipped
def test_the_bytes_on_the_page_are_in_the_module(shipped_spec: Spec) -> None:
    (row,) = re.findall(r"((?:`(?:[0-9a-f]{2} ?)+` ?)+): `sbc", TEXT)
    code = bytes.fromhex(row.replace("`", ""))
    assert len(code) == 7 and code in module_of(shipped_spec, "crypt", "oscar64").image
