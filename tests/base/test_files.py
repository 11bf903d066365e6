"""Writing files: links, devices and pipes stay what they are."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from pygen.base.errors import UserError
from pygen.base.files import write_if_changed


def test_a_link_stays_one_and_its_file_is_written(tmp_path: Path) -> None:
    target, link = tmp_path / "folder" / "file", tmp_path / "link"
    target.parent.mkdir()
    target.write_bytes(b"old")
    link.symlink_to(target)
    assert write_if_changed(link, b"new")
    assert link.is_symlink() and target.read_bytes() == b"new"
    assert not write_if_changed(link, b"new")
    assert sorted(path.name for path in target.parent.iterdir()) == ["file"]


def test_a_link_to_nothing_makes_the_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("file")
    assert write_if_changed(tmp_path / "link", b"new")
    assert (tmp_path / "file").read_bytes() == b"new" and (tmp_path / "link").is_symlink()


def test_a_pipe_gets_the_data(tmp_path: Path) -> None:
    pipe, found = tmp_path / "pipe", list[bytes]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    assert write_if_changed(pipe, b"data")
    reader.join()
    assert found == [b"data"] and stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_full_device_and_a_folder_are_clear_errors(tmp_path: Path) -> None:
    if Path("/dev/full").exists():
        with pytest.raises(UserError, match="No space left"):
            write_if_changed(Path("/dev/full"), b"data")
        assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)
    with pytest.raises(UserError, match="cannot be written: Is a directory"):
        write_if_changed(tmp_path, b"data")
