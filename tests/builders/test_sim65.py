"""Dungeons by the release program in sim65, the second emulator."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from helpers.kinds import Sample, every_dungeon
from helpers.programs import program_of
from helpers.tools import SPEC_FILE, needs_sim65

from pygen.base.errors import EmulatorFailed, ToolMissing
from pygen.builders.sim65 import ENTRY, Sim65Builder
from pygen.builders.simulated import MOST_REQUESTS
from pygen.compilers import COMPILERS, building
from pygen.emulators.sim65 import INITIAL_BYTE, STARTUP, Sim65, exit_call, write_call
from pygen.engine.request import Request
from pygen.kinds import generate
from pygen.proof.parity import compare, diagnose
from pygen.spec import Spec, load_spec

pytestmark = needs_sim65


@pytest.fixture(scope="module")
def program(spec: Spec) -> building.Program:
    return program_of(spec)


# ------------------------------------------------------------------ the simulator


def test_a_program_writes_parts_of_memory_and_ends() -> None:
    code = write_call(0x1000, 0x2000, 300)
    code += write_call(0x1000 + len(code), 0x2001, 2) + exit_call()
    data = bytes(n & 0xFF for n in range(300))
    output = Sim65.find().run({0x1000: code, 0x2000: data}, 0x1000, 10_000)
    assert (output.data, output.status, output.ending) == (data + data[1:3], 0, "")


def test_memory_is_dirty_where_nothing_was_put_zero_page_included() -> None:
    code = write_call(0x1000, 0x0002, 0xFE)
    code += write_call(0x1000 + len(code), 0x3000, 0x1000) + exit_call()
    output = Sim65.find().run({0x1000: code}, 0x1000, 10_000)
    assert output.data == bytes([INITIAL_BYTE]) * 0x10FE


def test_a_program_that_does_not_end_is_stopped() -> None:
    output = Sim65.find().run({0x1000: bytes([0x4C, 0x00, 0x10])}, 0x1000, 50_000)
    assert output.status and "did not end" in output.ending


def test_an_illegal_instruction_is_told() -> None:
    output = Sim65.find().run({0x1000: bytes([0x02])}, 0x1000, 50_000)
    assert output.status and "illegal instruction" in output.ending


@pytest.mark.parametrize("address", [0x0000, 0x00FF, STARTUP - 1, 0xFFFF])
def test_memory_that_cannot_be_loaded_is_refused(address: int) -> None:
    with pytest.raises(ValueError):
        Sim65.find().run({address: b"ab"}, 0x1000, 1000)


def test_a_simulator_that_is_not_there_is_a_clear_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolMissing, match="sim65 was not found"):
        Sim65.find()


# ------------------------------------------------------------------ the program in it


@pytest.mark.parametrize("compiler", list(COMPILERS))
@every_dungeon
def test_the_release_program_in_sim65_gives_the_references_bytes(
    sample: Sample, compiler: str
) -> None:
    spec, dungeon = sample.spec, sample.dungeon
    machine = Sim65Builder(program_of(spec, compiler))
    seeds = [0, 1, 255, 256, 4096, 65535]
    expected = [generate(spec, Request(dungeon, seed)).region_bytes() for seed in seeds]
    data = machine.build_many([Request(dungeon, seed) for seed in seeds])
    assert data == b"".join(b"".join(regions.values()) for regions in expected)
    assert machine.build(Request(dungeon, 4096)).regions == expected[4]


def test_all_but_three_bytes_are_the_program_that_ships(program: building.Program) -> None:
    class Spy(Sim65):
        def run(self, pieces, start, cycle_limit):  # type: ignore[no-untyped-def]
            seen.update(pieces)
            return super().run(pieces, start, cycle_limit)

    seen: dict[int, bytes] = {}
    machine = Sim65Builder(program, Spy(Sim65.find().path, ""))
    machine.build(Request("burrow", 1))
    prg = program.result.prg.read_bytes()
    run = seen[int.from_bytes(prg[:2], "little")]
    changed = [at for at, pair in enumerate(zip(run, prg[2:], strict=True)) if pair[0] != pair[1]]
    assert changed and changed[-1] - changed[0] < 3


def test_more_seeds_than_one_run_takes(spec: Spec, program: building.Program) -> None:
    machine = Sim65Builder(program)
    seeds = list(range(MOST_REQUESTS + 3))
    data = machine.build_many([Request("burrow", seed) for seed in seeds])
    size = len(data) // len(seeds)
    for seed in (0, MOST_REQUESTS - 1, MOST_REQUESTS, MOST_REQUESTS + 2):
        expected = b"".join(generate(spec, Request("burrow", seed)).region_bytes().values())
        assert data[seed * size : (seed + 1) * size] == expected


def broken(program: building.Program, folder: Path, code: bytes) -> building.Program:
    """The program with other code where the harness's function was."""
    result = program.result
    prg = bytearray(result.prg.read_bytes())
    at = len(prg) - len(result.image) + result.labels[ENTRY] - result.image_start
    prg[at : at + len(code)] = code
    path = folder / "broken.prg"
    path.write_bytes(prg)
    return dataclasses.replace(program, result=dataclasses.replace(result, prg=path))


def test_a_program_that_hangs_or_crashes_is_an_error_with_the_seed(
    spec: Spec, program: building.Program, tmp_path: Path
) -> None:
    entry = program.result.labels[ENTRY]
    hang = bytes([0x4C, entry & 0xFF, entry >> 8])
    quick = spec.model_copy(
        update={"emulator": spec.emulator.model_copy(update={"seconds_per_dungeon": 1})}
    )
    for code, words in ((hang, "did not end"), (b"\x02", "illegal instruction")):
        machine = Sim65Builder(broken(dataclasses.replace(program, spec=quick), tmp_path, code))
        with pytest.raises(EmulatorFailed, match=f"crypt, seed 77: .*{words}"):
            machine.build_many([Request("crypt", 77), Request("crypt", 78)])


def test_wrong_dungeons_are_seen_and_diagnosed_at_the_end(spec: Spec) -> None:
    other = load_spec(SPEC_FILE, ["dungeons.crypt.secrets.treasures=2"])
    wrong = dataclasses.replace(program_of(other), spec=spec)
    machine = Sim65Builder(wrong)
    case = compare(machine, Request("crypt", 7))
    assert not case.equal
    assert diagnose(machine, case).phase == "end"
    assert compare(machine, Request("burrow", 7)).equal


def test_no_files_are_left_and_a_full_disk_is_a_clear_error(
    program: building.Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    Sim65Builder(program).build(Request("burrow", 1))
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "not there"))
    with pytest.raises(EmulatorFailed, match="files cannot be written"):
        Sim65Builder(program).build(Request("burrow", 1))
