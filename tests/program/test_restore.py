"""RUN/STOP + RESTORE before every single instruction, from SYS to a saved dungeon and on."""

from __future__ import annotations

import pytest
from helpers.carried import carried
from helpers.kernal_double import WARM_STARTS, drive_memory
from helpers.stepped_c64 import SteppedC64
from helpers.stepped_carriers import insert_disks, start_magic_desk
from helpers.tools import SPEC_FILE, needs_c1541, needs_ca65, needs_cartconv

from pygen.compilers import COMPILERS, built
from pygen.compilers.processor_port import RAM_INSTEAD_OF_ROMS
from pygen.compilers.program import NMI_VECTOR
from pygen.emit.module_layout import REQUEST, REQUEST_OFFSET
from pygen.emulators.rom_stub import build_rom_stub
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.programs.carrier import ModularProgram
from pygen.programs.cartridges import MagicDesk
from pygen.programs.disks import module_file
from pygen.spec import Spec, load_spec
from pygen.spec.program_facts import NMI_HANDLER

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
    program: built.BuiltProgram, kernal: bytes
) -> None:
    machine = SteppedC64(program)
    machine.switch_on(kernal)
    for address, data in drive_memory().items():
        machine.memory[address : address + len(data)] = list(data)
    machine.restore_is_pressed = True
    # RUN/STOP is pressed as soon as BASIC is gone. Until then the KERNAL may start it.
    machine.memory[PORT] = 0x37
    machine.run_until(lambda: machine.memory[PORT] == RAM_INSTEAD_OF_ROMS, "the mover")
    machine.cia.keys = ("STOP",)
    machine.run_until(lambda: "ENTER THE DUNGEON" in machine.text(), "the menu", OFTEN)
    press(machine, "RETURN", "F001 S00001")
    press(machine, "M", "MAP AND SEED ARE SAVED")
    press(machine, "D", "F001 S00001")
    packed = generate(program.spec, Request("burrow", 1)).packed()
    start = program.spec.memory["map"].start
    assert bytes(machine.memory[start : start + len(packed)]) == packed
    assert machine.memory[WARM_STARTS] == 0


# ------------------------------------------------------------------ while a module is fetched


def enter(machine: SteppedC64) -> None:
    """Hold RUN/STOP and press RESTORE before every instruction until a dungeon is entered."""
    machine.restore_is_pressed = True
    machine.cia.keys = ("STOP",)
    machine.run_until(lambda: "ENTER THE DUNGEON" in machine.text(), "the menu", OFTEN)
    press(machine, "RETURN", "F001 S00001")


def require_dungeon(machine: SteppedC64, program: ModularProgram) -> None:
    """The module that was fetched has its bytes, and the dungeon is the reference's."""
    (module,) = program.modules
    block = REQUEST_OFFSET + max(REQUEST.values()) + 1
    found = bytes(machine.memory[module.layout.start : module.layout.start + module.size])
    assert found[block:] == module.image[block:]
    packed = generate(program.spec, Request("burrow", 1)).packed()
    start = program.spec.memory["map"].start
    assert bytes(machine.memory[start : start + len(packed)]) == packed
    assert machine.memory[WARM_STARTS] == 0


@pytest.mark.long
@needs_c1541
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_restore_changes_nothing_while_a_module_comes_from_a_disk(
    spec: Spec, kernal: bytes, compiler: str
) -> None:
    program = carried(spec, compiler, "d64")
    machine = SteppedC64(program)
    machine.switch_on(kernal)
    for address, data in drive_memory().items():
        machine.memory[address : address + len(data)] = list(data)
    insert_disks(machine, [{"burrow.m": module_file(program.modules[0])}])
    machine.memory[PORT] = 0x37
    machine.run_until(lambda: machine.memory[PORT] == RAM_INSTEAD_OF_ROMS, "the mover")
    enter(machine)
    require_dungeon(machine, program)


@pytest.mark.slow
@needs_cartconv
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_restore_changes_nothing_while_a_cartridge_starts_and_a_module_is_copied(
    spec: Spec, kernal: bytes, compiler: str
) -> None:
    program = carried(spec, compiler, "magic_desk")
    modules = [module.carried for module in program.modules]
    image = MagicDesk().image_of(program.result, modules)
    machine = SteppedC64(program)
    start_magic_desk(machine, kernal, image)
    # Before, the KERNAL's handler would start the cartridge again.
    machine.run_until(lambda: machine.memory[NMI_VECTOR + 1] == NMI_HANDLER >> 8, "the handler")
    enter(machine)
    require_dungeon(machine, program)
