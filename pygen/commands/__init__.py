"""The tasks, one module for each: its arguments, what it does, and what it prints.

A module `my_task.py` here is the task `my-task`; nothing else has to be changed for it. It has

- a docstring, the task's help: `invoke --list` shows its first sentence, its examples are commands;
- a class `Arguments`, derived from `TaskArguments` or from a class with arguments of many tasks,
  such as `SpecArguments`: an `Option` for each argument, and `rules` about their combinations;
- a function `run` that does the task with the checked values of these arguments. It raises
  UserError for mistakes that a user can correct, and may return an exit status.

The module is imported when its task is named on a command line. Files whose names begin with `_`
are not tasks.
"""
