"""What is wrong with a spec, in a designer's terms and with positions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pygen.base.errors import UserError
from pygen.base.words import shown

KeyPath = tuple[str | int, ...]

MAX_SHOWN = 100
MAX_LENGTH = 1000


@dataclass(frozen=True)
class Problem:
    """One mistake: where it is, what is wrong and how to fix it.

    `path` is the file, or the text of the `--set` option (then `line` is 0). Lines and columns
    count from 1. `key_path` is the key, such as `dungeons.crypt.rooms.max_size` or
    `random.shifts[1]`, or empty for the file as a whole.
    """

    path: str
    line: int
    column: int
    key_path: str
    wrong: str
    right: str

    def __post_init__(self) -> None:
        # These texts repeat parts of the spec: names of any length, with any characters.
        for name in ("wrong", "right"):
            object.__setattr__(self, name, shown(getattr(self, name), MAX_LENGTH))

    def __str__(self) -> str:
        position = f"{self.path}:{self.line}:{self.column}" if self.line else self.path
        return (
            f"{position}: {self.key_path + ': ' if self.key_path else ''}{self.wrong}; {self.right}"
        )


class SpecError(UserError):
    """The spec is invalid; `problems` has all mistakes, in the file's order."""

    exit_code = 2

    def __init__(self, problems: Iterable[Problem]) -> None:
        # Anchors repeat a mistake for every alias; it has to be fixed only once.
        unique: dict[tuple[str, int, int, str, str], Problem] = {}
        for problem in problems:
            key = (problem.path, problem.line, problem.column, problem.wrong, problem.right)
            unique.setdefault(key, problem)
        self.problems = sorted(unique.values(), key=lambda p: (not p.line, p.line, p.column))
        lines = [str(problem) for problem in self.problems[:MAX_SHOWN]]
        if len(self.problems) > MAX_SHOWN:
            lines.append(f"... and {len(self.problems) - MAX_SHOWN} more")
        super().__init__("\n".join(lines))


def dotted(path: KeyPath) -> str:
    """`path` as a designer writes it: `random.shifts[1]`."""
    text = ""
    for key in path:
        text += f"[{key}]" if isinstance(key, int) else f".{shown(key, 40)}"
    return text.removeprefix(".")
