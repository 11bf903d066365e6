"""cc65: the second compiler, and the default if OSCAR64 is not installed."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import CompileFailed, ToolMissing
from pygen.base.running import run_tool, temporary_build_folder
from pygen.compilers.base import (
    START_FOLDER,
    BuildRequest,
    BuildResult,
    Compiler,
    SegmentKind,
)
from pygen.compilers.cc65_locals import LOCALS_UNIT, moved_locals, unit_of_locals, zero_page_of
from pygen.compilers.cc65_map import is_whole, read_objects, runtime_labels
from pygen.compilers.cc65_small import shortened
from pygen.compilers.diagnostics import Diagnostic, Level, raise_if_failed
from pygen.compilers.lines import cc65_lines
from pygen.compilers.locating import locate
from pygen.compilers.results import c_labels, finish, result_files, segments_of, stack_segment

ZEROPAGE_START = 0x02
"""The start of zero page variables: the 26 bytes of cc65's runtime, and the project's own."""

SECTION_KINDS: dict[str, SegmentKind] = {
    "STARTUP": "code",
    "LOWCODE": "code",
    "ONCE": "code",
    "CODE": "code",
    "HIGHCODE": "code",
    "RODATA": "data",
    "HIGHDATA": "data",
    "DATA": "data",
    "BSS": "bss",
    "ZEROPAGE": "zeropage",
}

_LOCATED = re.compile(
    r"^(?P<file>[^:]+?)(?:\((?P<line>\d+)(?:,\d+)?\)|:(?P<line2>\d+)(?::\d+)?): "
    r"(?P<level>Note|Warning|Error|Fatal)(?: error)?: (?P<text>.*)$"
)
_GENERAL = re.compile(r"^(?:cc65|ca65|ld65): (?P<level>Note|Warning|Error|Fatal): (?P<text>.*)$")
_UNRESOLVED = re.compile(r"^Unresolved external '_?(?P<name>.+)' referenced in:$")
_REFERENCE = re.compile(r"^\s+(?P<file>.+?)(?:\((?P<line>\d+)\)|:(?P<line2>\d+))$")
_C_LINE = re.compile(r'^\t\.dbg\tline, "(?P<file>[^"]+)", (?P<line>\d+)$')
_SEGMENTS_OF_FILE = re.compile(r"^(\S+)\.o:\n((?: .*\n)+)", re.M)
_SIZE = re.compile(r"^ +(?:CODE|RODATA): +(\d+)$", re.M)
_LEVELS: dict[str, Level] = {
    "Note": "note",
    "Warning": "warning",
    "Error": "error",
    "Fatal": "error",
}

_HOW_TO_GET_IT = "Install the package cc65 (Debian, Ubuntu: apt-get install cc65)."


class Cc65(Compiler):
    """cc65, ca65, ar65 and ld65 with no target: the project's start-up code, no KERNAL, no
    PETSCII."""

    name = "cc65"
    macro = "__CC65__"
    title = "cc65"
    zero_page_of_library = 26
    longest_step_of_world = 8_800
    flags_for_size = ("--codesize", "100")

    @classmethod
    def find(cls, configured_path: str | Path | None = None) -> Cc65:
        if configured_path and Path(configured_path).name == "cl65":
            configured_path = Path(configured_path).with_name("cc65")
        path, origin = locate("cc65", "cc65", configured_path, _HOW_TO_GET_IT)
        for tool in ("ca65", "ar65", "ld65", "od65"):
            if not (path.parent / tool).is_file():
                raise ToolMissing(f"{path.parent}: has cc65 but not {tool}", _HOW_TO_GET_IT)
        output = run_tool([str(path), "--version"], None, 20.0).output
        version = re.search(r"cc65 V(\S.*)", output)
        if not version:
            raise ToolMissing(f"{path}: does not answer --version as cc65 does", _HOW_TO_GET_IT)
        return cls(path, version.group(1).strip(), origin)

    def compile(self, request: BuildRequest) -> BuildResult:
        with temporary_build_folder(request.output_folder, result_files(request)) as folder:
            return _Build(self, request, folder, []).run()

    def stack_pointer(self, flags: Sequence[str], labels: Mapping[str, int]) -> int:
        return labels["sp"]

    def register_bank(self, labels: Mapping[str, int]) -> range:
        first = labels.get("regbank", 0)
        return range(first, first + 6 if first else 0)


@dataclass
class _Build:
    """One build in its temporary folder."""

    compiler: Cc65
    request: BuildRequest
    folder: Path
    commands: list[list[str]]

    def run(self) -> BuildResult:
        name = "cc65_module.s" if self.request.module else "cc65_startup.s"
        startup = str((START_FOLDER / name).absolute())
        self._tool("ca65", "-g", *self._includes(), "-o", "cc65_startup.o", startup)
        sources = [*self.request.sources, *self.request.library]
        units = [self._unit(index, source) for index, source in enumerate(sources)]
        count = len(self.request.sources)
        units += self._make_small(units)
        self._fill_below_kernal(
            [unit for unit, source in zip(units, self.request.sources) if source.suffix == ".c"]
        )
        library = self._library([f"{unit}.o" for unit in units[count : len(sources)]])
        configuration = linker_configuration(self.request)
        (self.folder / "program.cfg").write_text(configuration)
        own = [*units[:count], *units[len(sources) :]]
        objects = ["cc65_startup.o", *(f"{unit}.o" for unit in own), *library]
        self._tool(
            "ld65", "-C", "program.cfg", "-o", "program.bin",
            "-m", "program.map", "--dbgfile", "program.dbg", *objects, "none.lib",
        )  # fmt: skip
        return self._result(units)

    def _make_small(self, units: Sequence[str]) -> list[str]:
        """Give local variables of a small module addresses in zero page, as far as there is room,
        and make its code shorter. Returns the unit of the variables, if there is one."""
        module = self.request.module
        if not self.request.is_small or not module:
            return []
        texts = [(self.folder / f"{unit}.s").read_text("latin-1") for unit in units]
        taken = self.compiler.zero_page_of_library + zero_page_of(texts)
        changed, size = moved_locals(texts, len(module.zeropage) - taken)
        if not size:
            return []
        (self.folder / f"{LOCALS_UNIT}.s").write_text(unit_of_locals(size), "latin-1")
        names = [LOCALS_UNIT]
        for unit, old, new in zip(units, texts, map(shortened, changed)):
            if new != old:
                (self.folder / f"{unit}.s").write_text(new, "latin-1")
                names.append(unit)
        for unit in names:
            self._tool("ca65", "-g", *self._includes(), "-o", f"{unit}.o", f"{unit}.s")
        return [LOCALS_UNIT]

    def _fill_below_kernal(self, units: Sequence[str]) -> None:
        """Move code and constants of units below the KERNAL: the largest unit that has room, then
        the next."""
        if not self.request.below_kernal:
            return
        room = len(self.request.below_kernal) - 1
        report = self._tool("od65", "--dump-segsize", *(f"{unit}.o" for unit in units))
        sizes = {
            unit: sum(map(int, _SIZE.findall(text)))
            for unit, text in _SEGMENTS_OF_FILE.findall(report)
        }
        for unit in sorted(units, key=lambda unit: -sizes[unit]):
            if sizes[unit] <= room:
                room -= sizes[unit]
                file = self.folder / f"{unit}.s"
                text = file.read_text("latin-1")
                for name, moved in (("CODE", "HIGHCODE"), ("RODATA", "HIGHDATA")):
                    text = text.replace(f'.segment\t"{name}"', f'.segment\t"{moved}"')
                file.write_text(text, "latin-1")
                self._tool("ca65", "-g", "-o", f"{unit}.o", f"{unit}.s")

    def _library(self, objects: list[str]) -> list[str]:
        """Put object files into a library, from which ld65 links only those that are used."""
        if not objects:
            return []
        self._tool("ar65", "r", "program.lib", *objects)
        return ["program.lib"]

    def _unit(self, index: int, source: Path) -> str:
        """Compile a C file, or assemble a .s file; returns a file name stem that is unique."""
        unit = f"{index:02d}_{source.stem}"
        if source.suffix == ".s":
            shutil.copyfile(source, self.folder / f"{unit}.s")
            self._tool("ca65", "-g", *self._includes(), "-o", f"{unit}.o", f"{unit}.s")
            return unit
        self._tool(
            "cc65", "-g", "-t", "none", *self.request.flags,
            *(f"-D{name}={value}" for name, value in self.request.defines.items()),
            *self._includes(),
            "-o", f"{unit}.s", self._relative(source),
        )  # fmt: skip
        self._tool("ca65", "-g", "-o", f"{unit}.o", f"{unit}.s")
        return unit

    def _includes(self) -> Iterator[str]:
        for path in self.request.include_folders:
            yield from ("-I", self._relative(path))

    def _relative(self, path: Path) -> str:
        """`path` relative to the temporary folder, so that output is the same in every checkout."""
        return os.path.relpath(path.absolute(), self.folder.absolute())

    def _tool(self, tool: str, *arguments: str) -> str:
        """Run a tool, and return what it has printed."""
        command = [str(self.compiler.path.parent / tool), *arguments]
        self.commands.append(command)
        finished = run_tool(command, self.folder, self.compiler.time_limit_s)
        diagnostics = list(self._diagnostics(finished.output))
        raise_if_failed(
            str(self.compiler),
            finished.status,
            finished.output,
            diagnostics,
            sign_of_size="overflows memory area",
        )
        return finished.output

    def _result(self, units: list[str]) -> BuildResult:
        try:
            image = (self.folder / "program.bin").read_bytes()
            below = self.folder / "below_kernal.bin"
            below_kernal = below.read_bytes() if self.request.below_kernal else b""
            debug = (self.folder / "program.dbg").read_text("latin-1")
            map_text = (self.folder / "program.map").read_text("latin-1")
            listing = "".join((self.folder / f"{unit}.s").read_text("latin-1") for unit in units)
            listing = re.sub(r"(?m)^\t\.dbg\t.*\n", "", listing)
        except OSError as error:
            raise CompileFailed(f"{self.compiler} reported success but wrote no program") from error
        if not is_whole(debug):
            raise CompileFailed(
                f"{self.compiler} could not write all of its debug file",
                "Make room on the disk, and build again.",
            )
        objects = read_objects(debug, map_text, SECTION_KINDS)
        return finish(
            self.request,
            image,
            c_labels(objects, runtime_labels(map_text)),
            [*segments_of(objects, list(SECTION_KINDS)), stack_segment(self.request)],
            objects,
            self.commands,
            listing,
            cc65_lines(debug),
            below_kernal,
        )

    def _diagnostics(self, output: str) -> Iterator[Diagnostic]:
        missing = ""
        for line in output.splitlines():
            general, located = _GENERAL.match(line), _LOCATED.match(line)
            unresolved, reference = _UNRESOLVED.match(line), _REFERENCE.match(line)
            if unresolved:
                missing = unresolved["name"]
            elif missing and reference:
                yield self._undefined(missing, reference["file"])
            elif general:
                yield Diagnostic(_LEVELS[general["level"]], general["text"])
            elif located:
                file = (self.folder / located["file"]).resolve()
                number = int(located["line"] or located["line2"])
                yield Diagnostic(_LEVELS[located["level"]], located["text"], file, number)

    def _undefined(self, name: str, assembler_file: str) -> Diagnostic:
        """The diagnostic for an undefined name at its first use in C; ld65 reports only the
        assembly file."""
        text = f"'{name}' is used but not defined"
        try:
            lines = (self.folder / assembler_file).read_text("latin-1").splitlines()
        except OSError:
            return Diagnostic("error", text)
        c_line: tuple[str, str] | None = None
        for line in lines:
            match = _C_LINE.match(line)
            if match:
                c_line = match["file"], match["line"]
            elif c_line and re.search(rf"\b_{name}\b", line):
                file = (self.folder / c_line[0]).resolve()
                return Diagnostic("error", text, file, int(c_line[1]))
        return Diagnostic("error", text)


def linker_configuration(request: BuildRequest) -> str:
    """The linker script for ld65: memory, the order of the segments, the top of the stack."""
    size = request.program_end + 1 - request.program_start
    zeropage = range(request.zeropage_start or ZEROPAGE_START, 0x100)
    stack_end, variables = request.program_end, "MAIN"
    more = segments = ""
    if request.module:
        zeropage, stack_end, variables = request.module.zeropage, request.module.work_end, "WORK"
        start = request.module.work_start
        work_size = stack_end + 1 - start - request.stack_size
        more = f'\n    WORK: file = "", type = rw, start = ${start:04X}, size = ${work_size:04X};'
    else:
        size -= request.stack_size
    if below := request.below_kernal:
        place = f"start = ${below.start:04X}, size = ${len(below):04X}"
        more = f'\n    HIGH: file = "below_kernal.bin", type = ro, {place};'
        # No code at the first address: there VICE waits for the start of the machine.
        segments = """
    HIGHCODE: load = HIGH, type = ro,  optional = yes, offset = $0001;
    HIGHDATA: load = HIGH, type = ro,  optional = yes;"""
    return f"""\
SYMBOLS {{
    __STACK_TOP__: type = export, value = ${stack_end + 1:04X};
}}
MEMORY {{
    ZP:   file = "", type = rw, start = ${zeropage.start:04X}, size = ${len(zeropage):04X};
    MAIN: file = %O, type = rw, start = ${request.program_start:04X}, size = ${size:04X};{more}
}}
SEGMENTS {{
    ZEROPAGE: load = ZP,   type = zp,  define = yes;
    STARTUP:  load = MAIN, type = ro;
    LOWCODE:  load = MAIN, type = ro,  optional = yes;
    ONCE:     load = MAIN, type = ro,  optional = yes;
    CODE:     load = MAIN, type = ro;
    RODATA:   load = MAIN, type = ro,  optional = yes;
    DATA:     load = MAIN, type = rw,  optional = yes;
    BSS:      load = {variables}, type = bss, define = yes;{segments}
}}
"""
