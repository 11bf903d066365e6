"""The interface of all C compilers.

A compiler turns C files into an *image*: the bytes of the program from `program_start` upwards.
What has no bytes in a file (bss, stack, zero page) is not part of it.
"""

from __future__ import annotations

import abc
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Literal

from pygen.base.errors import CompileFailed
from pygen.base.project import C_FOLDER

START_FOLDER = C_FOLDER / "start"

SegmentKind = Literal["code", "data", "bss", "zeropage", "stack"]


@dataclass(frozen=True)
class ModulePlace:
    """Where a module is, besides its code and tables.

    `work_start` and `work_end` are the first and the last address of its variables and stack,
    `zeropage` has the addresses that its variables in zero page may take.
    """

    work_start: int
    work_end: int
    zeropage: range


@dataclass(frozen=True)
class BuildRequest:
    """What to compile, for which memory, and where the results go.

    `library` are sources of which only the used parts are linked: OSCAR64 leaves out every function
    that is not called, cc65 every file in which nothing is.
    `program_start` and `program_end` are the first and the last address that code, data, bss and
    stack may use together; those of a `module` are code and data alone. `flags` are compiler
    options from the spec's profile. `stack_size` is in bytes and is taken from the end of the
    program's memory, or of the module's. `zeropage_start` is where variables in zero page begin,
    unless the compiler's usual place will do. `registers_end` is the first address in zero page
    that the compiler must not take for itself, if that is not where the variables begin. The
    results are the files `<name>.prg`, `.lbl`, `.map`, `.asm` and `.lines` in `output_folder`.
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
    module: ModulePlace | None = None
    zeropage_start: int | None = None
    registers_end: int | None = None


class ZeroPageTaken(CompileFailed):
    """The compiler's own registers reach into the zero page that has been given to variables.

    `first_free` is the first address behind them.
    """

    def __init__(self, message: str, hint: str, first_free: int) -> None:
        super().__init__(message, hint)
        self.first_free = first_free


@dataclass(frozen=True)
class Segment:
    """A part of the program with one use. `size` is the sum of its objects' sizes, in bytes."""

    name: str
    start: int
    size: int
    kind: SegmentKind


@dataclass(frozen=True)
class MappedObject:
    """A function, array, variable or module of the compiler's runtime library, and its address.

    `unit` is the C file it was compiled from, or "" where the compiler does not report it.
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

    `labels` maps C names, without the compiler's decoration, to addresses; if two units have a
    static of the same name, the second is called `name__2`. `free` is the number of bytes between
    the end of code, data and bss and the stack. `commands` are the command lines that were run.
    `line_file` maps instructions to lines of source, see `lines.py`; OSCAR64 reports them only with
    -g.
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
        """The `count` largest objects, largest first; objects of equal size by address."""
        return sorted(self.objects, key=lambda item: (-item.size, item.address))[:count]


class Compiler(abc.ABC):
    """A C compiler that is installed on this machine."""

    name: ClassVar[str]
    """Its name in the spec and on the command line: `oscar64` or `cc65`."""

    title: ClassVar[str]
    """Its name in messages."""

    zero_page_of_library: ClassVar[int] = 0
    """Bytes that its library takes of the zero page that a module has for variables."""

    longest_step_of_world: ClassVar[int]
    """The cycles that a step of a world's chunk may take: with a longer one the program that shows
    the world loses a frame. Any other step may take 10,000."""

    time_limit_s: float = 120.0
    """In seconds. A compiler that takes longer is killed with everything it started."""

    def __init__(self, path: Path, version: str, origin: str) -> None:
        self.path = path
        self.version = version
        self.origin = origin
        """Where it was found: "from the spec", "from OSCAR64_HOME" or "from PATH"."""

    @classmethod
    @abc.abstractmethod
    def find(cls, configured_path: str | Path | None = None) -> Compiler:
        """The compiler at `configured_path` (program or folder), else in the usual places.

        Raises ToolMissing, with how to install it, if there is none.
        """

    @property
    def version_warning(self) -> str:
        """Why this version should not be relied on, or "" if no problem is known."""
        return ""

    @abc.abstractmethod
    def compile(self, request: BuildRequest) -> BuildResult:
        """Build the program. Files of an earlier build are removed first, even if this one fails.

        Raises CompileFailed for errors and warnings in the program, for a program that does not
        fit, and for a compiler that crashes or hangs; UserError if a file cannot be written.
        """

    @abc.abstractmethod
    def stack_pointer(self, flags: Sequence[str], labels: Mapping[str, int]) -> int:
        """The first of the two addresses in zero page of the pointer to the compiler's stack.

        `flags` and `labels` are those of a build.
        """

    work_alignment: ClassVar[int] = 1
    """The size of a module's work memory is the same wherever in memory it begins at a multiple of
    this."""

    zero_page_of_program_modules: ClassVar[range | None] = None
    """Where the modules of a program of ours have their variables, if not where the spec says."""

    def argument_registers(self, flags: Sequence[str]) -> range:
        """The addresses in zero page in which a caller's arguments survive a call of a function
        that it knows nothing about."""
        return range(0)

    def register_bank(self, labels: Mapping[str, int]) -> range:
        """The addresses in zero page that the compiler's library stores to by an index."""
        return range(0)

    def __str__(self) -> str:
        return f"{self.title} {self.version}"
