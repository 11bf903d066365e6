"""A Dask cluster of processes on this machine, which a test starts, kills and ends."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from pygen.base.processes import end_with_parent
from pygen.base.project import PROJECT


class DaskCluster:
    """A scheduler at `address`, and workers that are processes of one thread each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.start_scheduler()

    def start_scheduler(self) -> None:
        """Start the scheduler, also again after it was killed."""
        port = self.address.rpartition(":")[2]
        self.scheduler = self._start(
            None, "scheduler", "--host", "127.0.0.1", "--port", port, "--no-show"
        )

    def start_worker(self, project: Path = PROJECT, *options: str) -> subprocess.Popen[bytes]:
        """Start a worker with the sources of a project."""
        worker = self._start(
            project, "worker", self.address, "--no-nanny", *(options or ("--nthreads", "1")),
            "--host", "127.0.0.1", "--local-directory", str(self.folder), "--death-timeout", "60",
        )  # fmt: skip
        self.workers.append(worker)
        return worker

    def _start(self, project: Path | None, what: str, *options: str) -> subprocess.Popen[bytes]:
        """Start a process that finds a project, or none, as a scheduler on a machine of its own."""
        log = (self.folder / f"{what}.log").open("ab")
        with log:
            return subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{what}", *options, "--no-dashboard"],
                cwd=self.folder, env={**os.environ, "PYTHONPATH": str(project or "")},
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                preexec_fn=end_with_parent,
            )  # fmt: skip

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """Kill a process of the cluster at once."""
        process.send_signal(signal.SIGKILL)
        process.wait()
        if process in self.workers:
            self.workers.remove(process)

    def log(self) -> str:
        """What all processes have printed."""
        return "".join(path.read_text() for path in sorted(self.folder.glob("*.log")))

    def end(self) -> None:
        """End all processes."""
        for process in [*self.workers, self.scheduler]:
            self.kill(process)


@contextlib.contextmanager
def dask_cluster(folder: Path, workers: int) -> Iterator[DaskCluster]:
    """A cluster with so many workers, which ends with the block."""
    cluster = DaskCluster(folder)
    try:
        for _ in range(workers):
            cluster.start_worker()
        yield cluster
    finally:
        cluster.end()
