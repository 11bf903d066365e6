"""One module for each task: its arguments, what it does, and what it prints.

A module `my_task.py` here is the task `my-task`; nothing else is to be changed for it. It has

- a docstring, the help: its first sentence is what `invoke --list` says, its examples are commands;
- a class `Arguments`, derived from `TaskArguments` or from one that has what many tasks take, such
  as `SpecArguments`: an `Option` for each argument, and `rules` about which exclude each other;
- a function `run` that does the task with the values of these arguments, all checked. It raises
  UserError for what a user can put right, and may return an exit status.

The module is imported when its task is named on a command line. Files that begin with `_` are no
tasks.
"""
