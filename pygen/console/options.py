"""How a task declares its arguments: each once, with its type, its help, its default and its check.

A task's class `Arguments` has an `Option` for each argument. An object of that class has the values
that a command line gives, read and checked.
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
    """An argument of a task, whose value is a `Value`. `words` are its help."""

    words: str
    default: Value
    kind: ClassVar[type] = str
    """What invoke takes it for: `str`, `int`, `bool`, or `list` for one that may be repeated."""
    is_positional: ClassVar[bool] = False

    def __set_name__(self, owner: type[TaskArguments], name: str) -> None:
        self.name = name

    def __get__(self, given: TaskArguments, owner: type[TaskArguments]) -> Value:
        value = self.value(given)
        # From now on the object has the value itself.
        given.__dict__[self.name] = value
        return value

    @property
    def flag(self) -> str:
        """As a command line has it, such as `--from-file`."""
        return f"--{self.name.replace('_', '-')}"

    def value(self, given: TaskArguments) -> Value:
        """The value among the arguments of a task. Raises UsageError if what was given is none."""
        said = given.said.get(self.name)
        return self.default if said is None else self.read(said)

    def read(self, said: Any) -> Value:
        """The value that a command line gives. Raises UsageError if it is none."""
        value: Value = said
        return value


@dataclass(eq=False, repr=False)
class Flag(Option[bool]):
    """An argument that is there or not."""

    default: bool = False
    kind = bool


@dataclass(eq=False, repr=False)
class Number(Option[int]):
    """A whole number. If `allowed` is given, the number must be in it, and `hint` says so."""

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
    """Any text; None if it is not given."""

    default: str | None = None


@dataclass(eq=False, repr=False)
class Parsed(Option[Value]):
    """A text that `parse` reads, which raises UsageError for a text of another form."""

    parse: Callable[[str], Value]

    def read(self, said: str) -> Value:
        # An empty text is as if there were none.
        return self.parse(said) if said else self.default


@dataclass(eq=False, repr=False)
class Count(Option[int | None]):
    """A text that is a number from 1 to `most`; None if it is not given. `noun`, such as "a number
    of seeds", says what another text is not."""

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
    """A file that is written. If `endings` are given, it must have one of them; `content`, such as
    "a PNG picture", says why."""

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
"""What an `OutputFile` for a picture holds."""


@dataclass(eq=False, repr=False)
class Name(Option[str]):
    """A name or folder that is given without an option, and must be given."""

    default: str = ""
    is_positional = True

    def value(self, given: TaskArguments) -> str:
        said: str = given.said[self.name]
        # Invoke takes the `--help` of `invoke init --help` for the folder.
        if said.startswith("-"):
            task = type(given).__module__.rpartition(".")[2].replace("_", "-")
            raise UsageError(
                f"{said} is not a name", f"Show what the task takes: invoke --help {task}"
            )
        return said


@dataclass(frozen=True, eq=False, repr=False)
class Rule:
    """What a command line must not have. Options are given by their names in the task's class, as
    in "from_file seeds"; one whose value is its default counts as not given."""

    option: str
    others: str
    message: str = ""
    hint: str = ""

    def is_broken(self, given: TaskArguments) -> bool:
        """Whether the arguments break the rule, though they have its option."""
        raise NotImplementedError

    def error(self, flags: Sequence[str]) -> UsageError:
        """What is said then. `flags` are the options as a command line has them."""
        return UsageError(self.message, self.hint)


class Excludes(Rule):
    """None of the others may be given with the option."""

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
    """At least one of the others must be given with the option."""

    def is_broken(self, given: TaskArguments) -> bool:
        return not any(map(given.has, self.others.split()))


@dataclass(frozen=True, eq=False, repr=False)
class FitsOnly(Rule):
    """Only the others, one seed, and what changes the spec may be given with the option; one that
    is `needed` must be. `message` says what the option is for."""

    needed: str = ""

    def is_broken(self, given: TaskArguments) -> bool:
        fitting = {self.option, *self.others.split(), "seed", "spec", "set"}
        others = [name for name in options_of(type(given)) if name not in fitting]
        return any(map(given.has, others)) or not all(map(given.has, self.needed.split()))

    def error(self, flags: Sequence[str]) -> UsageError:
        first, *others = flags
        return UsageError(f"{first} {self.message}", f"Use it with {joined(others, 'and')}.")


class TaskArguments:
    """The arguments of a task, which a class derived from this one declares."""

    rules: ClassVar[Sequence[Rule]] = ()

    def __init__(self, **said: Any) -> None:
        """`said` is what the command line has for each option by its name; None if nothing."""
        self.said = said

    def has(self, name: str) -> bool:
        """Whether the command line gives this option, with another value than its default."""
        said = self.said.get(name)
        return said not in (None, "", []) and said != options_of(type(self))[name].default

    def validate(self) -> None:
        """Check all that was given. Raises UsageError for the first thing that is wrong."""
        options = options_of(type(self))
        for rule in self.rules:
            if self.has(rule.option) and rule.is_broken(self):
                names = [rule.option, *rule.others.split()]
                raise rule.error([options[name].flag for name in names])
        for name in options:
            getattr(self, name)


def options_of(arguments: type[TaskArguments]) -> dict[str, Option[Any]]:
    """The options of a task by their names: first those of the class that it is derived from."""
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
