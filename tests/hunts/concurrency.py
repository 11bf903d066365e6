"""Do two commands at once disturb each other? `python tests/hunts/concurrency.py [rounds]`.

Each round starts two commands in this clone, the second a random moment after the first: exports
of different specs, builds, parity, verify. Each has to end as it does alone, an export has to
have the bytes that it has alone. No traceback and nothing that is not equal may be printed.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

PROJECT = Path(__file__).resolve().parents[2]
OTHER = "dungeons.crypt.rooms.max_size=7"

EXPORTS = {
    "crypt": ("--dungeon", "crypt"),
    "other crypt": ("--dungeon", "crypt", "--set", OTHER),
    "crypt elsewhere": ("--dungeon", "crypt", "--set", "modules.start=0x6000"),
    "burrow": ("--dungeon", "burrow"),
}
COMMANDS = {
    **{f"export {name}": ("export", *words) for name, words in EXPORTS.items()},
    "verify": ("verify", "--dungeon", "crypt", "--seeds", "0-255", "--again"),
    "verify other": ("verify", "--dungeon", "crypt", "--seeds", "0-255", "--set", OTHER),
    "build-dev": ("build-dev", "--program", "undercroft"),
    "build-dev other": ("build-dev", "--program", "undercroft", "--set", OTHER),
    "parity": ("parity", "--dungeon", "crypt", "--seeds", "0-3"),
    "parity other": (
        "parity",
        "--dungeon",
        "crypt",
        "--seeds",
        "0-3",
        "--jobs",
        "1",
        "--set",
        OTHER,
    ),
}
WRONG_WORDS = ("Traceback", "not equal", "WRONG", "differs first")
SECONDS = 600


def command(name: str, compiler: str, folder: Path) -> list[str]:
    """The command line of a command, whose export goes to `folder`."""
    words = [sys.executable, "-m", "invoke", *COMMANDS[name], "--compiler", compiler]
    if name.startswith("verify"):
        words += ["--report", f"{folder}.json"]
    return [*words, "--to", str(folder)] if name.startswith("export") else words


def start(words: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        words, cwd=PROJECT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def fault(process: subprocess.Popen[str]) -> str:
    """What a command did wrong; "" if nothing."""
    output, _ = process.communicate(timeout=SECONDS)
    if process.returncode:
        return f"status {process.returncode}: {output}"
    return next((f"{word}: {output}" for word in WRONG_WORDS if word in output), "")


def exported(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def main(rounds: int) -> int:
    chance = random.Random(rounds)
    faults = 0
    with TemporaryDirectory() as place:
        alone: dict[tuple[str, str], dict[str, bytes]] = {}
        compilers = ("oscar64", "cc65")
        for name in (name for name in COMMANDS if name.startswith("export")):
            for compiler in compilers:
                folder = Path(place) / f"alone {name} {compiler}"
                assert not fault(start(command(name, compiler, folder)))
                alone[name, compiler] = exported(folder)
        for number in range(rounds):
            compiler = chance.choice(compilers)
            names = chance.sample(sorted(COMMANDS), 2)
            folders = [Path(place) / f"{number}-{index}" for index in (0, 1)]
            # So that there is something to build.
            subprocess.run(["rm", "-rf", *map(str, PROJECT.glob("build/*/modules"))], check=True)
            subprocess.run(["rm", "-rf", str(PROJECT / "build/modules")], check=True)
            processes = []
            for name, folder in zip(names, folders, strict=True):
                folder.mkdir()
                processes.append(start(command(name, compiler, folder)))
                time.sleep(chance.random() * 1.5)
            for name, folder, process in zip(names, folders, processes, strict=True):
                found = fault(process)
                if not found and exported(folder) != alone.get((name, compiler), {}):
                    found = "other bytes than alone"
                if found:
                    faults += 1
                    print(f"round {number}, {' beside '.join(names)}, {compiler}: {name}: {found}")
            print(f"round {number + 1} of {rounds}: {' beside '.join(names)}", flush=True)
    print(f"{rounds} rounds, {faults} faults")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100))
