"""Building: repeatable, only when needed, and nothing half-built is left."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from helpers.programs import module_of, playable_of
from helpers.tools import SPEC_FILE, any_compiler, compiler_or_skip

from pygen.base.errors import CompileFailed, UserError
from pygen.compilers import COMPILERS, Compiler, module_building
from pygen.compilers.built import Profile
from pygen.compilers.module_building import Module, build_module
from pygen.spec import Spec, load_spec

COMPILER_NAMES = list(COMPILERS)
pytestmark = pytest.mark.usefixtures("nothing_is_kept")


def build(spec: Spec, compiler: Compiler, folder: Path, profile: Profile = "release") -> Module:
    return build_module(spec, "generator.yaml", compiler, "burrow", profile, folder)


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Gets the name of everything that is compiled."""
    compiled: list[str] = []
    for kind in COMPILERS.values():

        def compile(self, request, original=kind.compile):  # type: ignore[no-untyped-def]
            compiled.append(request.name)
            return original(self, request)

        monkeypatch.setattr(kind, "compile", compile)
    return compiled


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("name", COMPILER_NAMES)
@pytest.mark.parametrize("profile", ["release", "dev"])
def test_two_builds_in_different_folders_give_identical_files(
    spec: Spec, tmp_path: Path, name: str, profile: Profile
) -> None:
    compiler = compiler_or_skip(name)
    results = []
    for folder in (tmp_path / "here", tmp_path / "far away" / "and deeper"):
        result = build(spec, compiler, folder, profile).result
        results.append([f.read_bytes() for f in (result.prg, result.label_file, result.map_file)])
    assert results[0] == results[1]


@pytest.mark.parametrize("name", COMPILER_NAMES)
def test_nothing_is_compiled_when_nothing_has_changed(
    spec: Spec, tmp_path: Path, name: str, compilations: list[str]
) -> None:
    compiler = compiler_or_skip(name)
    first = build(spec, compiler, tmp_path)
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    assert compilations
    compilations.clear()
    second = build(spec, compiler, tmp_path)
    assert not compilations
    assert (second.result, second.image) == (first.result, first.image)
    emitted = {path for path in times if path.parent.name == "gen"}
    assert emitted and emitted != set(times)
    assert all(path.stat().st_mtime_ns == times[path] for path in set(times) - emitted)


@pytest.mark.parametrize("damage", ["remove", "change"])
def test_a_module_that_was_tampered_with_is_put_back(
    spec: Spec, tmp_path: Path, damage: str
) -> None:
    compiler = any_compiler()
    prg = build(spec, compiler, tmp_path).result.prg
    whole = prg.read_bytes()
    if damage == "remove":
        prg.unlink()
    else:
        prg.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    assert build(spec, compiler, tmp_path).result.prg.read_bytes() == whole
    assert prg.read_bytes() == whole


def test_a_changed_parameter_changes_the_module(spec: Spec, tmp_path: Path) -> None:
    compiler = any_compiler()
    before = build(spec, compiler, tmp_path).image
    changed = load_spec(SPEC_FILE, ["dungeons.burrow.walk.steps=701"])
    assert build(changed, compiler, tmp_path).image != before


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", COMPILER_NAMES)
@pytest.mark.parametrize(
    ("line", "complaint"),
    [("int broken(void) { return nothing_like_it; }", "nothing_like_it"),
     ("#warning this is no good", "this is no good")],
)  # fmt: skip
def test_an_error_or_warning_names_file_and_line_and_leaves_no_module(
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
    monkeypatch.setattr(
        module_building, "MODULE_SOURCES", (*module_building.MODULE_SOURCES, str(wrong))
    )
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


@pytest.mark.parametrize("name", COMPILER_NAMES)
def test_a_module_too_large_for_its_place_says_so(name: str, tmp_path: Path) -> None:
    tight = load_spec(SPEC_FILE, ["modules.start=0x5000", "modules.work=0x5400"])
    with pytest.raises(UserError) as failure:
        build(tight, compiler_or_skip(name), tmp_path)
    said = f"{failure.value.message} {failure.value.hint}".lower()
    assert "fit" in said or "place" in said or "overlap" in said


@pytest.mark.parametrize("name", COMPILER_NAMES)
def test_work_memory_has_room_for_the_stack_and_little_more(spec: Spec, name: str) -> None:
    module = module_of(spec, "burrow", name)
    variables = [item for item in module.result.objects if item.kind == "bss"]
    end = max(item.address + item.size for item in variables)
    # OSCAR64 lets no array cross the border of a page: at another address it has a gap before it.
    gap = max(item.size for item in variables)
    assert 48 <= module.layout.work_end + 1 - end < 48 + 32 + gap
    assert (module.layout.work_end + 1 - module.layout.work_start) % 16 == 0


@pytest.mark.parametrize("name", COMPILER_NAMES)
def test_tiles_may_have_every_code_of_a_byte(name: str, tmp_path: Path) -> None:
    size = "{width: 48, height: 48, bits_per_tile: 8}"
    maps = [f"dungeons.{dungeon}.map={size}" for dungeon in ("crypt", "catacombs", "burrow")]
    last = load_spec(SPEC_FILE, [*maps, "program.dungeons=[burrow]", "tiles.door.code=255"])
    assert build(last, compiler_or_skip(name), tmp_path).result.prg.is_file()


@pytest.mark.parametrize("name", COMPILER_NAMES)
def test_what_only_a_game_asks_is_not_in_the_program(spec: Spec, name: str) -> None:
    labels = playable_of(spec, name, selection=spec.only("crypt")).result.labels
    assert "harness_serve" in labels
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
