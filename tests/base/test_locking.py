"""One command at a time in a folder."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from pygen.base.errors import UserError
from pygen.base.locking import folder_lock
from pygen.base.project import PROJECT

OTHER = """
import sys, time
from pathlib import Path
from pygen.base.locking import folder_lock
with folder_lock(Path(sys.argv[1]), "build of crypt"):
    print("has it", flush=True)
    time.sleep(60)
"""


def other_process(folder: Path) -> subprocess.Popen[str]:
    """A process that has the lock."""
    process = subprocess.Popen(
        [sys.executable, "-c", OTHER, str(folder)], cwd=PROJECT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout and process.stdout.readline() == "has it\n"
    return process


def test_whoever_waits_says_so_and_goes_on_when_the_other_one_is_killed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    process = other_process(tmp_path / "new")
    timer = threading.Timer(0.5, process.kill)
    timer.start()
    with folder_lock(tmp_path / "new", "build of crypt"):
        process.communicate()
        assert process.returncode != 0
    assert capsys.readouterr().err == "waiting for another build of crypt ...\n"
    with folder_lock(tmp_path / "new", "build of crypt"):
        pass
    assert capsys.readouterr().err == ""


def test_threads_wait_for_each_other_too(tmp_path: Path) -> None:
    inside, most = [0], [0]

    def work() -> None:
        for _ in range(20):
            with folder_lock(tmp_path, "build"):
                inside[0] += 1
                most[0] = max(most[0], inside[0])
                inside[0] -= 1

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1]


def test_a_folder_that_cannot_be_made_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="cannot be written"), folder_lock(tmp_path / "file", "x"):
        pass
