"""How fast modules run in the simulators: interpreted, recompiled with tcc and gcc, and in sim65.

`PYTHONPATH=.:tests python tests/bench/simulators.py [DUNGEON COMPILER] ...` prints a row for each
module. All build the same dungeons, and the last one must be equal.
"""

from __future__ import annotations

import dataclasses
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from helpers import sim65

from pygen.builders.module import ModuleRoute, code_of, module_without_statistics
from pygen.builders.recompiling import CYCLES_FOR_BEST, CYCLES_FOR_QUICK, Recompiling
from pygen.builders.simulator import build_simulator
from pygen.compilers import COMPILERS
from pygen.compilers.module_building import Module, build_module
from pygen.console.tables import plain_table
from pygen.console.terminal import out
from pygen.emit.memory_regions import all_regions
from pygen.emit.module_layout import REQUEST_OFFSET
from pygen.engine.random.request import Request
from pygen.spec import load_spec

MODULES = ["crypt oscar64", "ruins oscar64", "stronghold cc65", "fens cc65"]
SEEDS = range(0, 200)
FEW = range(0, 20)
"""The seeds for what is slow."""
DRIVER, SEED = 0x0340, 0x0338


def seconds_of(run: Callable[[], object]) -> float:
    """The processor time of a call, with that of the processes that it starts."""
    before = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    run()
    after = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(b.ru_utime + b.ru_stime - a.ru_utime - a.ru_stime for a, b in zip(before, after))


def measured(module: Module, folder: Path) -> list[str]:
    """The cells of a module's row."""
    light = module_without_statistics(module)
    requests = [Request(module.dungeon, seed) for seed in SEEDS]
    few = [Request(module.dungeon, seed) for seed in FEW]
    plain = ModuleRoute(light, build_simulator()).open()
    before = plain.machine.cycles
    spent = seconds_of(lambda: plain.digests(few))
    cycles_of_few = plain.machine.cycles - before
    digests = plain.digests(requests)
    cycles = plain.machine.cycles - before - cycles_of_few
    cells = [f"{cycles // len(requests):,}", f"{cycles_of_few / spent / 1e6:,.0f}"]
    compiling = []
    for limit in (CYCLES_FOR_QUICK, CYCLES_FOR_BEST):
        recompiling = Recompiling.find(folder / str(limit))
        compiling.append(
            seconds_of(lambda: recompiling.prepare(code_of(light), limit))  # noqa: B023
        )
        route = ModuleRoute(light, build_simulator(), recompiling=recompiling)
        builder = route.open()
        assert builder.recompiled
        builder.digests(few)
        fast = seconds_of(lambda: builder.digests(requests))  # noqa: B023
        assert builder.digests(requests) == digests
        cells.append(f"{cycles / fast / 1e6:,.0f}")
    cells.append(f"{cycles_of_few / in_sim65(light, folder) / 1e6:,.0f}")
    return cells + [f"{time:.2f} s" for time in compiling]


def in_sim65(module: Module, folder: Path) -> float:
    """The processor time of sim65 for FEW, whose last map is compared with that of the
    simulator."""
    start, length = all_regions(module.layout.spec, module.dungeon)["map"]
    block = module.layout.start + REQUEST_OFFSET
    generate = module.calls["generate"]

    def program(count: int) -> Callable[[], bytes | None]:
        memory = bytearray(0x10000)
        memory[module.layout.start : module.layout.start + module.size] = module.image
        # lda SEED, sta block, lda #0, sta block + 1, sta block + 2, jsr, inc, lda, cmp, bne
        code = bytes((0xAD, *word(SEED), 0x8D, *word(block), 0xA9, 0, 0x8D, *word(block + 1)))
        code += bytes((0x8D, *word(block + 2), 0x20, *word(generate), 0xEE, *word(SEED)))
        code += bytes((0xAD, *word(SEED), 0xC9, count))
        code += bytes((0xD0, 0x100 - len(code) - 2))
        code += sim65.ending(start, length, DRIVER + len(code))
        memory[DRIVER : DRIVER + len(code)] = code
        return lambda: sim65.run(bytes(memory), DRIVER, folder, 1 << 31)

    last = dataclasses.replace(Request(module.dungeon, 0), seed=len(FEW) - 1)
    built = ModuleRoute(module, build_simulator()).open().build(last).regions["map"]
    assert program(len(FEW))() == built
    return seconds_of(program(len(FEW))) - seconds_of(program(1)) * 1 / len(FEW)


def word(value: int) -> bytes:
    return value.to_bytes(2, "little")


def main(modules: Sequence[str]) -> None:
    spec = load_spec(Path("generator.yaml"))
    table = plain_table(
        "MHz", 1, "module", "cycles", "interpreter", "tcc", "gcc", "sim65", "tcc takes",
        "gcc takes",
    )  # fmt: skip
    for text in modules:
        dungeon, compiler = text.split()
        module = build_module(spec, "generator.yaml", COMPILERS[compiler].find(), dungeon)
        with tempfile.TemporaryDirectory() as folder:
            table.add_row(text, *measured(module, Path(folder)))
    out.print(table)
    out.print(time.strftime("%d %B %Y"), style="dim")


if __name__ == "__main__":
    given = sys.argv[1:]
    main([" ".join(given[n : n + 2]) for n in range(0, len(given), 2)] or MODULES)
