"""The command line of .venv/bin/invoke: Invoke's own, except that --version is Undercroft's.

Invoke answers --version before it reads tasks.py, so tasks.py cannot change the answer.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> None:
    # Python searches the folder of the file that it runs first: replace it by the project's.
    sys.path[0] = str(Path(__file__).resolve().parents[2])
    from invoke.main import program

    program.print_version = print_version  # type: ignore[method-assign]
    program.run()


def print_version() -> None:
    import invoke

    from pygen.base.version import version

    print(f"Undercroft {version()} (Invoke {invoke.__version__})")


if __name__ == "__main__":
    main()
