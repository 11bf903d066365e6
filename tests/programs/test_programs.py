"""Programs of a resident part and modules: what is where, sizes, and the report."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from helpers.carried import carried
from helpers.kinds import FROZEN, data_with, loaded
from helpers.programs import module_of, playable_of
from helpers.tools import (
    SHIPPED_SPEC_FILE,
    SPEC_FILE,
    any_compiler,
    compiler_or_skip,
    needs_c1541,
    needs_ca65,
    needs_cartconv,
    needs_cc65,
    needs_oscar64,
)
from rich.console import Console

from pygen.base.errors import CompileFailed, DoesNotFit
from pygen.compilers import COMPILERS
from pygen.compilers.module_building import Module
from pygen.compilers.oscar64_map import REGISTERS
from pygen.compilers.program import prg_of
from pygen.console.program_report import print_report
from pygen.programs import program as programs
from pygen.programs.carrier import ModularProgram
from pygen.programs.carriers import CARRIERS
from pygen.programs.places import Places, in_a_row
from pygen.programs.program import build_program
from pygen.spec import Spec, load_spec

MOST_BYTES = {"speed": 20 * 1024, "size": 18 * 1024}
MORE_THAN_THE_CRYPT = {"speed": 256, "size": 512}
"""What programs of the catacombs and the deep crypt may take more."""
MOST_RESIDENT = {"oscar64": 11 * 1024, "cc65": 16 * 1024}
MOST_RESIDENT_ON_A_DISK = {"oscar64": 11_952, "cc65": 16 * 1024}
MOST_OF_THE_CRYPTS_MODULE = {
    "speed": {"oscar64": 9_728, "cc65": 13 * 1024},
    "size": {"oscar64": 7_968, "cc65": 11 * 1024},
}


@pytest.fixture(scope="module")
def two() -> Spec:
    return load_spec(SPEC_FILE, ["program.dungeons=[burrow, crypt]"])


def report_of(program: ModularProgram, sizes: bool = False) -> str:
    text = io.StringIO()
    print_report(program, Console(file=text, width=120), sizes)
    return text.getvalue()


def preferring(preference: str) -> Spec:
    """The spec as it ships, with a preference of both compilers."""
    changes = [f"compilers.{name}.prefer={preference}" for name in COMPILERS]
    return load_spec(SHIPPED_SPEC_FILE, changes)


@pytest.mark.sampled(2)
@needs_oscar64
@pytest.mark.parametrize(
    ("dungeon", "preference"),
    [
        ("crypt", "speed"),
        ("crypt", "size"),
        ("catacombs", "speed"),
        ("deep", "size"),
        pytest.param("catacombs", "size", marks=pytest.mark.long),
        pytest.param("deep", "speed", marks=pytest.mark.long),
    ],
)
def test_a_program_of_one_dungeon_is_small(dungeon: str, preference: str) -> None:
    spec = preferring(preference)
    program = playable_of(spec, "oscar64", selection=spec.only(dungeon))
    more = 0 if dungeon == "crypt" else MORE_THAN_THE_CRYPT[preference]
    assert program.file.stat().st_size <= MOST_BYTES[preference] + more


@pytest.mark.parametrize("name", list(COMPILERS))
def test_the_resident_part_is_small(two: Spec, name: str) -> None:
    assert playable_of(two, name).resident_bytes <= MOST_RESIDENT[name]


DUNGEONS_OF_THE_LIMIT = 5
MOST_OF_A_DUNGEON = {"oscar64": 58, "cc65": 58}
"""The name of each further dungeon, the place of its module, and its part of what shows looks."""
MOST_OF_ENTITIES = {"oscar64": 970, "cc65": 1480}
"""What shows and names items, traps and enemies, and says which try a dungeon is in."""


@needs_cartconv
@needs_c1541
@pytest.mark.parametrize(
    ("name", "carrier", "most"),
    [
        # Every push builds the program of two dungeons with both compilers, and this one with the
        # faster, for its disks.
        pytest.param("oscar64", "easyflash", MOST_RESIDENT, marks=pytest.mark.long),
        ("cc65", "d81", MOST_RESIDENT_ON_A_DISK),
        pytest.param("oscar64", "d64", MOST_RESIDENT_ON_A_DISK, marks=pytest.mark.long),
        pytest.param("cc65", "magic_desk", MOST_RESIDENT, marks=pytest.mark.long),
    ],
)
def test_the_resident_part_of_the_collection_is_small(
    shipped_spec: Spec, name: str, carrier: str, most: dict[str, int]
) -> None:
    collection = shipped_spec.selection_of("collection")
    more = (len(collection.dungeons) - DUNGEONS_OF_THE_LIMIT) * MOST_OF_A_DUNGEON[name]
    more += MOST_OF_ENTITIES[name]
    program = carried(shipped_spec, name, carrier, selection=collection)
    assert program.resident_bytes <= most[name] + more


@pytest.mark.parametrize("preference", MOST_OF_THE_CRYPTS_MODULE)
@pytest.mark.parametrize("name", list(COMPILERS))
def test_the_module_of_the_crypt_is_small(name: str, preference: str) -> None:
    size = module_of(preferring(preference), "crypt", name).size
    assert size <= MOST_OF_THE_CRYPTS_MODULE[preference][name]


@needs_oscar64
def test_modules_leave_the_temporaries_of_the_resident_part_alone(two: Spec) -> None:
    program = playable_of(two, "oscar64")
    own = next(item for item in program.result.objects if item.name == REGISTERS)
    for module in program.modules:
        assert own.address + own.size <= module.layout.zeropage.start


@pytest.mark.parametrize("name", list(COMPILERS))
def test_modules_and_resident_part_are_apart_and_the_work_memory_is_behind_them(
    two: Spec, name: str
) -> None:
    program = playable_of(two, name)
    spans = [
        range(module.layout.start, module.layout.start + len(module.carried))
        for module in program.modules
    ]
    spans.append(
        range(program.result.entry, program.result.image_start + len(program.result.image))
    )
    assert all(before.stop <= after.start for before, after in pairwise(spans))
    region = two.memory["program"]
    assert spans[0].start >= region.start
    (work,) = {module.layout.work_start for module in program.modules}
    stack = next(part for part in program.result.segments if part.kind == "stack")
    assert spans[-1].stop <= stack.start and stack.start + stack.size <= work
    assert all(module.layout.work_end <= region.end for module in program.modules)
    for module in program.modules:
        at = module.layout.start - program.result.image_start
        assert program.result.image[at : at + len(module.carried)] == module.carried
    assert program.file.read_bytes() == prg_of(program.result)


@needs_cc65
def test_cc65_fills_the_ram_below_the_kernal_except_with_what_needs_the_kernal(two: Spec) -> None:
    result = playable_of(two, "cc65").result
    spans = [
        range(item.address, item.address + item.size)
        for item in result.objects
        if item.section in ("HIGHCODE", "HIGHDATA")
    ]
    # No code is at the first address.
    assert 1 + sum(map(len, spans)) == len(result.below_kernal) > 8000
    assert all(span.start >= 0xE000 and span.stop <= 0xFFFA for span in spans)
    for name in ("leave", "disk_call", "disk_name", "saved_header"):
        assert result.labels[name] < 0xD000


@pytest.mark.usefixtures("nothing_is_kept")
def test_nothing_is_built_again_if_nothing_has_changed(two: Spec, tmp_path: Path) -> None:
    compiler = any_compiler()
    first = build_program(two, "spec", compiler, "release", build_folder=tmp_path)
    again = build_program(two, "spec", compiler, "release", build_folder=tmp_path)
    assert first.is_new and not again.is_new
    assert again.file.read_bytes() == prg_of(first.result)
    assert [module.image for module in again.modules] == [m.image for m in first.modules]


@needs_cc65
@pytest.mark.parametrize("name", list(COMPILERS))
def test_work_memory_that_takes_more_at_its_place_than_where_it_was_measured_gets_another_one(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = load_spec(SPEC_FILE, ["program.dungeons=[burrow]"])
    measured = in_a_row
    starts: list[set[int | None]] = []

    def too_small(modules: Mapping[str, Module], first: int, last: int, spare: None) -> Places:
        found = measured(modules, first, last, spare)
        if not starts:
            later = {
                name: replace(place, work=(place.work or 0) + 256)
                for name, place in found.modules.items()
            }
            found = replace(found, modules=later)
        starts.append({place.work for place in found.modules.values()})
        return found

    monkeypatch.setattr(programs, "in_a_row", too_small)
    built = build_program(
        spec, "spec", compiler_or_skip(name), "release", plays=False, build_folder=tmp_path
    )
    assert len(starts) == 2
    last = spec.memory["program"].end
    assert all(module.layout.work_end <= last for module in built.modules)


def test_modules_that_do_not_fit_are_an_error_that_says_what_would_help(
    spec: Spec, tmp_path: Path
) -> None:
    with pytest.raises(CompileFailed, match=r"the modules take \$2400-.* fewer dungeons|modules"):
        build_program(
            load_spec(SPEC_FILE, ["memory.program.end=0x4FFF"]),
            "spec", compiler_or_skip("cc65"), "release", build_folder=tmp_path,
        )  # fmt: skip
    assert not list(tmp_path.rglob("undercroft.prg"))


@needs_cc65
def test_the_remedies_for_a_program_that_does_not_fit_are_those_that_help(tmp_path: Path) -> None:
    """A little too large: 256 bytes less than the crypt and the burrow need."""
    compiler = compiler_or_skip("cc65")

    def build(*overrides: str) -> ModularProgram:
        two = load_spec(SPEC_FILE, ["program.dungeons=[burrow, crypt]", *overrides])
        return build_program(two, "spec", compiler, "release", build_folder=tmp_path)

    program = build()
    last = program.spec.memory["program"].end - program.result.free - 256
    end = f"memory.program.end={last}"
    with pytest.raises(DoesNotFit, match="overflows") as caught:
        build(end)
    remedies = re.findall(r"--set (\S+=\S+?)\.?(?: |$)", caught.value.hint)
    assert remedies == ["compilers.cc65.prefer=size", "program.dungeons=[burrow]"]
    build(end, remedies[0])
    assert "carriers: [d64]" in caught.value.hint and "OSCAR64" in caught.value.hint
    data = data_with({name: FROZEN["dungeons"][name] for name in ("burrow", "crypt")})
    del data["memory"]
    found = re.search(r"without `memory`: it has (\S+) bytes more", caught.value.hint)
    more = loaded(data).memory["program"].size - load_spec(SPEC_FILE, [end]).memory["program"].size
    assert found and int(found[1].replace(",", "")) == more > 256
    # What is done already, or cannot be done, is no remedy.
    with pytest.raises(DoesNotFit) as caught:
        build("program.dungeons=[burrow]", "memory.program.end=0x43FF", remedies[0])
    assert "--set" not in caught.value.hint and "smaller map" in caught.value.hint


@needs_cc65
@pytest.mark.parametrize("carrier", ["prg", "easyflash"])
def test_work_memory_is_in_the_regions_of_other_dungeons_if_there_is_no_other_room(
    shipped_spec: Spec, tmp_path: Path, carrier: str
) -> None:
    def build(spec: Spec) -> ModularProgram:
        selected, cc65 = spec.only("crypt"), compiler_or_skip("cc65")
        return build_program(
            spec, "spec", cc65, "release", CARRIERS[carrier], build_folder=tmp_path,
            selection=selected,
        )  # fmt: skip

    usual = build(shipped_spec)
    region = shipped_spec.memory["program"]
    (module,) = usual.modules
    assert module.layout.work_start > region.start
    last = region.end - usual.result.free - 512
    program = build(load_spec(SHIPPED_SPEC_FILE, [f"memory.program.end={last}"]))
    (module,) = program.modules
    work = range(module.layout.work_start, module.layout.work_end + 1)
    others = [shipped_spec.memory[name] for name in ("features", "looks", "chambers")]
    assert min(one.start for one in others) <= work.start
    assert work.stop <= max(one.end for one in others) + 1
    for name in ("map", "rooms", "viewport", "summary", "statistics", "mailbox", "program"):
        kept = shipped_spec.memory[name]
        assert kept.end < work.start or kept.start >= work.stop


def test_a_program_that_only_serves_has_no_menu(two: Spec, tmp_path: Path) -> None:
    compiler = any_compiler()
    served = build_program(two, "spec", compiler, "release", plays=False, build_folder=tmp_path)
    played = playable_of(two, compiler.name)
    assert "menu" in played.result.labels and "menu" not in served.result.labels
    assert len(served.result.image) < len(played.result.image) - 4000


# ------------------------------------------------------------------ the report


def test_the_report_names_the_file_and_where_each_module_is(two: Spec) -> None:
    program = playable_of(two)
    text = report_of(program)
    assert f"{program.file.stat().st_size:,} bytes" in text
    for module in program.modules:
        start = module.layout.start
        line = (
            rf"{module.dungeon} +\${start:04X} +\${start + module.size - 1:04X} +{module.size:,} "
        )
        assert re.search(line, text), line
    assert re.search(r"charset +\$2000 +\$23FF +1,024 +0 ", text)


def test_the_report_is_short_unless_sizes_are_asked_for(two: Spec) -> None:
    program = playable_of(two)
    short, long = report_of(program), report_of(program, sizes=True)
    assert "--sizes" in short and "tile_screen_code" not in short
    assert "tile_screen_code" in long and len(short.splitlines()) < 44


def test_segments_are_shown_with_their_first_and_last_byte(two: Spec) -> None:
    program = playable_of(two)
    text = report_of(program)
    for segment in program.result.segments:
        inside = [item for item in program.result.objects if item.section == segment.name]
        if not inside:
            continue
        last = max(item.address + item.size for item in inside) - 1
        mixed = r"\*" if last - segment.start + 1 > segment.size else " "
        line = rf"{segment.name} +\${segment.start:04X} +\${last:04X} +{segment.size:,}{mixed} "
        assert re.search(line, text), line


@needs_cc65
def test_the_bytes_of_the_parts_are_those_of_the_segments(two: Spec) -> None:
    program = playable_of(two, "cc65")
    table = report_of(program).partition("\nparts")[2].splitlines()[2:-1]
    rows = [re.split(r"  +", line.strip()) for line in table]
    assert [row[0] for row in rows[:2]] == ["what dungeons share", "playable part"]
    for column, kind in enumerate(("code", "data", "bss", "zeropage"), 1):
        wanted = sum(s.size for s in program.result.segments if s.kind == kind)
        assert wanted and sum(int(row[column].replace(",", "")) for row in rows) == wanted


@pytest.mark.shipped
@pytest.mark.slow
@needs_c1541
@needs_cartconv
@needs_ca65
@pytest.mark.parametrize(
    ("name", "carriers"),
    [
        pytest.param("oscar64", ("prg", "d64", "easyflash"), marks=pytest.mark.long),
        # All dungeons are on the disks.
        ("cc65", ("prg", "d81")),
        pytest.param("oscar64", tuple(CARRIERS), marks=pytest.mark.long),
        pytest.param("cc65", tuple(CARRIERS), marks=pytest.mark.long),
    ],
)
def test_every_shipped_program_fits_on_all_its_carriers(
    shipped_spec: Spec, name: str, carriers: tuple[str, ...]
) -> None:
    assert set(shipped_spec.programs["collection"].carriers) == set(CARRIERS) - {"prg"}
    carried_dungeons: set[str] = set()
    for program_name, plan in shipped_spec.programs.items():
        selection = shipped_spec.selection_of(program_name)
        for carrier in set(plan.carriers) & set(carriers):
            program = carried(shipped_spec, name, carrier, selection=selection)
            # A D64 has 168 KB, which are not enough for all dungeons.
            assert not program.left_out or carrier == "d64"
            dungeons = tuple(module.dungeon for module in program.modules)
            assert len(dungeons) >= 12 or dungeons == selection.dungeons
            assert {*dungeons, *program.left_out} == set(selection.dungeons)
            carried_dungeons |= set(dungeons)
            assert carrier == "prg" or program.file.stat().st_size > 40_000
    assert carried_dungeons == set(shipped_spec.dungeons)
