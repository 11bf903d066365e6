"""The pass `water`: what its parameters promise, and the tiles that it brings."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import expected_screen as expected
from helpers.expected_screen import View
from helpers.kinds import data_with, loaded
from helpers.longest_steps import check_longest_steps
from helpers.passes import finished_phases
from helpers.player import Player
from helpers.programs import playable_of
from helpers.solid import regions_of, tiles_of
from helpers.tools import needs_ca65, needs_vice

from pygen.compilers import COMPILERS
from pygen.emulators.roms import Roms
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.pictures.characters import tile_codes as character_codes
from pygen.spec import Spec, SpecError

CAVE = {"kind": "caves", "map": {"width": 40, "height": 32}}
ALONE = {"rivers": 0, "lakes": 0, "spots": 0}


def caves(use: dict[str, Any], **section: Any) -> Spec:
    """A spec of caves with the pass."""
    passes = [{"name": "water", **use}]
    return loaded({"dungeons": {"cave": {**CAVE, "passes": passes, **section}}})


def wet(use: dict[str, Any], seed: int, floor: int = 1, **section: Any) -> set[tuple[int, int]]:
    """Where a cave has water of either sort."""
    spec = caves(use, **section)
    return places(generate(spec, Request("cave", seed, floor)), "water", "shallow_water")


def places(g: Generation[Any], *names: str) -> set[tuple[int, int]]:
    codes = [g.codes[name] for name in names]
    return {
        (x, y)
        for y in range(g.tiles.height)
        for x in range(g.tiles.width)
        if g.tiles.get(x, y) in codes
    }


def test_a_river_leads_from_one_side_to_the_other() -> None:
    directions = set()
    for seed in range(12):
        river = wet({**ALONE, "rivers": 1, "river_width": 1, "crossable": True}, seed)
        found: set[Any] = set()
        border = [min(river)]
        while border:
            x, y = border.pop()
            beside = {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & river
            border += beside - found
            found |= beside
        assert found == river
        columns, rows = {x for x, _ in river}, {y for _, y in river}
        is_upright = rows == set(range(1, 31))
        assert is_upright or columns == set(range(1, 39))
        directions.add(is_upright)
    assert len(directions) == 2


def test_sizes_and_numbers_say_how_much_water_there_is() -> None:
    def amount(**use: Any) -> int:
        own = {**ALONE, "crossable": True, **use}
        return sum(len(wet(own, seed)) for seed in range(8))

    river = amount(rivers=1, river_width=1)
    assert amount(rivers=2, river_width=1) > 1.4 * river
    assert amount(rivers=1, river_width=3) > 2.2 * river
    lake = amount(lakes=1, lake_radius=3)
    assert amount(lakes=3, lake_radius=3) > 2 * lake
    assert amount(lakes=1, lake_radius=6) > 2 * lake
    assert amount(spots=1, spot_radius=3) == lake
    assert lake < 8 * 9 * 7


def test_water_is_where_it_is_wanted_and_shallow_only_if_it_may_be_crossed() -> None:
    for over, crossable, wanted in (
        ("rock", True, {"water"}),
        ("floor", True, {"shallow_water"}),
        ("floor", False, {"water"}),
        ("all", True, {"water", "shallow_water"}),
    ):
        spec = caves({"over": over, "crossable": crossable, "rivers": 2})
        counts = generate(spec, Request("cave", 3)).tile_counts()
        assert {name for name in ("water", "shallow_water") if counts[name]} == wanted


def combs(g: Generation[Any]) -> int:
    """How many tiles of floor are a strip between two tiles of water."""
    water = places(g, "water")
    return sum(
        {(x - 1, y), (x + 1, y)} <= water or {(x, y - 1), (x, y + 1)} <= water
        for x, y in places(g, "floor")
    )


def test_a_least_width_leaves_no_combs() -> None:
    lakes = {"rivers": 1, "lakes": 6, "over": "floor"}
    counts = [0, 0, 0]
    for least in (1, 2, 3):
        spec = caves({**lakes, "river_width": 3, "least_width": least})
        for seed in range(8):
            g = generate(spec, Request("cave", seed))
            counts[least - 1] += combs(g)
            assert len(places(g, "water")) > 40
    assert counts[0] > 200 and counts[1:] == [0, 0]


def test_bridges_lead_over_water_that_cuts_the_map() -> None:
    water = {"name": "water", **ALONE, "rivers": 1, "river_width": 3, "cuts": True}
    bridges = {"name": "regions", "keep": "all"}
    parts, tiles = [], 0
    for seed in range(8):
        spec = loaded({"dungeons": {"cave": {**CAVE, "passes": [water, bridges]}}})
        before, after = None, None
        for finished in finished_phases(spec, Request("cave", seed)):
            if finished.use and finished.use.name == "water":
                before = finished.plan
            after = finished.plan
        assert before and after
        ground = [spec.codes[name] for name in ("floor", "up_stairs", "down_stairs")]
        parts.append(len(regions_of(tiles_of(before, *ground))))
        assert len(regions_of(tiles_of(after, *ground))) == 1
        bridged = before.of(spec.codes["water"]) & after.of(*ground)
        assert bridged or parts[-1] == 1
        tiles += bridged.bit_count()
    assert sum(parts) >= 14 and tiles > 20


def test_lakes_too_low_for_a_square_are_left_out_or_have_their_wreath_only() -> None:
    use = {**ALONE, "lakes": 16, "lake_radius": 1, "least_width": 3, "over": "floor"}
    for wreath in (0, 1):
        found = wet({**use, "wreath": wreath}, 2)
        assert bool(found) or not wreath


def test_floors_change_it() -> None:
    floors = {"5-": {"passes": {"water": {"rivers": 0, "lakes": 0, "spots": 1}}}}
    assert len(wet({}, 7, 5, floors=floors)) < 16 < len(wet({}, 7, 4, floors=floors))


def test_a_map_has_enough_bits_for_the_tiles_of_its_passes() -> None:
    spec = caves({})
    assert spec.dungeons["cave"].map.bits_per_tile == 4
    assert "shallow_water" in spec.codes_of("cave")
    assert {"water", "shallow_water"} <= character_codes(spec, "cave").keys()
    without = loaded({"dungeons": {"cave": CAVE}})
    assert without.dungeons["cave"].map.bits_per_tile == 3
    assert "water" not in without.tiles
    data = {"dungeons": {"cave": {**CAVE, "passes": [{"name": "water"}]}}}
    codes = {"water": {"code": 7}, "shallow_water": {"code": 6}}
    assert loaded({**data, "tiles": codes}).dungeons["cave"].map.bits_per_tile == 3
    codes["water"]["code"] = 16
    assert loaded({**data, "tiles": codes}).dungeons["cave"].map.bits_per_tile == 8


def test_a_dungeon_without_the_pass_has_no_such_tiles() -> None:
    data = {"cave": {**CAVE, "passes": [{"name": "water"}]}, "dry": CAVE}
    spec = loaded({"dungeons": data})
    assert "water" not in spec.codes_of("dry") and "water" not in character_codes(spec, "dry")


@pytest.mark.parametrize(
    ("use", "section", "tiles", "said"),
    [
        ({}, {"map": {"bits_per_tile": 3}}, {}, "bits_per_tile: 4 in its map"),
        ({}, {}, {"water": {"walkable": True}}, "a tile `water` with walkable: false"),
        ({}, {}, {"shallow_water": {"walkable": False}}, "has no way through"),
        ({"river_width": 1, "least_width": 2}, {}, {}, "river_width: 2 or more, or rivers: 0"),
        ({"crossable": True, "least_width": 2}, {}, {}, "has no gaps, so it has no least width"),
        ({"cuts": True}, {}, {}, "`water` may cut off the stairs; add `regions`"),
        ({"cuts": True, "crossable": True}, {}, {}, "cut nothing off"),
        ({"cuts": True}, {"kind": "bsp"}, {}, "a table says where the map has its rooms"),
        ({**ALONE}, {}, {}, "nothing is done without rivers, lakes and spots"),
        ({}, {"theme": {"waters": {"colour": "cyan"}}}, {}, "did you mean `water`"),
    ],
)
def test_mistakes_are_reported_with_their_cure(
    use: dict[str, Any], section: dict[str, Any], tiles: dict[str, Any], said: str
) -> None:
    dungeon = {**CAVE, "passes": [{"name": "water", **use}], **section}
    with pytest.raises(SpecError, match=said):
        loaded({"dungeons": {"cave": dungeon}, "tiles": tiles})


CROWDED = {
    name: {
        "kind": kind,
        "map": {"width": 48, "height": 40},
        "passes": [{"name": "water", "rivers": 4, "lakes": 4, "spots": 8, "crossable": shallow}],
    }
    for name, kind, shallow in (("halls", "bsp", False), ("caves", "caves", True))
}
CROWDED["broad"] = {
    "kind": "caves",
    "map": {"width": 48, "height": 40, "bits_per_tile": 8},
    "passes": [
        {"name": "water", "rivers": 4, "river_width": 4, "lakes": 4, "wreath": 1, "least_width": 3}
    ],
}


@needs_vice
@pytest.mark.slow
@pytest.mark.parametrize("name", list(COMPILERS))
@pytest.mark.steps
def test_no_step_is_too_long(name: str) -> None:
    check_longest_steps(CROWDED, name, [Request("halls", 7), Request("caves", 7)], 3000)
    check_longest_steps(CROWDED, name, [Request("broad", 7)], 5000)


@needs_vice
@needs_ca65
@pytest.mark.slow
@pytest.mark.parametrize("compiler", ["oscar64", "cc65"])
def test_the_program_shows_it(compiler: str, stub: Roms) -> None:
    marsh = {"kind": "bsp", "map": {"width": 48, "height": 40}}
    passes = [{"name": "water", "lakes": 8, "crossable": True}]
    data = data_with({"marsh": {**marsh, "passes": passes}})
    del data["memory"]
    with Player(playable_of(loaded(data), compiler), stub) as player:
        player.key(*["delete"] * 5, "3", "return")
        floor = generate(player.spec, Request("marsh", 3))
        player.frames(2)
        left, top = floor.camera
        view = (range(left, left + 40), range(top, top + 24))
        for name in ("water", "shallow_water"):
            assert any(x in view[0] and y in view[1] for x, y in places(floor, name))
        screen = expected.window(player.spec, floor, 1, 3, View(*floor.camera))
        assert player.screen() == screen.codes and player.colours() == screen.colours
