"""What connects a task with invoke: its arguments' types, errors as text, exit statuses."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from typing import Any

from invoke.exceptions import Exit
from invoke.parser.argument import Argument
from invoke.tasks import Task
from rich.markup import escape

from pygen.base.errors import UserError
from pygen.console.terminal import complaints

USAGE_ERROR = 2


class CheckedArgument(Argument):
    """An argument of a task that reports a value of the wrong type as a user's error."""

    def __repr__(self) -> str:
        """As invoke's own errors show it."""
        return f"--{self.names[0]}"

    def set_value(self, value: Any, cast: bool = True) -> None:
        try:
            super().set_value(value, cast)
        except ValueError:
            raise Exit(
                f"error: --{self.names[0]}: {str(value)!r} is not a whole number\n"
                f"Give one number, as in --{self.names[0]} 3.",
                USAGE_ERROR,
            ) from None


class CheckedTask(Task[Any]):
    """A task with such arguments. Invoke itself shows a traceback for `--floor x`."""

    def get_arguments(self, ignore_unknown_help: bool | None = None) -> list[Argument]:
        return [
            CheckedArgument(
                names=argument.names,
                kind=argument.kind,
                default=argument.default,
                help=argument.help,
                positional=argument.positional,
                optional=argument.optional,
                incrementable=argument.incrementable,
                attr_name=argument.attr_name,
            )
            for argument in super().get_arguments(ignore_unknown_help)
        ]


@contextlib.contextmanager
def answering_for_errors() -> Iterator[None]:
    """Show a user's mistake as text, and end with its exit status instead of a traceback."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        yield
    except UserError as error:
        complaints.print(f"[bold red]error:[/] {escape(error.message)}", soft_wrap=True)
        if error.hint:
            complaints.print(escape(error.hint), soft_wrap=True)
        raise Exit(code=error.exit_code) from None
    except KeyboardInterrupt:
        complaints.print("interrupted")
        raise Exit(code=130) from None
    except BrokenPipeError:
        # The reader of our output has closed it; nothing more can be printed, not even by Python.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise Exit(code=141) from None
