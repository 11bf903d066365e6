"""Building: repeatable, only when needed, and nothing half-built is left."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path

import pytest
from helpers.kinds import Sample, every_dungeon
from helpers.programs import program_of
from helpers.tools import SPEC_FILE, any_compiler, compiler_or_skip, needs_cc65, needs_oscar64
from rich.console import Console

from pygen.base.errors import CompileFailed, UserError
from pygen.compilers import COMPILERS, Compiler, building
from pygen.console.build import print_report
from pygen.spec import Spec, load_spec

COMPILER_NAMES = list(COMPILERS)


def build(spec: Spec, compiler: Compiler, folder: Path) -> building.Program:
    return building.build(spec, "generator.yaml", compiler, "release", folder)


@pytest.mark.slow
@pytest.mark.parametrize("name", COMPILER_NAMES)
@pytest.mark.parametrize("profile", ["release", "dev"])
def test_two_builds_in_different_folders_give_identical_files(
    spec: Spec, tmp_path: Path, name: str, profile: building.Profile
) -> None:
    compiler = compiler_or_skip(name)
    results = []
    for folder in (tmp_path / "here", tmp_path / "far away" / "and deeper"):
        program = building.build(spec, "generator.yaml", compiler, profile, folder)
        result = program.result
        results.append([f.read_bytes() for f in (result.prg, result.label_file, result.map_file)])
    assert results[0] == results[1]


@pytest.mark.parametrize("name", COMPILER_NAMES)
def test_nothing_is_compiled_when_nothing_has_changed(
    spec: Spec, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = compiler_or_skip(name)
    first = build(spec, compiler, tmp_path)
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}

    def never(*_: object) -> None:
        raise AssertionError("the compiler was called")

    monkeypatch.setattr(type(compiler), "compile", never)
    second = build(spec, compiler, tmp_path)
    assert first.is_new and not second.is_new
    assert second.result == first.result
    assert {path: path.stat().st_mtime_ns for path in times} == times


@pytest.mark.parametrize("damage", ["remove", "change"])
def test_a_program_that_was_tampered_with_is_built_anew(
    spec: Spec, tmp_path: Path, damage: str
) -> None:
    compiler = any_compiler()
    prg = build(spec, compiler, tmp_path).result.prg
    whole = prg.read_bytes()
    if damage == "remove":
        prg.unlink()
    else:
        prg.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    assert build(spec, compiler, tmp_path).is_new
    assert prg.read_bytes() == whole


def test_a_changed_parameter_changes_the_program(spec: Spec, tmp_path: Path) -> None:
    compiler = any_compiler()
    before = build(spec, compiler, tmp_path).result.image
    changed = load_spec(SPEC_FILE, ["dungeons.crypt.rooms.attempts=14"])
    after = build(changed, compiler, tmp_path)
    assert after.is_new and after.result.image != before


@pytest.mark.parametrize("name", COMPILER_NAMES)
@pytest.mark.parametrize(
    ("line", "complaint"),
    [("int broken(void) { return nothing_like_it; }", "nothing_like_it"),
     ("#warning this is no good", "this is no good")],
)  # fmt: skip
def test_an_error_or_warning_names_file_and_line_and_leaves_no_program(
    spec: Spec,
    tmp_path: Path,
    name: str,
    line: str,
    complaint: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiler = compiler_or_skip(name)
    if name == "oscar64" and line.startswith("#warning"):
        line, complaint = "#pragma nothing_like_it", "nothing_like_it"
    prg = build(spec, compiler, tmp_path / "build").result.prg
    wrong = tmp_path / "wrong.c"
    wrong.write_text(f"/* fine so far */\n{line}\n")
    monkeypatch.setattr(building, "PROGRAM_SOURCES", (*building.PROGRAM_SOURCES, str(wrong)))
    with pytest.raises(CompileFailed) as failure:
        build(spec, compiler, tmp_path / "build")
    assert "wrong.c:2:" in failure.value.message
    assert complaint in failure.value.message
    assert not prg.exists()


def test_a_build_folder_that_cannot_be_written_is_a_clear_error(spec: Spec, tmp_path: Path) -> None:
    blocked = tmp_path / "build"
    blocked.write_text("a file where a folder is to be")
    with pytest.raises(UserError, match="cannot be written"):
        build(spec, any_compiler(), blocked)
    assert blocked.read_text() == "a file where a folder is to be"


def test_a_program_too_large_for_its_region_says_so(tmp_path: Path) -> None:
    tight = load_spec(SPEC_FILE, ["memory.program.end=0x3400"])
    with pytest.raises(CompileFailed) as failure:
        build(tight, any_compiler(), tmp_path)
    assert "fit" in str(failure.value).lower() or "place" in str(failure.value).lower()
    assert not list(tmp_path.rglob("*.prg"))


@pytest.mark.parametrize("name", COMPILER_NAMES)
def test_tiles_may_have_every_code_of_a_byte(name: str, tmp_path: Path) -> None:
    size = "{width: 48, height: 48, bits_per_tile: 8}"
    maps = [f"dungeons.{dungeon}.map={size}" for dungeon in ("crypt", "catacombs", "burrow")]
    last = load_spec(SPEC_FILE, [*maps, "program.dungeons=[burrow]", "tiles.door.code=255"])
    assert build(last, compiler_or_skip(name), tmp_path).result.prg.is_file()


def test_what_only_a_game_asks_is_not_in_the_program(spec: Spec, tmp_path: Path) -> None:
    for name in COMPILER_NAMES:
        labels = build(spec, compiler_or_skip(name), tmp_path / name).result.labels
        assert "harness_build_one" in labels
        assert not {"mapgen_validate_map", "wall_has_doors"} & set(labels)


MOST_BYTES = 17 * 1024


@needs_oscar64
@every_dungeon
def test_a_program_of_one_dungeon_has_17_kib_at_most(sample: Sample) -> None:
    spec = sample.changed(f"program.dungeons=[{sample.dungeon}]")
    program = program_of(spec, "oscar64")
    assert building.is_playable(spec, program.compiler)
    assert program.result.prg.stat().st_size <= MOST_BYTES


@needs_cc65
@pytest.mark.parametrize(
    "dungeons",
    ["crypt", "catacombs", "burrow", "crypt, catacombs", "crypt, burrow", "catacombs, burrow",
     "crypt, catacombs, burrow"],
)  # fmt: skip
def test_all_that_play_up_to_allows_fits_with_cc65(tmp_path: Path, dungeons: str) -> None:
    spec = load_spec(SPEC_FILE, [f"program.dungeons=[{dungeons}]"])
    compiler = compiler_or_skip("cc65")
    assert building.is_playable(spec, compiler)
    assert "menu" in build(spec, compiler, tmp_path).result.labels


def test_the_report_says_when_and_why_the_playing_part_is_left_out(tmp_path: Path) -> None:
    compiler = any_compiler()
    for most, is_told in ((2, False), (1, True)):
        changes = [
            "program.dungeons=[burrow, crypt]",
            f"compilers.{compiler.name}.play_up_to={most}",
        ]
        program = build(load_spec(SPEC_FILE, changes), compiler, tmp_path)
        text = io.StringIO()
        print_report(program, Console(file=text, width=120))
        assert ("The playable part is left out" in text.getvalue()) == is_told
        assert f"{program.result.prg.stat().st_size:,} bytes" in text.getvalue()
        assert not is_told or f"compilers.{compiler.name}.play_up_to is 1." in text.getvalue()
        used = "0 +1,024" if is_told else "1,024 +0"
        assert re.search(rf"charset +\$2000 +\$23FF +{used} ", text.getvalue())


def test_the_report_of_a_build_is_short_unless_sizes_are_asked_for(tmp_path: Path) -> None:
    compiler = any_compiler()
    program = build(load_spec(SPEC_FILE, ["program.dungeons=[burrow, crypt]"]), compiler, tmp_path)
    reports = []
    for sizes in (False, True):
        text = io.StringIO()
        print_report(program, Console(file=text, width=120), sizes)
        reports.append(text.getvalue())
    short, long = reports
    assert "--sizes" in short and "room_priority" not in short
    assert "room_priority" in long and len(short.splitlines()) < 40


def test_segments_are_shown_with_their_first_and_last_byte(tmp_path: Path) -> None:
    compiler = any_compiler()
    program = build(load_spec(SPEC_FILE, ["program.dungeons=[burrow]"]), compiler, tmp_path)
    text = io.StringIO()
    print_report(program, Console(file=text, width=120))
    for segment in program.result.segments:
        inside = [item for item in program.result.objects if item.section == segment.name]
        if not inside:
            continue
        last = max(item.address + item.size for item in inside) - 1
        mixed = r"\*" if last - segment.start + 1 > segment.size else " "
        line = rf"{segment.name} +\${segment.start:04X} +\${last:04X} +{segment.size:,}{mixed} "
        assert re.search(line, text.getvalue()), line


@needs_cc65
def test_the_bytes_of_the_parts_are_those_of_the_segments(tmp_path: Path) -> None:
    compiler = compiler_or_skip("cc65")
    program = build(load_spec(SPEC_FILE, ["program.dungeons=[burrow, crypt]"]), compiler, tmp_path)
    text = io.StringIO()
    print_report(program, Console(file=text, width=120))
    table = text.getvalue().partition("\nparts")[2].splitlines()[2:-1]
    rows = [re.split(r"  +", line.strip()) for line in table]
    assert [row[0] for row in rows[:3]] == ["burrow", "crypt", "shared by the dungeons"]
    for column, kind in enumerate(("code", "data", "bss", "zeropage"), 1):
        wanted = sum(s.size for s in program.result.segments if s.kind == kind)
        assert sum(int(row[column].replace(",", "")) for row in rows) == wanted
        # What lies in zero page belongs to no dungeon.
        assert wanted == 0 or kind == "zeropage" or int(rows[0][column].replace(",", "")) > 0


def test_a_build_interrupted_in_the_middle_is_done_again(
    spec: Spec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = any_compiler()
    replace = os.replace

    def interrupted(source: str | Path, target: str | Path) -> None:
        if str(target).endswith(".prg"):
            raise KeyboardInterrupt
        replace(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", interrupted)
        with pytest.raises(KeyboardInterrupt):
            build(spec, compiler, tmp_path)
    assert not list(tmp_path.rglob("*.prg"))
    assert build(spec, compiler, tmp_path).result.prg.is_file()
