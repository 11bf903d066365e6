"""A task of Undercroft's with all it writes in one folder, as a process that tests can disturb.

Its program has one dungeon, so that the tests wait less.

fault_driver.py FOLDER TASK [KEY=VALUE ...]
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS.parent), str(TESTS)]


from invoke.exceptions import Exit  # noqa: E402

import tasks  # noqa: E402
from pygen.base import project  # noqa: E402


def main(folder: Path, task: str, arguments: dict[str, str]) -> int:
    # Whoever started the tests in the background has it ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # The task's module, which is not imported yet, takes it from there.
    project.BUILD_FOLDER = folder
    try:
        tasks.namespace[task].body(None, set=["program.dungeons=[burrow]"], **arguments)
    except Exit as ended:
        return int(ended.code)
    return 0


if __name__ == "__main__":
    pairs = (argument.split("=", 1) for argument in sys.argv[3:])
    sys.exit(main(Path(sys.argv[1]), sys.argv[2], {key: value for key, value in pairs}))
