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
    HEIGHT,
    RIGHT,
    SPEC,
    UP_STAIRS,
    WIDTH,
    begin_in_vice,
    move_in_vice,
    tiles_of,
    way_to,
)

from pygen.base.project import PROJECT
from pygen.base.temporary import temporary_folder
from pygen.compilers import COMPILERS
from pygen.console.example_games import EXAMPLES
from pygen.emulators.rom_stub import build_rom_stub
from pygen.emulators.vice import Vice
from pygen.pictures.memory import Block, memory_picture
from pygen.pictures.picture import Canvas
from pygen.programs.exporting import Exported, export

PICTURES = PROJECT / "docs" / "pictures"
STEPS = 36
"""The figure is in the second room then, and the monsters are behind its door."""
MORE = (RIGHT, RIGHT, DOWN, RIGHT)

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
    tiles = tiles_of(0)
    begin, end = (
        next((x, y) for y in range(HEIGHT) for x in range(WIDTH) if tiles[y][x] == tile)
        for tile in (UP_STAIRS, DOWN_STAIRS)
    )
    with Vice(build_rom_stub(folder)) as machine:
        begin_in_vice(machine, prg)
        for stick in (*way_to(tiles, begin, end)[:STEPS], *MORE):
            move_in_vice(machine, stick)
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
