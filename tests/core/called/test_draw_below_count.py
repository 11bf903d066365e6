"""The kernel draw_below_count: random numbers for kernels and for a dungeon that draws many."""

from __future__ import annotations

import random
from pathlib import Path

from helpers.calls import for_every_compiler, word
from helpers.logged_calls import LoggedCalls
from helpers.tools import SPEC_FILE

from pygen.engine.random.random16 import Random16
from pygen.spec import load_spec

CALLS = {
    "draw": """
        random_low = arguments[1];
        random_high = arguments[2];
        random_draws = 255;
        put(BELOW(arguments[3]));
        put_state();
        put((uint8_t)*(volatile uint16_t *)&random_draws);
        put((uint8_t)(*(volatile uint16_t *)&random_draws >> 8));"""
}


@for_every_compiler
def test_draw_below_count_draws_what_the_reference_does(tmp_path: Path, compiler: str) -> None:
    spec = load_spec(SPEC_FILE, ["program.dungeons=[crypt]", "memory.program.end=0x6FFF"])
    calls, chance = LoggedCalls("crypt", 0, "", CALLS), random.Random(7)
    for count in [*range(1, 40), *range(40, 256, 9), 255]:
        for state in (chance.randint(1, 65535), chance.choice([1, 0x00FF, 0xFFFF, 0x8000])):
            stream = Random16(spec.random, 1)
            stream.state = state
            drawn = stream.below(count)
            found = bytes([drawn]) + word(stream.state) + word(256)
            calls.add("draw", *word(state), count, found=found)
    calls.run(spec, tmp_path, compiler, units=["core/rooms.c"])
