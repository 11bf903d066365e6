"""The random numbers of exact mode on the C64 are those of Python.

The kernels are step_forward, step_back and scale_state.
"""

from __future__ import annotations

import random
from pathlib import Path

from helpers.calls import answers, for_every_compiler
from helpers.kinds import samples

from pygen.engine.random.random32 import Random32

EXACT = next(sample for sample in samples("mystery") if sample.dungeon == "mystery_exact")

SPEC = EXACT.changed(
    "program.dungeons=[mystery_exact]",
    "dungeons.mystery_exact={kind: mystery, numbers: exact, layout: one_room, shop: 0}",
)
"""The smallest dungeon of exact mode: cc65's assembly has little room beside the cases."""

UNIT = """
#include "dungeon_mystery_exact.c"
void phase_done(uint8_t phase)
{
    (void)phase;
}
static uint8_t *found = MEMORY;
static void write_word(uint16_t word)
{
    found[0] = (uint8_t)word;
    found[1] = (uint8_t)(word >> 8);
    found += 2;
}
"""

STATES = """
static void write_state(void)
{
    found[0] = (uint8_t)state_lower;
    found[1] = (uint8_t)(state_lower >> 8);
    found[2] = random_low;
    found[3] = random_high;
    found += 4;
}
static void read_state(const uint8_t *from)
{
    state_lower = (uint16_t)from[1] << 8 | from[0];
    random_low = from[2];
    random_high = from[3];
}
"""

CALL = """\
        read_state(arguments);
        SET_CARRY
        step_forward();
        write_state();
        read_state(arguments);
        SET_CARRY
        step_back();
        write_state();
        read_state(arguments);
        write_word(scaled_state((uint16_t)arguments[5] << 8 | arguments[4]));
        write_word(scaled_number((uint16_t)arguments[3] << 8 | arguments[2],
                                 (uint16_t)arguments[5] << 8 | arguments[4]));
        secondary[0] = arguments[0];
        secondary[1] = arguments[1];
        secondary[2] = arguments[2];
        secondary[3] = arguments[3];
        write_word(draw_secondary());
        draw_secondary();
        write_word((uint16_t)secondary[3] << 8 | secondary[2]);
        *answer = 0;"""


def expected(state: int, count: int) -> bytes:
    """What the call above writes."""
    stream = Random32(0)
    stream.state = state
    stream.draw()
    forward = stream.state
    stream.state = state
    stream.step_back()
    data = forward.to_bytes(4, "little") + stream.state.to_bytes(4, "little")
    data += ((state >> 16) * count >> 16).to_bytes(2, "little") * 2
    stream.secondary = state
    data += stream.draw_secondary().to_bytes(2, "little")
    stream.draw_secondary()
    return data + (stream.secondary >> 16).to_bytes(2, "little")


@for_every_compiler
def test_the_numbers_of_the_c64_are_those_of_python(tmp_path: Path, compiler: str) -> None:
    chance = random.Random(1)
    states = [0, 1, 0xFF00, 0x10000, 0x1000000, 0xFFFFFFFF, 0xAF5D59]
    states += [chance.randrange(1 << 32) for _ in range(20)]
    counts = [0, 1, 100, 255, 256, 1792, 5184]
    cases = [(state, counts[number % len(counts)]) for number, state in enumerate(states)]
    # Products whose lower 16 bits are the largest, and those that are just too large for 16 bits.
    cases += [
        (257 << 16, 255),
        (255 << 16, 257),
        (256 << 16, 256),
        (0xFFFF << 16, 1),
        (0xFFFF << 16, 0xFFFF),
    ]
    memory = b"".join(expected(*case) for case in cases)
    _, got = answers(
        SPEC, tmp_path, compiler, CALL,
        [state.to_bytes(4, "little") + count.to_bytes(2, "little") for state, count in cases],
        bytes(len(memory)), UNIT + STATES,
        ["program_tables.c", "core/generation.c"], ["dungeon_mystery_exact_cc65.s"],
    )  # fmt: skip
    assert got == memory


FOLLOW = """\
        uint8_t at;
        tracked_count = 5;
        for (at = 0; at != 5; ++at) {
            tracked_low[at] = arguments[0] + at;
            tracked_high[at] = arguments[1];
        }
        follow((uint16_t)arguments[3] << 8 | arguments[2],
               (uint16_t)arguments[5] << 8 | arguments[4]);
        for (at = 0; at != 5; ++at)
            write_word((uint16_t)tracked_high[at] << 8 | tracked_low[at]);
        *answer = 0;"""


@for_every_compiler
def test_places_are_followed_through_a_swap(tmp_path: Path, compiler: str) -> None:
    cases = [(3, 5, 9), (3, 5, 7), (3, 9, 5), (256, 257, 1), (256, 1, 257), (300, 44, 301)]
    memory = b""
    for first, one, other in cases:
        swapped = {one: other, other: one}
        for place in range(first, first + 5):
            memory += swapped.get(place, place).to_bytes(2, "little")
    _, got = answers(
        SPEC, tmp_path, compiler, FOLLOW,
        [b"".join(place.to_bytes(2, "little") for place in case) for case in cases],
        bytes(len(memory)), UNIT,
        ["program_tables.c", "core/generation.c"], ["dungeon_mystery_exact_cc65.s"],
    )  # fmt: skip
    assert got == memory
