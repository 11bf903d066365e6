"""What the parameters of a terrain promise. What holds for every seed is in judge.py."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from helpers import invariants
from helpers.kinds import samples
from helpers.longest_steps import check_longest_steps
from helpers.parameters import parameters_of

from pygen.base.errors import UserError
from pygen.compilers import COMPILERS
from pygen.engine.dungeon.generation import Generation
from pygen.engine.noise.octaves import NOISE_TABLE
from pygen.engine.random.request import Request
from pygen.kinds import advance, begin, generate

SAMPLE = samples("terrain")[0]


def terrains(*changes: str, seeds: range = range(6)) -> list[Generation[Any]]:
    """Sample dungeons of some seeds, with such changes of their parameters."""
    spec = SAMPLE.changed(*changes_of(*changes))
    found = [generate(spec, Request(SAMPLE.dungeon, seed)) for seed in seeds]
    for generation in found:
        invariants.check(spec, SAMPLE.dungeon, generation.region_bytes())
    return found


def changes_of(*changes: str) -> list[str]:
    return [
        change if change.startswith("tiles.") else f"dungeons.{SAMPLE.dungeon}.{change}"
        for change in changes
    ]


def count(generation: Generation[Any], *names: str) -> int:
    """How many tiles of these names there are."""
    return sum(generation.tile_counts()[name] for name in names)


def test_every_class_has_its_share() -> None:
    """Up to the tiles of a height, and to those that are closed at the edge or walked on."""
    shares = {"water": 30, "grass": 25, "forest": 25, "mountain": 20}
    classes = [{"tile": tile, "percent": percent} for tile, percent in shares.items()]
    for generation in terrains(f"classes={classes}", "parts={least_size: 1, join: false}"):
        inside = [
            generation.tiles.get(x, y)
            for y in range(1, generation.tiles.height - 1)
            for x in range(1, generation.tiles.width - 1)
        ]
        for tile, percent in shares.items():
            share = inside.count(generation.codes[tile]) / len(inside)
            assert abs(100 * share - percent) < 5, tile


def test_classes_may_share_a_tile_and_leave_one_out() -> None:
    classes = [
        {"tile": "mountain", "percent": 20}, {"tile": "floor", "percent": 30},
        {"tile": "mountain", "percent": 10}, {"tile": "floor", "percent": 40},
    ]  # fmt: skip
    for generation in terrains(f"classes={classes}"):
        assert count(generation, "water", "grass", "forest") == 0
        assert count(generation, "mountain", "floor") > 1700


def test_paths_join_what_would_be_apart() -> None:
    apart = terrains("parts={least_size: 4, join: false}")
    joined = terrains("parts={least_size: 4, join: true}")
    assert all(count(generation, "floor") == 0 for generation in apart)
    assert any(count(generation, "floor") for generation in joined)


def test_small_parts_are_closed() -> None:
    parts = "parts={least_size: %d, join: false}"
    walkable = [
        sum(count(g, "grass", "forest") for g in terrains(parts % least)) for least in (1, 5, 96)
    ]
    assert walkable[0] > walkable[1] > walkable[2]


def test_water_that_can_be_walked_on_is_no_border() -> None:
    """Then mountains close the edge, and grass is cut off by nothing but them."""
    for generation in terrains("tiles.water.walkable=true"):
        edge = [generation.tiles.get(x, 0) for x in range(generation.tiles.width)]
        assert set(edge) == {generation.codes["mountain"]}


def test_without_walkable_tiles_there_are_no_stairs() -> None:
    """The only walkable class has one tile in a hundred, and all of its parts are too small."""
    classes = [{"tile": "grass", "percent": 1}, {"tile": "water", "percent": 99}]
    for join in ("true", "false"):
        (g,) = terrains(
            f"classes={classes}", f"parts={{least_size: 96, join: {join}}}", seeds=range(1)
        )
        assert g.status == 3 and g.up == g.down == (0, 0)


def test_a_coarser_noise_makes_larger_parts() -> None:
    borders = []
    for spacing, octaves in ((2, 1), (8, 1), (32, 1)):
        total = 0
        for g in terrains(f"noise={{spacing: {spacing}, octaves: {octaves}}}"):
            rows = [g.tiles.tiles[y * 56 : y * 56 + 56] for y in range(32)]
            total += sum(a != b for row in rows for a, b in itertools.pairwise(row))
        borders.append(total)
    assert borders[0] > 2 * borders[1] > 2 * borders[2]


def spread_over_columns(noise: str, seeds: int) -> float:
    """By how many percent points columns differ in their share of walkable tiles, over seeds."""
    found = terrains(f"noise={noise}", "parts={least_size: 1, join: false}", seeds=range(seeds))
    walkable = [
        sum(g.tiles.get(x, y) in g.walkable for g in found for y in range(1, 31))
        for x in range(1, 55)
    ]
    return 100 * (max(walkable) - min(walkable)) / (30 * seeds)


@pytest.mark.long
def test_moved_gradients_do_not_show_their_lattice() -> None:
    """Over 1,024 seeds the columns differ by 2.2 points; over fewer, chance adds to that."""
    noise = "{form: gradient, spacing: 8, octaves: 3, offsets: %s}"
    assert spread_over_columns(noise % "true", 192) < 6 < spread_over_columns(noise % "false", 192)


def test_rivers_run_to_water_or_to_the_edge() -> None:
    """They are the only water there is besides the lowest class, and each is long enough."""
    noise = "noise={form: gradient, offsets: true, spacing: 16, octaves: 3}"
    apart = "parts={least_size: 1, join: false}"
    dry, wet = (
        terrains(noise, apart, f"rivers={{count: {count}, least_length: 15}}", seeds=range(12))
        for count in (0, 3)
    )
    more = [count(b, "water") - count(a, "water") for a, b in zip(dry, wet)]
    assert sum(more) > 12 * 30
    for g in wet:
        water = {
            (x, y) for x in range(56) for y in range(32) if g.tiles.get(x, y) == g.codes["water"]
        }
        alone = [
            (x, y) for x, y in water if not water & {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}
        ]
        assert len(alone) <= 12


def test_a_road_leads_from_the_left_edge_to_the_right_edge() -> None:
    """One can walk on it all the way."""
    for g in terrains("roads={sites: 3}", "noise={form: gradient, octaves: 3}", seeds=range(12)):
        road = {g.codes["floor"], g.codes["up_stairs"], g.codes["down_stairs"]}
        waiting = [(1, y) for y in range(32) if g.tiles.get(1, y) in road]
        reached = set(waiting)
        while waiting:
            x, y = waiting.pop()
            for tile in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if tile not in reached and g.tiles.get(*tile) in road:
                    reached.add(tile)
                    waiting.append(tile)
        assert any(x == 54 for x, _ in reached)


def test_a_terrain_that_is_too_large_has_its_heights_computed_twice() -> None:
    spec = SAMPLE.changed(f"dungeons.{SAMPLE.dungeon}.map={{width: 105, height: 56}}")
    assert not parameters_of(spec, SAMPLE.dungeon).keeps_heights
    done = [step.done for step in advance(begin(spec, Request(SAMPLE.dungeon, 3)))]
    assert done.count("heights") > 2 * 56 * 4


def test_the_table_of_the_noise_is_all_bytes() -> None:
    assert sorted(NOISE_TABLE) == list(range(256))
    assert tuple(range(256)) != NOISE_TABLE


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (["noise.octaves=5"], "octave 5 would have less than a tile from one point to the next; "
         "expected at most 4, or a larger spacing"),
        (["noise={octaves: 4, persistence: 3}"], "octave 4 would have no heights but 0; expected "
         "at most 3, or a lower persistence"),
        (["noise.wraps=true", "map.width=60"], "a width of 60 is no multiple of the spacing, so "
         "the noise cannot wrap; expected a width such as 64, or false"),
        (["noise.wraps=true", "map.height=30"], "a height of 30 is no multiple"),
        (["noise.spacing=3"], "noise.spacing"),
        (["noise={form: gradient}"], "octave 4 would have a point at each tile: gradients have no "
         "height there; expected at most 3, or a larger spacing"),
        (["noise={form: gradient, spacing: 1, octaves: 1}"], "expected 2 or more"),
        (["rivers.count=1", "map={width: 105, height: 56}"], "rivers need the heights of all "
         "tiles, for which this map is too large; expected 0, or a map of at most some"),
        (["roads.sites=2", "map={width: 105, height: 56}"], "roads need the heights"),
        (["roads.sites=1"], "a road leads from one site to another; expected 0, or 2 to 8"),
        (["rivers.width=3"], "rivers as lines of a noise are for worlds; expected 0; take `count`"),
        (["falloff.width=16"], "the falloffs of both sides would meet; expected 15 at most"),
        (["classes=[{tile: water, percent: 40}, {tile: grass, percent: 50}]"],
         "all classes together have 90 percent of the map; expected 100"),
        (["classes=[{tile: forest, percent: 40}, {tile: grass, percent: 60}]"],
         "all of them are walkable; add one that is not: it closes the edge"),
        (["classes=[{tile: water, percent: 40}, {tile: mountain, percent: 60}]"],
         "none of them is walkable; add one that is"),
        (["tiles.water.walkable=true", "tiles.mountain.walkable=true"],
         "all of them are walkable; add one that is not"),
        (["tiles.grass.walkable=false"], "a dungeon whose `grass` cannot be walked on"),
        (["classes=[{tile: lava, percent: 40}, {tile: grass, percent: 60}]"], "lava"),
        (["map={width: 160, height: 160, bits_per_tile: 4}"],
         "a plane of 160 x 160 bits takes 3200 bytes; expected a smaller map: at most 2160 bytes"),
        (["map.bits_per_tile=3"], "bits_per_tile"),
        (["parts.least_size=97"], "96"),
        (["floors={4-: {noise: {spacing: 4, octaves: 2}}}"],
         "`noise` is the same on all floors of a dungeon"),
        (["floors={4-: {classes: [{tile: water, percent: 40}, {tile: mountain, percent: 60}]}}"],
         "none of them is walkable"),
    ],
)  # fmt: skip
def test_an_error_says_what_to_do(changes: list[str], said: str) -> None:
    with pytest.raises(UserError) as error:
        SAMPLE.changed(*changes_of(*changes))
    assert said in " ".join(str(error.value).split())


def test_floors_may_have_other_classes_and_parts() -> None:
    classes = [{"tile": "water", "percent": 60}, {"tile": "grass", "percent": 40}]
    spec = SAMPLE.changed(
        f"dungeons.{SAMPLE.dungeon}.floors={{4-: {{classes: {classes}, parts: {{join: false, "
        "least_size: 1}}}"
    )
    upper, lower = (generate(spec, Request(SAMPLE.dungeon, 7, floor=n)) for n in (1, 4))
    assert count(upper, "forest", "mountain") and not count(lower, "forest", "mountain")


def test_an_island_is_surrounded_by_water() -> None:
    """No land comes within two tiles of the edge, and without falloff it does on each map."""
    for width, shores in ((0, 6), (10, 0)):
        changes = [f"falloff={{width: {width}, depth: 255}}"]
        found = terrains(*changes)
        rows = [
            [g.tiles.get(x, y) for x in range(g.tiles.width) for y in (2, g.tiles.height - 3)]
            for g in found
        ]
        land = [g.codes[name] for g in found[:1] for name in ("grass", "forest", "mountain")]
        assert sum(any(code in land for code in row) for row in rows) == shores


ODD = {
    "odd": {"kind": "terrain", "map": {"width": 110, "height": 60}},
    "rivers": {
        "kind": "terrain",
        "map": {"width": 101, "height": 41},
        "noise": {"form": "gradient", "offsets": True, "spacing": 16, "octaves": 3},
        "rivers": {"count": 8, "least_length": 40},
        "roads": {"sites": 8},
    },
    "isle": {
        "kind": "terrain",
        "map": {"width": 113, "height": 60},
        "noise": {"form": "gradient", "spacing": 16, "octaves": 2},
        "falloff": {"width": 29},
    },
}
"""Maps whose rows no kernel draws."""


@pytest.mark.slow
@pytest.mark.parametrize("compiler", list(COMPILERS))
@pytest.mark.steps
def test_no_step_of_an_odd_map_is_too_long(compiler: str) -> None:
    check_longest_steps(
        ODD,
        compiler,
        [Request("odd", 0), Request("isle", 0), *(Request("rivers", n) for n in range(6))],
    )
