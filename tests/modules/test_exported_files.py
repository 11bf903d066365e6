"""The files of an export: constants for assemblers, a header, and what programs must do for the
module's place."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from helpers.running_examples import difference, run_example
from helpers.tasks import invoke
from helpers.tools import (
    SPEC_FILE,
    compiler_or_skip,
    needs_64tass,
    needs_acme,
    needs_ca65,
    needs_cc65,
    simulator_library,
)

from pygen.base.project import PROJECT
from pygen.commands.export import useless
from pygen.compilers import COMPILERS
from pygen.console.export_report import print_export
from pygen.emulators.simulator import Ending, Simulator
from pygen.engine.definition.tiles import FLAGS
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.programs.export_constants import call_constants
from pygen.programs.exporting import Exported, export
from pygen.spec import Spec, dungeon_digest, load_spec
from pygen.spec.chosen_calls import calls_of, useless_calls
from pygen.spec.game_calls import CALL_NAMES

ANSWERS = 0x0340
DONE = 0x0334
COMPILE = {
    "oscar64": "oscar64 -o=game.prg game.c",
    "cc65": "cl65 -t c64 -O {options} -o game.prg game.c",
}


@pytest.fixture(scope="module")
def crypt(spec: Spec, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    """The crypt, whose records have bit-fields and words."""
    return exported(spec, "crypt", tmp_path_factory.mktemp("crypt"))


GAME_CALLS = [name for name in CALL_NAMES if name not in ("room_at", "room_info")]


@pytest.fixture(scope="module")
def burrow(tmp_path_factory: pytest.TempPathFactory) -> Exported:
    """The burrow with all calls for games that it may have."""
    spec = load_spec(SPEC_FILE, [f"modules.calls=[{', '.join(GAME_CALLS)}]"])
    return exported(spec, "burrow", tmp_path_factory.mktemp("burrow"))


def exported(spec: Spec, dungeon: str, folder: Path, compiler: str = "cc65") -> Exported:
    return export(spec, "a spec", compiler_or_skip(compiler), dungeon, folder)


def text(of: Exported, ending: str) -> str:
    return (of.files[0].parent / f"{of.module.dungeon}{ending}").read_text()


# ------------------------------------------------------------------ for assemblers

PROGRAMS = {
    "ca65": (
        '.include "crypt.inc"\n.segment "STARTUP"\n',
        [
            "ca65 -o game.o game.s",
            "ld65 -C game.cfg -o game.bin game.o",
        ],
    ),
    "acme": ('!src "crypt.inc"\n* = $c000\n', ["acme -f plain -o game.bin game.s"]),
    "64tass": ('.include "crypt.inc"\n* = $c000\n', ["64tass -q -b -o game.bin game.s"]),
}
CODE = """
 lda #<crypt_rooms
 ldx #>crypt_rooms
 ldy #crypt_room_priority
 and #crypt_door_wall_side_mask
 ora #crypt_connection_corridor_type_shift
 lda #crypt_room_size
 cmp #crypt_rooms_record
 jmp crypt_generate
"""


@pytest.mark.parametrize(
    "assembler",
    [
        pytest.param("ca65", marks=needs_ca65),
        pytest.param("acme", marks=needs_acme),
        pytest.param("64tass", marks=needs_64tass),
    ],
)
@needs_cc65
def test_assemblers_make_the_same_code_of_the_include(
    crypt: Exported, assembler: str, tmp_path: Path
) -> None:
    head, commands = PROGRAMS[assembler]
    (tmp_path / "crypt.inc").write_text(text(crypt, ".inc"))
    (tmp_path / "game.s").write_text(head + CODE)
    (tmp_path / "game.cfg").write_text(
        "MEMORY { M: start = $C000, size = $400; }\nSEGMENTS { STARTUP: load = M, type = ro; }\n"
    )
    for command in commands:
        done = subprocess.run(
            command.split(), cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60
        )
        assert done.returncode == 0 and not done.stderr, done.stderr
    layouts, module = crypt.module.spec.layouts, crypt.module
    offsets = {member.name: member for member in layouts["room"].members}
    wall = next(one for one in layouts["door"].members if one.name == "wall_side")
    kind = next(one for one in layouts["connection"].members if one.name == "corridor_type")
    rooms, generate = module.regions["rooms"][0], module.calls["generate"]
    size = layouts["room"].size
    assert (tmp_path / "game.bin").read_bytes() == bytes(
        (
            0xA9, rooms & 0xFF, 0xA2, rooms >> 8, 0xA0, offsets["priority"].offset,
            0x29, wall.mask << wall.shift, 0x09, kind.shift, 0xA9, size, 0xC9, size,
            0x4C, generate & 0xFF, generate >> 8,
        )
    )  # fmt: skip


PAGE = PROJECT / "docs" / "modules.md"
SHOWN = re.compile(r"^`(game\.\w+)`[^\n]*\n\n```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A file of the page's program in assembler: its name and its text."""
KERNAL_PRINTS = 0xFFD2


@needs_ca65
@needs_cc65
def test_the_program_in_assembler_on_the_page_prints_a_tile_of_the_references_dungeon(
    spec: Spec, crypt: Exported, tmp_path: Path
) -> None:
    page = PAGE.read_text(encoding="utf-8")
    for path in crypt.files:
        (tmp_path / path.name).write_bytes(path.read_bytes())
    shown = dict(SHOWN.findall(page))
    for name, source in shown.items():
        (tmp_path / name).write_text(source)
    command = re.search(r"^cl65 .* game\.s$", page, re.MULTILINE)
    assert len(shown) == 2 and command
    done = subprocess.run(
        command[0].split(), cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0 and not done.stderr, done.stderr
    prg = (tmp_path / "game.prg").read_bytes()
    machine = Simulator(simulator_library())
    machine.load({int.from_bytes(prg[:2], "little"): prg[2:]})
    machine.pc, machine.s, machine.p = int(prg[7:11]), 0xF6, 0
    assert machine.run(KERNAL_PRINTS, 20_000_000) is Ending.AT_THE_END
    dungeon = generate(spec, Request("crypt", 7))
    assert machine.a == ord("0") + dungeon.tiles.get(4, 12) == ord("2")
    start, length = crypt.module.regions["map"]
    assert bytes(machine.memory[start : start + length]) == dungeon.packed()


@needs_cc65
def test_the_page_shows_the_example_and_its_addresses(crypt: Exported) -> None:
    page, example, calls = PAGE.read_text("utf-8"), text(crypt, "_example.c"), crypt.module.calls
    body = example[example.index("#include") :]
    assert body in page
    assert f"a complete program of {example.count(chr(10))} lines" in page
    start = crypt.module.layout.start
    assert f"POKE {start + 48},7:POKE {start + 49},0:POKE {start + 50},0" in page
    assert f"SYS {calls['generate']}:" in page and f"SYS {calls['get_tile']}:" in page
    assert (calls["generate"] - start, calls["get_tile"] - start) == (6, 9)


LINE = re.compile(r"(?P<name>[a-z_0-9]+) = (?P<value>\$[0-9a-f]{4}|[0-9]+)(?: +;.*)?")


@needs_cc65
def test_every_constant_stands_once_and_kickassembler_gets_the_same(crypt: Exported) -> None:
    constants = {}
    for line in text(crypt, ".inc").splitlines():
        if line and not line.startswith(";"):
            match = LINE.fullmatch(line)
            assert match and match["name"] not in constants, line
            assert match["name"].startswith("crypt_")
            constants[match["name"]] = match["value"]
    for_kick = re.findall(r"^\.const ([a-z_0-9]+) = (\S+)", text(crypt, "_kick.asm"), re.MULTILINE)
    assert dict(for_kick) == constants and len(constants) > 60
    others = [one for one in text(crypt, "_kick.asm").splitlines() if not one.startswith(".const")]
    assert all(line.startswith("//") or not line for line in others)


@needs_cc65
def test_constants_of_calls_are_the_same_for_every_assembler_and_in_c(
    crypt: Exported, burrow: Exported
) -> None:
    names = dict(re.findall(r"^([a-z_0-9]+) = (\S+)", text(burrow, ".inc"), re.MULTILINE))
    kick = dict(re.findall(r"^\.const (\w+) = (\S+)", text(burrow, "_kick.asm"), re.MULTILINE))
    in_c = dict(re.findall(r"^#define (\w+) (\w+)\b", text(burrow, ".h"), re.MULTILINE))
    spec = burrow.module.spec
    constants = call_constants(calls_of(spec, "burrow"), FLAGS, spec.dungeons["burrow"].map)
    assert len(constants) > 35 and len({one.name for one in constants}) == len(constants)
    for one in constants:
        found = (names[f"burrow_{one.name}"], kick[f"burrow_{one.name}"])
        assert found == (str(one.value), str(one.value))
        assert in_c[f"BURROW_{one.name.upper()}"].rstrip("u") == str(one.value)
        assert f"crypt_{one.name} =" not in text(crypt, ".inc")
    values = {one.name: one.value for one in constants}
    wanted = {"without_doors": 32, "without_secrets": 64, "way_in_pairs": 128, "window_centre": 144}
    assert wanted.items() <= values.items()
    # What docs/calls.md calls status, in its order.
    names_of_answers = [one.value for one in constants if one.name.startswith("status_")]
    assert names_of_answers == [0, 1, 2, 3, 4, 5, 255]


@needs_cc65
def test_the_export_says_what_each_call_takes_and_what_is_free(
    burrow: Exported, capsys: pytest.CaptureFixture[str]
) -> None:
    print_export(burrow)
    printed = capsys.readouterr().out
    rows = {
        name: [int(number.replace(",", "")) for number in numbers.split()]
        for name, numbers in re.findall(
            r"^([a-z_]+|all together)  +([\d, ]+)$", printed, re.MULTILINE
        )
    }
    chosen = [call.name for call in calls_of(burrow.module.spec, "burrow")]
    assert "entity_at" not in chosen and {*rows} == {*chosen, "all together"}
    assert rows["distances"][1] == rows["distances_step"][1] > 3000
    assert 20 < rows["tile_is"][0] < 200
    assert rows["all together"][0] > sum(rows[name][0] for name in chosen) + 3000
    free = re.findall(r"^\$(\w+)-\$(\w+) +free ", printed, re.MULTILINE)
    assert free[0][0] == "0801" and free[-1][1] == "cfff"


def test_calls_that_have_nothing_to_do_in_a_dungeon_are_named() -> None:
    spec = load_spec(SPEC_FILE, ["modules.calls=[entity_at, tile_is, connection_info]"])
    assert [call.name for call in useless_calls(spec, "burrow")] == ["connection_info", "entity_at"]
    assert [call.name for call in useless_calls(spec, "crypt")] == ["entity_at"]
    assert useless(spec, "crypt") == ("entity_at is left out: crypt has no table of entities.")


@needs_cc65
def test_a_program_can_compare_the_module_that_it_finds(crypt: Exported) -> None:
    names = {
        name: int(value[1:], 16) if value[0] == "$" else int(value)
        for name, value in re.findall(r"^(\w+) = (\S+)", text(crypt, ".inc"), re.MULTILINE)
    }
    module = crypt.module
    assert names["crypt_size"] == len(module.image)
    at = names["crypt_digest"] - names["crypt_start"]
    digest = bytes(names[f"crypt_digest_{number}"] for number in range(8))
    assert module.image[at : at + 8] == digest
    assert digest.hex() == dungeon_digest(module.spec, "crypt")
    listed = ", ".join(map(str, digest))
    assert f"#define CRYPT_DIGEST_BYTES {listed}\n" in text(crypt, ".h")
    assert names["crypt_work"] == module.layout.work_start
    assert names["crypt_work_size"] == module.layout.work_end + 1 - module.layout.work_start
    assert (names["crypt_first"], names["crypt_end"]) == (crypt.place.first, crypt.place.last + 1)


@needs_cc65
def test_the_labels_are_those_of_the_module_in_the_form_of_vice(crypt: Exported) -> None:
    labels = dict(
        (name, int(address, 16))
        for address, name in re.findall(
            r"^al C:([0-9a-f]{4}) \.(\w+)$", text(crypt, ".labels"), re.MULTILINE
        )
    )
    for call, address in crypt.module.calls.items():
        assert labels[f"crypt_{call}"] == address
    assert labels["crypt_map"] == crypt.module.regions["map"][0]


# ------------------------------------------------------------------ for C


def run_game(source: str, of: Exported, compiler: str, folder: Path) -> Simulator:
    """Compile a program that includes the header, as the example is, and run it until it stores to
    DONE."""
    compiler_or_skip(compiler)
    said = re.search(r"cl65 -t c64 -O (.*) -o", text(of, "_example.c"))
    pragmas = re.search(r"#ifdef __OSCAR64C__.*?#endif\n", text(of, "_example.c"), re.DOTALL)
    assert said and pragmas
    for path in of.files:
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / "game.c").write_text('#include "crypt_module.h"\n' + pragmas[0] + source)
    command = COMPILE[compiler].format(options=said[1]).split()
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0 and "arning" not in done.stdout + done.stderr, done
    prg = (folder / "game.prg").read_bytes()
    machine = Simulator(simulator_library())
    machine.memory[0xE000:] = bytes([0x60]) * 0x2000
    machine.load({int.from_bytes(prg[:2], "little"): prg[2:]})
    machine.pc, machine.s, machine.p = 2061, 0xF6, 0
    machine.halt_after_write(DONE)
    machine.run(most_cycles=20_000_000)
    assert machine.memory[DONE] == 1, f"it is at ${machine.pc:04x}"
    return machine


MAIN = """
static uint8_t asked;
static struct crypt_door_record doors[2];
static struct crypt_summary_record summary;
static struct crypt_door_record *next_door(void) { return &doors[asked++]; }
static uint16_t next_value(void) { ++asked; return 0x1234; }

int main(void)
{
    volatile uint8_t *answer = (volatile uint8_t *)0x0340;

    crypt_install();
    CRYPT_SET_SEED(next_value() - 0x1234 + 7);
    answer[0] = asked;
    CRYPT_FLOOR = 0;
    answer[1] = crypt_generate();
    crypt_set_tile(5, crypt_get_tile(9, 6), crypt_get_tile(crypt_get_tile(0, 0), 3));
    answer[2] = crypt_get_tile(5, crypt_get_tile(9, 6));
    asked = 0;
    doors[0].x = doors[1].x = 99;
    CRYPT_DOOR_SET_WALL_SIDE(next_door(), 2);
    answer[3] = asked;
    answer[4] = CRYPT_DOOR_GET_WALL_SIDE(&doors[0]);
    answer[5] = CRYPT_DOOR_GET_WALL_SIDE(&doors[1]);
    asked = 0;
    CRYPT_SUMMARY_SET_DRAWS(&summary, 0x01FF);
    CRYPT_SUMMARY_SET_DRAWS(&summary, CRYPT_SUMMARY_GET_DRAWS(&summary) + next_value());
    answer[6] = asked;
    answer[7] = (uint8_t)CRYPT_SUMMARY_GET_DRAWS(&summary);
    answer[8] = (uint8_t)(CRYPT_SUMMARY_GET_DRAWS(&summary) >> 8);
    *(volatile uint8_t *)0x0334 = 1;
    for (;;)
        ;
    return 0;
}
"""


@needs_cc65
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_calls_may_be_nested_and_arguments_are_evaluated_once(
    spec: Spec, crypt: Exported, compiler: str, tmp_path: Path
) -> None:
    machine = run_game(MAIN, crypt, compiler, tmp_path)
    answer = bytes(machine.memory[ANSWERS : ANSWERS + 9])
    first = spec.codes["empty"]
    assert answer[0] == 1 and answer[1] == 0
    # The corner is empty, and so is (0, 3).
    assert answer[2] == first
    assert answer[3:6] == bytes((1, 2, 0))
    assert answer[6] == 1
    assert answer[7] | answer[8] << 8 == 0x01FF + 0x1234


FIGURES = """
int main(void)
{
    volatile uint8_t *answer = (volatile uint8_t *)0x0340;

    crypt_install();
    CRYPT_SET_SEED(7);
    CRYPT_FLOOR = 0;
    crypt_generate();
    answer[0] = CRYPT_GRID_ROOMS_FIGURES_GET_ROOMS(CRYPT_GRID_ROOMS_FIGURES);
    answer[1] = CRYPT_GRID_ROOMS_FIGURES_GET_TREASURES(CRYPT_GRID_ROOMS_FIGURES);
    *(volatile uint8_t *)0x0334 = 1;
    for (;;)
        ;
    return 0;
}
"""


@needs_cc65
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_a_program_in_c_reads_the_figures_by_their_names(
    spec: Spec, crypt: Exported, compiler: str, tmp_path: Path
) -> None:
    machine = run_game(FIGURES, crypt, compiler, tmp_path)
    figures = generate(spec, Request("crypt", 7)).figure_values()
    assert figures["rooms"] > figures["treasures"] > 0
    answer = list(machine.memory[ANSWERS : ANSWERS + 2])
    assert answer == [figures["rooms"], figures["treasures"]]


@needs_cc65
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_files_of_two_exports_cannot_be_mixed(
    spec: Spec, crypt: Exported, compiler: str, tmp_path: Path
) -> None:
    compiler_or_skip(compiler)
    elsewhere = load_spec(SPEC_FILE, ["modules.start=0x6000"])
    exported(elsewhere, "crypt", tmp_path / "other")
    (tmp_path / "crypt.h").write_text(text(crypt, ".h"))
    (tmp_path / "crypt_module.h").write_text((tmp_path / "other" / "crypt_module.h").read_text())
    for source, said in (
        ('#include "crypt_module.h"\nint main(void) { return 0; }\n', "are of two exports"),
        (
            '#include "crypt.h"\n#include "other/crypt.h"\nint main(void) { return 0; }\n',
            "another export of 'crypt'",
        ),
    ):
        (tmp_path / "game.c").write_text(source)
        command = COMPILE[compiler].format(options="").split()
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60
        )
        assert done.returncode != 0 and said in done.stdout + done.stderr


@needs_cc65
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_two_dungeons_with_other_records_are_in_one_program(
    spec: Spec, crypt: Exported, compiler: str, tmp_path: Path
) -> None:
    compiler_or_skip(compiler)
    other = load_spec(SPEC_FILE, ["modules.start=0x8000", "structs.room.reserved_wide={bytes: 2}"])
    exported(other, "catacombs", tmp_path)
    (tmp_path / "crypt.h").write_text(text(crypt, ".h"))
    (tmp_path / "game.c").write_text(
        '#include "crypt.h"\n#include "catacombs.h"\n'
        "static struct crypt_room_record one;\nstatic struct catacombs_room_record other;\n"
        "int main(void) { CRYPT_ROOM_SET_X(&one, 3); CATACOMBS_ROOM_SET_X(&other, 4);\n"
        "return CRYPT_ROOM_GET_X(&one) + CATACOMBS_ROOM_GET_X(&other); }\n"
    )
    command = COMPILE[compiler].format(options="").split()
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0 and "arning" not in done.stdout + done.stderr, done


@needs_cc65
def test_a_header_has_the_records_of_its_dungeon_and_no_others(
    spec: Spec, crypt: Exported, tmp_path: Path
) -> None:
    burrow = exported(spec, "burrow", tmp_path)
    named = re.findall(r"^struct (\w+) \{", text(burrow, ".h"), re.MULTILINE)
    assert named and all(name.startswith("burrow_") for name in named)
    assert "burrow_room_record" not in named
    assert "struct crypt_room_record {" in text(crypt, ".h")
    macros = re.findall(r"^#define (\w+)", text(crypt, ".h"), re.MULTILINE)
    assert all(name.startswith(("CRYPT_", "UNDERCROFT_CRYPT_H")) for name in macros)


# ------------------------------------------------------------------ its place


@needs_cc65
def test_a_module_that_is_too_large_for_the_usual_place_begins_above(
    spec: Spec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = exported(spec, "crypt", tmp_path / "usual")
    assert usual.module.layout.start == 0x5000 and not usual.place.overlap
    # As if the example took so much that it ended behind $5000.
    monkeypatch.setattr("pygen.programs.export_place.EXAMPLE", 0x2000)
    higher = exported(spec, "crypt", tmp_path / "higher")
    start = higher.module.layout.start
    assert start > 0x5000 and start % 256 == 0 and not higher.place.overlap
    machine = run_example(compiled_example(higher), higher, simulator_library())
    assert difference(higher, machine) == ""


def compiled_example(of: Exported) -> bytes:
    said = re.search(r"(cl65 .*)", text(of, "_example.c"))
    assert said
    folder = of.files[0].parent
    done = subprocess.run(
        said[1].split(), cwd=folder, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0 and "arning" not in done.stdout + done.stderr, done
    return (folder / "crypt_example.prg").read_bytes()


@needs_cc65
def test_cc65_does_not_link_the_example_without_its_options(
    crypt: Exported, tmp_path: Path
) -> None:
    for path in crypt.files:
        (tmp_path / path.name).write_bytes(path.read_bytes())
    done = subprocess.run(
        ["cl65", "-t", "c64", "-O", "-o", "example.prg", "crypt_example.c"],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode != 0 and "Range error" in done.stderr


@needs_cc65
def test_a_place_that_the_spec_names_is_kept_and_what_does_not_fit_is_said(tmp_path: Path) -> None:
    task = ("export", "--dungeon", "crypt", "--compiler", "cc65", "--spec", SPEC_FILE)
    low = invoke(*task, "--to", tmp_path / "low", "--set", "modules.start=0x2000")
    assert low.returncode == 0 and "$2000-" in low.stdout
    assert "crypt_example.c carries the module with it" in low.stdout
    done = subprocess.run(
        ["cl65", "-t", "c64", "-Wl", "-D,__HIMEM__=0x2000", "crypt_example.c"],
        cwd=tmp_path / "low", capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode != 0 and "overflow" in done.stderr
    high = invoke(*task, "--to", tmp_path / "high", "--set", "modules.start=0x8000")
    assert high.returncode == 0 and "$01 must be $36" in high.stdout
    assert "programs in BASIC cannot use it" in high.stdout
    memory = (tmp_path / "high" / "crypt_memory.txt").read_text()
    assert "sees BASIC." in memory and "They cannot use it" in memory
    assert (
        "*(volatile uint8_t *)0x01 = 0x36;" in (tmp_path / "high" / "crypt_example.c").read_text()
    )


@needs_cc65
def test_basic_is_told_how_to_stay_below(crypt: Exported) -> None:
    assert crypt.place.basic_line == "POKE 55,0:POKE 56,80:CLR"
    assert "POKE 55,0:POKE 56,80:CLR" in text(crypt, "_memory.txt")


@needs_cc65
def test_a_map_too_large_for_our_own_programs_is_not_too_large_for_a_game(tmp_path: Path) -> None:
    task = ("export", "--dungeon", "crypt", "--compiler", "cc65", "--to", tmp_path)
    result = invoke(*task, "--set", "dungeons.crypt.map.bits_per_tile=8")
    assert result.returncode == 0, result.stderr
    header = (tmp_path / "crypt.h").read_text()
    assert "#define CRYPT_BITS 8 " in header and "/* 5184 bytes */" in header
