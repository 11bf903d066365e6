"""Declarations of a task's arguments: each has its type, its help, its default and its check.

A task's class `Arguments` has an `Option` for each argument. An object of that class has the values
from a command line, read and checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from pygen.base.errors import UsageError
from pygen.base.words import closest

Value = TypeVar("Value")


@dataclass(eq=False, repr=False)
class Option(Generic[Value]):
    """An argument of a task. Its value has the type `Value`; `words` are its help."""

    words: str
    default: Value
    kind: ClassVar[type] = str
    """Its type for invoke: `str`, `int`, `bool`, or `list` for an argument that may be repeated."""
    is_positional: ClassVar[bool] = False

    def __set_name__(self, owner: type[TaskArguments], name: str) -> None:
        self.name = name

    def __get__(self, given: TaskArguments, owner: type[TaskArguments]) -> Value:
        value = self.value(given)
        # The attribute of the object now hides the option.
        given.__dict__[self.name] = value
        return value

    @property
    def flag(self) -> str:
        """The option on a command line, such as `--from-file`. A name that is a word of Python has
        a `_` behind it."""
        return f"--{self.name.rstrip('_').replace('_', '-')}"

    def value(self, given: TaskArguments) -> Value:
        """The value among a task's arguments. Raises UsageError if the given value is not valid."""
        said = given.said.get(self.name)
        return self.default if said is None else self.read(said)

    def read(self, said: Any) -> Value:
        """Convert the value from a command line. Raises UsageError if it is not valid."""
        value: Value = said
        return value


@dataclass(eq=False, repr=False)
class Flag(Option[bool]):
    """An argument that is either given or not."""

    default: bool = False
    kind = bool


@dataclass(eq=False, repr=False)
class Number(Option[int]):
    """A whole number. If `allowed` is given, the number must be in it, as `hint` explains."""

    allowed: range | None = None
    hint: str = ""
    kind = int

    def read(self, said: int) -> int:
        if self.allowed is not None and said not in self.allowed:
            raise UsageError(f"{self.flag}: {said} is out of range", self.hint)
        return said


@dataclass(eq=False, repr=False)
class Several(Option[Sequence[str]]):
    """An argument that may be repeated."""

    default: Sequence[str] = ()
    kind = list


@dataclass(eq=False, repr=False)
class Text(Option[str | None]):
    """Any text; None without one."""

    default: str | None = None


@dataclass(eq=False, repr=False)
class Parsed(Option[Value]):
    """A text that `parse` reads. It raises UsageError for a text that is not valid."""

    parse: Callable[[str], Value]

    def read(self, said: str) -> Value:
        # An empty text counts as no text.
        return self.parse(said) if said else self.default


@dataclass(eq=False, repr=False)
class Count(Option[int | None]):
    """A text that is a number from 1 to `most`; None without one. For other texts, the error says
    that they are not `noun`, such as "a number of seeds"."""

    default: int | None = field(default=None, init=False)
    most: int
    noun: str
    hint: str

    def read(self, said: str) -> int:
        if not (said.isascii() and said.isdigit() and 1 <= int(said[:9]) <= self.most):
            raise UsageError(f"{self.flag}: {said!r} is not {self.noun}", self.hint)
        return int(said)


@dataclass(eq=False, repr=False)
class OneOf(Option[Value]):
    """One of a few words."""

    choices: Sequence[Value]

    def read(self, said: Any) -> Value:
        if said not in self.choices:
            words = [str(choice) for choice in self.choices]
            raise UsageError(
                f"{self.flag}: {said!r} is unknown",
                f"{meant(said, words)}Choose {joined(words, 'or')}.",
            )
        value: Value = said
        return value


@dataclass(eq=False, repr=False)
class OutputFile(Option[Path | None]):
    """A file to write. If `endings` are given, its name must have one of them; `content`, such as
    "a PNG picture", explains why."""

    default: Path | None = field(default=None, init=False)
    endings: Sequence[str] = ()
    content: str = ""

    def read(self, said: str) -> Path | None:
        path = Path(said)
        if self.endings and path.suffix.lower() not in self.endings:
            right = path.with_suffix(self.endings[0]) if path.name else f"file{self.endings[0]}"
            raise UsageError(
                f"{self.flag}: {said} does not end in {' or '.join(self.endings)}",
                f"The file holds {self.content}. Name it {right}.",
            )
        return path


PNG = [".png"], "a PNG picture"
"""The endings and the content of an `OutputFile` for a picture."""


@dataclass(eq=False, repr=False)
class Name(Option[str]):
    """A required name or folder that is given without an option."""

    default: str = ""
    is_positional = True

    def value(self, given: TaskArguments) -> str:
        said: str = given.said[self.name]
        # For `invoke init --help`, invoke takes `--help` as the folder: see `asks_for_help`.
        if said.startswith("-"):
            task = type(given).__module__.rpartition(".")[2].replace("_", "-")
            raise UsageError(
                f"{said} is not a name", f"Show what the task takes: invoke --help {task}"
            )
        return said


@dataclass(frozen=True, eq=False, repr=False)
class Rule:
    """A combination of arguments that is forbidden. Options are given by their names in the task's
    class, as in "from_file seeds". An option whose value is its default counts as not given."""

    option: str
    others: str
    message: str = ""
    hint: str = ""

    def is_broken(self, given: TaskArguments) -> bool:
        """Whether arguments that include the option break the rule."""
        raise NotImplementedError

    def error(self, flags: Sequence[str]) -> UsageError:
        """The error for a broken rule. `flags` are the options in the form of a command line."""
        return UsageError(self.message, self.hint)


class Excludes(Rule):
    """A rule that forbids the other options together with the option."""

    def is_broken(self, given: TaskArguments) -> bool:
        return any(map(given.has, self.others.split()))

    def error(self, flags: Sequence[str]) -> UsageError:
        if self.message:
            return UsageError(self.message, self.hint)
        first, *others = flags
        if len(others) == 1:
            return UsageError(f"{first} and {others[0]} exclude each other", "Give one of them.")
        return UsageError(f"{first} excludes {joined(others, 'and')}", self.hint)


class Needs(Rule):
    """A rule that requires at least one of the other options together with the option."""

    def is_broken(self, given: TaskArguments) -> bool:
        return not any(map(given.has, self.others.split()))


@dataclass(frozen=True, eq=False, repr=False)
class FitsOnly(Rule):
    """A rule that allows only the other options, one seed, and changes of the spec together with
    the option. The `needed` options must be given. `message` says what the option is for."""

    needed: str = ""

    def is_broken(self, given: TaskArguments) -> bool:
        fitting = {self.option, *self.others.split(), "seed", "spec", "set"}
        others = [name for name in options_of(type(given)) if name not in fitting]
        return any(map(given.has, others)) or not all(map(given.has, self.needed.split()))

    def error(self, flags: Sequence[str]) -> UsageError:
        first, *others = flags
        return UsageError(f"{first} {self.message}", f"Use it with {joined(others, 'and')}.")


class TaskArguments:
    """The arguments of a task. Each task derives its own class and declares them there."""

    rules: ClassVar[Sequence[Rule]] = ()

    def __init__(self, **said: Any) -> None:
        """`said` has the command line's value for each option, by name; None if not given."""
        self.said = said

    def has(self, name: str) -> bool:
        """Whether the command line gives this option with a value other than its default."""
        said = self.said.get(name)
        return said not in (None, "", []) and said != options_of(type(self))[name].default

    def asks_for_help(self) -> bool:
        """Whether `--help` stands where a name is required, as in `invoke init --help`."""
        options = options_of(type(self))
        return any(
            self.said.get(name) in ("--help", "-h")
            for name, option in options.items()
            if option.is_positional
        )

    def validate(self) -> None:
        """Check all given arguments. Raises UsageError for the first mistake."""
        options = options_of(type(self))
        for rule in self.rules:
            if self.has(rule.option) and rule.is_broken(self):
                names = [rule.option, *rule.others.split()]
                raise rule.error([options[name].flag for name in names])
        for name in options:
            getattr(self, name)


def options_of(arguments: type[TaskArguments]) -> dict[str, Option[Any]]:
    """The options of a task by name. Those of its base class come first."""
    return {
        name: option
        for one in reversed(arguments.__mro__)
        for name, option in vars(one).items()
        if isinstance(option, Option)
    }


def meant(word: str, known: Iterable[str]) -> str:
    """A question such as "Did you mean show? "; empty if no known word is similar."""
    guess = closest(word, known)
    return f"Did you mean {guess}? " if guess else ""


def joined(words: Sequence[str], last: str) -> str:
    """Words as a list in a sentence: "a, b and c", where `last` is "and"."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
