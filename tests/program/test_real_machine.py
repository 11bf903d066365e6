"""The program after another one that left the machine in disorder, and RUN/STOP + RESTORE.

A loader, in machine code, brings VICE's machine into a hostile state, and then starts the program
as BASIC's SYS does. The program must play, show and save as it does on a machine just switched on.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers import expected_screen as expected
from helpers.assembling import assemble
from helpers.expected_screen import View
from helpers.kernal_double import INTERRUPTS, RECORD_USED, drive, saves
from helpers.player import SECONDS, Loader, Player
from helpers.tools import SPEC_FILE, needs_ca65, needs_vice

from pygen.compilers import built
from pygen.compilers.program import MOVER_ADDRESS
from pygen.emulators.roms import Roms
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.media.saved_map import file_bytes, file_name, saved
from pygen.spec import Spec, load_spec

pytestmark = [needs_vice, needs_ca65]

SEED = 11
LOADER = 0xC000
PORT = 0x0000
VIC_INTERRUPTS, SID, CIA_1, CIA_2 = 0xD019, 0xD400, 0xDC00, 0xDD00
INTERRUPT_PENDING = 0x80
TIMER_DRIVES_PORT = 0x02
SERIAL_BUS_AND_VIC_BANK = 0x3F
STACK_END, MOST_STACK = 0xFF, 32

# Each begins with interrupts disabled, X = 0, an empty stack, and BASIC, KERNAL and I/O visible. At
# `nowhere` the processor jams. They may follow one another in this order.
STATES = {
    "decimal mode is on": "sed",
    "the screen has another mode, and sprites are large and of many colours": """
        lda #$ff
        ldx #$2e
video:  sta $d000,x
        dex
        bpl video
        lda #$7f                ; bitmap with extended colours
        sta $d011
        lda #$00
        sta $d01a
        sta $dd02
        sta $dd00
    """,
    "a raster interrupt is on and has come": """
        lda #$1b
        sta $d011
        lda #$64
        sta $d012
        lda #$01
        sta $d01a
raster: bit $d019
        bpl raster
    """,
    "an interrupt of CIA 1 has come": """
        lda #$00
        sta $dc05
        lda #$10
        sta $dc04
        lda #$81
        sta $dc0d
        lda #$11
        sta $dc0e
timer:  dex
        bne timer
    """,
    "CIA 1 drives a line of the keyboard": """
        lda #$02                ; timer B does not run, so that it sends 0
        sta $dc0f
    """,
    "all voices sound": """
        lda #$ff
        ldx #$18
sound:  sta $d400,x
        dex
        bpl sound
    """,
    "vectors lead nowhere": """
        ldx #$1e
vector: lda #<nowhere
        sta $0314,x
        lda #>nowhere
        sta $0315,x
        dex
        dex
        bpl vector
    """,
    "the KERNAL would wait for RS-232": """
        lda #$03
        sta $02a1
    """,
    "the stack is nearly full": """
        ldx #$10                ; the program would go round to the stack's other end
        txs
    """,
    "an NMI of CIA 2 comes while the program is moved": """
        lda #<nowhere
        sta $0318
        lda #>nowhere
        sta $0319
        lda #<4000              ; cycles
        sta $dd04
        lda #>4000
        sta $dd05
        lda #$81
        sta $dd0d
        lda #$11
        sta $dd0e
    """,
    "only RAM is visible": """
        lda #$34
        sta $01
    """,
    "the port of the processor has no outputs": """
        lda #$00
        sta $01
        sta $00
    """,
}
STATES["all of this"] = "".join(STATES.values())
CODE = f"""
        sei
        cld
        ldx #$00
        {{state}}
        jmp ${MOVER_ADDRESS:04x}
nowhere:
        .byte $02
"""


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec(SPEC_FILE, ["program.dungeons=[crypt, burrow]"])


def enter(player: Player) -> Generation[Any]:
    """Choose a seed in the menu, go in, and walk."""
    player.key(*"delete delete delete delete delete".split(), *str(SEED), "return", "F")
    return generate(player.spec, Request("crypt", SEED))


def check_screen(player: Player, dungeon: Generation[Any]) -> None:
    """The figure is on the up stairs, and the window shows what is around it."""
    view = View(*expected.centred(player.spec, dungeon, *dungeon.up), figure=dungeon.up)
    screen = expected.window(player.spec, dungeon, 1, SEED, view)
    player.frames(2)
    assert player.screen() == screen.codes and player.colours() == screen.colours
    assert expected.screen_of(player.picture()) == expected.pixels(player.spec, dungeon, screen)


def check_saving(player: Player) -> None:
    """M saves what Python would, and no interrupt comes meanwhile."""
    drive(player)
    player.key("M")
    check_saved(player)


def check_saved(player: Player) -> None:
    assert player.status_text() == "MAP AND SEED ARE SAVED"
    files = [saved(player.spec, "crypt", SEED, 1, with_map) for with_map in (True, False)]
    assert saves(player) == [(file_name(file), file_bytes(player.spec, file)) for file in files]
    assert player.read(INTERRUPTS, 2) == bytes(2), "interrupts, and warm starts of BASIC"


def check_chips(player: Player) -> None:
    """No interrupt is pending, nothing disturbs the keyboard, the serial bus is ours, no voice
    sounds, and the KERNAL and the chips are visible."""
    pending = [player.vice.read_io(chip, 1)[0] for chip in (VIC_INTERRUPTS, CIA_1 + 13, CIA_2 + 13)]
    assert [byte & INTERRUPT_PENDING for byte in pending] == [0, 0, 0]
    assert player.vice.read_io(CIA_1 + 15, 1)[0] & TIMER_DRIVES_PORT == 0
    assert player.vice.read_io(CIA_2 + 2, 1)[0] == SERIAL_BUS_AND_VIC_BANK
    assert player.vice.read_io(SID, 25) == bytes(25)
    assert player.vice.read_io(PORT, 2) == b"\x2f\x35"


def check_stack(player: Player) -> None:
    """The program began with an empty stack."""
    with player.vice.monitor_access() as monitor:
        stack = monitor.registers()[monitor.register_names()["SP"]]
    assert STACK_END - MOST_STACK <= stack <= STACK_END


@pytest.mark.sampled(3)
@pytest.mark.parametrize("state", STATES)
def test_whatever_state_the_machine_is_in_the_program_plays_and_saves(
    program: built.BuiltProgram, stub: Roms, state: str, tmp_path: Path
) -> None:
    code = assemble(CODE.format(state=STATES[state]), LOADER, tmp_path)
    with Player(program, stub, loader=Loader(LOADER, code)) as player:
        player.vice.write(INTERRUPTS, bytes(2))
        dungeon = enter(player)
        check_screen(player, dungeon)
        check_chips(player)
        check_stack(player)
        check_saving(player)


def press_restore(player: Player) -> None:
    """RUN/STOP and RESTORE, as far as VICE's monitor can press them.

    RUN/STOP pulls down the line of CIA 1 that the KERNAL looks at. The NMI is one of CIA 2's timer.
    """
    with player.vice.monitor_access() as monitor:
        bank = monitor.banks()["cpu"]
        for address, value in (
            (CIA_1 + 1, 0x00),
            (CIA_1 + 3, 0x80),
            (CIA_2 + 4, 0x01),
            (CIA_2 + 5, 0x00),
            (CIA_2 + 13, 0x81),
            (CIA_2 + 14, 0x19),
        ):
            monitor.write_memory(address, bytes((value,)), bank)


def in_the_dungeon(player: Player) -> None:
    player.frames(1)


def while_the_kernal_saves(player: Player) -> None:
    player.vice.write(player.mailbox.key, b"M")
    player.vice.run_until_store(RECORD_USED, SECONDS)


@pytest.mark.parametrize("moment", [in_the_dungeon, while_the_kernal_saves])
def test_run_stop_and_restore_change_nothing(
    program: built.BuiltProgram, stub: Roms, moment: Callable[[Player], None]
) -> None:
    with Player(program, stub) as player:
        dungeon = enter(player)
        drive(player)
        player.vice.write(INTERRUPTS, bytes(2))
        moment(player)
        press_restore(player)
        player.frames(2)
        if moment is in_the_dungeon:
            check_screen(player, dungeon)
            check_saving(player)
        else:
            check_saved(player)
