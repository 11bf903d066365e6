"""All kernels in C: of their twins both compilers make the same dungeons as of the assembly.

A release has assembly in the place of most of them, so nothing else compiles them for a 6502.
"""

from __future__ import annotations

import copy
import re
from functools import cache
from pathlib import Path

import pytest
from helpers import bare_6502
from helpers.calls import MEMORY, answers, c_without_assembly, word
from helpers.equal_dungeons import require_equal
from helpers.kinds import FROZEN, ONE_OF_EACH_KIND, data_with, loaded, material
from helpers.material import Data
from passes.regions.material import CHAMBERS
from passes.tile_rules.material import CHAINS

from pygen.base.files import source_files
from pygen.base.project import C_FOLDER
from pygen.compilers import COMPILERS
from pygen.emit import emit
from pygen.emit.kernels import SUFFIX
from pygen.emit.memory_regions import all_regions
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.spec import Spec

LOOKS, STATISTICS, ROW = MEMORY + 0x1800, MEMORY + 0x1E00, MEMORY + 0x1F00

DUNGEONS: dict[str, Data] = {
    **{
        f"of_{one.kind}": (FROZEN["dungeons"] | material(one.kind).dungeons)[one.dungeon]
        for one in ONE_OF_EACH_KIND
    },
    **{
        name: section
        for one in ONE_OF_EACH_KIND
        for name, section in material(one.kind).dungeons.items()
        if name in ("cloister", "fen")
    },
    "exact": {"kind": "mystery", "numbers": "exact", "layout": "cross", "shop": 0},
    "lean": {"kind": "mystery", "numbers": "lean", "layout": "cross"},
    "looped": FROZEN["dungeons"]["crypt"] | {"passes": [{"name": "loops", "chance": 100}]},
    "ruled": {
        "kind": "walk",
        "map": {"width": 40, "height": 24},
        "passes": [{"name": "tile_rules", **CHAINS}],
    },
    "shaped": {
        "kind": "walk",
        "map": {"width": 40, "height": 24},
        "passes": [{"name": "water", "lakes": 1}, {"name": "tile_rules", "shapes": 47}],
    },
    "shown": {
        "kind": "walk",
        "map": {"width": 40, "height": 24},
        "passes": [{"name": "secrets", "hide": "dead_ends"}, {"name": "tile_rules"}],
    },
    "locked": {
        "kind": "caves",
        "map": {"width": 40, "height": 24},
        "passes": [{"name": "treasures"}, {"name": "stairs"}, {"name": "locks"}],
    },
    "measured": {
        "kind": "caves",
        "map": {"width": 24, "height": 24},
        "passes": [
            {"name": "stairs"},
            {"name": "items", "where": ["dead ends", "far"]},
            {"name": "measure"},
        ],
    },
    "sloped": {
        "kind": "terrain",
        "noise": {"form": "gradient", "offsets": True, "spacing": 16, "octaves": 3},
        "falloff": {"width": 6},
    },
    "guarded": CHAMBERS,
    "open": {
        "kind": "terrain",
        "without": ["stairs"],
        "passes": [{"name": "smooth"}, {"name": "regions"}, {"name": "stairs"}],
    },
}
"""Dungeons that have all kernels among them."""

SEEDS = (7, 44257)

UNIT = """
#include "dungeon_{name}.c"
void phase_done(uint8_t phase)
{{
    (void)phase;
}}
static uint8_t row[256 + 16];
"""

CALL = """\
        uint16_t at;
        const uint8_t *tiles;
        random_seed((uint16_t)(arguments[0] | (uint16_t)arguments[1] << 8));
        for (at = 0; at != 0x2000; ++at)
            MEMORY[at] = 0xFF;
        {name}_generate();
        {name}_write_statistics();
        tiles = {name}_unpack_row(0, 5, row);
        for (at = 0; at != MAP_WIDTH; ++at)
            BYTES_AT({row})[at] = tiles[at];
        *answer = (uint8_t)random_draws;"""


@cache
def spec_of(name: str) -> Spec:
    """A spec of such a dungeon, with the map and the looks where calls find them.

    Tables of assembly alone are unused, which cc65 would warn of. OSCAR64's optimiser makes wrong
    code of some of this C, which no release has: of of_accretion's as the canary
    one_of_two_patterns says, of exact's as upper_byte_of_parameter shows.
    """
    data = data_with({name: copy.deepcopy(DUNGEONS[name])})
    del data["memory"]
    return loaded(
        data,
        [
            "memory.program={start: 0x1800, end: 0x7FFF}",
            f"memory.map={{start: {MEMORY}, end: {LOOKS - 1}}}",
            f"memory.looks={{start: {LOOKS}, end: {STATISTICS - 1}}}",
            f"memory.statistics={{start: {STATISTICS}, end: {ROW - 1}}}",
            "compilers.cc65.release=[-O, --static-locals, -W, -unused-var]",
            "compilers.oscar64.release=[-O0]",
            f"tiles.down_stairs.secret={str(name == 'shown').lower()}",
        ],
    )


@pytest.mark.sampled(4)
@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("name", DUNGEONS)
def test_dungeons_of_kernels_in_c_are_those_of_the_reference(
    name: str, tmp_path: Path, compiler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bare_6502, "CYCLE_LIMIT", 400_000_000)
    spec = spec_of(name)
    built = [generate(spec, Request(name, seed)) for seed in SEEDS]
    call = CALL.format(name=name, row=f"{ROW}u")
    units = ["program_tables.c", "core/generation.c", "core/rooms.c"]
    draws, memory = answers(
        spec, tmp_path, compiler, call, [word(seed) for seed in SEEDS], bytes(0x2000),
        UNIT.format(name=name), units, [f"dungeon_{name}_cc65.s"],
        c_without_assembly(tmp_path),
    )  # fmt: skip
    assert list(draws) == [g.random.draws & 0xFF for g in built]
    regions = all_regions(spec, name)
    in_memory = {
        region: memory[start - MEMORY :][:size]
        for region, (start, size) in regions.items()
        if region in ("map", "looks", "statistics")
    }
    wanted = {region: built[-1].region_bytes()[region] for region in in_memory}
    require_equal(spec, name, wanted, in_memory, f"{name}, seed {SEEDS[-1]}")
    tiles = built[-1].tiles
    row = bytes(tiles.get(x, 5) for x in range(min(tiles.width, spec.display.view_width)))
    assert memory[ROW - MEMORY :][: len(row)] == row


def test_these_dungeons_have_all_kernels(tmp_path: Path) -> None:
    source = c_without_assembly(tmp_path)
    found = set()
    for name in DUNGEONS:
        emit(spec_of(name), "spec", tmp_path / name, source_folder=source)
        text = "".join(file.read_text() for file in (tmp_path / name).glob("*.[ch]"))
        found |= set(re.findall(r"\b(\w+)\(\w+(?: \w+)?\)\n\{", text))
    # The native builds of tests/calls are of the twins of the calls for games.
    kernels = {
        file.name.removesuffix(SUFFIX)
        for file in source_files(C_FOLDER, f"*{SUFFIX}")
        if not file.is_relative_to(C_FOLDER / "calls")
    }
    # Their twins are parts of functions: random_below, and those that do the pieces one by one.
    pieces = {
        "find_dead_end",
        "follow_way",
        "read_ends",
        "try_places",
        "has_allowed",
        "limit_options",
    }
    assert kernels - found == {"draw_below_count", *pieces}
