"""The kernel search_entities finds the entity that Python finds."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from helpers.calls import Cases, answers, for_every_compiler
from helpers.kinds import data_with, loaded

UNIT = """
#include "dungeon_crowded.c"
void phase_done(uint8_t phase)
{
    (void)phase;
}
#ifdef NATIVE
uint16_t native_left_out;
#endif
static uint8_t n;
"""

CALL = """\
        for (n = 0; n != ENTITIES_CAPACITY; ++n) {
            ENTITY_SET_KIND(ENTITY_RECORD(n), 9);
            ENTITY_SET_X(ENTITY_RECORD(n), MEMORY[n]);
            ENTITY_SET_Y(ENTITY_RECORD(n), MEMORY[256 + n]);
        }
        *answer = find_entity(arguments[0], arguments[1], arguments[2], arguments[3]);"""

ENTITY = {
    "in this order": ["kind", "x", "y"],
    "with other fields": ["y", "reserved_one", "kind", "reserved_two", "x"],
}


@for_every_compiler
@pytest.mark.parametrize("order", ENTITY)
def test_the_first_entity_at_a_tile_is_found(tmp_path: Path, compiler: str, order: str) -> None:
    dungeon = {
        "kind": "walk",
        "map": {"width": 40, "height": 24},
        "passes": [{"name": "items", "least": 200, "most": 200}],
    }
    data = data_with({"crowded": dungeon})
    del data["memory"]
    fields = {name: {"bytes": 1} for name in ENTITY[order]}
    fields["kind"]["unused"] = 255
    data["structs"] = {"entity": fields}
    spec = loaded(data, ["memory.program={start: 0x1800, end: 0x6FFF}"])
    chance = random.Random(1)
    places = [(chance.randrange(12), chance.randrange(12)) for _ in range(200)]
    # The last two of them have a place that no other has.
    places[198:] = [(13, 5), (5, 13)]
    cases: Cases = []
    expected = []
    for n in range(120):
        first = chance.choice([0, 0, 50, 90, 198, chance.randrange(200)])
        behind = chance.choice([first, 200, chance.randint(first, 200)])
        x, y = chance.choice([*places[::9], (13, 5), (5, 13), (13, 13)])
        if n == 0:
            first, behind, x, y = 0, 200, 5, 13
        cases.append(bytes([x, y, first, behind]))
        found = (at for at in range(first, behind) if places[at] == (x, y))
        expected.append(next(found, behind))
    assert 198 in expected and 199 in expected
    memory = bytes(x for x, _ in places).ljust(256, b"\0") + bytes(y for _, y in places)
    got, _ = answers(
        spec, tmp_path, compiler, CALL, cases, memory,
        UNIT, ["program_tables.c", "core/generation.c"], ["dungeon_crowded_cc65.s"],
    )  # fmt: skip
    assert list(got) == expected
