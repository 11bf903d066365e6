"""Running a compiler so that it ends, and building in a folder that nobody else sees."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import CompileFailed, ToolMissing, UserError


@dataclass(frozen=True)
class Finished:
    """How a process ended, and what it said on both its channels in order."""

    status: int
    output: str


def run(command: Sequence[str], folder: Path | None, time_limit_s: float) -> Finished:
    """Run a tool to its end. It and all it started are killed if that takes too long.

    Raises ToolMissing if it cannot be started, CompileFailed if it exceeds the limit.
    """
    try:
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "LC_ALL": "C"},
            start_new_session=True,
        )
    except OSError as error:
        raise ToolMissing(f"{command[0]}: cannot be started: {error.strerror}") from error
    try:
        output, _ = process.communicate(timeout=time_limit_s)
    except subprocess.TimeoutExpired as error:
        raise CompileFailed(
            f"{command[0]}: did not finish within {time_limit_s:g} seconds and was stopped",
            f"The command was: {' '.join(command)}",
        ) from error
    finally:
        _end(process)
    return Finished(process.returncode, output.decode("utf-8", "replace"))


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill what is left of the process's group, also what outlived its parent."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stdout:
        process.stdout.close()


@contextlib.contextmanager
def workshop(output_folder: Path, results: Sequence[Path]) -> Iterator[Path]:
    """A temporary folder inside `output_folder`, after the files of earlier builds are removed.

    Raises UserError if the folder cannot be written, or a file in it.
    """
    try:
        output_folder.mkdir(parents=True, exist_ok=True)
        for result in results:
            result.unlink(missing_ok=True)
        with tempfile.TemporaryDirectory(dir=output_folder, prefix=".compiling-") as name:
            yield Path(name)
    except OSError as error:
        raise UserError(
            f"{error.filename or output_folder}: cannot be written: {error.strerror}",
            "Check the folder's permissions and the free space.",
        ) from error
