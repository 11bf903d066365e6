"""What `invoke export` writes works in programs that know nothing else of Undercroft."""

from __future__ import annotations

import re
import subprocess
from itertools import product
from pathlib import Path

import pytest
from helpers.bare_6502 import run as run_bare
from helpers.running_examples import difference, run_example
from helpers.tasks import invoke, invoke_here, invoke_here_without_spec
from helpers.tools import (
    SPEC_FILE,
    compiler_or_skip,
    needs_ca65,
    needs_cc,
    needs_cc65,
    needs_vice,
    simulator_library,
)

from pygen.base.errors import UserError
from pygen.base.version import version
from pygen.builders.python import PythonBuilder
from pygen.compilers import COMPILERS
from pygen.compilers.module_building import build_module
from pygen.emulators.roms import Roms
from pygen.emulators.vice import Vice
from pygen.engine.random.request import Request
from pygen.programs.exporting import Exported, export
from pygen.spec import Spec, load_spec

ELSEWHERE = {"oscar64": (0xA000, 0x9000), "cc65": (0x9000, 0x8000)}
"""Where the tests put module and work memory: with OSCAR64 beneath BASIC, which is switched off."""

CALLER = Path(__file__).with_name("caller.s")
CALLER_START = 0xC000
WANTED, DONE = CALLER_START + 3, CALLER_START + 6
LINKER = """
MEMORY { M: start = $C000, size = $400; }
SEGMENTS { STARTUP: load = M, type = ro; }
"""


@pytest.fixture(scope="module", params=list(COMPILERS))
def compiler(request: pytest.FixtureRequest) -> str:
    compiler_or_skip(request.param)
    name: str = request.param
    return name


def placed(spec: Spec, **places: object) -> Spec:
    """`spec` with other values in its section `modules`."""
    return spec.replaced(modules=spec.modules.model_copy(update=places))


@pytest.fixture(scope="module")
def elsewhere(spec: Spec, compiler: str, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    """The burrow, linked to unusual addresses."""
    start, work = ELSEWHERE[compiler]
    folder = tmp_path_factory.mktemp("elsewhere")
    tool = COMPILERS[compiler].find()
    moved = placed(spec, start=start, work=work)
    return export(moved, "a spec", tool, "burrow", folder / "to", folder / "build")


def assembled(folder: Path, sliced: bool) -> bytes:
    """The machine code of the caller, with the include file in `folder`."""
    (folder / "caller.cfg").write_text(LINKER)
    for command in (
        ["ca65", "-D", f"sliced={int(sliced)}", "-I", ".", "-o", "caller.o", str(CALLER)],
        ["ld65", "-C", "caller.cfg", "-o", "caller.bin", "caller.o"],
    ):
        subprocess.run(command, cwd=folder, check=True, timeout=60)
    return (folder / "caller.bin").read_bytes()


def reference(spec: Spec, dungeon: str, seed: int, floor: int = 1) -> dict[str, bytes]:
    return PythonBuilder(spec).build(Request(dungeon, seed, floor)).regions


@needs_ca65
@needs_cc
@pytest.mark.parametrize("sliced", [False, True])
def test_an_assembler_program_gets_the_references_dungeon_in_the_simulator(
    spec: Spec, elsewhere: Exported, sliced: bool
) -> None:
    module, folder = elsewhere.module, elsewhere.files[0].parent
    caller = bytearray(assembled(folder, sliced))
    # The simulator ends a program by a jump, in place of the caller's endless loop.
    end = caller.rindex(bytes((0x4C,)))
    caller[end : end + 3] = bytes((0x4C, 0x00, 0xFF))
    caller[3:6] = bytes((44257 & 0xFF, 44257 >> 8, 2))
    regions = module.regions
    first = min(start for start, _ in regions.values())
    last = max(start + length for start, length in regions.values())
    pieces = {CALLER_START: bytes(caller), module.layout.start: module.image}
    data = run_bare(pieces, CALLER_START, range(first, last))
    wanted = reference(spec, "burrow", 44257, 3)
    found = {
        name: data[start - first : start - first + length]
        for name, (start, length) in regions.items()
    }
    assert wanted == {name: found[name] for name in wanted}


@needs_ca65
@needs_vice
def test_an_assembler_program_gets_the_references_dungeon_in_vice(
    spec: Spec, elsewhere: Exported, stub: Roms
) -> None:
    module, folder = elsewhere.module, elsewhere.files[0].parent
    with Vice(stub) as machine:
        for sliced in (False, True):
            code = bytearray(assembled(folder, sliced))
            # BASIC off, as the game does that wants memory there.
            switch = bytes((0xA9, 0x36, 0x85, 0x01, 0x4C, 0x00, 0xC0))
            machine.write(module.layout.start, module.image)
            for seed, floor in ((7, 1), (65535, 256)):
                code[3:6] = bytes((seed & 0xFF, seed >> 8, floor - 1))
                machine.write(CALLER_START, bytes(code))
                machine.write(0xC300, switch)
                machine.run_until_store(DONE, 60, start=0xC300)
                found = {name: machine.read(*place) for name, place in module.regions.items()}
                wanted = reference(spec, "burrow", seed, floor)
                assert wanted == {name: found[name] for name in wanted}


STOCK = {
    "oscar64": ["oscar64", "-o=example.prg", "{source}"],
    "oscar64, native": ["oscar64", "-n", "-O2", "-o=example.prg", "{source}"],
    "cc65": [
        *("cl65", "-t", "c64", "-O", "-Wl", "-D,__HIMEM__=0x5000"),
        *("-o", "example.prg", "{source}"),
    ],
}
"""How people compile the example: as it says, or with other settings that their compiler has."""


@pytest.mark.slow
@needs_cc65
@pytest.mark.parametrize(
    ("compiler", "stock"),
    [
        (compiler, stock)
        if (number // 2 + number) % 2 == 0
        else pytest.param(compiler, stock, marks=pytest.mark.long)
        for number, (stock, compiler) in enumerate(product(STOCK, COMPILERS))
    ],
    indirect=["compiler"],
)
def test_the_example_works_in_stock_programs_while_the_kernals_interrupt_runs(
    spec: Spec, compiler: str, stock: str, tmp_path: Path
) -> None:
    compiler_or_skip(stock.partition(",")[0])
    tool = COMPILERS[compiler].find()
    exported = export(spec, "a spec", tool, "crypt", tmp_path / "to", tmp_path / "build")
    command = [word.format(source="crypt_example.c") for word in STOCK[stock]]
    done = subprocess.run(
        command, cwd=tmp_path / "to", capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0 and "arning" not in done.stdout + done.stderr, done
    prg = (tmp_path / "to" / "example.prg").read_bytes()
    assert difference(exported, run_example(prg, exported, simulator_library())) == ""


# ------------------------------------------------------------------ errors


@pytest.mark.sampled(2)
@needs_cc65
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("modules.start=0xCF00", "modules.start: $cf00"),
        ("modules.work=0x0100", "modules.work: $0100 is among zero page"),
        ("modules.work=0x5000", "modules.start and modules.work overlap"),
        ("modules.data=0x5100", "modules.start and modules.data overlap"),
    ],
)
def test_addresses_that_do_not_fit_are_an_error_that_names_the_key(
    change: str, said: str, tmp_path: Path
) -> None:
    arguments = ("--dungeon", "burrow", "--compiler", "cc65", "--set", change)
    result = invoke("export", "--to", tmp_path / "to", *arguments)
    assert result.returncode == 2 and said in result.stderr and "Traceback" not in result.stderr
    assert f"error: --set {change}: " in result.stderr
    assert not (tmp_path / "to").exists()


def test_an_address_that_cannot_be_right_is_an_error_of_the_file_before_anything_is_compiled(
    tmp_path: Path,
) -> None:
    spec = tmp_path / "mine.yaml"
    spec.write_text(SPEC_FILE.read_text() + "\nmodules:\n  start: 0xFF00\n")
    line = len(spec.read_text().splitlines())
    arguments = ("--dungeon", "burrow", "--compiler", "cc65", "--spec", spec)
    result = invoke_here("export", "--to", tmp_path / "to", *arguments)
    assert result.returncode == 2 and f"mine.yaml:{line}:10: modules.start: $ff00-" in result.stderr
    assert "give it a lower address" in result.stderr and "compiled" not in result.stderr


def test_help_is_given_behind_the_tasks_name_and_a_module_has_one_compiler(tmp_path: Path) -> None:
    shown = invoke_here_without_spec("export", "--help")
    assert shown.returncode == 0 and "Examples:\n    invoke export" in shown.stdout
    assert "oscar64, cc65 or all" not in shown.stdout
    result = invoke_here("export", "--to", tmp_path / "to", "--compiler", "all")
    assert result.returncode == 2 and "Choose auto, oscar64 or cc65" in result.stderr


@needs_cc65
def test_a_file_that_is_no_export_is_left_alone(spec: Spec, tmp_path: Path) -> None:
    (tmp_path / "burrow.h").write_text("/* mine */")
    with pytest.raises(UserError, match="is not from an export"):
        export(spec, "a spec", COMPILERS["cc65"].find(), "burrow", tmp_path, tmp_path / "build")
    assert (tmp_path / "burrow.h").read_text() == "/* mine */"
    assert not (tmp_path / "burrow.prg").exists()


@needs_cc65
def test_every_text_file_names_the_version_but_no_byte_of_the_module_depends_on_it(
    spec: Spec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def exported(folder: str) -> Exported:
        compiler = COMPILERS["cc65"].find()
        return export(spec, "a spec", compiler, "burrow", tmp_path / folder, tmp_path / "build")

    now = exported("now")
    monkeypatch.setattr("pygen.programs.export_plan.version", lambda: "9.8.7")
    later = exported("later")
    for before, after in zip(now.files, later.files, strict=True):
        if before.suffix == ".prg":
            assert after.read_bytes() == before.read_bytes()
        else:
            mark = "Exported by Undercroft "
            assert after.read_text().count(f"{mark}9.8.7") == 1, after.name
            assert after.read_text() == before.read_text().replace(
                f"{mark}{version()}", f"{mark}9.8.7"
            )


@needs_cc65
def test_a_second_export_gives_the_same_files(spec: Spec, tmp_path: Path) -> None:
    tool, folder = COMPILERS["cc65"].find(), tmp_path / "to"
    first = export(spec, "a spec", tool, "burrow", folder, tmp_path / "build")
    before = {path: path.read_bytes() for path in first.files}
    second = export(spec, "a spec", tool, "burrow", folder, tmp_path / "another")
    assert {path: path.read_bytes() for path in second.files} == before


@pytest.mark.sampled(2)
@needs_cc65
@pytest.mark.parametrize(("width", "row"), [(48, 48), (60, 30)])
def test_a_game_finds_the_looks_and_their_numbers(tmp_path: Path, width: int, row: int) -> None:
    passes = "passes=[{name: tile_rules}]", f"map={{width: {width}, height: 32}}"
    memory = "memory.program={start: 0x2400, end: 0xC7FF}"
    spec = load_spec(SPEC_FILE, [*(f"dungeons.burrow.{change}" for change in passes), memory])
    exported = export(
        spec, "a spec", COMPILERS["cc65"].find(), "burrow", tmp_path / "to", tmp_path / "build"
    )
    start, length = exported.module.regions["looks"]
    assert list(exported.module.regions)[-1] == "looks" and length == 32 * row
    header, include = ((tmp_path / "to" / f"burrow.{end}").read_text() for end in ("h", "inc"))
    assert f"#define BURROW_LOOKS ((uint8_t *)0x{start:04x}) /* {length} bytes */" in header
    assert f"#define BURROW_LOOK_ROW {row}\n#define BURROW_GET_LOOK(x, y)" in header
    assert "#define BURROW_LOOK_WALL_NESW 15\n" in header
    assert f"burrow_look_bits = {8 * row // width}\n" in include
    assert "burrow_look_wall_n = 1\n" in include


@needs_cc65
def test_a_game_finds_the_kinds_of_entities_and_their_bytes(tmp_path: Path) -> None:
    rat = "{name: rat, glyph: r, colour: brown, data: [3, 1]}"
    changes = (
        f"dungeons.burrow.passes=[{{name: enemies, table: [{rat}]}}]",
        "memory.program={start: 0x2400, end: 0xC7FF}",
        "memory.entities={start: 0xC800, end: 0xC8FF}",
    )
    spec = load_spec(SPEC_FILE, changes)
    exported = export(
        spec, "a spec", COMPILERS["cc65"].find(), "burrow", tmp_path / "to", tmp_path / "build"
    )
    assert exported.module.regions["entities"][1] == 3 * 8
    header, include = ((tmp_path / "to" / f"burrow.{end}").read_text() for end in ("h", "inc"))
    assert "#define BURROW_ENTITY_ITEM 2\n" in header
    assert "#define BURROW_ENTITY_RAT 16\n#define BURROW_DATA_RAT 3, 1\n" in header
    assert "burrow_entity_rat = 16\nburrow_data_rat_bytes = 2\nburrow_data_rat_0 = 3\n" in include
    offset = re.search(r"^burrow_summary_entities = (\d+)$", include, re.MULTILINE)
    assert offset
    count = exported.module.regions["summary"][0] + int(offset[1])
    record = "struct burrow_entities_figures_record *"
    assert f"#define BURROW_ENTITIES_FIGURES (({record})0x{count:04x})\n" in header


@needs_cc65
def test_a_module_does_not_depend_on_what_was_built_before(spec: Spec, tmp_path: Path) -> None:
    tool = COMPILERS["cc65"].find()
    fresh = build_module(spec, "a spec", tool, "burrow", build_folder=tmp_path / "fresh")
    larger = load_spec(SPEC_FILE, ["dungeons.burrow.map.bits_per_tile=4"])
    build_module(larger, "a spec", tool, "burrow", build_folder=tmp_path / "used")
    again = build_module(spec, "a spec", tool, "burrow", build_folder=tmp_path / "used")
    assert (again.image, again.regions) == (fresh.image, fresh.regions)


@needs_cc65
def test_the_dev_profile_is_a_module_too(spec: Spec, tmp_path: Path) -> None:
    tool = COMPILERS["cc65"].find()
    module = build_module(spec, "a spec", tool, "burrow", "dev", build_folder=tmp_path)
    assert module.image
