"""The kernel clear_part: which bytes of a table and of the map a step makes blank."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.calls import MEMORY, answers, for_every_compiler
from helpers.parameters import parameters_of
from helpers.tools import SPEC_FILE

from pygen.emit import table_plan
from pygen.engine.generator.pipeline import clearing_parts
from pygen.spec import load_spec

CLEAR = """\
        (void)answer;
        stage = arguments[0];
        clear();"""

UNIT = """
#include "dungeon_{name}.c"
void phase_done(uint8_t phase)
{{
    (void)phase;
}}
"""


@pytest.mark.sampled(3)
@for_every_compiler
@pytest.mark.parametrize("columns", [4, 7])
@pytest.mark.parametrize("most_stores", [table_plan.MOST_STORES, 4])
def test_all_steps_make_the_records_and_the_map_blank_and_nothing_else(
    tmp_path: Path,
    compiler: str,
    columns: int,
    most_stores: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # With few stores, a table is made blank in blocks of rows.
    monkeypatch.setattr(table_plan, "MOST_STORES", most_stores)
    spec = load_spec(
        SPEC_FILE,
        [
            "program.dungeons=[crypt]", "memory.program.end=0x6FFF",
            f"dungeons.crypt.grid.columns={columns}",
            f"memory.rooms={{start: {MEMORY}, end: {MEMORY + 0xFFF}}}",
            f"memory.map={{start: {MEMORY + 0x1000}, end: 0x9FFF}}",
            "dungeons.crypt.map={width: 110, height: 90, bits_per_tile: 3}",
        ],
    )  # fmt: skip
    blueprint = spec.blueprint("crypt")
    layout, capacity = spec.layouts["room"], columns * parameters_of(spec, "crypt").grid.rows
    steps = sum(count for _, count in clearing_parts(blueprint))
    size = spec.dungeons["crypt"].map.packed_bytes
    memory = bytes([0xA5]) * (0x1000 + size + 16)
    _, got = answers(
        spec, tmp_path, compiler, CLEAR, [bytes([step]) for step in range(steps)], memory,
        UNIT.format(name="crypt"),
        ["program_tables.c", "core/generation.c", "core/rooms.c"], ["dungeon_crypt_cc65.s"],
    )  # fmt: skip
    blank = layout.pack(layout.unused_values()) * capacity
    assert got[: len(blank)] == blank
    assert set(got[len(blank) : 0x1000]) == {0xA5}
    assert not any(got[0x1000 : 0x1000 + size])
    assert set(got[0x1000 + size :]) == {0xA5}
