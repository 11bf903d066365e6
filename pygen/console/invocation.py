"""The connection of tasks with invoke: types of arguments, errors as text, exit statuses."""

from __future__ import annotations

import atexit
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
        """The argument as invoke's own errors show it."""
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
    """A task whose module is only imported when the task is called or asked for its arguments."""

    known: ClassVar[dict[str, CheckedTask]] = {}
    """All tasks, by their names on the command line."""

    def __init__(self, module: str, path: Path, aliases: Sequence[str]) -> None:
        """`path` is the file of the module `module`."""

        def body(_: Context, **said: Any) -> None:
            _run(module, said)

        # Take the docstring without importing the module, so that `invoke --list` is quick.
        body.__doc__ = path.read_text(encoding="utf-8").split('"""', 2)[1]
        super().__init__(body, path.stem.replace("_", "-"), aliases, positional=())
        self.module = module
        self.known[self.name] = self

    def get_arguments(self, ignore_unknown_help: bool | None = None) -> list[Argument]:
        """The arguments; none if the command line does not name the task."""
        words = {part for word in getattr(program, "argv", ()) for part in word.split()}
        if not words & {self.name, *self.aliases}:
            return []
        options = options_of(_imported(self.module).Arguments)
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
    """The tasks of a package: one for each of its modules, with the module's name.

    A module has a class `Arguments` and a function `run`, which is called with an object of that
    class. The module's docstring is the task's help. If `run` returns a number, it is the exit
    status.
    """
    return [
        CheckedTask(f"{package}.{path.stem}", path, ALIASES.get(path.stem, ()))
        for path in sorted(folder.glob("[!_]*.py"))
    ]


def _run(module: str, said: Mapping[str, Any]) -> None:
    with answering_for_errors():
        task = _imported(module)
        given = task.Arguments(**said)
        if given.asks_for_help():
            program.print_task_help(module.rpartition(".")[2].replace("_", "-"))
            return
        given.validate()
        status = task.run(given)
    if status:
        raise Exit(code=status)


def _imported(module: str) -> Any:
    """The module of a task. Exits with an error in words if it needs a Python package that is not
    installed."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package == module.partition(".")[0]:
            raise
        task = module.rpartition(".")[2].replace("_", "-")
        raise Exit(
            f"error: the Python package {package} is not installed\n"
            f"Run `./bootstrap {task}` once: it installs what this task needs.",
            1,
        ) from None


def answer_for_outputs() -> None:
    """Treat a closed output (`>&-`) as an output that nobody reads, and report an output that
    cannot be written.

    `answering_for_errors` does not cover this, as invoke prints lists of tasks and helps outside
    it.
    """
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
    atexit.register(_write_the_rest)


def _write_the_rest() -> None:
    """Write what Python still keeps of the output. Else Python would do so after all handlers, and
    print the error in its own words."""
    if sys.stdout.closed:
        return
    try:
        sys.stdout.flush()
    except OSError as error:
        _complain(error)
        sys.stderr.flush()
        os._exit(_status_of(error))


def _status_of(error: OSError) -> int:
    """The exit status for an output that cannot be written."""
    return 141 if isinstance(error, BrokenPipeError) else 1


def explain_parse_errors() -> None:
    """Make invoke's errors about a command line say what to write instead."""

    def said(error: ParseError) -> str:
        text = str(error.args[0]) if error.args else ""
        return f"error: {text}{_advice(text, error.context)}"

    ParseError.__str__ = said  # type: ignore[method-assign, assignment]


def _advice(text: str, context: ParserContext | None) -> str:
    """Advice on an error in a command line, from its text and the current task."""
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
    """Show a user's mistake as text instead of a traceback, and end with its exit status."""
    for number, status in ((signal.SIGTERM, 143), (signal.SIGHUP, 129)):
        # Signals that the shell ignores, as under nohup, stay ignored.
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda *_, status=status: sys.exit(status))
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        # Up to here tasks.py handles this signal.
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
        raise Exit(code=_status_of(error)) from None


def _complain(error: OSError) -> None:
    """Print what could not be written. A closed pipe is not reported."""
    _drop_output()
    if isinstance(error, BrokenPipeError):
        return
    what = error.filename or "standard output"
    complaints.print(f"[bold red]error:[/] {escape(f'{what}: {error.strerror or error}')}")


def _drop_output() -> None:
    """Discard all later output, including that by Python when it ends."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
