"""The native build: the same C as the C64's, on this machine, with and without sanitizers."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from helpers.equal_dungeons import require_equal
from helpers.kinds import Sample, every_dungeon, one_dungeon_of_each_kind
from helpers.programs import CACHE, native_of
from helpers.tools import SHIPPED_SPEC_FILE, SPEC_FILE, needs_cc

from pygen.base.errors import CompileFailed, ToolMissing, UserError
from pygen.base.project import C_FOLDER
from pygen.builders.base import digest_of
from pygen.builders.native import NativeBuilder, NativeFailed, build_native, run_checked
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.proof.parity import compare, diagnose
from pygen.spec import Spec, load_spec

pytestmark = needs_cc


def edited_source(folder: Path, file: str, old: str, new: str) -> Path:
    """A copy of all hand-written C with one change."""
    copy = folder / "c64src"
    shutil.copytree(C_FOLDER, copy)
    text = (copy / file).read_text()
    assert old in text, f"{file} has no {old!r} to change"
    (copy / file).write_text(text.replace(old, new, 1))
    return copy


@pytest.fixture(scope="module")
def native(spec: Spec) -> NativeBuilder:
    return NativeBuilder(spec, native_of(spec))


@pytest.mark.sampled(6)
@every_dungeon
def test_the_native_build_gives_the_references_bytes(sample: Sample) -> None:
    spec, dungeon = sample.spec, sample.dungeon
    native = NativeBuilder(spec, native_of(spec))
    for seed in spec.parity.seeds():
        assert (
            native.build(Request(dungeon, seed)).regions
            == generate(spec, Request(dungeon, seed)).region_bytes()
        )


@pytest.mark.sampled(2)
@every_dungeon
def test_many_seeds_at_once_are_the_same_as_one_by_one(sample: Sample) -> None:
    native, dungeon = NativeBuilder(sample.spec, native_of(sample.spec)), sample.dungeon
    seeds = [65535, 0, 7, 7, 32768]
    one_by_one = b"".join(
        b"".join(native.build(Request(dungeon, seed)).regions.values()) for seed in seeds
    )
    assert native.build_many([Request(dungeon, seed) for seed in seeds]) == one_by_one
    assert native.build_many([]) == b"" == native.digests([])
    size = len(one_by_one) // len(seeds)
    parts = [one_by_one[at : at + size] for at in range(0, len(one_by_one), size)]
    digests = b"".join(digest_of(part) for part in parts)
    assert native.digests([Request(dungeon, seed) for seed in seeds]) == digests


@pytest.mark.sanitizers
@one_dungeon_of_each_kind
def test_no_undefined_behaviour_and_no_access_outside_of_the_regions(sample: Sample) -> None:
    spec, dungeon = sample.spec, sample.dungeon
    seeds = [*range(0, 65536, 1499), 65535]
    built = run_checked(native_of(spec, "checked"), spec, dungeon, seeds)
    for seed, regions in zip(seeds, built, strict=True):
        request = Request(dungeon, seed)
        require_equal(spec, dungeon, generate(spec, request).region_bytes(), regions, request)


SHIPPED = list(load_spec(SHIPPED_SPEC_FILE).dungeons)
MANY = 3000


@pytest.mark.sanitizers
@pytest.mark.shipped
@pytest.mark.parametrize("count", [50, pytest.param(MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize("dungeon", SHIPPED)
def test_every_row_of_every_shipped_dungeon_is_clean(
    shipped_spec: Spec, dungeon: str, count: int
) -> None:
    spec, alone = shipped_spec, shipped_spec.only(dungeon)
    program = native_of(spec, "checked", alone)
    seeds = [*range(0, 65536, 65536 // count), 65535]
    for row in spec.dungeons[dungeon].floor_rows:
        built = list(run_checked(program, spec, dungeon, seeds, row.first_floor, alone))
        assert len(built) == len(seeds)
        for seed, regions in list(zip(seeds, built))[:: len(seeds) // 5]:
            request = spec.proof_request(dungeon, seed, row.first_floor)
            require_equal(spec, dungeon, generate(spec, request).region_bytes(), regions, request)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("mistake", "complaint"),
    [
        ("BYTES_AT(MAP_START)[MAP_SIZE - 1] = 1;", "use-after-poison"),
        ("BYTES_AT(SCREEN_START)[0] = 1;", "use-after-poison"),
        ("mapgen_selected += blank_room[seed + 5000u];", "out of bounds"),
        ("mapgen_selected |= (uint8_t)(1 << (seed + 40));", "shift exponent"),
    ],
)
def test_the_checked_program_ends_at_what_c_does_not_define(
    spec: Spec, tmp_path: Path, mistake: str, complaint: str
) -> None:
    start = "random_seed(seed);"
    source = edited_source(tmp_path, "core/mapgen.c", start, f"{start}\n    {mistake}")
    program = build_native(spec, "checked", CACHE, source)
    with pytest.raises(NativeFailed, match=complaint):
        list(run_checked(program, spec, "crypt", [1]))


def test_an_assertion_that_does_not_hold_ends_the_checked_program(
    spec: Spec, tmp_path: Path
) -> None:
    start = "random_seed(seed);"
    mistake = f'{start}\n    ASSERT("seeds are small", seed < 1000);'
    source = edited_source(tmp_path, "core/mapgen.c", start, mistake)
    (source / "core/mapgen.c").write_text(
        '#include "core/assertion.h"\n' + (source / "core/mapgen.c").read_text()
    )
    program = build_native(spec, "checked", CACHE, source)
    assert len(list(run_checked(program, spec, "crypt", [1, 999]))) == 2
    with pytest.raises(NativeFailed, match="assertion failed: seeds are small"):
        list(run_checked(program, spec, "crypt", [1, 1000]))


def test_two_specs_at_once_do_not_disturb_each_other(
    spec: Spec, native: NativeBuilder, tmp_path: Path
) -> None:
    other_spec = load_spec(SPEC_FILE, ["dungeons.crypt.rooms.max_size=6", "random.seed_zero=1"])
    other = NativeBuilder(other_spec, build_native(other_spec, "quick", tmp_path))
    before = native.build(Request("crypt", 0)).regions
    assert (
        other.build(Request("crypt", 0)).regions
        == generate(other_spec, Request("crypt", 0)).region_bytes()
    )
    assert (
        native.build(Request("crypt", 0)).regions
        == before
        != other.build(Request("crypt", 0)).regions
    )


@pytest.mark.sampled(2)
@every_dungeon
def test_each_phase_is_told_and_leaves_what_the_reference_has(sample: Sample) -> None:
    spec, dungeon = sample.spec, sample.dungeon
    native = NativeBuilder(spec, native_of(spec))
    expected: list[tuple[str, bytes]] = []
    for seed in (0, 7, 65535):
        expected.clear()
        generate(spec, Request(dungeon, seed), lambda name, g: expected.append((name, g.packed())))
        found = [(name, regions["map"]) for name, regions in native.phases(Request(dungeon, seed))]
        assert found == expected


@pytest.mark.sampled(3)
@pytest.mark.parametrize("number", [0, 2, 7])
def test_a_phase_with_a_wrong_number_is_an_error(number: int, spec: Spec, tmp_path: Path) -> None:
    source = edited_source(
        tmp_path, "harness/native.c", "phase_listener(phase);", f"phase_listener({number});"
    )
    library = build_native(spec, "quick", tmp_path, source)
    with pytest.raises(NativeFailed, match="phases"):
        list(NativeBuilder(spec, library).phases(Request("crypt", 0)))


def test_a_wrong_native_dungeon_is_diagnosed_by_phase(spec: Spec, tmp_path: Path) -> None:
    other = load_spec(SPEC_FILE, ["dungeons.crypt.secrets.treasures=2"])
    wrong = NativeBuilder(spec, build_native(other, "quick", tmp_path))
    case = compare(wrong, Request("crypt", 7))
    assert not case.equal
    diagnosis = diagnose(wrong, case)
    assert diagnosis.phase == "treasures"
    assert diagnosis.differences and diagnosis.at_end["map"]
    assert compare(wrong, Request("burrow", 7)).equal


def test_nothing_is_compiled_twice_and_a_change_is(
    spec: Spec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = build_native(spec, build_folder=tmp_path)
    time = first.stat().st_mtime_ns
    assert build_native(spec, build_folder=tmp_path) == first
    assert first.stat().st_mtime_ns == time
    changed = load_spec(SPEC_FILE, ["dungeons.crypt.rooms.attempts=14"])
    assert build_native(changed, build_folder=tmp_path) != first


def test_a_mistake_in_the_c_is_told_with_file_and_line(spec: Spec, tmp_path: Path) -> None:
    source = edited_source(tmp_path, "core/rooms.c", '#include "core/rooms.h"', "int x = nothing;")
    with pytest.raises(CompileFailed, match=r"rooms\.c:1: error: .*nothing"):
        build_native(spec, "quick", tmp_path, source)
    assert not list(tmp_path.rglob("*.so"))


def test_a_compiler_that_is_not_there_is_a_clear_error(
    spec: Spec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler --option")
    with pytest.raises(ToolMissing, match="CC names no-such-compiler"):
        build_native(spec, build_folder=tmp_path)


def test_a_folder_that_cannot_be_written_is_a_clear_error(spec: Spec, tmp_path: Path) -> None:
    (tmp_path / "native").write_text("a file where a folder is to be")
    with pytest.raises(UserError, match="cannot be written"):
        build_native(spec, build_folder=tmp_path)
