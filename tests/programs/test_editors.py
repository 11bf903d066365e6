"""compile_commands.json: an editor that follows it finds no mistakes in the C."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from helpers.tools import SPEC_FILE, any_compiler, needs_ca65, needs_cc

from pygen.base.project import C_FOLDER
from pygen.console.builds import build_for_carriers
from pygen.spec import load_spec


@needs_cc
@needs_ca65
def test_every_file_is_read_without_errors(tmp_path: Path) -> None:
    # Of the parts of grid_rooms, one is left out unless connections go by rules.
    changes = ["program.dungeons=[burrow]", "dungeons.crypt.connect=rules"]
    spec = load_spec(SPEC_FILE, changes)
    build_for_carriers(spec, SPEC_FILE.name, any_compiler(), "dev", spec.selection, tmp_path)
    entries = json.loads((tmp_path / "compile_commands.json").read_text())
    files = [Path(entry["file"]) for entry in entries]
    assert len(set(files)) == len(files)
    wanted = [
        "core/tilemap.h",
        "kinds/walk/digging.h",
        "kinds/grid_rooms/rooms.h",
        "program/play.c",
    ]
    assert {C_FOLDER / name for name in wanted} <= set(files)
    assert {"dungeon_burrow.c", "dungeon_crypt.c", "zeropage.c"} <= {file.name for file in files}
    for entry in entries:
        command = [*entry["arguments"], "-fsyntax-only", "-w"]
        done = subprocess.run(
            command, cwd=entry["directory"], capture_output=True, text=True, check=False
        )
        if done.returncode:
            print(done.stderr[:900])
