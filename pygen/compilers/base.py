"""What every C compiler looks like to the rest of the product.

A compiler turns C files into an *image*: the bytes that live at `program_start` upwards. What has
no bytes in a file (bss, stack, zero page) is not part of it.
"""

from __future__ import annotations

import abc
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Literal

from pygen.base.project import C_FOLDER

START_FOLDER = C_FOLDER / "start"

SegmentKind = Literal["code", "data", "bss", "zeropage", "stack"]


@dataclass(frozen=True)
class BuildRequest:
    """What is to be compiled, for which memory, and where the results go.

    `library` are sources of which the program only has what it uses: OSCAR64 leaves out every
    function that is not called, cc65 every file of which nothing is.
    `program_start` and `program_end` are the first and the last address that code, data, bss and
    stack may use together. `flags` are the compiler's own, from the spec's profile. `stack_size`
    is in bytes and is taken from the end of the program's memory. The results are called
    `<name>.prg`, `.lbl`, `.map`, `.asm` and `.lines` in `output_folder`.
    """

    sources: Sequence[Path]
    output_folder: Path
    name: str
    include_folders: Sequence[Path] = ()
    defines: dict[str, str] = field(default_factory=dict)
    flags: Sequence[str] = ()
    program_start: int = 0x2000
    program_end: int = 0xCFFF
    stack_size: int = 0x200
    library: Sequence[Path] = ()


@dataclass(frozen=True)
class Segment:
    """A part of the program by its use. `size` is the bytes of its objects, in bytes."""

    name: str
    start: int
    size: int
    kind: SegmentKind


@dataclass(frozen=True)
class MappedObject:
    """A function, array or variable, or a module of the compiler's runtime, and where it lies.

    `unit` is the C file that was being compiled, or "" where the compiler does not tell.
    """

    name: str
    address: int
    size: int
    section: str
    kind: SegmentKind
    unit: str = ""


@dataclass(frozen=True)
class BuildResult:
    """A finished program.

    `labels` has C names without the compiler's decoration; where two units have a static of the
    same name, the second is called `name__2`. `free` is the number of bytes between the end of
    code, data and bss and the stack. `commands` are the command lines as they were run. `line_file`
    says from which line of source each instruction is, see `lines.py`; OSCAR64 tells only with -g.
    """

    image: bytes
    image_start: int
    entry: int
    labels: dict[str, int]
    segments: list[Segment]
    objects: list[MappedObject]
    commands: list[list[str]]
    prg: Path
    label_file: Path
    map_file: Path
    line_file: Path
    free: int

    def largest(self, count: int = 10) -> list[MappedObject]:
        """The `count` largest objects, largest first, equal ones by address."""
        return sorted(self.objects, key=lambda item: (-item.size, item.address))[:count]


class Compiler(abc.ABC):
    """A C compiler that was found on this machine."""

    name: ClassVar[str]
    """How the spec and the command line call it: `oscar64` or `cc65`."""

    title: ClassVar[str]
    """How it is called in sentences."""

    time_limit_s: float = 120.0
    """A compiler that takes longer is stopped together with all it started."""

    def __init__(self, path: Path, version: str, origin: str) -> None:
        self.path = path
        self.version = version
        self.origin = origin
        """Why this one and not another: "from the spec", "from OSCAR64_HOME", "from PATH"."""

    @classmethod
    @abc.abstractmethod
    def find(cls, configured_path: str | Path | None = None) -> Compiler:
        """The compiler at `configured_path` (program or folder), else the usual places.

        Raises ToolMissing, with what to do about it, if there is none.
        """

    @property
    def version_warning(self) -> str:
        """Why this version should not be relied on, or "" if nothing is known against it."""
        return ""

    @abc.abstractmethod
    def compile(self, request: BuildRequest) -> BuildResult:
        """Build the program. Files of an earlier build are gone first, whatever happens then.

        Raises CompileFailed for errors and warnings in the program, for a program that does not
        fit, and for a compiler that crashes or hangs; UserError if a file cannot be written.
        """

    def __str__(self) -> str:
        return f"{self.title} {self.version}"
