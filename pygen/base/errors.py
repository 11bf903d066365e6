"""Errors that the user can fix: shown as text, never as a traceback."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class UserError(Exception):
    """Something the user can fix: a missing tool, a file that cannot be written, a bad argument.

    `message` says what is wrong, `hint` what to do about it (may be empty).
    `exit_code` is the exit status of the process: 1, or 2 for an invalid spec or argument.
    """

    exit_code = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n  {self.hint}" if self.hint else self.message

    def __reduce__(self) -> tuple[Any, ...]:
        # An error of a worker process must reach the process that waits, whatever its class is
        # made from.
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[UserError], args: tuple[Any, ...], state: Mapping[str, Any]) -> UserError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


class CannotWrite(UserError):
    """A file or folder that cannot be written: `place` names it, `error` says why."""

    def __init__(self, place: object, error: OSError) -> None:
        super().__init__(
            f"{place}: cannot be written: {error.strerror or error}",
            "Check the folder's permissions and the free space.",
        )


class UsageError(UserError):
    """An argument of a task that cannot be used, such as a seed above 65535."""

    exit_code = 2


class ToolMissing(UserError):
    """A compiler, emulator or other tool that the task needs is not on this machine."""


class CompileFailed(UserError):
    """A compiler rejected the emitted program, or warned about it."""


class DoesNotFit(CompileFailed):
    """A program or module is larger than the memory that it may have."""


class EmulatorFailed(UserError):
    """The emulator could not be started, crashed, hung or stopped at an illegal instruction."""


class EmulatorLost(EmulatorFailed):
    """The emulator ended for a reason outside the program, for example because it was killed.
    Another try may succeed."""


class ParityFailed(UserError):
    """The emulated machine and the reference disagree."""
