"""Running command-line tools with a time limit, and building in a temporary folder."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import CannotWrite, CompileFailed, ToolMissing
from pygen.base.signals import termination_deferred
from pygen.base.temporary import temporary_folder


@dataclass(frozen=True)
class ToolResult:
    """The exit status of a process, and its standard output and standard error, interleaved in
    order."""

    status: int
    output: str


def run_tool(command: Sequence[str], folder: Path | None, time_limit_s: float) -> ToolResult:
    """Run a tool and wait for it. It and everything it started are killed after `time_limit_s`.

    Raises ToolMissing if it cannot be started, CompileFailed if it exceeds the limit.
    """
    with contextlib.ExitStack() as stack:
        try:
            with termination_deferred():
                process = subprocess.Popen(
                    command,
                    cwd=folder,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    env={**os.environ, "LC_ALL": "C"},
                    start_new_session=True,
                )
                stack.callback(_end, process)
        except OSError as error:
            raise ToolMissing(f"{command[0]}: cannot be started: {error.strerror}") from error
        try:
            output, _ = process.communicate(timeout=time_limit_s)
        except subprocess.TimeoutExpired as error:
            raise CompileFailed(
                f"{command[0]}: did not finish within {time_limit_s:g} seconds and was stopped",
                f"The command was: {' '.join(command)}",
            ) from error
    return ToolResult(process.returncode, output.decode("utf-8", "replace"))


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the remaining processes of the group, including processes that outlived their parent."""
    with termination_deferred():
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    if process.stdout:
        process.stdout.close()


@contextlib.contextmanager
def temporary_build_folder(output_folder: Path, results: Sequence[Path]) -> Iterator[Path]:
    """A temporary folder inside `output_folder`, after removing `results` of earlier builds.

    Raises UserError if the folder or a file in it cannot be written.
    """
    try:
        output_folder.mkdir(parents=True, exist_ok=True)
        for result in results:
            result.unlink(missing_ok=True)
        with temporary_folder(".compiling-", output_folder) as folder:
            yield folder
    except OSError as error:
        raise CannotWrite(error.filename or output_folder, error) from error


def processor_seconds() -> float:
    """The processor time of this process and its finished children, in seconds."""
    return sum(os.times()[:4])
