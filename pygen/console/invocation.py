"""What connects a task with invoke: its arguments' types, errors as text, exit statuses."""

from __future__ import annotations

import contextlib
import difflib
import os
import re
import signal
import sys
from collections.abc import Iterator
from types import TracebackType
from typing import Any, ClassVar

from invoke.exceptions import Exit, ParseError
from invoke.parser.argument import Argument
from invoke.parser.context import ParserContext
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

    known: ClassVar[dict[str, CheckedTask]] = {}
    """All tasks, by the names that a command line has for them."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.known[self.name.replace("_", "-")] = self

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


def answer_for_outputs() -> None:
    """Treat an output that is closed (`>&-`) as one that nobody reads, and report one that cannot
    be written. Invoke prints lists of tasks and helps outside `answering_for_errors`."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 (stays open)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    usual = sys.excepthook

    def hook(kind: type[BaseException], error: BaseException, place: TracebackType | None) -> None:
        if isinstance(error, OSError):
            _complain(error)
        else:
            usual(kind, error, place)

    sys.excepthook = hook


def explain_parse_errors() -> None:
    """Have invoke's errors about a command line say what to write."""

    def said(error: ParseError) -> str:
        text = str(error.args[0]) if error.args else ""
        return f"error: {text}{_advice(text, error.context)}"

    ParseError.__str__ = said  # type: ignore[method-assign, assignment]


def _advice(text: str, context: ParserContext | None) -> str:
    """What helps against an error in a command line, from its text and the task at hand."""
    unknown = re.search(r"No idea what '(.*)' is", text)
    name = context.name if context else None
    if unknown and unknown[1].startswith("-"):
        flags = [flag for flag in context.flags if flag.startswith("--")] if context else []
        help_of = f"`invoke --help {name}` lists what it takes." if name else "See `invoke --help`."
        return f"\n{_meant(unknown[1], flags)}{help_of}"
    if unknown:
        return f"\n{_meant(unknown[1], list(CheckedTask.known))}`invoke --list` shows all tasks."
    task = CheckedTask.known.get(name or "")
    examples = re.findall(r"^ +(invoke .*)$", (task.__doc__ or "") if task else "", re.MULTILINE)
    if flag := re.search(r"Flag (--\S+) needed value", text):
        examples = [example for example in examples if f"{flag[1]} " in example]
        if task and not examples:
            return f"\n`invoke --help {name}` says what belongs behind {flag[1]}."
    return f"\nWrite it as in: {examples[0]}" if examples else ""


def _meant(word: str, names: list[str]) -> str:
    found = difflib.get_close_matches(word, names, 1)
    return f"Did you mean {found[0]}? " if found else ""


@contextlib.contextmanager
def answering_for_errors() -> Iterator[None]:
    """Show a user's mistake as text, and end with its exit status instead of a traceback."""
    for number, status in ((signal.SIGTERM, 143), (signal.SIGHUP, 129)):
        # What a shell ignores, as under nohup, stays ignored.
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda *_, status=status: sys.exit(status))
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        # Until now tasks.py has answered it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
        sys.stdout.flush()
    except UserError as error:
        complaints.print(f"[bold red]error:[/] {escape(error.message)}", soft_wrap=True)
        if error.hint:
            complaints.print(escape(error.hint), soft_wrap=True)
        raise Exit(code=error.exit_code) from None
    except KeyboardInterrupt:
        complaints.print("interrupted")
        raise Exit(code=130) from None
    except OSError as error:
        _complain(error)
        raise Exit(code=141 if isinstance(error, BrokenPipeError) else 1) from None


def _complain(error: OSError) -> None:
    """Say what could not be written. Nothing is said to who has closed a pipe."""
    _drop_output()
    if isinstance(error, BrokenPipeError):
        return
    what = error.filename or "standard output"
    complaints.print(f"[bold red]error:[/] {escape(f'{what}: {error.strerror or error}')}")


def _drop_output() -> None:
    """Have what is printed from now on, also by Python when it ends, go nowhere."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
