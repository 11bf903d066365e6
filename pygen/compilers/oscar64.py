"""OSCAR64: the preferred compiler. It compiles all C files of a program together."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pygen.base.errors import CompileFailed, ToolMissing, UserError
from pygen.base.running import run_tool, temporary_build_folder
from pygen.compilers.base import (
    START_FOLDER,
    BuildRequest,
    BuildResult,
    Compiler,
    ZeroPageTaken,
)
from pygen.compilers.diagnostics import Diagnostic, Level, raise_if_failed
from pygen.compilers.lines import oscar64_lines
from pygen.compilers.locating import locate
from pygen.compilers.oscar64_map import (
    SECTION_KINDS,
    has_all_objects,
    lost_jump,
    read_objects,
    registers,
    without_paths,
)
from pygen.compilers.results import c_labels, finish, result_files, segments_of, stack_segment
from pygen.emit.zeropage import ZERO_PAGE

TESTED_VERSION = "1.32.271"
MISCOMPILING_VERSIONS = ("1.32.272", "1.32.273")

ZEROPAGE_START = ZERO_PAGE.start
"""The first address of the project's own variables in zero page. OSCAR64's registers and
temporaries are below. The more local variables a function has, the higher the temporaries reach,
and OSCAR64 does not check whether they overlap these variables."""

_UNUSED = 0xFF00
"""The address of the start-up code of programs when a module is linked. The code is cut off from
the module's bytes."""

LONGEST_PATH = 190
"""The longest path in characters. OSCAR64 keeps paths in buffers of 200 bytes without checking
their length."""

_DIAGNOSTIC = re.compile(
    r"^(?:(?P<file>.+?)\((?P<line>\d+), \d+\) : |oscar64: )"
    r"(?P<level>info|warning|error) \d+: (?P<text>.*)$"
)
_HARMLESS = "Unreachable code"
"""A warning about code that remains where a condition is constant in this dungeon."""
_LEVELS: dict[str, Level] = {"info": "note", "warning": "warning", "error": "error"}


class Oscar64(Compiler):
    """OSCAR64 in native mode, without its support for printing long and float."""

    # After the temporaries of the resident part and before its variables. The resident part expects
    # every function that it does not know to preserve the temporaries from $53 on.
    zero_page_of_program_modules = range(0x64, ZEROPAGE_START)

    # OSCAR64 keeps arrays from crossing pages.
    work_alignment = 256
    longest_step_of_world = 6_000

    name = "oscar64"
    macro = "__OSCAR64C__"
    title = "OSCAR64"

    @classmethod
    def find(cls, configured_path: str | Path | None = None) -> Oscar64:
        path, origin = locate("oscar64", "OSCAR64", configured_path, _HOW_TO_GET_IT)
        output = run_tool([str(path), "-v"], None, 20.0).output
        version = re.search(r"oscar64 (\d+(?:\.\d+)+)", output)
        if not version:
            raise ToolMissing(f"{path}: does not answer -v as OSCAR64 does", _HOW_TO_GET_IT)
        return cls(path, version.group(1), origin)

    @property
    def version_warning(self) -> str:
        if self.version in MISCOMPILING_VERSIONS:
            return (
                f"OSCAR64 {self.version} is known to miscompile functions with two returns that "
                f"mask after a variable shift, such as a reader of packed tiles. Use "
                f"{TESTED_VERSION}, or rely only on what parity has proven."
            )
        if self.version != TESTED_VERSION:
            return f"OSCAR64 {self.version} is untested; the tested version is {TESTED_VERSION}."
        return ""

    def compile(self, request: BuildRequest) -> BuildResult:
        with temporary_build_folder(request.output_folder, result_files(request)) as folder:
            command = self._command(request, folder)
            finished = run_tool(command, folder, self.time_limit_s)
            diagnostics = list(self._diagnostics(finished.output, folder))
            raise_if_failed(
                str(self),
                finished.status,
                finished.output,
                diagnostics,
                sign_of_size="Could not place",
            )
            try:
                image = (folder / "program.bin").read_bytes()
                map_text = (folder / "program.map").read_text("latin-1")
                listing = (folder / "program.asm").read_text("latin-1")
            except OSError as error:
                raise CompileFailed(f"{self} reported success but wrote no program") from error
        if lost := lost_jump(listing):
            raise CompileFailed(
                f"{self} lost a jump in {lost[0]} at ${lost[1]:04x}",
                "A fault of the compiler, which comes with some lengths of that function. Use "
                "other flags, or cc65 with --compiler cc65.",
            )
        own = registers(listing)
        objects = [own, *read_objects(map_text)]
        kept = [item for item in objects if not request.module or item.section != "startup"]
        ends = [item.address + item.size for item in kept if item.kind in ("code", "data")]
        size = max(ends, default=0x10000) - request.program_start
        # OSCAR64 does not notice when the disk is full.
        if not has_all_objects(map_text) or len(image) < size:
            raise CompileFailed(
                f"{self} reported success but wrote only a part of the program",
                "Is the disk full?",
            )
        if request.module:
            objects, image = kept, image[:size]
        variables = request.registers_end or _zeropage_start(request)
        first_free = own.address + own.size
        if first_free > variables:
            raise ZeroPageTaken(
                f"{self} uses zero page up to ${first_free - 1:02x} for its temporaries and would"
                f" overwrite our variables from ${variables:02x} on",
                "Split the function with the most local variables, or reduce inlining.",
                first_free,
            )
        return finish(
            request,
            image,
            c_labels(objects),
            [*segments_of(objects, list(SECTION_KINDS)), stack_segment(request)],
            objects,
            [command],
            without_paths(listing),
            oscar64_lines(listing),
        )

    def _command(self, request: BuildRequest, folder: Path) -> list[str]:
        layout = {
            "UNDERCROFT_START": f"0x{request.program_start:04x}",
            "UNDERCROFT_END": f"0x{request.program_end + 1:04x}",
            "UNDERCROFT_STACK": str(request.stack_size),
            "UNDERCROFT_ZEROPAGE": f"0x{_zeropage_start(request):02x}",
        }
        if request.module:
            layout |= {
                "UNDERCROFT_WORK": f"0x{request.module.work_start:04x}",
                "UNDERCROFT_WORK_END": f"0x{request.module.work_end + 1:04x}",
                "UNDERCROFT_UNUSED": f"0x{_UNUSED:04x}",
            }
        runtime = "oscar64_module.c" if request.module else "oscar64_entry.c"
        defines = {"NOLONG": "1", "NOFLOAT": "1", **layout, **request.defines}
        return [
            str(self.path),
            "-tf=bin",
            "-tm=c64",
            "-n",
            *request.flags,
            *(f"-d{name}={value}" for name, value in defines.items()),
            *(f"-i={_shortest_path(folder, include)}" for include in request.include_folders),
            "-o=program.bin",
            f"-rt={_shortest_path(folder, START_FOLDER / runtime)}",
            *(_shortest_path(folder, source) for source in (*request.sources, *request.library)),
        ]

    def stack_pointer(self, flags: Sequence[str], labels: Mapping[str, int]) -> int:
        return 0x2F if "-xz" in flags else 0x23

    def argument_registers(self, flags: Sequence[str]) -> range:
        # OSCAR64 gives a function's arguments places that its callees do not use. For a call
        # through a pointer it considers only the arguments of that call.
        return range(0x0D, 0x25 if "-xz" in flags else 0x19)

    def _diagnostics(self, output: str, folder: Path) -> Iterator[Diagnostic]:
        own_headers = self.path.resolve().parent.parent / "include"
        for line in output.splitlines():
            match = _DIAGNOSTIC.match(line)
            if not match:
                continue
            file = (folder / match["file"]).resolve() if match["file"] else None
            level = _LEVELS[match["level"]]
            if level == "warning" and file and file.is_relative_to(own_headers):
                continue
            if match["text"].startswith(_HARMLESS):
                level = "note"
            yield Diagnostic(level, match["text"], file, int(match["line"] or 0))


_HOW_TO_GET_IT = (
    f"Build version {TESTED_VERSION} of https://github.com/drmortalwombat/oscar64 (cmake with "
    "NDEBUG), then put its bin folder on PATH or set OSCAR64_HOME to the folder above it."
)


def _zeropage_start(request: BuildRequest) -> int:
    return request.module.zeropage.start if request.module else ZEROPAGE_START


def _shortest_path(folder: Path, path: Path) -> str:
    """`path` for a compiler that runs in `folder`: relative or absolute, whichever is shorter.

    Raises UserError if that is still too long for OSCAR64.
    """
    absolute = str(path.absolute())
    shortest = min(absolute, os.path.relpath(absolute, folder.absolute()), key=len)
    if len(shortest) > LONGEST_PATH:
        raise UserError(
            f"{path}: the path is too long for OSCAR64, which allows {LONGEST_PATH} characters",
            "Move the project to a folder with a shorter path.",
        )
    return shortest
