"""Protected pieces: `regions` digs no tunnel through them, and joins all that can be joined round
them. The judge shares no code with the kind and the pass. The kernels start_bytes, spread_tiles and
take_again are run by the modules of these dungeons."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.equal_dungeons import require_equal, require_reference
from helpers.kinds import loaded
from helpers.longest_steps import check_longest_steps
from helpers.passes import Finished, finished_phases
from helpers.programs import compared_module_of, native_of
from helpers.solid import Tiles, check_walls, regions_of, solid_tiles
from helpers.tools import needs_ca65, needs_cc, needs_vice, simulator_library
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kinds.pieces.judge import all_views, cut

from pygen.builders.module import ModuleBuilder
from pygen.builders.native import NativeBuilder
from pygen.compilers import COMPILERS
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.spec import Spec, SpecError

NOT_ALL_PLACED = 32

ROCK = ["#####", "#####", "#####", "#####", "#####"]
WAY = ["#####", "#####", ".....", "#####", "#####"]
BEND = ["#####", "#####", "##...", "##.##", "##.##"]
ROOM = ["#####", "#...#", "#...#", "#...#", "##.##"]
VESTIBULE = ["##?##", "#...#", "#...#", "#...#", "#####"]
CHAMBER = ["##?##", "#$$$#", "#$.$#", "#$$$#", "#####"]
GATEHOUSE = ["##?##", "#$.$#", "#...#", "#$.$#", "##?##"]

PROTECTED = {"chamber": CHAMBER, "gatehouse": GATEHOUSE}


def dungeon_of(weights: dict[str, int], **other: Any) -> dict[str, Any]:
    """Ways, rooms and chambers with these weights, joined by the pass."""
    drawings = {"rock": ROCK, "way": WAY, "bend": BEND, "room": ROOM, "vestibule": VESTIBULE}
    pieces = [
        {"name": name, "drawing": drawing, "weight": weights.get(name, 2)}
        for name, drawing in drawings.items()
    ]
    pieces += [
        {"name": name, "drawing": drawing, "weight": weights.get(name, 1), "protected": True}
        for name, drawing in PROTECTED.items()
    ]
    return {
        "kind": "pieces",
        "map": {"width": 33, "height": 29},
        "pieces": pieces,
        "regions": {"keep": "all"},
        "passes": [{"name": "regions", "keep": "all"}],
        **other,
    }


CROWDED = {"chamber": 12, "gatehouse": 9, "way": 1}


def built(own: dict[str, Any]) -> Spec:
    return loaded({"dungeons": {"vault": own}})


def guarded_tiles(own: dict[str, Any], before: Any, spec: Spec) -> Tiles:
    """All tiles of the squares that are a protected piece, the edge of the map among them."""
    glyphs = {spec.codes[name]: "#" for name in ("empty", "wall")}
    marks = {"floor": ".", "door": "+", "secret_path": "?", "treasure": "$"}
    glyphs |= {spec.codes[name]: mark for name, mark in marks.items()}
    rows = [
        "".join(glyphs[before.at(x, y)] for x in range(before.width)) for y in range(before.height)
    ]
    views = {rows for drawing in PROTECTED.values() for rows, _ in all_views(drawing, True, True)}
    found = {
        (x, y)
        for y in range(before.height)
        for x in range(before.width)
        if x in (0, before.width - 1) or y in (0, before.height - 1)
    }
    columns, lines = (before.width - 1) // 4, (before.height - 1) // 4
    for column in range(columns):
        for line in range(lines):
            sides = (column == 0, line == 0, column == columns - 1, line == lines - 1)
            x, y = 4 * column, 4 * line
            square = tuple(row[x : x + 5] for row in rows[y : y + 5])
            is_open = own.get("ring") == "open"
            known = {cut(view, sides) for view in views} if is_open else views
            if square in known:
                found |= {(i, j) for i in range(x, x + 5) for j in range(y, y + 5)}
    return found


def joinable(regions: list[Tiles], free: Tiles) -> list[Tiles]:
    """What can be joined through free tiles: the regions of each group, in one set."""
    groups = [set(region) for region in regions]
    for area in regions_of(free):
        beside = [group for group in groups if group & area]
        if len(beside) > 1:
            groups = [group for group in groups if group not in beside]
            groups.append(set().union(*beside))
    return groups


def judge(spec: Spec, own: dict[str, Any], before: Finished, after: Finished) -> int:
    """Raise AssertionError unless `after` is what the pass makes of `before`. Returns how many
    tiles were dug."""
    plan, then = before.plan, after.plan
    everything = {(x, y) for y in range(plan.height) for x in range(plan.width)}
    guarded = guarded_tiles(own, plan, spec)
    regions = regions_of(everything - solid_tiles(spec, plan))
    opened = everything - solid_tiles(spec, then)
    dug = opened - set().union(*regions)
    assert not dug & guarded, "a tunnel leads through a protected tile"
    assert len(regions_of(opened)) == 1, "not all is connected"
    groups = joinable(regions, everything - guarded)
    kept = [group for group in groups if group & opened]
    assert len(kept) == 1, "regions were joined that cannot be"
    assert kept[0] <= opened, "a region that can be joined has lost a tile"
    assert all(len(group) <= len(opened) for group in groups), "a larger part was dropped"
    for tile in kept[0]:
        assert plan.at(*tile) == then.at(*tile), f"the tile at {tile} has changed"
    check_walls(spec, then)
    status = int.from_bytes(after.regions["summary"][:1], "little")
    assert bool(status & NOT_ALL_PLACED) == (len(groups) > 1), f"status {status}"
    return len(dug)


def judged(own: dict[str, Any], seed: int) -> int:
    spec = built(own)
    phases = list(finished_phases(spec, Request("vault", seed)))
    number = next(n for n, phase in enumerate(phases) if phase.use)
    return judge(spec, own, phases[number - 1], phases[number])


@st.composite
def dungeons(draw: st.DrawFn) -> dict[str, Any]:
    """Random dungeons with protected pieces."""
    names = ("rock", "way", "bend", "room", "vestibule", *PROTECTED)
    weights = {name: draw(st.integers(1, 8)) for name in names}
    size = {"width": draw(st.integers(17, 45)), "height": draw(st.integers(17, 37))}
    keep = draw(st.sampled_from(["all", "all", "large"]))
    use = {"name": "regions", "keep": keep, **({"least_size": 1} if keep == "large" else {})}
    return dungeon_of(
        weights,
        map={**size, "bits_per_tile": draw(st.sampled_from([3, 4, 8]))},
        ring=draw(st.sampled_from(["closed", "closed", "open"])),
        passes=[use],
    )


@given(dungeons(), st.integers(0, 0xFFFF))
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
def test_tunnels_lead_round_protected_pieces(own: dict[str, Any], seed: int) -> None:
    try:
        built(own)
    except SpecError:  # no dungeon was found with these pieces
        return
    judged(own, seed)


@pytest.mark.parametrize("weights", [{}, CROWDED], ids=["few", "many"])
def test_tunnels_are_dug(weights: dict[str, int]) -> None:
    assert sum(judged(dungeon_of(weights), seed) for seed in range(8)) > 15


def refused(**other: Any) -> str:
    """What is wrong with a dungeon of protected pieces."""
    with pytest.raises(SpecError) as error:
        built(dungeon_of({}, **other))
    return str(error.value)


def test_what_protected_pieces_need() -> None:
    two = [{"name": "regions", "keep": "all", "id": name} for name in ("first", "second")]
    closed = [{"drawing": ROCK}, {"drawing": [*ROCK[:1], *ROOM[1:4], *ROCK[:1]], "protected": True}]
    assert "nothing is protected" in refused(regions={"keep": "largest"})
    for keep in ("large", "largest"):
        said = refused(passes=[{"name": "regions", "keep": keep}])
        assert f"with keep: {keep} the pass drops protected pieces, too; expected all" in said
    assert "there are 2 passes `regions`" in refused(passes=two)
    assert "piece 2 is protected, and no way leads in" in refused(pieces=closed)
    assert "a map of 145 columns" in refused(map={"width": 145, "height": 20})
    assert "five planes of 1,920 bytes" in refused(map={"width": 121, "height": 120})


@needs_cc
@pytest.mark.parametrize("weights", [{}, CROWDED], ids=["few", "many"])
def test_c_digs_the_same_tunnels(weights: dict[str, int]) -> None:
    spec = built(dungeon_of(weights))
    native = NativeBuilder(spec, native_of(spec))
    for seed in range(12):
        request = Request("vault", seed)
        python = generate(spec, request).region_bytes()
        require_equal(spec, "vault", python, native.build(request).regions, request)


@needs_cc
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_modules_dig_the_same_tunnels(compiler: str) -> None:
    spec = built(dungeon_of(CROWDED))
    module = compared_module_of(spec, "vault", compiler)
    machine = ModuleBuilder(module, simulator_library())
    for seed in range(6):
        request = Request("vault", seed)
        require_reference(spec, request, machine.build(request).regions)


@needs_vice
@needs_ca65
@pytest.mark.slow
@pytest.mark.parametrize("name", list(COMPILERS))
def test_no_step_is_too_long(name: str) -> None:
    wide = {"width": 144, "height": 21}
    chambers = {
        "few": dungeon_of({}),
        "many": dungeon_of(CROWDED),
        "wide": dungeon_of({}, map=wide),
    }
    check_longest_steps(chambers, name, [Request(one, 7) for one in chambers])
