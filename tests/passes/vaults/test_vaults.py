"""What the parameters of `vaults` promise. What holds for every seed is in material.py."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import required
from helpers.equal_dungeons import require_equal
from helpers.kinds import loaded
from helpers.programs import native_of
from helpers.tools import needs_cc
from passes.vaults.material import BASIN, BOWER, CELL, CROSS, LEGEND, NOOK, TENT

from pygen.builders.native import NativeBuilder
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.places import inner_rectangle, place_area
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.pictures.data import pass_values, status_words
from pygen.spec import Spec, SpecError

HALLS = {"kind": "bsp", "map": {"width": 56, "height": 40}}

FLOORS = range(5, 9)


def halls(*vaults: dict[str, Any], passes: tuple[dict[str, Any], ...] = (), **use: Any) -> Spec:
    """A spec of halls with these vaults, and other passes behind them."""
    own = {"name": "vaults", "vaults": list(vaults), "legend": LEGEND, **use}
    return loaded({"dungeons": {"halls": {**HALLS, "passes": [own, *passes]}}})


def built(spec: Spec, seed: int = 1, floor: int = 1) -> Generation[Any]:
    return generate(spec, Request("halls", seed, floor))


def count_of(spec: Spec, name: str, floor: int = 1, seeds: range = range(8)) -> int:
    """How many vaults of this name the halls of some seeds have in all."""
    return sum(pass_values(built(spec, seed, floor))["vaults"][name] for seed in seeds)


def refused(*vaults: dict[str, Any], **use: Any) -> str:
    """What is wrong with halls that have these vaults."""
    with pytest.raises(SpecError) as error:
        halls(*vaults, **use)
    return str(error.value)


def test_a_vault_that_comes_once_is_on_one_of_its_floors() -> None:
    spec = halls({**CELL, "once": "5-8", "weight": 0}, least=0)
    for seed in range(4):
        on_floors = [pass_values(built(spec, seed, floor))["vaults"]["cell"] for floor in FLOORS]
        assert sorted(on_floors) == [0, 0, 0, 1]
    assert count_of(spec, "cell", floor=4) == count_of(spec, "cell", floor=9) == 0


def test_once_is_at_most_one_on_a_floor() -> None:
    spec = halls(
        {**CELL, "once": True}, {**CROSS, "transparent": True, "weight": 1}, least=4, most=4
    )
    assert {pass_values(built(spec, seed))["vaults"]["cell"] for seed in range(8)} <= {0, 1}


def test_a_vault_may_be_on_some_floors_only() -> None:
    spec = halls({**CELL, "floors": "3-"})
    assert count_of(spec, "cell", floor=2) == 0
    assert count_of(spec, "cell", floor=3) == 8


def test_weights_and_least_decide_which_vaults_there_are() -> None:
    both = halls({**CELL, "weight": 9}, {**CROSS, "transparent": True}, least=2, most=2)
    assert count_of(both, "cell") > count_of(both, "cross") > 0
    least = halls(
        {**CELL, "weight": 9}, {**CROSS, "transparent": True, "least": 2}, least=2, most=2
    )
    assert count_of(least, "cross") == 16
    assert count_of(least, "cell") == 0


def test_a_far_vault_is_farther_from_the_start_than_a_near_one() -> None:
    def ways(where: str) -> int:
        """How far, across plus down, the treasures of some halls are from the up stairs."""
        spec, found = halls({**CELL, "distance": where}), 0
        for seed in range(6):
            generation = built(spec, seed)
            at = generation.tiles.tiles.index(spec.codes["treasure"])
            found += abs(at % 56 - generation.up[0]) + abs(at // 56 - generation.up[1])
        return found

    assert ways("near") * 2 < ways("far")


def test_a_vault_in_a_room_is_noted_in_the_table_of_places() -> None:
    generation = built(halls(BOWER, TENT, least=2, most=2))
    assert sum(place.vault != 0 for place in generation.places) == 2


def test_entities_are_kinds_that_other_passes_list() -> None:
    legend = {**LEGEND, "i": {"entity": "ogre"}}
    ogre = {"name": "ogre", "glyph": "O", "colour": "green", "weight": 0}
    rat = {"name": "rat", "glyph": "r", "colour": "brown"}
    enemies = {"name": "enemies", "table": [rat, ogre]}
    generation = built(halls(BOWER, legend=legend, passes=(enemies,)))
    assert [row["kind"] for row in generation.tables["entities"]].count(17) == 1
    wrong = refused(BOWER, legend=legend, passes=({"name": "enemies", "table": [rat]},))
    assert "no pass lists a kind of entities called `ogre`" in wrong


def test_what_finds_no_place_is_explained() -> None:
    drawing = ["#" * 15, *["#" + "." * 13 + "#"] * 13, "#" * 7 + "+" + "#" * 7]
    spec = halls({"name": "palace", "drawing": drawing, "place": "room"})
    (words,) = [text for text in status_words(built(spec)) if "palace" in text]
    assert words.startswith("no place for `palace`, 15 x 15 tiles in a room: the room is too small")


@pytest.mark.parametrize(
    ("vault", "words"),
    [
        ({"drawing": ["###", "#.#", "###"]}, "there is no way in"),
        ({"drawing": ["#+#", "#.#", "#+#"]}, "more than one way in"),
        (
            {"drawing": ["##+##", "#...#", "#####", "#...#", "#####"]},
            "is cut off from the entrance",
        ),
        ({"drawing": ["#+#", "#q#", "###"]}, "means nothing"),
        ({"drawing": ["#+#", "#.", "###"]}, "row 2 has 2 marks"),
        ({**TENT, "transparent": True}, "`transparent` is for vaults in rock"),
        ({"once": True, "most": 2}, "`most` has no effect with `once`"),
    ],
)
def test_a_drawing_that_cannot_be_is_refused(vault: dict[str, Any], words: str) -> None:
    assert words in refused({**CELL, **vault})


def test_a_drawing_is_tested_with_every_substitution() -> None:
    drawing = ["###+###", "#..x..#", "#######"]
    vault = {"name": "hut", "drawing": drawing}
    assert "cut off" in refused(vault, legend={"x": ["wall", "floor"]})
    halls(vault, legend={"x": ["treasure", "floor"]})


def test_passes_have_at_most_eight_locks_together() -> None:
    locked = {**CELL, "door": "locked"}
    assert "may have 9 locked doors together" in refused(
        locked, least=4, most=4, passes=({"name": "locks", "count": 5},)
    )


def test_a_vault_that_is_not_turned_keeps_its_side() -> None:
    spec = halls({**CELL, "no_rotate": True, "door": "secret"}, least=3, most=3)
    secret = spec.codes["secret_path"]
    for seed in range(4):
        tiles = built(spec, seed).tiles
        doors = [(at % 56, at // 56) for at, code in enumerate(tiles.tiles) if code == secret]
        assert doors
        for x, y in doors:
            assert tiles.get(x, y - 1) != spec.codes["wall"] != tiles.get(x, y + 1)
            assert tiles.get(x - 1, y) == tiles.get(x + 1, y) == spec.codes["wall"]
            assert spec.codes["treasure"] in (tiles.get(x, y - 1), tiles.get(x, y - 2))


@needs_cc
def test_conditions_name_how_often_a_vault_was_placed() -> None:
    own = {"name": "vaults", "least": 2, "most": 3, "vaults": [CELL, NOOK]}
    more = {"name": "vaults", "id": "more", "vaults": [NOOK, BASIN], "legend": LEGEND}
    require = ["passes.vaults.nook == 2", "passes.vaults.placed > 2 or passes.more.basin > 0"]
    data = {"dungeons": {"halls": {**HALLS, "passes": [own, more], "require": require}}}
    spec = loaded(data)
    without = required.bare(data, spec)
    native = NativeBuilder(spec, native_of(spec))
    tries = set()
    for seed in range(12):
        request = Request("halls", seed)
        tries.add(required.check(spec, without, request, native.build(request).regions))
        assert native.build(request).regions == generate(spec, request).region_bytes()
    assert {1, 2} <= tries


def test_a_condition_that_vaults_never_meet_is_refused() -> None:
    with pytest.raises(SpecError, match="`passes.vaults.cell` is 0 to 3"):
        own = {"name": "vaults", "most": 3, "vaults": [CELL]}
        required_cells = {**HALLS, "passes": [own], "require": ["passes.vaults.cell > 3"]}
        loaded({"dungeons": {"halls": required_cells}})


@needs_cc
def test_a_vault_in_a_room_with_a_shape_is_where_the_shape_leaves_floor() -> None:
    weights = dict.fromkeys(("cross", "l", "round", "cut", "cave", "pillared"), 1)
    data = {**HALLS, "rooms": {"min_size": 7, "max_size": 16}, "split": {"rooms": 8}}
    shapes = {"name": "shapes", "weights": weights}
    own = {"name": "vaults", "least": 3, "most": 4, "vaults": [BASIN, TENT], "legend": LEGEND}
    plain = loaded({"dungeons": {"halls": {**data, "passes": [shapes]}}})
    spec = loaded({"dungeons": {"halls": {**data, "passes": [shapes, own]}}})
    native = NativeBuilder(spec, native_of(spec))
    shaped = 0
    for seed in range(24):
        before, generation = built(plain, seed), built(spec, seed)
        taken = [n for n, place in enumerate(generation.places) if place.vault]
        inner = set()
        for number in taken:
            left, top, width, height = inner_rectangle(generation, number)
            shaped += (left, top, width, height) != place_area(generation, number)
            inner |= {
                (x, y)
                for x in range(left + 1, left + width - 1)
                for y in range(top + 1, top + height - 1)
            }
        pairs = zip(before.tiles.tiles, generation.tiles.tiles, strict=True)
        changed = {(at % 56, at // 56) for at, (old, new) in enumerate(pairs) if old != new}
        assert changed <= inner
        request = Request("halls", seed)
        regions = native.build(request).regions
        require_equal(spec, "halls", generation.region_bytes(), regions, request)
    assert shaped > 5
