"""Dungeons by modules in sim65, the second emulator."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.kinds import Sample, in_turns
from helpers.programs import claiming, module_of, with_code
from helpers.tools import SPEC_FILE, needs_sim65

from pygen.base.errors import EmulatorFailed, ToolMissing
from pygen.builders.module import ModuleBuilder
from pygen.builders.simulated import MOST_REQUESTS
from pygen.compilers.modules import Module
from pygen.emulators.sim65 import INITIAL_BYTE, STARTUP, Sim65, exit_call, write_call
from pygen.engine.request import Request
from pygen.kinds import generate
from pygen.proof.parity import compare, diagnose
from pygen.spec import Spec, load_spec
from pygen.spec.narrowing import replaced

pytestmark = needs_sim65


@pytest.fixture(scope="module")
def module(spec: Spec) -> Module:
    return module_of(spec, "burrow")


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


# ------------------------------------------------------------------ the module in it


# Those of the tests' spec with both compilers, the others with that which test_parity.py does not
# take; `invoke parity` proves all with both.
@pytest.mark.parametrize(("sample", "compiler"), in_turns(1), ids=str)
def test_the_module_in_sim65_gives_the_references_bytes(sample: Sample, compiler: str) -> None:
    spec, dungeon = sample.spec, sample.dungeon
    machine = ModuleBuilder(module_of(spec, dungeon, compiler), Sim65.find())
    seeds = [0, 1, 255, 256, 4096, 65535]
    expected = [generate(spec, Request(dungeon, seed)).region_bytes() for seed in seeds]
    data = machine.build_many([Request(dungeon, seed) for seed in seeds])
    assert data == b"".join(b"".join(regions.values()) for regions in expected)
    assert machine.build(Request(dungeon, 4096)).regions == expected[4]


def test_the_bytes_that_run_are_the_module(module: Module) -> None:
    class Spy(Sim65):
        def run(self, pieces, start, cycle_limit):  # type: ignore[no-untyped-def]
            seen.update(pieces)
            return super().run(pieces, start, cycle_limit)

    seen: dict[int, bytes] = {}
    ModuleBuilder(module, Spy(Sim65.find().path, "")).build(Request("burrow", 1))
    assert seen[module.layout.start] == module.image


def test_more_seeds_than_one_run_takes(spec: Spec, module: Module) -> None:
    machine = ModuleBuilder(module, Sim65.find())
    seeds = list(range(MOST_REQUESTS + 3))
    data = machine.build_many([Request("burrow", seed) for seed in seeds])
    size = len(data) // len(seeds)
    for seed in (0, MOST_REQUESTS - 1, MOST_REQUESTS, MOST_REQUESTS + 2):
        expected = b"".join(generate(spec, Request("burrow", seed)).region_bytes().values())
        assert data[seed * size : (seed + 1) * size] == expected


def test_a_module_that_hangs_or_crashes_is_an_error_with_the_seed(module: Module) -> None:
    behind = module.layout.start + module.size
    hang = bytes([0x4C, behind & 0xFF, behind >> 8])
    spec = module.layout.spec
    emulator = spec.emulator.model_copy(update={"seconds_per_dungeon": 1})
    quick = claiming(module, replaced(spec, emulator=emulator))
    for code, words in ((hang, "did not end"), (b"\x02", "illegal instruction")):
        machine = ModuleBuilder(with_code(quick, "generate", code), Sim65.find())
        with pytest.raises(EmulatorFailed, match=f"burrow, seed 77: .*{words}"):
            machine.build_many([Request("burrow", 77), Request("burrow", 78)])


def test_wrong_dungeons_are_seen_and_diagnosed_at_the_end(spec: Spec) -> None:
    other = load_spec(SPEC_FILE, ["dungeons.crypt.secrets.treasures=2"])
    machine = ModuleBuilder(claiming(module_of(other, "crypt"), spec), Sim65.find())
    case = compare(machine, Request("crypt", 7))
    assert not case.equal
    assert diagnose(machine, case).phase == "end"


def test_no_files_are_left_and_a_full_disk_is_a_clear_error(
    module: Module, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    machine = ModuleBuilder(module, Sim65.find())
    machine.build(Request("burrow", 1))
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "not there"))
    with pytest.raises(EmulatorFailed, match="files cannot be written"):
        machine.build(Request("burrow", 1))
