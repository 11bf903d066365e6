"""`invoke try`: programs that call a module, built as a user builds them, right and wrong ones."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.module_machine import ModuleMachine
from helpers.programs import module_of
from helpers.tasks import invoke_here
from helpers.tools import (
    ROMS,
    SPEC_FILE,
    compiler_or_skip,
    needs_cc65,
    needs_proc,
    needs_roms,
    needs_vice,
    simulator_library,
)

from pygen.base.errors import UserError
from pygen.builders.own_program import Ready, TryFailed, read_program
from pygen.emit.module_layout import OPEN_OFFSET
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.programs.exporting import Exported, export
from pygen.proof import own_program
from pygen.proof.own_program import modules_in, places_in, places_of
from pygen.spec import Spec, dungeon_digest, load_spec
from pygen.spec.open_parameters import with_values

READY = 0x03FF
SEED, FLOOR = 300, 3

PROGRAM = """\
#include "crypt_module.h"
#ifdef __OSCAR64C__
#pragma stacksize(512)
#pragma heapsize(0)
#pragma region(main, 0x0a00, {below}, , , {{code, data, bss, heap, stack}})
#endif

int main(void)
{{
    crypt_install();
    CRYPT_SET_SEED({seed});
    CRYPT_FLOOR = {floor};
    crypt_generate();
    {after}
    *(volatile uint8_t *){ready} = 1;
    for (;;)
        ;
    return 0;
}}
"""

COMPILE = {
    "oscar64": "oscar64 -o={name}.prg {name}.c",
    "cc65": "cl65 -t c64 -O {options} -o {name}.prg {name}.c",
}

Maker = Callable[..., Path]


@pytest.fixture(scope="module")
def crypt(spec: Spec, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    """The crypt of the tests' spec, exported."""
    folder = tmp_path_factory.mktemp("crypt")
    return export(spec, SPEC_FILE.name, compiler_or_skip("cc65"), "crypt", folder)


@pytest.fixture
def make(crypt: Exported) -> Maker:
    """A program with lines before and after the call of `generate`: its PRG file."""
    folder = crypt.files[0].parent

    def made(name: str, after: str = "", compiler: str = "cc65") -> Path:
        compiler_or_skip(compiler)
        name = f"{name}_{compiler}"
        below = f"0x{crypt.place.first:04x}"
        text = PROGRAM.format(
            below=below, seed=SEED, floor=FLOOR - 1, after=after, ready=f"0x{READY:04x}"
        )
        (folder / f"{name}.c").write_text(text, encoding="utf-8")
        options = f"-Wl -D,__HIMEM__={below} -Wl -D,__STACKSIZE__=0x0200"
        command = COMPILE[compiler].format(name=name, options=options)
        done = subprocess.run(
            command.split(), cwd=folder, capture_output=True, text=True, check=False, timeout=120
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return folder / f"{name}.prg"

    return made


def tried(prg: Path, *arguments: object, ready: str = f"0x{READY:04x}=1") -> tuple[int, str]:
    """The exit status of `invoke try` in the simulator, and what it prints."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("UNDERCROFT_ROMS", "")
        words = (*(("--ready", ready) if ready else ()), *arguments)
        done = invoke_here("try", prg, "--dungeon", "crypt", *words)
    assert "Traceback" not in done.stdout + done.stderr
    return done.returncode, done.stdout + done.stderr


def simulated(prg: Path, *arguments: object, ready: str = f"0x{READY:04x}=1") -> tuple[int, str]:
    simulator_library()
    return tried(prg, "--simulate", "--until", "40s", *arguments, ready=ready)


@pytest.mark.parametrize("compiler", ["cc65", "oscar64"])
def test_a_right_program_is_equal(make: Maker, compiler: str) -> None:
    status, said = simulated(make("right", compiler=compiler))
    assert status == 0, said
    assert "crypt, seed 300, floor 3: module at $" in said
    lines = [line.split() for line in said.splitlines() if "equal" in line]
    assert [line[0] for line in lines] == ["map", "rooms", "summary"]


@needs_vice
@needs_cc65
@pytest.mark.parametrize("compiler", ["cc65", "oscar64"])
def test_a_right_program_is_equal_in_vice(make: Maker, compiler: str) -> None:
    """The simulator counts the same cycles, but for where each looks."""
    prg = make("right", compiler=compiler)
    status, said = tried(prg, "--until", "40s")
    assert status == 0 and "in VICE" in said, said
    if ROMS is None:
        cycles = [int(text.split()[1].replace(",", "")) for text in (said, simulated(prg)[1])]
        assert abs(cycles[0] - cycles[1]) < 100


@needs_vice
@needs_roms
def test_right_programs_are_equal_with_roms(make: Maker, crypt: Exported, tmp_path: Path) -> None:
    """One that BASIC starts, and one that it could not, which finds its module in memory."""
    assert ROMS is not None
    ready = "--ready", f"{READY}=1", "--until", "40s"
    loader = machine_code(crypt, tmp_path / "loader.prg", "generate")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("UNDERCROFT_ROMS", str(ROMS.kernal.parent))
        for words in ((make("right"), *ready), (loader, "--load", crypt.files[0], "--until", "9s")):
            done = invoke_here("try", *words, "--dungeon", "crypt")
            assert done.returncode == 0 and "ROMs of" in done.stdout, done.stderr


@pytest.mark.parametrize("compiler", ["cc65", "oscar64"])
def test_a_tile_that_was_overwritten_is_named(
    spec: Spec, crypt: Exported, make: Maker, compiler: str
) -> None:
    g = generate(spec, Request("crypt", SEED, FLOOR))
    x, y = g.rooms[0].centre
    here = g.tiles.tiles[y * g.tiles.width + x]
    floor = next(name for name, code in g.codes.items() if code == here)
    change = f"crypt_set_tile({x}, {y}, CRYPT_TILE_WALL);"
    status, said = simulated(make("wall", change, compiler=compiler))
    assert status == 1
    assert f"tile ({x}, {y}): Python {floor}, C64 wall" in said
    start, length = crypt.module.regions["map"]
    address = int(said.partition("first at $")[2][:4], 16)
    assert start <= address < start + length


def test_a_field_that_was_overwritten_is_named(spec: Spec, crypt: Exported, make: Maker) -> None:
    g = generate(spec, Request("crypt", SEED, FLOOR))
    place = crypt.module.regions["rooms"][0]
    size = spec.layouts["room"].size
    change = f"*(uint8_t *)(CRYPT_ROOMS + 2 * {size}) += 1;"
    status, said = simulated(make("field", change))
    assert status == 1 and f"first at ${place + 2 * size:04x}" in said
    field = next(iter(spec.layouts["room"].members)).name
    value = g.table_values("rooms")[2][field]
    assert f"rooms[2].{field}: Python {value}, C64 {value + 1}" in said


@needs_proc
@needs_vice
@needs_cc65
def test_a_program_that_hangs_in_vice_ends_with_a_message_and_vice_with_it(make: Maker) -> None:
    status, said = tried(make("hang", "for (;;) ;"), "--until", "2s")
    assert status == 2
    assert "hang_cc65.prg did not store 1 to $03ff within 2 s of the C64's time" in said
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    names = [Path(f"/proc/{child}/comm").read_text() for child in children]
    assert not any("x64sc" in name for name in names)


def test_a_program_that_is_never_ready_may_need_roms(make: Maker) -> None:
    """cc65's start-up code calls CHROUT."""
    status, said = simulated(make("hang", "for (;;) ;"))
    assert status == 2 and "did not store 1 to $03ff within 40 s" in said
    assert "call the KERNAL ($ffd2" in said and "UNDERCROFT_ROMS" in said
    # The store of another value does not count.
    status, said = simulated(make("right"), ready=f"{READY}=2")
    assert status == 2 and "did not store 2 to $03ff" in said


def test_arguments_that_have_changed_since(make: Maker) -> None:
    keep = "*(uint16_t *)0xc800 = 300; CRYPT_SET_SEED(9);"
    prg = make("changed", keep)
    status, said = simulated(prg)
    assert status == 2 and "seed 9, floor 3 by its request block" in said and "--seed-at" in said
    status, said = simulated(prg, "--seed-at", "0xc800")
    assert status == 0, said


def test_without_ready_it_is_compared_when_the_time_is_over(make: Maker) -> None:
    prg = make("right")
    assert simulated(prg, ready="")[0] == 0


def test_a_module_that_was_overwritten(crypt: Exported, make: Maker) -> None:
    start = crypt.module.layout.start
    wipe = f"{{ uint16_t n; for (n = 160; n != 4000; ++n) *(uint8_t *)({start}u + n) = 0x60; }}"
    status, said = simulated(make("wiped", wipe))
    assert status == 2 and "does not work any more" in said and "was overwritten" in said
    gone = f"{{ uint8_t n; for (n = 0; n != 30; ++n) *(uint8_t *)({start}u + n) = 0; }}"
    status, said = simulated(make("gone", gone))
    assert status == 2 and "no module of crypt is in memory" in said


def test_a_module_of_another_dungeon_or_spec(make: Maker) -> None:
    prg = make("right")
    status, said = simulated(prg, "--set", "dungeons.crypt.rooms.max_size=9")
    assert status == 2 and "has the digest" in said and "export crypt again" in said
    simulator_library()
    done = invoke_here("try", prg, "--dungeon", "burrow", "--simulate", "--until", "40s")
    assert done.returncode == 2 and "is that of crypt, not of burrow" in done.stderr


def test_the_layout_of_the_export(crypt: Exported, make: Maker, tmp_path: Path) -> None:
    folder = crypt.files[0].parent
    prg = make("right")
    assert simulated(prg, "--layout", folder)[0] == 0
    status, said = simulated(prg, "--layout", tmp_path)
    assert status == 2 and "crypt.inc: there is no such file" in said
    start = crypt.module.layout.start
    text = (folder / "crypt.inc").read_text(encoding="utf-8")
    moved = text.replace(f"crypt_start = ${start:04x}", "crypt_start = $7000")
    assert moved != text
    (tmp_path / "crypt.inc").write_text(moved, encoding="utf-8")
    status, said = simulated(prg, "--layout", tmp_path)
    assert status == 2 and "--layout: its module is at $7000" in said


def test_the_module_and_its_export_say_the_same_places(spec: Spec, crypt: Exported) -> None:
    simulator_library()
    memory = bytearray(0x10000)
    start, image = crypt.module.layout.start, crypt.module.image
    memory[start : start + len(image)] = image
    # A copy elsewhere, as in a program that carries the module, is no module.
    memory[0x0900 : 0x0900 + 0x1000] = image[:0x1000]
    (found,) = modules_in(bytes(memory))
    assert (found.start, found.size) == (start, len(image))
    assert found.digest == dungeon_digest(spec, "crypt")
    places = places_of(spec, "crypt", found, bytes(memory))
    assert places == {name: first for name, (first, _) in crypt.module.regions.items()}
    folder = crypt.files[0].parent
    assert places_in(folder, "crypt", list(places)) == {**places, "start": start}


def machine_code(crypt: Exported, path: Path, *calls: str) -> Path:
    """A program without a line of BASIC, which asks for seed 7, makes calls, and waits."""
    block = crypt.module.layout.start + 48
    code = b""
    for value, at in ((7, block), (0, block + 1), (0, block + 2)):
        code += bytes((0xA9, value, 0x8D, at & 0xFF, at >> 8))
    for name in calls:
        code += bytes((0x20, *crypt.module.calls[name].to_bytes(2, "little")))
    here = 0xC000 + len(code)
    path.write_bytes(b"\x00\xc0" + code + bytes((0x4C, *here.to_bytes(2, "little"))))
    return path


def test_a_module_that_is_loaded_by_the_program(crypt: Exported, tmp_path: Path) -> None:
    """--load stands for the disk."""
    prg, module = machine_code(crypt, tmp_path / "loader.prg", "generate"), crypt.files[0]
    status, said = simulated(prg, "--load", module, ready="")
    assert status == 0 and "crypt, seed 7: module at" in said
    status, said = simulated(prg, ready="")
    assert status == 2 and "loader.prg crashed" in said
    prg = machine_code(crypt, tmp_path / "waits.prg")
    status, said = simulated(prg, ready="")
    assert status == 2 and "no module of crypt" in said and "--load crypt.prg" in said
    status, said = simulated(prg, "--load", module, ready="")
    assert status == 2 and "has generated no dungeon yet" in said


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "this is not a PRG file"),
        (b"\x01\x08", "this is not a PRG file"),
        (b"\xff\xff1234", "this is not a PRG file"),
        (b"C64-TAPE-RAW", "this is not a PRG file"),
        (bytes(70000), "it is too large"),
        (b"\x01\x08\x0b\x08\x0a\x00\x99\x22A\x22\x00\x00\x00", "has no line of BASIC with SYS"),
    ],
)
def test_files_that_are_no_programs(data: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "game.prg").write_bytes(data)
    status, said = simulated(tmp_path / "game.prg")
    assert status == 2 and message in said


def test_programs_and_where_they_begin(tmp_path: Path) -> None:
    path = tmp_path / "game.prg"
    for line, entry in ((b"\x9e2061\x00", 2061), (b"\x9e (4096)\x00", 4096), (b"\x99", None)):
        path.write_bytes(b"\x01\x08\x0b\x08\x0a\x00" + line + b"\x00\x00")
        assert read_program(path).entry == entry
    path.write_bytes(b"\x00\xc0\x20\xd2\xff\x4c\xe4\xff")
    program = read_program(path)
    assert program.entry == 0xC000 and program.kernal_calls == [0xFFD2, 0xFFE4]
    assert read_program(path, 0xC003).entry == 0xC003
    with pytest.raises(TryFailed, match="cannot be read") as caught:
        read_program(tmp_path / "none.prg")
    assert isinstance(caught.value, UserError) and caught.value.exit_code == 2
    assert Ready(1000, 0x0400, 3).words == "store 3 to $0400"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--ready", "here"), "--ready: 'here' is not an address"),
        (("--ready", "0x400=256"), "--ready: 256 is not a byte"),
        (("--until", "5"), "--until: '5' is no time"),
        (("--until", "2h"), "--until: '2h' is no time"),
        (("--seed-at", "70000"), "--seed-at: '70000' is not an address"),
        (("--start", "$zz"), "--start: '$zz' is not an address"),
    ],
)
def test_wrong_options(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    status, said = tried(tmp_path / "x.prg", *arguments, ready="")
    assert status == 2 and message in said


def test_a_missing_tool_is_not_taken_for_a_difference(
    make: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    prg = make("right")
    monkeypatch.setenv("PATH", "")
    done = invoke_here("try", prg, "--dungeon", "crypt")
    assert done.returncode == 2 and "x64sc was not found" in done.stderr


@needs_cc65
def test_values_of_open_parameters_are_those_in_the_module(tmp_path: Path) -> None:
    """The program asks for other rooms than the spec: the reference must be asked for them, too."""
    spec = load_spec(SPEC_FILE, ["modules.open=[rooms.max_size 6-12]", "program.dungeons=[crypt]"])
    module = module_of(spec, "crypt", "cc65")
    memory = bytearray(0x10000)
    machine = ModuleMachine(module, garbage=2)
    at = module.layout.start + OPEN_OFFSET
    for value in (6, 12):
        machine.memory[at] = value
        machine.request(seed=7, floor=0)
        machine.call("generate")
        memory[:] = bytes(machine.memory)
        found = own_program.module_of(spec, "crypt", bytes(memory))
        values = own_program.values_in(spec, "crypt", found, bytes(memory))
        assert values == (value,)
        request = own_program.request_of(spec, "crypt", found, bytes(memory))
        places = {name: start for name, (start, _) in module.regions.items()}
        asked = with_values(spec, "crypt", values)
        assert own_program.compared(asked, request, found, places, bytes(memory)).is_equal
        other = with_values(spec, "crypt", (18 - value,))
        assert not own_program.compared(other, request, found, places, bytes(memory)).is_equal
    memory[at] = 99
    with pytest.raises(TryFailed, match="rooms.max_size is 99"):
        own_program.values_in(spec, "crypt", found, bytes(memory))
