"""Code that is shorter for dungeons that prefer size does the same when it runs."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest
from compilers.test_small_code import function
from helpers.tools import needs_cc65, simulator_library

from pygen.compilers.cc65_assembly import LIBRARY
from pygen.compilers.cc65_small import shortened
from pygen.emulators.simulator import Simulator

pytestmark = needs_cc65

FLAGS = {"Z": 0x82, "C": 0x01, "V": 0x40}
STACK, CLOBBERED = 0x3800, 0x3A
COMPARED = range(0x2000, 0x4000)
"""Where variables and the stack of cc65 are."""

CONFIGURATION = """
MEMORY { ZP: start = $80, size = $40, type = rw; CODE: start = $4000, size = $B000, file = %O;
  BSS: start = $2000, size = $1000, type = rw; }
SEGMENTS { ZEROPAGE: load = ZP, type = zp; CODE: load = CODE, type = ro;
  RODATA: load = CODE, type = ro, optional = yes; BSS: load = BSS, type = bss, optional = yes; }
"""
HEADER = """\t.autoimport on
\t.importzp sp, ptr1, ptr2
\t.macpack longbranch
\t.export __STARTUP__ : absolute = 1
"""
VARIABLES = """.segment "BSS"
_first:\t.res 1
_second:\t.res 1
_found:\t.res 4
_left:\t.res 260
_right:\t.res 260
"""
OTHER = f""".segment "CODE"
_other:\tsta _found+3
\tlda #${CLOBBERED:02X}
\tsta ptr1
\tsta ptr1+1
\ttax
\ttay
\tsec
\trts
"""


class Program:
    """Machine code, where its labels are, and a processor to run it on."""

    def __init__(self, text: str, folder: Path) -> None:
        (folder / "a.s").write_text(text)
        (folder / "a.cfg").write_text(CONFIGURATION)
        for command in (
            "ca65 -g a.s",
            "ld65 -C a.cfg -o a.bin -Ln a.lbl a.o none.lib",
        ):
            subprocess.run(command.split(), cwd=folder, check=True)
        lines = (folder / "a.lbl").read_text().splitlines()
        self.labels = {line.split(" .")[1]: int(line.split()[1], 16) for line in lines}
        self.code = (folder / "a.bin").read_bytes()
        self.machine = Simulator(simulator_library())

    def run(self, label: str, state: dict[str, int], seed: int) -> dict[str, int | bytes]:
        """What is where after a function was called. `seed` fills the memory."""
        machine, pointer = self.machine, self.labels["ptr1"]
        machine.reset()
        machine.memory[0x80:0xC0] = random.Random(seed).randbytes(0x40)
        machine.memory[COMPARED.start : COMPARED.stop] = random.Random(seed).randbytes(0x2000)
        machine.load({0x4000: self.code, self.labels["sp"]: bytes((STACK & 255, STACK >> 8))})
        machine.memory[pointer] = state["ptr1"]
        machine.memory[pointer + 1] = state["ptr1+1"]
        machine.a, machine.x, machine.y = state["A"], state["X"], state["Y"]
        machine.p = 0x20 | sum(state[name] & bits for name, bits in FLAGS.items())
        machine.call(self.labels[label], 10_000)
        return {
            "A": machine.a, "X": machine.x, "Y": machine.y,
            **{name: machine.p & bits for name, bits in FLAGS.items()},
            "sp": bytes(machine.memory[self.labels["sp"] :][:2]),
            "memory": bytes(machine.memory[COMPARED.start : COMPARED.stop]),
        }  # fmt: skip


NAMES = (*"AXY", *FLAGS, "ptr1", "ptr1+1")


def random_state(rng: random.Random) -> dict[str, int]:
    """Registers and flags, and an address between variables."""
    state = {name: rng.randrange(256) for name in NAMES}
    return {**state, "ptr1+1": rng.randrange(0x21, 0x37)}


def test_functions_of_the_library_read_and_set_what_is_said_of_them(tmp_path: Path) -> None:
    text = "".join(f"\t.word {name}\n" for name in LIBRARY)
    program = Program(HEADER + text, tmp_path)
    rng = random.Random(65)
    for name, (reads, sets) in LIBRARY.items():
        for seed in range(20):
            state = random_state(rng)
            wanted = program.run(name, state, seed)
            for what in NAMES:
                if what in reads:
                    continue
                other = {**state, what: state[what] ^ rng.randrange(1, 256)}
                other["ptr1+1"] = min(max(other["ptr1+1"], 0x21), 0x36)
                ending = program.run(name, other, seed)
                kept = {what} - set(sets)
                for one in wanted.keys() - kept:
                    assert ending[one] == wanted[one], (name, what, one)


READ = ["lda _first", "and #$07", "sta ptr1", "lda #$00", "clc", "adc #>(_left)", "sta ptr1+1",
        "ldy #<(_left)", "lda (ptr1),y"]  # fmt: skip
SUM = ["ldx #$00", "lda _first", "clc", "adc #$03", "bcc {label}", "inx", "{label}: sta ptr1",
       "txa", "clc", "adc #>(_left)", "sta ptr1+1", "ldy #<(_left)", "lda (ptr1),y"]  # fmt: skip
ADDRESS = ["lda #<(_left)", "ldx #>(_left)", "clc", "adc _first", "bcc {label}", "inx",
           "{label}: sta ptr1", "stx ptr1+1"]  # fmt: skip
FORMS = [
    READ,
    SUM,
    [*SUM[:-1], "ldx #$00", SUM[-1]],
    [*ADDRESS, "ldy _second", "lda _right,y", "ldy #$00", "sta (ptr1),y"],
    [*ADDRESS, "ldy #$00", "lda _second", "sta (ptr1),y"],
    [*ADDRESS, "ldy #$00", "lda (ptr1),y", "ora #$04", "sta (ptr1),y"],
]
BEHIND = """lda #$01,ldx #$00,ldy #$00,ldy _second,sta _found,stx _found+1,sty _found+2,iny,tay,tya
tax,clc,rol a,adc #$03,cmp #$10,jsr pusha,jsr pusha0,jsr pushax,jsr incsp1,jsr incsp2,jsr incsp3
jsr tosicmp0,jsr boolult,lda (ptr1),y,sta (ptr1),y,inc _first,sta _first,stx _first,sta _right,y
jsr _other,beq {end},bne {end},bcs {end},bvs {end},bmi {end},sta ptr1,lda #$00,ldx #$01
lda _second,lda _found,sec,ldy #$01"""
"""What may follow, or be between."""


def random_function(rng: random.Random, name: str) -> str:
    """A function with a form that may be shortened, and anything behind it, or within it."""
    pool = BEHIND.replace("\n", ",").replace("),y", ")|y").replace("_right,y", "_right|y")
    choices = [one.replace("|", ",") for one in pool.split(",")]
    code = [*rng.choice(FORMS), *rng.choices(choices, k=rng.randrange(7))]
    if rng.randrange(3) == 0:
        code.insert(rng.randrange(len(code)), rng.choice(choices))
    text = "\n".join([*code, "{end}: " + rng.choice(["rts", "jmp incsp2", "jmp pusha"])])
    result = rng.choice(["void", "unsigned char"])
    return function(name, text.format(label="L0001", end="L0002"), result=result)


@pytest.mark.parametrize("seed", range(2))
def test_random_functions_do_the_same(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    names = [f"case{number}" for number in range(400)]
    functions = [random_function(rng, name) for name in names]
    takes_byte = "; void __near__ other (unsigned char)\n"
    short = [shortened(takes_byte + one) for one in functions]
    programs = []
    for number, code in enumerate((functions, short)):
        (folder := tmp_path / str(number)).mkdir()
        programs.append(Program(HEADER + "".join(code) + OTHER + VARIABLES, folder))
    changed = 0
    for name, old, new in zip(names, functions, short):
        if new == takes_byte + old:
            continue
        changed += 1
        for number in range(8):
            state = random_state(rng)
            endings = [program.run(f"_{name}", state, number) for program in programs]
            for what in ("sp", "memory", *("" if "; void" in old else "AX")):
                assert endings[0][what] == endings[1][what], f"{what}:\n{old}\n{new}"
    assert changed > 60, changed
