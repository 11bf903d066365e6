"""Calls of single functions of the C, on a 6502 and on this machine, and what they answer."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from helpers import bare_6502
from helpers.tools import compiler_or_skip, needs_cc

from pygen.base.files import source_files
from pygen.base.project import C_FOLDER
from pygen.compilers import COMPILERS
from pygen.compilers.base import BuildRequest
from pygen.compilers.program import load_address_and_entry
from pygen.emit import emit
from pygen.emit.kernels import SUFFIX
from pygen.spec import Spec

CASES, MEMORY, ANSWERS = 0x7000, 0x8000, 0xA000
"""Where a program finds the arguments of all calls, what it works on, and where answers go."""

# A kernel must do without what a flag happens to be when it is called.
HEAD = """\
#include "core/random16.h"
#include "core/kernels.h"
#if defined(__OSCAR64C__)
#define EXIT __asm { jmp $ff00 }
#define SET_CARRY __asm { sec }
#elif defined(__CC65__)
#define EXIT __asm__("jmp $ff00");
#define SET_CARRY __asm__("sec");
#else
#include <stdio.h>
#define EXIT fwrite(native_memory, 1, sizeof(native_memory), stdout);
#define SET_CARRY
uint8_t native_memory[0x10000];
#endif
#define CASES BYTES_AT(0x7000)
#define MEMORY BYTES_AT(0x8000)
#define ANSWERS BYTES_AT(0xA000)
"""

MAIN = """
static const uint8_t *arguments;
static uint8_t *answer;

int main(void)
{{
    uint16_t left;
#ifdef NATIVE
    if (fread(native_memory, 1, sizeof(native_memory), stdin) != sizeof(native_memory))
        return 1;
#endif
    random_draws = 0;
    arguments = CASES;
    answer = ANSWERS;
    for (left = {count}; left != 0; --left) {{
{call}
        arguments += {size};
        ++answer;
    }}
    EXIT
    return 0;
}}
"""

Cases = list[bytes]


def c_without_assembly(folder: Path) -> Path:
    """A copy of the C below `folder` in which every kernel is its twin, whoever compiles it."""
    source = folder / "c64src"
    shutil.copytree(C_FOLDER, source)
    for kernel in source_files(source, f"*{SUFFIX}"):
        kernel.write_text(kernel.read_text() + "{% set has_assembly = false %}\n")
    return source


def answers(
    spec: Spec,
    folder: Path,
    compiler: str,
    call: str,
    cases: Cases,
    memory: bytes = b"",
    functions: str = "",
    units: Sequence[str] = (),
    assembly: Sequence[str] = (),
    source_folder: Path = C_FOLDER,
) -> tuple[bytes, bytes]:
    """Run `call` for every case; the answers, and the memory afterwards.

    `functions` is C that the call needs, `units` are the files of c64src or of the emitted C that
    it needs besides the shared kernels and the random numbers, `assembly` what cc65 links besides.
    `source_folder` has the kernels and lists of zero page.
    """
    emit(spec, "generator.yaml", folder / "gen", source_folder=source_folder)
    source = folder / "calls.c"
    main = MAIN.format(call=call, count=len(cases), size=len(cases[0]))
    source.write_text(HEAD + functions + main)
    generated = folder / "gen"
    sources = [source, C_FOLDER / "core/random16.c"]
    for unit in ("zeropage.c", "kernels.c", *units):
        emitted = generated / unit
        sources.append(emitted if emitted.exists() else C_FOLDER / unit)
    include = [generated, C_FOLDER]
    pieces = {CASES: b"".join(cases), MEMORY: memory}
    if compiler == "cc":
        filled = bytearray(0x10000)
        for address, data in pieces.items():
            filled[address : address + len(data)] = data
        program = folder / "calls"
        includes = [f"-I{path}" for path in include]
        subprocess.run(["cc", "-w", *includes, *map(str, sources), "-o", str(program)], check=True)
        done = subprocess.run([str(program)], input=bytes(filled), capture_output=True, check=True)
        whole = done.stdout
        return whole[ANSWERS : ANSWERS + len(cases)], whole[MEMORY : MEMORY + len(memory)]
    found = compiler_or_skip(compiler)
    if compiler == "cc65":
        sources += [generated / unit for unit in ("kernels_cc65.s", "unpack_cc65.s", *assembly)]
    flags = getattr(spec.compilers, compiler).release
    result = found.compile(
        BuildRequest(
            sources,
            folder / "build",
            "calls",
            include_folders=include,
            flags=flags,
            # What has no bytes in the file must not lie on the cases either.
            program_start=min(0x2000, spec.memory["program"].start),
            program_end=CASES - 1,
        )
    )
    prg = result.prg.read_bytes()
    load, entry = load_address_and_entry(prg)
    pieces[load] = prg[2:]
    assert load + len(prg) < CASES or load > ANSWERS
    ends = range(MEMORY, ANSWERS + len(cases))
    whole = bare_6502.run(pieces, entry, ends)
    return whole[ANSWERS - MEMORY :], whole[: len(memory)]


COMPILED_BY = [
    *(pytest.param(name, marks=needs_cc) for name in COMPILERS),
    pytest.param("cc", marks=needs_cc),
]
for_every_compiler = pytest.mark.parametrize("compiler", COMPILED_BY)


def word(value: int) -> bytes:
    return value.to_bytes(2, "little")
