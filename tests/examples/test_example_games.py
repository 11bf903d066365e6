"""The small games of examples/, built as their page says, are played by a script, and judged."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from helpers.hunting import (
    COLOURS,
    COLUMNS,
    DOWN,
    DOWN_STAIRS,
    FIGURE,
    FIGURE_SHAPE,
    FIRE,
    HEIGHT,
    LEFT,
    RIGHT,
    ROWS,
    SCREEN,
    UP,
    UP_STAIRS,
    WIDTH,
    Place,
    begin_in_vice,
    mistakes,
    move_in_vice,
    moved,
    played,
    sight_from,
    steps_from,
    tiles_of,
    way_to,
)
from helpers.tiny_basic import SCREEN as BASIC_SCREEN
from helpers.tiny_basic import TinyBasic
from helpers.tools import (
    compiler_or_skip,
    needs_64tass,
    needs_acme,
    needs_ca65,
    needs_cc65,
    needs_gcc,
    needs_oscar64,
    needs_vice,
    simulator_library,
)

from pygen.console.example_games import EXAMPLES, SYNTAXES, example_sources
from pygen.emit.module_layout import CALLS
from pygen.emulators.roms import Roms
from pygen.emulators.simulator import Simulator
from pygen.emulators.vice import Vice
from pygen.programs.exporting import Exported, export
from pygen.spec import load_spec
from pygen.spec.game_calls import CALL_NAMES, GAME_REQUEST, GAME_REQUEST_OFFSET, GAME_TABLE_OFFSET

PAGE = EXAMPLES / "README.md"
ROW = re.compile(r"^\| \[(\S+)\]\(.*?\) \| `(.*?)` \|", re.MULTILINE)
COMMANDS: dict[str, str] = dict(ROW.findall(PAGE.read_text(encoding="utf-8")))
"""How each game is built, by its folder."""


@pytest.fixture(scope="module")
def tomb(tmp_path_factory: pytest.TempPathFactory) -> Exported:
    """The module, built by cc65."""
    spec, compiler = load_spec(EXAMPLES / "hunt.yaml"), compiler_or_skip("cc65")
    return export(spec, "hunt.yaml", compiler, "tomb", tmp_path_factory.mktemp("tomb"))


def built(name: str, module: Exported, folder: Path) -> bytes:
    """The program of a game, built in a copy of its folder by the page's command."""
    for source in ("c", name):
        shutil.copytree(EXAMPLES / source, folder / source, ignore=shutil.ignore_patterns("tomb"))
    shutil.copytree(module.files[0].parent, folder / name / "tomb")
    done = subprocess.run(
        COMMANDS[name].split(), cwd=folder / name, capture_output=True, text=True, check=False,
        timeout=120,
    )  # fmt: skip
    assert done.returncode == 0 and "arning" not in done.stdout + done.stderr, done
    return (folder / name / "hunt.prg").read_bytes()


def place_of(tile: int) -> Place:
    tiles = tiles_of(0)
    return next((x, y) for y in range(HEIGHT) for x in range(WIDTH) if tiles[y][x] == tile)


def judge(prg: bytes) -> None:
    """Play a game for 24 turns: two into a wall, one to wait, and on the way to the stairs."""
    way = way_to(tiles_of(0), place_of(UP_STAIRS), place_of(DOWN_STAIRS))
    script = [way[0], FIRE, *way[1:4], LEFT, LEFT, LEFT]
    turns = played(prg, script)
    assert [*mistakes(turns, script)] == []
    script = way[:24]
    turns = played(prg, script)
    assert [*mistakes(turns, script)] == []
    # The monsters have come nearer, in sight at the end; the figure has gone its way.
    far = [
        [steps_from(tiles_of(0), turn.figure)[at] for at in turn.monsters]
        for turn in (turns[0], turns[-1])
    ]
    assert min(far[0]) >= 16 and sum(far[1]) < sum(far[0]) - 16
    assert steps_from(tiles_of(0), turns[0].figure)[turns[-1].figure] == 24
    assert len(turns[-1].seen) > len(turns[0].seen) + 100


def test_what_is_made_from_templates_is_up_to_date() -> None:
    for path, text in example_sources().items():
        assert path.read_text(encoding="utf-8") == text, f"{path}: run `invoke docs`"
    for syntax in SYNTAXES:
        assert COMMANDS[syntax.folder] == syntax.command


@pytest.mark.slow
@needs_ca65
@needs_cc65
def test_the_game_in_assembler_is_played(tomb: Exported, tmp_path: Path) -> None:
    judge(built("ca65", tomb, tmp_path))


@needs_ca65
@needs_cc65
def test_on_the_chips_of_vice_it_does_the_same(tomb: Exported, stub: Roms, tmp_path: Path) -> None:
    """Four steps by the joystick, as in the simulator; and the screen shows something."""
    prg = built("ca65", tomb, tmp_path)
    script = way_to(tiles_of(0), place_of(UP_STAIRS), place_of(DOWN_STAIRS))[:4]
    wanted = played(prg, script)[-1]
    with Vice(stub) as machine:
        begin_in_vice(machine, prg)
        for stick in script:
            move_in_vice(machine, stick)
        machine.joystick(2)
        # The last turn ends with the colour of the figure, which is drawn last.
        x, y = wanted.screen.index(FIGURE_SHAPE) % COLUMNS, wanted.screen.index(FIGURE_SHAPE) // 40
        machine.run_until_store(COLOURS + COLUMNS * y + x, 60)
        machine.run_until_store(COLOURS + COLUMNS * y + x, 60)
        found = machine.read(SCREEN, COLUMNS * ROWS)
        assert tuple(machine.read(FIGURE, 2)) == wanted.figure
        assert found == wanted.screen
        shot = machine.screenshot()
    # Black, grey walls, brown floor, an orange door, white letters and figure.
    assert len({*shot.pixels}) >= 5


@pytest.mark.slow
@needs_ca65
@needs_cc65
@pytest.mark.parametrize(
    "name",
    [pytest.param("acme", marks=needs_acme), pytest.param("64tass", marks=needs_64tass)],
)
def test_other_assemblers_make_the_same_program(tomb: Exported, name: str, tmp_path: Path) -> None:
    wanted = built("ca65", tomb, tmp_path / "wanted")
    assert built(name, tomb, tmp_path / "found") == wanted


@pytest.mark.slow
@needs_cc65
def test_the_game_in_c_is_played_with_cc65(tomb: Exported, tmp_path: Path) -> None:
    judge(built("cc65", tomb, tmp_path))


@pytest.mark.slow
@needs_cc65
@needs_oscar64
def test_the_game_in_c_is_played_with_oscar64(tomb: Exported, tmp_path: Path) -> None:
    """With a module of the other compiler, which makes no difference."""
    judge(built("oscar64", tomb, tmp_path))


def test_for_kickassembler_the_text_is_that_of_the_others() -> None:
    """It is not installed anywhere that tests run, so only its text is compared."""
    ours, other = (
        (EXAMPLES / name / "hunt.asm").read_text() for name in ("kickassembler", "64tass")
    )
    changes = {
        ".const ": "", "//": ";", '#import "tomb/tomb_kick.asm"': '.include "tomb/tomb.inc"',
        ".import binary": ".binary", "KickAssembler": "64tass",
        ".errorif (* > map)": ".cerror * > map",
        "examples/kickassembler": "examples/64tass",
        "java -jar KickAss.jar hunt.asm -o hunt.prg": "64tass --cbm-prg -o hunt.prg hunt.asm",
    }  # fmt: skip
    for change, to in changes.items():
        assert change in ours
        ours = ours.replace(change, to)
    assert [line.split() for line in ours.splitlines()] == [
        line.split() for line in other.splitlines()
    ]


BLOCK = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_page_about_memory_shows_lines_of_the_games() -> None:
    page = (EXAMPLES.parent / "docs" / "your-own-game.md").read_text(encoding="utf-8")
    lines = {
        line.strip()
        for path in EXAMPLES.glob("*/*")
        if path.suffix in (".c", ".s", ".cfg", ".ld", ".asm", ".bas")
        for line in path.read_text(encoding="utf-8").splitlines()
    }
    shown = [line.strip() for block in BLOCK.findall(page) for line in block.splitlines()]
    assert len(shown) > 40 and {*shown} - {"..."} <= lines
    for command in COMMANDS.values():
        if command.startswith(("oscar64", "mos-", "cl65 -t c64")):
            assert f"`{command}`" in page


@needs_cc65
def test_for_llvm_mos_the_addresses_are_those_of_the_module(tomb: Exported) -> None:
    """It is not installed anywhere that tests run, so only its text is checked."""
    script = (EXAMPLES / "llvm-mos" / "link.ld").read_text()
    start = tomb.module.layout.start
    assert f"module (rw) : ORIGIN = 0x{start:04x}, " in script
    assert f"ram (rw) : ORIGIN = 0x0801, LENGTH = 0x{start:04x} - 0x0801" in script
    header = (tomb.files[0].parent / "tomb.h").read_text()
    for name in (*(name for name in CALLS if name != "table"), *tomb.module.spec.modules.calls):
        assert f'"jsr ${tomb.module.calls[name]:04x}\\n\\t"' in header, name


@needs_cc65
@needs_gcc
def test_for_llvm_mos_header_and_game_are_sound_c(tomb: Exported) -> None:
    """Read by gcc in its place, with the lines that are meant for it."""
    options = ["-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-ffreestanding", "-D__mos__"]
    # Addresses of the C64 are no pointers of this machine.
    options += ["-Wno-int-to-pointer-cast", f"-I{tomb.files[0].parent}"]
    command = ["gcc", *options, str(EXAMPLES / "c" / "hunt.c")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr


BASIC = EXAMPLES / "basic" / "hunt.bas"


@needs_vice
def test_the_game_in_basic_is_turned_into_tokens(tmp_path: Path) -> None:
    if shutil.which("petcat") is None:
        pytest.skip("petcat (VICE) is not installed")
    command = COMMANDS["basic"].replace("hunt.bas", str(BASIC)).split()
    subprocess.run(command, cwd=tmp_path, check=True, timeout=60)
    prg = (tmp_path / "hunt.prg").read_bytes()
    assert prg[:2] == b"\x01\x08" and prg.count(b"\x9e") >= 8


def test_the_game_in_basic_calls_what_it_names() -> None:
    """What its remarks say: the entry of each call in the module's tables, and arguments."""
    text = BASIC.read_text()
    base = int(re.findall(r"m=(\d+)", text)[0])
    spec = load_spec(EXAMPLES / "hunt.yaml")
    assert base == spec.modules.start and f"b=m+{GAME_REQUEST_OFFSET}" in text
    offsets = {name: 3 * at for at, name in enumerate(CALLS)}
    offsets |= {name: GAME_TABLE_OFFSET + 3 * at for at, name in enumerate(CALL_NAMES)}
    called = re.findall(r"sys m\+(\d+)[^\n]*:rem (\w+)$", text, re.MULTILINE)
    assert len(called) == text.count("sys m")
    assert {name for _, name in called} - {"generate", "table"} == {*spec.modules.calls} - {
        "mark_seen"
    }
    for offset, name in called:
        assert int(offset) == offsets[name], name
    # What it pokes into the request block are arguments, in one or two bytes.
    places = {at for at in GAME_REQUEST.values()} | {
        GAME_REQUEST[name] + 1 for name in ("map", "to", "sources", "random_state")
    }
    assert {int(at) for at in re.findall(r"poke b\+(\d+)", text)} <= places
    assert "poke 55,0:poke 56,56:clr" in text and f"peek({base})=76" in text


CHANGES = re.compile(r'--to examples/basic/tomb --set "(.*?)" --set (\S+)$', re.MULTILINE)
BASIC_SHAPES = {0: 32, 1: 102, 2: 46, 3: 43, 4: 60, 5: 62}
BASIC_FIGURE, BASIC_MONSTER = 0, 13


@pytest.mark.long
@needs_cc65
def test_the_game_in_basic_is_played(tmp_path: Path) -> None:
    """By an interpreter of our own, which knows no more than this game needs."""
    spec = load_spec(EXAMPLES / "hunt.yaml", CHANGES.findall(PAGE.read_text("utf-8"))[0])
    module = export(spec, "hunt.yaml", compiler_or_skip("cc65"), "tomb", tmp_path).module
    machine, tiles = Simulator(simulator_library()), tiles_of(0, spec)
    places = [(x, y) for y, row in enumerate(tiles) for x in range(len(row))]
    begin, end = (
        next((x, y) for x, y in places if tiles[y][x] == tile) for tile in (UP_STAIRS, DOWN_STAIRS)
    )
    way = way_to(tiles, begin, end)[:14]
    states: list[tuple[Place, list[Place]]] = []
    known: set[Place] = set()

    def asked(game: TinyBasic) -> None:
        figure = game.values["x"], game.values["y"]
        monsters = [(game.array("u")(n), game.array("v")(n)) for n in (0, 1)]
        sight = sight_from(tiles, figure, radius=3)
        known.update(sight)
        wanted = bytearray(BASIC_SHAPES[tiles[y][x] if (x, y) in known else 0] for x, y in places)
        for x, y in monsters:
            if (x, y) in sight:
                wanted[40 * y + x] = BASIC_MONSTER
        wanted[40 * figure[1] + figure[0]] = BASIC_FIGURE
        assert bytes(machine.memory[BASIC_SCREEN]) == wanted
        if states:
            assert figure == moved(tiles, states[-1][0], way[len(states) - 1])
            far = steps_from(tiles, figure)
            for was, now in zip(states[-1][1], monsters, strict=True):
                assert far[now] == far[was] - 1
        states.append((figure, monsters))

    def load(name: str) -> None:
        assert name == "tomb.prg"
        machine.load({module.layout.start: module.image})

    keys = iter("".join({UP: "w", DOWN: "s", LEFT: "a", RIGHT: "d"}[stick] for stick in way))
    TinyBasic(BASIC.read_text(), machine, load, keys, asked).run()
    assert len(states) == len(way) + 1
    assert steps_from(tiles, begin)[states[-1][0]] == len(way)
