"""The tasks of Undercroft: `invoke --list` shows them, `invoke --help TASK` explains one.

Each task is a module in `pygen/commands`, which declares its arguments, does it, and prints the
results. A module is only imported when its task is named, so that no task waits for the imports of
others.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
if signal.getsignal(signal.SIGINT) is signal.default_int_handler and "pytest" not in sys.modules:
    # During the imports nothing needs to be cleaned up. Later `answering_for_errors` takes over.
    signal.signal(signal.SIGINT, lambda *_: (os.write(2, b"interrupted\n"), os._exit(130)))
sys.path.insert(0, str(ROOT))
# Invoke forbids Python to save compiled modules. Then each task would compile all of them again.
sys.dont_write_bytecode = bool(sys.flags.dont_write_bytecode)
# Nearly all objects live until the end. Repeated searches for garbage among them, and the last one
# at exit, took a quarter of a short task's time.
gc.set_threshold(100_000)
atexit.register(gc.freeze)

from invoke.collection import Collection  # noqa: E402

from pygen.console.invocation import (  # noqa: E402
    answer_for_outputs,
    explain_parse_errors,
    tasks_in,
)

answer_for_outputs()
explain_parse_errors()

namespace = Collection(*tasks_in(ROOT / "pygen" / "commands", "pygen.commands"))
