"""Do two commands at once disturb each other?

    PYTHONPATH=.:tests python tests/hunts/concurrency.py [ROUNDS] [--seed N]

Each round starts two commands in this clone, the second a random moment after the first: exports
of different specs, builds, parity, verify, and proofs in a studio. Each has to end as it does
alone, an export has to have the bytes that it has alone. No traceback and nothing that is not equal
may be printed. In one round of three, one of the two is killed at a random moment: the other has to
end as it does alone, and so has the killed one when it is run again.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from helpers.studio import ask, end_studio, start_studio

from pygen.base.cache import FOLDER_VARIABLE
from pygen.base.project import BUILD_FOLDER, PROJECT

OTHER = "dungeons.crypt.rooms.max_size=7"

EXPORTS = {
    "crypt": ("--dungeon", "crypt"),
    "other crypt": ("--dungeon", "crypt", "--set", OTHER),
    "crypt elsewhere": ("--dungeon", "crypt", "--set", "modules.start=0x6000"),
    "burrow": ("--dungeon", "burrow"),
}
PARITY = ("parity", "--dungeon", "crypt", "--seeds", "0-3")
VERIFY = ("verify", "--dungeon", "crypt", "--seeds", "0-255")
COMMANDS = {
    **{f"export {name}": ("export", *words) for name, words in EXPORTS.items()},
    "verify": (*VERIFY, "--again"),
    "verify other": (*VERIFY, "--set", OTHER),
    "build-dev": ("build-dev", "--program", "undercroft"),
    "build-dev other": ("build-dev", "--program", "undercroft", "--set", OTHER),
    "parity": PARITY,
    "parity other": (*PARITY, "--jobs", "1", "--set", OTHER),
}
STUDIOS: dict[str, dict[str, int]] = {"studio": {}, "studio other": {"max_size": 7}}
"""Proofs in a studio, by what they change in the rooms of the crypt."""

WRONG_WORDS = ("Traceback", "not equal", "WRONG", "differs first")
SECONDS = 600
LONGEST_START = 1.5
LONGEST_LIFE = 6.0
"""Seconds after which a command that is to be killed is killed at the latest."""

KILLED = -signal.SIGKILL


def command(name: str, compiler: str, folder: Path) -> list[str]:
    """The command line of a command, whose export goes to `folder`."""
    if name in STUDIOS:
        return [sys.executable, __file__, "--studio", name]
    words = [sys.executable, "-m", "invoke", *COMMANDS[name], "--compiler", compiler]
    if name.startswith("verify"):
        words += ["--report", f"{folder}.json"]
    return [*words, "--to", str(folder)] if name.startswith("export") else words


def start(words: list[str]) -> subprocess.Popen[str]:
    """A command in a group of its own, with the cache of this clone."""
    environment = {key: word for key, word in os.environ.items() if key != FOLDER_VARIABLE}
    return subprocess.Popen(
        words,
        cwd=PROJECT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def fault(process: subprocess.Popen[str]) -> str:
    """What a command did wrong; "" if nothing, or if it was killed."""
    output, _ = process.communicate(timeout=SECONDS)
    if process.returncode == KILLED:
        return ""
    if process.returncode:
        return f"status {process.returncode}: {output}"
    return next((f"{word}: {output}" for word in WRONG_WORDS if word in output), "")


def exported(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


class Hunt:
    """Rounds of two commands in this clone."""

    def __init__(self, place: Path, seed: int) -> None:
        """Exports go to folders in `place`. Each is made alone first."""
        self.place, self.chance, self.faults = place, random.Random(seed), 0
        self.alone: dict[tuple[str, str], dict[str, bytes]] = {}
        for name in (name for name in COMMANDS if name.startswith("export")):
            for compiler in ("oscar64", "cc65"):
                folder = self.new_folder()
                said = fault(start(command(name, compiler, folder)))
                if said:
                    raise SystemExit(f"{name} does not even run alone: {said}")
                self.alone[name, compiler] = exported(folder)

    def new_folder(self) -> Path:
        folder = self.place / str(len(list(self.place.iterdir())))
        folder.mkdir()
        return folder

    def run(self, number: int) -> str:
        """A round; what it did."""
        compiler = self.chance.choice(("oscar64", "cc65"))
        names = self.chance.sample(sorted([*COMMANDS, *STUDIOS]), 2)
        victim = self.chance.choice((0, 1, None))
        # So that there is something to build, and in most rounds something to compile.
        left = [*BUILD_FOLDER.glob("*/modules"), *BUILD_FOLDER.glob("specs/*/modules")]
        left += [BUILD_FOLDER / "modules", BUILD_FOLDER / "native"]
        if self.chance.random() < 0.7:
            left.append(BUILD_FOLDER / "cache")
        for folder in left:
            shutil.rmtree(folder, ignore_errors=True)
        folders = [self.new_folder() for _ in names]
        processes = []
        for name, folder in zip(names, folders, strict=True):
            processes.append(start(command(name, compiler, folder)))
            time.sleep(self.chance.random() * LONGEST_START)
        said = f"round {number}, {' beside '.join(names)}, {compiler}"
        if victim is not None:
            time.sleep(self.chance.random() * LONGEST_LIFE)
            said += f", {names[victim]} killed"
            if processes[victim].poll() is None:
                os.killpg(processes[victim].pid, signal.SIGKILL)
        for name, folder, process in zip(names, folders, processes, strict=True):
            self.judge(f"{said}: {name}", name, compiler, folder, process)
            if process.returncode == KILLED:
                folder = self.new_folder()
                process = start(command(name, compiler, folder))
                self.judge(f"{said}: {name} again", name, compiler, folder, process)
        return said

    def judge(
        self, said: str, name: str, compiler: str, folder: Path, process: subprocess.Popen[str]
    ) -> None:
        """Wait for a command, and tell what it did wrong."""
        found = fault(process)
        wanted = self.alone.get((name, compiler), {})
        if not found and process.returncode != KILLED and exported(folder) != wanted:
            found = "other bytes than alone"
        if found:
            self.faults += 1
            print(f"{said}: {found}")


def prove(name: str) -> int:
    """Prove a seed of the crypt in a studio, as its page does; 1 if that is not equal."""
    with TemporaryDirectory() as folder:
        studio = start_studio(Path(folder))
        studio.patience = SECONDS
        try:
            section = json.loads(ask(studio, "POST", "/api/open", {})[1])["dungeons"]["crypt"]
            section["rooms"] |= STUDIOS[name]
            body = {"dungeon": "crypt", "section": section, "seed": 9, "floor": 1}
            _, text, _ = ask(studio, "POST", "/api/prove", body)
            said = [json.loads(line) for line in text.splitlines()]
            result: dict[str, Any] = next((part["result"] for part in said if "result" in part), {})
            print(result or said)
            return int(not result.get("equal"))
        finally:
            end_studio(studio)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("rounds", nargs="?", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--studio", choices=STUDIOS, help="only one proof in a studio")
    arguments = parser.parse_args()
    if arguments.studio:
        return prove(arguments.studio)
    with TemporaryDirectory() as place:
        hunt = Hunt(Path(place), arguments.seed)
        for number in range(1, arguments.rounds + 1):
            print(hunt.run(number), flush=True)
    print(f"{arguments.rounds} rounds, {hunt.faults} faults")
    return int(bool(hunt.faults))


if __name__ == "__main__":
    sys.exit(main())
