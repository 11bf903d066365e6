"""The spec's file while people and editors change it."""

from __future__ import annotations

import difflib
import hashlib
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pygen.base.errors import CannotWrite, UserError
from pygen.base.files import write_if_changed
from pygen.spec import Problem, SpecError
from pygen.spec.document import Document, read_text
from pygen.spec.editing import edited, inheritors
from pygen.spec.loading import spec_of


class ChangedOutside(UserError):
    """The file has changed since the page read it."""


@dataclass(frozen=True, eq=False)
class State:
    """The file as it was read: a digest of its text, its data, and its mistakes.

    `data` is None if the file cannot be read at all. A state equals only itself.
    """

    version: str
    text: str
    data: dict[str, Any] | None
    problems: tuple[Problem, ...] = ()

    @property
    def dungeons(self) -> dict[str, Any]:
        """The sections of the dungeons, by name; empty if there are none."""
        found = (self.data or {}).get("dungeons")
        return found if isinstance(found, dict) else {}


@dataclass(frozen=True)
class Saving:
    """The effect of saving on the text: the new text, the lines that differ, and the values of
    other dungeons that change with it."""

    text: str
    difference: str
    inheritors: list[str]


class SpecFile:
    """The file of a spec. Several threads may use it."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self.name = path.name
        self._lock = threading.RLock()
        self._stamp: tuple[int, int, int] | None = None
        self._state = State("", "", None)
        self._good: State | None = None

    def state(self) -> State:
        """The current state of the file. The file is read again only if it has changed."""
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
        """The last state without mistakes. Raises SpecError if there never was one."""
        state = self.state()
        if self._good is None:
            raise SpecError(state.problems)
        return self._good

    def plan_saving(self, version: str, dungeon: str, section: Any) -> Saving:
        """Plan to save a section of a dungeon into the given version of the file.

        Raises ChangedOutside if the file has another version, SpecError if the whole spec would not
        be valid, UserError if the values cannot be written.
        """
        state = self.state()
        if state.version != version:
            raise ChangedOutside(f"{self.name} has changed outside", "Look at what has changed.")
        path = ("dungeons", dungeon)
        # Writing the values may take minutes: do not start for a spec that is not valid.
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

        If two pages save at once, one waits for the other and then gets ChangedOutside. Changes
        that an editor saves in the meantime are never overwritten.
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
    """Write the file and keep its mode.

    A file with several hard links is written in place, as a renamed file would replace only one of
    them. Raises UserError if the file cannot be written.
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
        raise CannotWrite(path.name, error) from error


BOM = b"\xef\xbb\xbf"


def _encoded(text: str, before: bytes) -> bytes:
    """A text as bytes, with the file's old byte order mark, and the line ends of most lines."""
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
