"""A program shows tiles as their looks: the C64's screen against the reference's, in VICE."""

from __future__ import annotations

import pytest
from helpers import expected_screen as expected
from helpers.expected_screen import View
from helpers.kinds import data_with, loaded
from helpers.player import Player
from helpers.programs import playable_of
from helpers.tools import needs_ca65, needs_vice

from pygen.emulators.roms import Roms
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.spec import Spec

pytestmark = [needs_vice, needs_ca65]

SEED = 11


def spec_with_looks() -> Spec:
    """Dungeons whose looks have 8 and 4 bits."""
    rules = {
        "name": "tile_rules",
        "shapes": "rules",
        "looks": {"stone": {"glyph": "earth"}, "weed": {"glyph": "*", "colour": "green"}},
        "rules": [
            {"look": "stone", "pattern": ["???", "?#?", "?.?"]},
            {"look": "weed", "pattern": ["???", "#.?", "???"]},
        ],
    }
    data = data_with(
        {
            "cave": {
                "kind": "caves",
                "map": {"width": 56, "height": 32},
                "theme": {"wall": {"colour": "brown"}},
                "passes": [{"name": "tile_rules", "shapes": 47}],
            },
            "burrow": {"kind": "walk", "map": {"width": 72, "height": 40}, "passes": [rules]},
        }
    )
    del data["memory"]
    return loaded(data)


@pytest.mark.parametrize("compiler", ["oscar64", "cc65"])
def test_looks_are_shown_where_the_window_is_and_where_it_moves(stub: Roms, compiler: str) -> None:
    spec = spec_with_looks()
    with Player(playable_of(spec, compiler), stub) as player:
        player.key(*"delete delete delete delete delete".split(), *str(SEED), "return")
        shown = set()
        for number, name in enumerate(spec.dungeons):
            if number:
                player.key("Q", *["up"] * 4, "right", " ")
            dungeon = generate(spec, Request(name, SEED))
            x, y = dungeon.camera
            for lines, dx, dy in (([], 0, 0), (["right"], 1, 0), (["down", "left"], -1, 1)):
                if lines:
                    player.steer(lines, 3)
                x = min(max(x + 3 * dx, 0), dungeon.tiles.width - 40)
                y = min(max(y + 3 * dy, 0), dungeon.tiles.height - 24)
                screen = expected.window(spec, dungeon, 1, SEED, View(x, y))
                player.frames(2)
                assert player.screen() == screen.codes, (name, lines)
                assert player.colours() == screen.colours, (name, lines)
            picture = expected.screen_of(player.picture())
            assert picture == expected.pixels(spec, dungeon, screen), name
            shown |= {(name, code) for code in screen.codes}
        assert len([name for name, code in shown if name == "cave"]) > 30
