"""How much of the compiler's stack a program takes while somebody plays it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.carried import carried
from helpers.kernal_double import drive
from helpers.kinds import FROZEN, data_with, loaded
from helpers.player import Player
from helpers.stub_disks import disk_arguments, insert
from helpers.tools import needs_c1541, needs_ca65, needs_vice

from pygen.compilers import COMPILERS
from pygen.emulators.roms import Roms
from pygen.programs.disks import module_file, module_file_names

pytestmark = [needs_vice, needs_ca65, needs_c1541]

UNUSED = 0xA5

FLOOR: dict[str, Any] = {
    "kind": "mystery",
    "layout": "large_cells",
    "shop": 40,
    "monster_house": {"chance": 60},
    "things": {"items": 8, "traps": 9, "enemies": 7},
}


@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_half_of_it_is_enough(stub: Roms, compiler: str, tmp_path: Path) -> None:
    data = data_with({"mystery": FLOOR, "crypt": FROZEN["dungeons"]["crypt"]})
    del data["memory"]
    program = carried(loaded(data), compiler, "d81")
    names = module_file_names([module.dungeon for module in program.modules])
    files = dict(zip(names, map(module_file, program.modules), strict=True))
    stack = next(part for part in program.result.segments if part.kind == "stack")
    with Player(program, stub, arguments=disk_arguments(tmp_path / "disks", [files])) as player:
        # The menu is shown: what is on the stack now lies in its last bytes.
        player.vice.write(stack.start, bytes([UNUSED]) * (stack.size - 8))
        drive(player)
        insert(player, 1)
        player.key("return", "O", "O", "F", "W", "D", "M", "L", "H", "+", " ")
        for lines in (["right"], ["down", "left"]):
            player.steer(lines, 2)
        player.key("Q", "up", "up", "up", "up", "right", " ", "O", "O", "M")
        assert player.status_text()
        left = player.read(stack.start, stack.size)
    used = len(left.lstrip(bytes([UNUSED])))
    assert 8 < used <= stack.size // 2
