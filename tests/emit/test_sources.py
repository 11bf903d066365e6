"""The hand-written C is read again only if it has changed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from pygen.base.errors import UserError
from pygen.base.files import source_files
from pygen.base.project import C_FOLDER
from pygen.emit.sources import digest_of, sources_in


def test_the_files_are_those_of_the_patterns() -> None:
    found = sources_in(C_FOLDER, ".h", ".kernel.j2", "zeropage.list")
    assert len(found) > 100
    assert {Path(file.path) for file in found} == set(
        source_files(C_FOLDER, "*.h", "*.kernel.j2", "zeropage.list")
    )


@pytest.mark.parametrize("folder", [".", "nowhere"])
def test_sources_are_never_none(folder: str, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("", encoding="utf-8")
    with pytest.raises(UserError, match="there are no source files"):
        sources_in(tmp_path / folder, ".c")


def test_a_digest_depends_on_names_and_texts_and_on_no_folder(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    (one / "core").mkdir(parents=True)
    file = one / "core" / "a.h"
    file.write_text("#define A 1\n", encoding="utf-8")
    (one / "a.txt").write_text("first", encoding="utf-8")
    first = digest_of(one, ".h")
    shutil.copytree(one, other)
    (other / "a.txt").write_text("other", encoding="utf-8")
    assert digest_of(other, ".h") == first
    # Of the same size, and a moment later.
    file.write_text("#define A 2\n", encoding="utf-8")
    time = file.stat().st_mtime_ns + 1_000_000
    os.utime(file, ns=(time, time))
    changed = digest_of(one, ".h")
    assert changed != first
    file.rename(file.with_name("b.h"))
    assert digest_of(one, ".h") not in (first, changed)
