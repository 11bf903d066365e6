"""Draw the pictures of the small games again: the game in VICE, and what lies where in memory.

    PYTHONPATH=.:tests python tests/hunts/game_pictures.py

writes docs/pictures/hunt.png and docs/pictures/hunt_memory.png. It needs cc65, ca65 and VICE.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

from helpers.hunting import (
    DOWN,
    DOWN_STAIRS,
    FIGURE,
    HEIGHT,
    LEFT,
    RIGHT,
    SPEC,
    UP,
    UP_STAIRS,
    WIDTH,
    tiles_of,
    way_to,
)

from pygen.base.project import PROJECT
from pygen.base.temporary import temporary_folder
from pygen.commands.export import Exported, export
from pygen.compilers import COMPILERS
from pygen.console.example_games import EXAMPLES
from pygen.emulators.rom_stub import build_rom_stub
from pygen.emulators.vice import Vice
from pygen.pictures.memory import Block, memory_picture
from pygen.pictures.picture import Canvas

PICTURES = PROJECT / "docs" / "pictures"
STICKS = {UP: "up", DOWN: "down", LEFT: "left", RIGHT: "right"}
STEPS = 36
"""The figure is in the second room then, and the monsters are behind its door."""
MORE = (RIGHT, RIGHT, DOWN, RIGHT)

BOOT = 0x0340
AS_THE_KERNAL_DOES = (
    (0xD011, 0x1B), (0xD016, 0xC8), (0xDC02, 0xFF), (0xDC03, 0), (0xDD02, 0x3F), (0xDD00, 0x97),
)  # fmt: skip
"""What the KERNAL has written to the chips before a program begins."""

KEY_S = (b"\xa5\x18\x29\x04\xf0", b"\xa5\x18\x29\x00\xf0")
"""VICE's simulated joysticks also hold the line of this key: the game does not ask for it."""
FRAME = 16
"""How much of the border is shown."""


def main() -> None:
    with temporary_folder("undercroft-games-") as name:
        folder = Path(name)
        tomb = export(SPEC, "hunt.yaml", COMPILERS["cc65"].find(), "tomb", folder / "tomb")
        (PICTURES / "hunt_memory.png").write_bytes(places(tomb))
        for source in (EXAMPLES / "ca65").glob("hunt.*"):
            shutil.copy(source, folder)
        command = "cl65 -t none -C hunt.cfg -o hunt.prg hunt.asm"
        subprocess.run(command.split(), cwd=folder, check=True)
        (PICTURES / "hunt.png").write_bytes(screen((folder / "hunt.prg").read_bytes(), folder))


def screen(prg: bytes, folder: Path) -> bytes:
    """The game after some turns."""
    assert prg.count(KEY_S[0]) == 1
    prg = prg.replace(*KEY_S)
    tiles = tiles_of(0)
    begin, end = (
        next((x, y) for y in range(HEIGHT) for x in range(WIDTH) if tiles[y][x] == tile)
        for tile in (UP_STAIRS, DOWN_STAIRS)
    )
    boot = b"".join(
        bytes((0xA9, value, 0x8D, at & 255, at >> 8)) for at, value in AS_THE_KERNAL_DOES
    )
    with Vice(build_rom_stub(folder)) as machine:
        machine.load(0x0801, prg[2:])
        machine.write(BOOT, boot + bytes((0x4C, 0x0D, 0x08)))
        machine.run_from(BOOT)
        machine.run_until_store(FIGURE + 1, 60)
        for stick in (*way_to(tiles, begin, end)[:STEPS], *MORE):
            machine.joystick(2, [STICKS[stick]])
            machine.run_until_store(FIGURE + 1, 60)
        machine.joystick(2)
        machine.resume()
        time.sleep(1)
        shot = machine.screenshot()
    picture = Canvas(320 + 2 * FRAME, 200 + 2 * FRAME, 0)
    left, top = shot.screen_left - FRAME, shot.screen_top - FRAME
    picture.put(
        0,
        0,
        [
            shot.pixels[shot.width * y + left : shot.width * y + left + picture.width]
            for y in range(top, top + picture.height)
        ],
    )
    return picture.png(2)


def places(tomb: Exported) -> bytes:
    """What lies where with each toolchain."""
    layout, regions = tomb.module.layout, tomb.module.regions
    data = min(start for start, _ in regions.values())
    module = [
        Block(0x3800, 0x3F7F, "map, a byte", "light_green"),
        Block(layout.start, layout.start + tomb.module.size - 1, "module: code", "orange"),
        Block(layout.work_start, layout.work_end, "work memory", "light_red"),
        Block(data, tomb.place.last, "dungeon", "yellow"),
    ]
    own = [
        Block(0xC000, 0xC0FF, "", "cyan"),
        Block(0xC100, 0xCB06, "steps, sight", "light_green"),
        Block(0xCC00, 0xCFFF, "screen", "cyan"),
    ]
    chips = [
        Block(0x0000, 0x07FF, "system", "grey"),
        Block(0xD000, 0xDFFF, "chips", "grey"),
        Block(0xE000, 0xFFFF, "kernal", "grey"),
    ]
    basic = Block(0xA000, 0xBFFF, "basic's rom", "grey")
    program = "program"
    columns = [
        ("assemblers", [*chips, Block(0x0801, 0x37FF, program, "light_blue"), *module, *own]),
        (
            "oscar64",
            [
                *chips, Block(0x0801, 0x09FF, "", "purple"),
                Block(0x0A00, 0x36FF, program, "light_blue"),
                Block(0x3700, 0x37FF, "", "purple"), *module, *own,
            ],
        ),
        (
            "cc65",
            [
                *chips, Block(0x0801, 0x36FF, program, "light_blue"),
                Block(0x3700, 0x37FF, "", "purple"), *module, *own,
            ],
        ),
        (
            "llvm-mos",
            [
                *chips, Block(0x0801, 0x35FF, program, "light_blue"),
                Block(0x3600, 0x37FF, "", "purple"), *module, *own,
            ],
        ),
        (
            "basic",
            [
                *chips, basic, Block(0x0801, 0x37FF, "basic program", "light_blue"),
                *module, own[1],
            ],
        ),
    ]  # fmt: skip
    marks = [0, 0x0801, 0x3800, 0x4000, layout.work_start, 0xA000, 0xC000, 0xD000, 0xE000]
    return memory_picture(columns, marks)


if __name__ == "__main__":
    main()
