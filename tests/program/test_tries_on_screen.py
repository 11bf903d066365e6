"""A dungeon that is built again until it is as required, as a person sees it: in VICE."""

from __future__ import annotations

from itertools import groupby

import pytest
from helpers.kinds import loaded
from helpers.player import SECONDS, Player
from helpers.programs import playable_of
from helpers.tools import needs_ca65, needs_vice

from pygen.emulators.roms import Roms
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.programs.progress import typical_steps
from pygen.spec import Spec

pytestmark = [needs_vice, needs_ca65]

SPRITE_X = 0xD000
MOST_FRAMES = 400
ROWS = slice(40 * 12, 40 * 16)
"""The rows of the screen with the bar and what is below it."""


@pytest.fixture(scope="module")
def spec() -> Spec:
    halls = {"kind": "bsp", "map": {"width": 40, "height": 30}}
    required = {**halls, "require": ["loops >= 2", "up_x < down_x"]}
    return loaded({"dungeons": {"halls": required, "others": halls}})


@pytest.mark.parametrize("compiler", ["oscar64", "cc65"])
def test_the_bar_begins_again_and_says_which_try_it_is(
    spec: Spec, compiler: str, stub: Roms
) -> None:
    seed = next(n for n in range(1000) if generate(spec, Request("halls", n)).tries == 3)
    with Player(playable_of(spec, compiler), stub) as player:
        player.key(*["up"] * 4, *["delete"] * 5, *str(seed))
        player.vice.write(player.mailbox.key, b"\r")
        player.frames(1)
        seen = [""]
        while seen[-1] != "3" and len(seen) < MOST_FRAMES:
            # Once in each frame.
            player.vice.run_until_store(SPRITE_X, SECONDS)
            seen.append(player.text()[ROWS].partition("TRY ")[2][:2].strip())
        player.frames(1)
        found = generate(spec, Request("halls", seed)).region_bytes()
        for region in ("map", "rooms", "summary"):
            start = spec.memory[region].start
            assert player.read(start, len(found[region])) == found[region], region
    assert [number for number, _ in groupby(seen)] == ["", "2", "3"]


def test_the_bar_is_made_for_one_try(spec: Spec) -> None:
    assert typical_steps(spec, "halls") < 1.5 * typical_steps(spec, "others")
