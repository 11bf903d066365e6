"""The spec's file while people and editors change it."""

from __future__ import annotations

import difflib
import hashlib
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pygen.base.errors import UserError
from pygen.base.files import write_if_changed
from pygen.spec import Problem, SpecError
from pygen.spec.document import Document, read_text
from pygen.spec.editing import edited, inheritors
from pygen.spec.loading import spec_of


class ChangedOutside(UserError):
    """The file is no longer what the page knows."""


@dataclass(frozen=True)
class State:
    """The file as it was read: a digest of its text, its data, and what is wrong with it.

    `data` is None if it cannot be read at all.
    """

    version: str
    text: str
    data: dict[str, Any] | None
    problems: tuple[Problem, ...] = field(default=())

    @property
    def dungeons(self) -> dict[str, Any]:
        """The sections of its dungeons by their names; empty if there are none."""
        found = (self.data or {}).get("dungeons")
        return found if isinstance(found, dict) else {}


@dataclass(frozen=True)
class Saving:
    """What saving does to the text: its new text, the lines that differ, and the values of other
    dungeons that change with it."""

    text: str
    difference: str
    inheritors: list[str]


class SpecFile:
    """The file of a spec. May be used by several threads."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self.name = path.name
        self._lock = threading.RLock()
        self._stamp: tuple[int, int, int] | None = None
        self._state = State("", "", None)
        self._good: State | None = None

    def state(self) -> State:
        """The file as it is now. It is only read anew if it has changed."""
        with self._lock:
            try:
                found = self.path.stat()
                stamp = (found.st_mtime_ns, found.st_size, found.st_ino)
            except OSError:
                stamp = None
            if stamp is None or stamp != self._stamp:
                self._state = _read(self.path, self.name)
                self._stamp = stamp
                if not self._state.problems:
                    self._good = self._state
            return self._state

    def last_good(self) -> State:
        """The file as it was when it last had no mistakes. Raises SpecError if it never was."""
        state = self.state()
        if self._good is None:
            raise SpecError(state.problems)
        return self._good

    def plan_saving(self, version: str, dungeon: str, section: Any) -> Saving:
        """What saving a section of a dungeon would do to the file of this version.

        Raises ChangedOutside if the file has another one, SpecError if the whole spec would not be
        valid, UserError if the values cannot be written.
        """
        state = self.state()
        if state.version != version:
            raise ChangedOutside(f"{self.name} has changed outside", "Look at what has changed.")
        path = ("dungeons", dungeon)
        # Before minutes go into writing down what is not valid anyway.
        dungeons = {**state.dungeons, dungeon: section}
        spec_of(Document.of_data({**(state.data or {}), "dungeons": dungeons}, self.name))
        text = edited(state.text, path, section)
        spec_of(Document.of_text(text, self.name))
        lines = difflib.unified_diff(
            state.text.splitlines(), text.splitlines(), self.name, f"{self.name}, saved",
            lineterm="", n=2,
        )  # fmt: skip
        return Saving(text, "\n".join(lines), inheritors(state.text, text, path))

    def save(self, version: str, dungeon: str, section: Any) -> State:
        """Write a section of a dungeon into the file. Raises as `plan_saving` does, and UserError
        if the file cannot be written.

        Pages that save at once wait for each other, and the second one gets ChangedOutside. What an
        editor has written while the change was planned is never overwritten.
        """
        with self._lock:
            saving = self.plan_saving(version, dungeon, section)
            mode = self.path.stat().st_mode & 0o777
            if not mode & 0o222:
                raise UserError(f"{self.name} is read-only", "Allow writing: chmod u+w.")
            before = self.path.read_bytes()
            if _version_of(read_text(self.path)) != version:
                raise ChangedOutside(
                    f"{self.name} has changed outside", "Look at what has changed."
                )
            _write(self.path, _encoded(saving.text, before), mode)
            return self.state()


def _write(path: Path, data: bytes, mode: int) -> None:
    """Write the file, whose mode stays as it is. One with several names keeps them: it is written
    where it is, as all of them would not be renamed.

    Raises UserError if it cannot be written.
    """
    if path.stat().st_nlink == 1:
        write_if_changed(path, data)
        path.chmod(mode)
        return
    try:
        with path.open("r+b", buffering=0) as file:
            file.write(data)
            file.truncate()
    except OSError as error:
        raise UserError(
            f"{path.name}: cannot be written: {error.strerror}",
            "Check the folder's permissions and the free space.",
        ) from error


BOM = b"\xef\xbb\xbf"


def _encoded(text: str, before: bytes) -> bytes:
    """A text as bytes, with the mark that the file had before, and the line ends of most lines."""
    if 2 * before.count(b"\r\n") > before.count(b"\n"):
        text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    return (BOM if before.startswith(BOM) else b"") + text.encode()


def _version_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _read(path: Path, name: str) -> State:
    try:
        text = read_text(path)
    except SpecError as error:
        return State("missing", "", None, tuple(error.problems))
    version = _version_of(text)
    data = None
    try:
        document = Document.of_text(text, name)
        data = document.data if isinstance(document.data, dict) else None
        spec_of(document)
    except SpecError as error:
        return State(version, text, data, tuple(error.problems))
    return State(version, text, data)
