"""RUN/STOP + RESTORE before every single instruction, from SYS to a saved dungeon and on."""

from __future__ import annotations

import pytest
from helpers.kernal_double import WARM_STARTS, drive_memory
from helpers.stepped_c64 import SteppedC64
from helpers.tools import SPEC_FILE, needs_ca65

from pygen.compilers import building
from pygen.compilers.program import RAM_INSTEAD_OF_BASIC
from pygen.emulators.rom_stub import build_rom_stub
from pygen.engine.request import Request
from pygen.kinds import generate
from pygen.spec import Spec, load_spec

pytestmark = [needs_ca65]

PORT = 0x0001
# How many instructions pass between two looks at the screen.
OFTEN = 1000


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec(SPEC_FILE, ["program.dungeons=[burrow]", "dungeons.burrow.walk.steps=50"])


@pytest.fixture(scope="module")
def kernal(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return build_rom_stub(tmp_path_factory.mktemp("stub")).kernal.read_bytes()


def press(machine: SteppedC64, key: str, until: str) -> None:
    """Hold a key beside RUN/STOP until the screen has this text, and let it go."""
    machine.cia.keys = ("STOP", key)
    machine.run_until(lambda: until in machine.text(), until, OFTEN)
    machine.cia.keys = ("STOP",)
    machine.run_to(machine.labels["input_poll"])
    machine.cpu.step()
    machine.run_to(machine.labels["input_poll"])


def test_at_no_moment_do_run_stop_and_restore_change_anything(
    program: building.Program, kernal: bytes
) -> None:
    machine = SteppedC64(program)
    machine.switch_on(kernal)
    for address, data in drive_memory().items():
        machine.memory[address : address + len(data)] = list(data)
    machine.restore_is_pressed = True
    # RUN/STOP is pressed as soon as BASIC is gone. Until then the KERNAL may start it.
    machine.memory[PORT] = 0x37
    machine.run_until(lambda: machine.memory[PORT] == RAM_INSTEAD_OF_BASIC, "the mover")
    machine.cia.keys = ("STOP",)
    machine.run_until(lambda: "ENTER THE DUNGEON" in machine.text(), "the menu", OFTEN)
    press(machine, "RETURN", "F001 S00001")
    press(machine, "M", "MAP AND SEED ARE SAVED")
    press(machine, "D", "F001 S00001")
    packed = generate(program.spec, Request("burrow", 1)).packed()
    start = program.spec.memory["map"].start
    assert bytes(machine.memory[start : start + len(packed)]) == packed
    assert machine.memory[WARM_STARTS] == 0
