"""Build a C64 program as it ships, for all its carriers.

For each carrier there is a file in build/release/<compiler>/, such as undercroft.prg. The
report shows where the module of each dungeon is, how memory is used, and the bytes of the
resident part. With --sizes it also shows where each array is. The section `programs` of the
spec lists the programs, their dungeons and carriers.

Examples:
  invoke build-release
  invoke build-release --program collection --compiler all
  invoke build-release --compiler cc65 --set programs.undercroft.dungeons=[crypt,burrow]
"""

from __future__ import annotations

from pygen.console.builds import BuildArguments as Arguments
from pygen.console.builds import build


def run(given: Arguments) -> None:
    build(given, "release")
