"""Build the C64 program for development: with assertions and symbols.

The program is build/dev/<compiler>/undercroft.prg.
"""

from __future__ import annotations

from pygen.console.builds import BuildArguments as Arguments
from pygen.console.builds import build


def run(given: Arguments) -> None:
    build(given, "dev")
