"""`export --packed`: the packed form of a module, unpacked by assemblers' code and by C."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from helpers.tasks import invoke
from helpers.tools import (
    compiler_or_skip,
    needs_64tass,
    needs_acme,
    needs_ca65,
    needs_cc,
    needs_cc65,
    simulator_library,
)
from helpers.zx0_format import decoded

from pygen.base.errors import UserError
from pygen.compilers import COMPILERS
from pygen.emulators.simulator import Simulator
from pygen.programs.depacker import machine_code
from pygen.programs.exporting import Exported, export
from pygen.spec import Spec

CODE_AT = 0xC000
ZEROPAGE = 0xF0
STACK = range(0x100, 0x200)
DONE = 0x0334


@pytest.fixture(scope="module")
def burrow(spec: Spec, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    folder = tmp_path_factory.mktemp("burrow")
    return export(spec, "a spec", compiler_or_skip("cc65"), "burrow", folder, pack=True)


def file(of: Exported, name: str) -> Path:
    return of.files[0].parent / name


def run_command(command: str, folder: Path) -> None:
    done = subprocess.run(
        command.split(), cwd=folder, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0 and "arning" not in done.stdout + done.stderr, done


@needs_cc65
def test_the_packed_file_is_the_module(burrow: Exported) -> None:
    small = file(burrow, "burrow.zx0").read_bytes()
    assert decoded(small) == (burrow.module.image, len(small))
    assert len(small) + len(machine_code(CODE_AT)) < burrow.module.size
    include = file(burrow, "burrow.inc").read_text()
    assert burrow.packed
    assert f"burrow_packed_size = {len(small)}\n" in include
    lowest = burrow.packed.lowest(burrow.module.layout.start)
    assert f"burrow_packed_at = ${lowest:04x} " in include


# ------------------------------------------------------------------ in assembler

GAME = """
 lda #<burrow_packed_at
 sta zx0_from
 lda #>burrow_packed_at
 sta zx0_from + 1
 lda #<burrow_start
 sta zx0_to
 lda #>burrow_start
 sta zx0_to + 1
 jmp zx0_unpack
"""
PROGRAMS = {
    "ca65": (
        '.segment "STARTUP"\n',
        ".include",
        ["ca65 -o game.o game.s", "ld65 -C game.cfg -o game.bin game.o"],
    ),
    "acme": ("* = $c000\n", "!src", ["acme -f plain -o game.bin game.s"]),
    "64tass": ("* = $c000\n", ".include", ["64tass -q -b -o game.bin game.s"]),
}


@pytest.mark.parametrize(
    "assembler",
    [
        pytest.param("ca65", marks=needs_ca65),
        pytest.param("acme", marks=needs_acme),
        pytest.param("64tass", marks=needs_64tass),
    ],
)
@needs_cc65
@needs_cc
def test_what_assemblers_make_of_the_depacker_unpacks_the_module_over_itself(
    burrow: Exported, assembler: str, tmp_path: Path
) -> None:
    head, include, commands = PROGRAMS[assembler]
    for name in ("burrow.inc", "zx0.inc"):
        (tmp_path / name).write_bytes(file(burrow, name).read_bytes())
    included = "".join(f' {include} "{name}"\n' for name in ("burrow.inc", "zx0.inc"))
    (tmp_path / "game.s").write_text(f"zx0_zeropage = ${ZEROPAGE:02x}\n{head}{included}{GAME}")
    (tmp_path / "game.cfg").write_text(
        "MEMORY { M: start = $C000, size = $400; }\nSEGMENTS { STARTUP: load = M, type = ro; }\n"
    )
    for command in commands:
        run_command(command, tmp_path)
    code = (tmp_path / "game.bin").read_bytes()
    depacker = machine_code(CODE_AT, ZEROPAGE)
    assert code.startswith(depacker)
    module, small = burrow.module, burrow.packed
    assert small
    start = module.layout.start
    machine = Simulator(simulator_library())
    machine.load({CODE_AT: code, small.lowest(start): small.data})
    machine.p &= ~0x08
    machine.keep_account()
    machine.call(CODE_AT + len(depacker), 5_000_000)
    assert bytes(machine.memory[start : start + module.size]) == module.image
    may = {*range(ZEROPAGE, ZEROPAGE + 10), *range(start, start + module.size), *STACK}
    assert machine.written() <= may


@needs_cc65
def test_kickassembler_gets_the_same_text(burrow: Exported) -> None:
    def plain(name: str, comment: str) -> list[str]:
        lines = [
            line.partition(comment)[0].strip()
            for line in file(burrow, name).read_text().split("\n")
        ]
        return [line.removeprefix(".const ") for line in lines if line]

    assert plain("zx0_kick.asm", "//") == plain("zx0.inc", ";")
    constants = re.findall(r"^\S+ = .*", file(burrow, "zx0_kick.asm").read_text(), re.MULTILINE)
    assert not constants


# ------------------------------------------------------------------ in C

MAIN = """
#include "burrow_packed.h"
int main(void)
{
    burrow_install();
    *(volatile uint8_t *)0x0334 = 1;
    for (;;)
        ;
    return 0;
}
"""
COMPILE = {
    "oscar64": "oscar64 -o=game.prg game.c",
    "cc65": "cl65 -t c64 -O {options} -o game.prg game.c",
}


@needs_cc65
@needs_cc
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_a_program_in_c_unpacks_the_module(burrow: Exported, compiler: str, tmp_path: Path) -> None:
    compiler_or_skip(compiler)
    example = file(burrow, "burrow_example.c").read_text()
    said = re.search(r"cl65 -t c64 -O (.*) -o", example)
    pragmas = re.search(r"#ifdef __OSCAR64C__.*?#endif\n", example, re.DOTALL)
    assert said and pragmas
    for name in ("burrow.h", "burrow_packed.h"):
        (tmp_path / name).write_bytes(file(burrow, name).read_bytes())
    head, body = MAIN.split("int main", 1)
    (tmp_path / "game.c").write_text(head + pragmas[0] + "int main" + body)
    run_command(COMPILE[compiler].format(options=said[1]), tmp_path)
    prg = (tmp_path / "game.prg").read_bytes()
    machine = Simulator(simulator_library())
    machine.memory[0xE000:] = bytes([0x60]) * 0x2000
    machine.load({int.from_bytes(prg[:2], "little"): prg[2:]})
    machine.pc, machine.s, machine.p = 2061, 0xF6, 0
    machine.halt_after_write(DONE)
    machine.run(most_cycles=20_000_000)
    assert machine.memory[DONE] == 1, f"it is at ${machine.pc:04x}"
    start = burrow.module.layout.start
    image = burrow.module.image
    assert bytes(machine.memory[start : start + len(image)]) == image


# ------------------------------------------------------------------ the task


@needs_cc65
def test_the_task_prints_bytes_and_cycles_and_warns_of_an_older_packed_file(
    tmp_path: Path,
) -> None:
    options = ["--dungeon", "burrow", "--compiler", "cc65", "--to", str(tmp_path)]
    said = invoke("export", *options, "--packed").stdout
    assert re.search(r"^packed +[\d,]+ of [\d,]+ bytes \(\d\d %\)$", said, re.MULTILINE)
    assert re.search(r"^unpacking +[\d,]+ cycles, \d+ a byte, with \d+ bytes", said, re.MULTILINE)
    assert "burrow_packed.h" in said and "zx0_kick.asm" in said
    again = invoke("export", *options).stdout
    assert "burrow.zx0 is of an earlier export: add --packed to renew it." in again


@needs_cc65
def test_a_depacker_that_no_export_wrote_is_left_alone(spec: Spec, tmp_path: Path) -> None:
    (tmp_path / "zx0.inc").write_text("mine")
    with pytest.raises(UserError, match=r"zx0\.inc: this file exists and is not from an export"):
        export(spec, "a spec", COMPILERS["cc65"].find(), "burrow", tmp_path, pack=True)
    assert [path.name for path in tmp_path.iterdir()] == ["zx0.inc"]
