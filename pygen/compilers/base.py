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
    """The addresses that a module may use besides those of its code and tables.

    `work_start` and `work_end` are the first and the last address of its variables and stack;
    `zeropage` has the addresses that its variables in zero page may take.
    """

    work_start: int
    work_end: int
    zeropage: range


@dataclass(frozen=True)
class BuildRequest:
    """What to compile, for which memory, and where the results go.

    `library` are sources of which only the used parts are linked: OSCAR64 leaves out every function
    that is not called, cc65 every file without a called function. `program_start` and `program_end`
    are the first and the last address that code, data, bss and stack may use together; for a
    `module`, that code and data alone may use. `flags` are compiler options from the spec's
    profile. `stack_size` is in bytes and is taken from the end of the program's memory, or of the
    module's work memory. `zeropage_start` is where variables in zero page begin; if it is not
    given, they begin at the compiler's usual place. `registers_end` is the first address in zero
    page that the compiler must not use for itself, if it differs from the start of the variables.
    `below_kernal` has addresses in the RAM below the KERNAL, to which cc65 moves code and
    constants; it is empty for none. A module that `is_small` gets shorter code from cc65: see
    `cc65_locals.py` and `cc65_small.py`.
    The results are the files `<name>.prg`, `.lbl`, `.map`, `.asm` and `.lines` in `output_folder`.
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
    below_kernal: range = range(0)
    is_small: bool = False


class ZeroPageTaken(CompileFailed):
    """The compiler's own registers overlap the zero page that is reserved for variables.

    `first_free` is the first address after the registers.
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

    `unit` is the C file that it was compiled from, or "" where the compiler does not report it.
    `is_library`: it is a part of the compiler's runtime library, or a table that the compiler has
    made for its own use.
    """

    name: str
    address: int
    size: int
    section: str
    kind: SegmentKind
    unit: str = ""
    is_library: bool = False


@dataclass(frozen=True)
class BuildResult:
    """A finished program.

    `labels` maps C names, without the compiler's decoration, to addresses; if two units have a
    static of the same name, the second is called `name__2`. `free` is the number of bytes between
    the end of code, data and bss and the stack. `commands` are the command lines that were run.
    `line_file` maps instructions to lines of source, see `lines.py`; OSCAR64 reports them only with
    -g. `below_kernal` are the bytes that belong into the RAM below the KERNAL, from
    `below_kernal_start` on.
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
    below_kernal: bytes = b""
    below_kernal_start: int = 0

    def largest(self, count: int = 10) -> list[MappedObject]:
        """The `count` largest objects, largest first; objects of equal size by address."""
        return sorted(self.objects, key=lambda item: (-item.size, item.address))[:count]


class Compiler(abc.ABC):
    """A C compiler that is installed on this machine."""

    name: ClassVar[str]
    """The compiler's name in the spec and on the command line: `oscar64` or `cc65`."""

    title: ClassVar[str]
    """The compiler's name in messages."""

    macro: ClassVar[str]
    """The macro by which C knows the compiler."""

    zero_page_of_library: ClassVar[int] = 0
    """The number of bytes that the compiler's library takes of a module's zero page for
    variables."""

    flags_for_size: ClassVar[tuple[str, ...]] = ()
    """What is added to the flags for a dungeon that prefers size."""

    longest_step_of_world: ClassVar[int]
    """The most cycles that a step of a world's chunk may take. With a longer step, the program that
    shows the world loses a frame. Any other step may take 10,000 cycles."""

    time_limit_s: float = 120.0
    """The time limit in seconds. A compiler that takes longer is killed with everything it
    started."""

    def __init__(self, path: Path, version: str, origin: str) -> None:
        self.path = path
        self.version = version
        self.origin = origin
        """Where the compiler was found: "from the spec", "from OSCAR64_HOME" or "from PATH"."""

    @classmethod
    @abc.abstractmethod
    def find(cls, configured_path: str | Path | None = None) -> Compiler:
        """The compiler at `configured_path` (program or folder), else in the usual places.

        Raises ToolMissing, with a hint how to install it, if there is none.
        """

    @property
    def version_warning(self) -> str:
        """The reason not to rely on this version, or "" if no problem is known."""
        return ""

    @abc.abstractmethod
    def compile(self, request: BuildRequest) -> BuildResult:
        """Build the program. Files of an earlier build are removed first, even if this one fails.

        Raises CompileFailed for errors and warnings in the program, for a program that does not
        fit, and for a compiler that crashes or hangs; UserError if a file cannot be written.
        """

    @abc.abstractmethod
    def stack_pointer(self, flags: Sequence[str], labels: Mapping[str, int]) -> int:
        """The zero page address of the pointer to the compiler's stack: the first of its two bytes.

        `flags` and `labels` are those of a build.
        """

    work_alignment: ClassVar[int] = 1
    """If a module's work memory begins at a multiple of this number, its size does not depend on
    its address."""

    zero_page_of_program_modules: ClassVar[range | None] = None
    """The zero page addresses of variables in modules of the project's own programs; None: the spec
    says where they are."""

    def argument_registers(self, flags: Sequence[str]) -> range:
        """The addresses in zero page in which a caller's arguments survive a call of an unknown
        function."""
        return range(0)

    def register_bank(self, labels: Mapping[str, int]) -> range:
        """The addresses in zero page that the compiler's library writes by an index."""
        return range(0)

    def __str__(self) -> str:
        return f"{self.title} {self.version}"
