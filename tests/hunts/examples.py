"""Exported examples: every dungeon's, of modules and in programs of either compiler.

    python tests/hunts/examples.py [--spec FILE] [--seconds N] [DUNGEON ...]

Exports each dungeon with each compiler at hand, compiles its example as its head says with each
compiler, runs the program in the simulator, and compares what it leaves with the reference: the
regions of the dungeon, and the tiles on the screen. Ends with exit code 1 at a difference.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path

from helpers.running_examples import difference, run_example

from pygen.base.errors import ToolMissing, UserError
from pygen.builders.simulator import build_simulator
from pygen.compilers import COMPILERS, Compiler
from pygen.programs.exporting import Exported, export
from pygen.spec import load_spec

COMMANDS = ("oscar64", "oscar64 -n -O2", "cl65")
"""How the example is compiled: as its head says, and with OSCAR64's native code."""


def at_hand() -> list[Compiler]:
    """The compilers of this machine."""
    found = []
    for kind in COMPILERS.values():
        try:
            found.append(kind.find())
        except ToolMissing as missing:
            print(f"left out: {missing.message}")
    return found


def compiled(exported: Exported, command: str) -> bytes:
    """The example as a program. Raises UserError if its compiler refuses or warns."""
    folder, dungeon = exported.files[0].parent, exported.module.dungeon
    source = folder / f"{dungeon}_example.c"
    tool = command.split()[0]
    said = re.search(rf"^ \*     ({tool} .*)$", source.read_text(), re.MULTILINE)
    assert said, f"{source} does not say how {tool} compiles it"
    words = shlex.split(said[1].replace(tool, command, 1))
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=120)
    if done.returncode or "arning" in done.stdout + done.stderr:
        raise UserError(f"{' '.join(words)}: {done.stdout}{done.stderr}")
    return (folder / f"{dungeon}_example.prg").read_bytes()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--spec", type=Path, default=Path("generator.yaml"))
    parser.add_argument("dungeons", nargs="*")
    arguments = parser.parse_args()
    spec = load_spec(arguments.spec, ["memory={}"])
    compilers, simulator = at_hand(), build_simulator()
    names = {compiler.name for compiler in compilers}
    commands = [one for one in COMMANDS if one.split()[0].replace("cl65", "cc65") in names]
    wrong = tried = 0
    for dungeon, compiler in product(arguments.dungeons or list(spec.dungeons), compilers):
        with tempfile.TemporaryDirectory() as folder:
            exported = export(spec, "generator.yaml", compiler, dungeon, Path(folder))
            for command in commands:
                tried += 1
                try:
                    prg = compiled(exported, command)
                    said = difference(exported, run_example(prg, exported, simulator))
                except UserError as error:
                    said = error.message
                wrong += bool(said)
                place = f"${exported.place.first:04x}-${exported.place.last:04x}"
                print(f"{dungeon} by {compiler.name} {place} in {command}: {said or 'equal'}")
                sys.stdout.flush()
    print(f"{tried} examples, {wrong} wrong")
    return int(wrong > 0 or tried == 0)


if __name__ == "__main__":
    sys.exit(main())
