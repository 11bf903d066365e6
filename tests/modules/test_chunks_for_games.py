"""The chunks of a world that a game has at hand: the exported C, by both compilers."""

from __future__ import annotations

import subprocess
from random import Random

import pytest
from helpers.running_examples import KERNAL, RTS
from helpers.tools import SPEC_FILE, compiler_or_skip, needs_cc65, simulator_library

from pygen.compilers import COMPILERS
from pygen.emulators.simulator import Simulator
from pygen.engine.constants import WORLD_CHUNKS
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.programs.exporting import Exported, export
from pygen.spec import load_spec

WORLD = "caverns"
SEED, SLOTS, CHANGES = 811, 3, 5
COMMAND, ANSWER = 0x0334, 0x0335
ARGUMENTS = 0x0340
"""Column and row of the chunk in two bytes each, column and row of the tile, the tile."""
NAMES = ("get", "step", "keep", "drop", "change")
DONE, MOST_CYCLES = 0, 40_000_000

SOURCE = f"""
#include "{WORLD}_module.h"
#define CAVERNS_SLOTS {SLOTS}
#define CAVERNS_MOST_CHANGES {CHANGES}
#include "{WORLD}_chunks.h"
#ifdef __OSCAR64C__
#pragma stacksize(512)
#pragma heapsize(0)
#pragma region(main, 0x0a00, 0x5000, , , {{code, data, bss, heap, stack}})
#endif
#define COMMAND (*(volatile uint8_t *)0x0334)
#define ANSWER (*(volatile uint8_t *)0x0335)
#define WORD(at) (*(volatile uint16_t *)(0x0340 + (at)))
#define BYTE(at) (*(volatile uint8_t *)(0x0340 + (at)))

int main(void)
{{
    uint8_t done;

    caverns_install();
    CAVERNS_SET_SEED({SEED});
    CAVERNS_FLOOR = 0;
    caverns_forget_chunks();
    COMMAND = 0;
    for (;;) {{
        while (COMMAND == 0)
            ;
        done = 0;
        if (COMMAND == 1)
            done = caverns_get_chunk(WORD(0), WORD(2));
        else if (COMMAND == 2)
            done = caverns_step_chunk(WORD(0), WORD(2));
        else if (COMMAND == 3)
            done = caverns_keep_chunk(WORD(0), WORD(2));
        else if (COMMAND == 4)
            done = caverns_drop_chunk(WORD(0), WORD(2));
        else
            done = caverns_change_tile(WORD(0), WORD(2), BYTE(4), BYTE(5), BYTE(6));
        ANSWER = done;
        COMMAND = 0;
    }}
    return 0;
}}
"""
COMPILE = {
    "oscar64": "oscar64 game.c",
    "cc65": "cl65 -t c64 -O -Wl -D,__HIMEM__=0x5000 -Wl -D,__STACKSIZE__=0x0200 -o game.prg game.c",
}


class Cache:
    """A program with the exported C, and what a game would know of its chunks."""

    def __init__(self, exported: Exported, prg: bytes) -> None:
        self.exported = exported
        self.machine = Simulator(simulator_library())
        self.machine.memory[KERNAL:] = bytes([RTS]) * (0x10000 - KERNAL)
        self.machine.load({int.from_bytes(prg[:2], "little"): prg[2:]})
        self.machine.pc, self.machine.s, self.machine.p = 2061, 0xF6, 0
        self.machine.memory[COMMAND] = 1
        self._wait()

    def _wait(self) -> None:
        before = self.machine.cycles
        while self.machine.memory[COMMAND] != DONE:
            assert self.machine.cycles - before < MOST_CYCLES
            self.machine.run(0xFFFF, 2_000)

    def ask(self, what: str, column: int, row: int, *tile: int) -> int:
        memory = self.machine.memory
        words = column.to_bytes(2, "little") + row.to_bytes(2, "little")
        memory[ARGUMENTS : ARGUMENTS + 4 + len(tile)] = words + bytes(tile)
        memory[COMMAND] = 1 + NAMES.index(what)
        self._wait()
        answer: int = memory[ANSWER]
        return answer

    def map(self) -> bytes:
        """The map that the module's calls are about."""
        start, length = self.exported.module.regions["map"]
        return bytes(self.machine.memory[start : start + length])


@pytest.fixture(scope="module", params=list(COMPILERS))
def cache(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Cache:
    folder = tmp_path_factory.mktemp("chunks")
    spec = load_spec(SPEC_FILE.parent / "worlds.yaml")
    found = export(spec, "a spec", compiler_or_skip(request.param), WORLD, folder)
    (folder / "game.c").write_text(SOURCE)
    done = subprocess.run(
        COMPILE[request.param].split(), cwd=folder, capture_output=True, text=True, check=False,
        timeout=120,
    )  # fmt: skip
    assert done.returncode == 0 and "arning" not in done.stdout + done.stderr, done
    return Cache(found, (folder / "game.prg").read_bytes())


@needs_cc65
def test_chunks_are_those_of_the_reference_with_all_changes(cache: Cache) -> None:
    """A random walk of get, keep, drop and change, against a model of slots and changes."""
    spec, chance = cache.exported.module.spec, Random(3)
    chunks = [(x % WORLD_CHUNKS, y) for x in (-1, 0, 1) for y in (7, 8)]
    slots: list[tuple[int, int]] = []  # the one that was asked for last at the end
    kept: set[tuple[int, int]] = set()
    changes: dict[tuple[tuple[int, int], int, int], int] = {}
    answers = set()

    def touch(chunk: tuple[int, int]) -> None:
        slots.remove(chunk)
        slots.append(chunk)

    def expected(chunk: tuple[int, int]) -> bytes:
        made = generate(spec, Request(WORLD, SEED, chunk=chunk))
        for (where, x, y), tile in changes.items():
            if where == chunk:
                made.tiles.set(x, y, tile)
        return made.packed()

    for _ in range(70):
        what, chunk = chance.choice(NAMES), chance.choice(chunks)
        if what in ("get", "step"):
            while (answer := cache.ask(what, *chunk)) == 1 and what == "step":
                pass
            free = len(slots) < SLOTS or any(one not in kept for one in slots)
            is_there = chunk in slots or free
            assert answer == (0 if is_there else 1 if what == "get" else 255)
            if chunk in slots:
                touch(chunk)
            elif free:
                if len(slots) == SLOTS:
                    slots.remove(next(one for one in slots if one not in kept))
                slots.append(chunk)
            if what == "get" and is_there:
                assert cache.map() == expected(chunk)
        elif what == "keep":
            assert cache.ask(what, *chunk) == (chunk in slots)
            if chunk in slots:
                touch(chunk)
                kept.add(chunk)
        elif what == "drop":
            assert cache.ask(what, *chunk) == (chunk in slots)
            if chunk in slots:
                slots.remove(chunk)
            kept.discard(chunk)
        else:
            x, y, tile = chance.randrange(32), chance.randrange(32), chance.randrange(2)
            is_full = len(changes) == CHANGES and (chunk, x, y) not in changes
            answer = cache.ask(what, *chunk, x, y, tile)
            assert answer == is_full
            if not is_full:
                changes[chunk, x, y] = tile
                if chunk in slots:
                    touch(chunk)
        answers.add((what, bool(answer)))
    assert len(answers) >= 8 and len(changes) == CHANGES
