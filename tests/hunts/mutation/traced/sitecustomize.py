"""Writes down which lines of the compilers and of the proof each test executes.

Python imports this module when it starts, if its folder is in PYTHONPATH, so the processes that a
test starts are traced as well.
"""

from __future__ import annotations

import os
import sys
import threading
from types import FrameType
from typing import Any

TRACED = ("/pygen/compilers/", "/pygen/proof/")

_target = os.environ.get("UNDERCROFT_EXECUTED_LINES")
_file = os.open(_target, os.O_WRONLY | os.O_APPEND | os.O_CREAT) if _target else None
_test = ""
_seen: set[tuple[str, str, int]] = set()


def _called(frame: FrameType, event: str, argument: Any) -> Any:
    global _test
    if not any(folder in frame.f_code.co_filename for folder in TRACED):
        return None
    _test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    return _executed


def _executed(frame: FrameType, event: str, argument: Any) -> Any:
    key = _test, frame.f_code.co_filename, frame.f_lineno
    if key not in _seen:
        _seen.add(key)
        try:
            os.write(_file or 0, "\t".join(map(str, key)).encode() + b"\n")
        except OSError:
            # The test has closed all files.
            sys.settrace(None)
    return _executed


if _target:
    threading.settrace(_called)
    sys.settrace(_called)
