"""What connects a task with invoke: its arguments' types, errors as text, exit statuses."""

from __future__ import annotations

import contextlib
import importlib
import os
import re
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar

from invoke.context import Context
from invoke.exceptions import Exit, ParseError
from invoke.main import program
from invoke.parser.argument import Argument
from invoke.parser.context import ParserContext
from invoke.tasks import Task
from rich.markup import escape

from pygen.base.errors import UserError
from pygen.console.options import meant, options_of
from pygen.console.terminal import complaints

USAGE_ERROR = 2
ALIASES = {"build_release": ("build",)}
"""Other names of tasks."""


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
    """A task whose module is imported when it is called, or asked for its arguments."""

    known: ClassVar[dict[str, CheckedTask]] = {}
    """All tasks, by the names that a command line has for them."""

    def __init__(self, module: str, path: Path, aliases: Sequence[str]) -> None:
        """`path` is where the module of that name is."""

        def body(_: Context, **said: Any) -> None:
            _run(module, said)

        # The docstring, without the module's imports, which `invoke --list` need not wait for.
        body.__doc__ = path.read_text(encoding="utf-8").split('"""', 2)[1]
        super().__init__(body, path.stem.replace("_", "-"), aliases, positional=())
        self.module = module
        self.known[self.name] = self

    def get_arguments(self, ignore_unknown_help: bool | None = None) -> list[Argument]:
        """The arguments; none if the command line does not name the task."""
        words = {part for word in getattr(program, "argv", ()) for part in word.split()}
        if not words & {self.name, *self.aliases}:
            return []
        options = options_of(importlib.import_module(self.module).Arguments)
        return [
            CheckedArgument(
                names=(option.flag.removeprefix("--"),),
                attr_name=name if "_" in name else None,
                kind=option.kind,
                default=option.kind() if option.kind in (bool, list) else None,
                help=option.words,
                positional=option.is_positional,
            )
            for name, option in options.items()
        ]


def tasks_in(folder: Path, package: str) -> list[CheckedTask]:
    """The tasks of a package: each of its modules is one, with the module's name, and a class
    `Arguments` and a function `run`, which is called with an object of that class. Its docstring is
    the task's help. If `run` returns a number, that is the exit status."""
    return [
        CheckedTask(f"{package}.{path.stem}", path, ALIASES.get(path.stem, ()))
        for path in sorted(folder.glob("[!_]*.py"))
    ]


def _run(module: str, said: Mapping[str, Any]) -> None:
    with answering_for_errors():
        task = importlib.import_module(module)
        given = task.Arguments(**said)
        given.validate()
        status = task.run(given)
    if status:
        raise Exit(code=status)


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
        return f"\n{meant(unknown[1], flags)}{help_of}"
    if unknown:
        return f"\n{meant(unknown[1], CheckedTask.known)}`invoke --list` shows all tasks."
    task = CheckedTask.known.get(name or "")
    examples = re.findall(r"^ +(invoke .*)$", (task.__doc__ or "") if task else "", re.MULTILINE)
    if flag := re.search(r"Flag (--\S+) needed value", text):
        examples = [example for example in examples if f"{flag[1]} " in example]
        if task and not examples:
            return f"\n`invoke --help {name}` says what belongs behind {flag[1]}."
    return f"\nWrite it as in: {examples[0]}" if examples else ""


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
