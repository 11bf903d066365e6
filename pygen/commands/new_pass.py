"""Write the files of a new pass, in Python and in C, to start from.

A pass changes the dungeon that a kind has built. The new one is complete: it puts pillars
where the floor is open, the same in both languages, with tests and a page. Look at it, prove
it, then change it into yours. docs/adding-a-pass.md explains its files.

All files are new ones; an existing file is never replaced. Nothing else is changed: the task
prints the lines for generator.yaml, and the commands to go on with.

Example:
  invoke new-pass rubble
"""

from __future__ import annotations

from pygen.console.options import Name, TaskArguments
from pygen.console.scaffolds import PASS, print_written


class Arguments(TaskArguments):
    name = Name("its name: 2 to 12 lowercase letters, digits and _")


def run(given: Arguments) -> None:
    print_written(PASS.write(given.name))
