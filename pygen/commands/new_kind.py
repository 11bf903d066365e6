"""Write the files of a new kind of dungeon, in Python and in C, to start from.

A kind is an algorithm with parameters of its own. The new one is complete: a small hall with
pillars, the same in both languages, with tests and a page. Look at it, prove it, then change
it into yours. docs/adding-a-kind.md explains its files.

All files are new ones; an existing file is never replaced. Nothing else is changed: the task
prints the lines for generator.yaml, and the commands to go on with.

Example:
  invoke new-kind hall
"""

from __future__ import annotations

from pygen.console.options import Name, TaskArguments
from pygen.console.scaffolds import KIND, print_written


class Arguments(TaskArguments):
    name = Name("its name: 2 to 24 lowercase letters, digits and _")


def run(given: Arguments) -> None:
    print_written(KIND.write(given.name))
