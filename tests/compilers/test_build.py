"""Building: repeatable, only when needed, and nothing half-built is left."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from helpers.tools import SPEC_FILE, any_compiler, compiler_or_skip

from pygen.base.errors import CompileFailed, UserError
from pygen.compilers import COMPILERS, Compiler, building
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
