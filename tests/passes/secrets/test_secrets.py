"""The pass `secrets`: what its parameters promise, and what may stand before and behind it."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.kinds import MAZE, loaded
from helpers.longest_steps import check_longest_steps
from helpers.tools import needs_vice

from pygen.compilers import COMPILERS
from pygen.engine.random.request import Request
from pygen.kinds import begin, generate
from pygen.passes.secrets.concealing import conceal, conceal_room
from pygen.passes.secrets.parameters import Secrets
from pygen.spec import Spec, SpecError

HALLS = {"kind": "bsp", "map": {"width": 56, "height": 40}}


def one(*passes: dict[str, Any], **section: Any) -> Spec:
    """A spec of halls with such passes."""
    return loaded({"dungeons": {"one": {**HALLS, "passes": list(passes), **section}}})


def hidden(chance: int) -> int:
    """How many rooms of some dungeons are hidden."""
    spec = one({"name": "secrets", "chance": chance})
    return sum(
        generate(spec, Request("one", seed)).tile_counts()["secret_path"] for seed in range(16)
    )


def test_the_chance_says_how_many_rooms_are_hidden() -> None:
    most = hidden(100)
    assert hidden(0) == 0 and most > 16
    assert 0.3 < hidden(50) / most < 0.7


def test_a_room_with_a_treasure_behind_its_wall_can_be_hidden() -> None:
    spec = one({"name": "treasures", "count": 40, "tries": 255}, {"name": "secrets", "chance": 100})
    for seed in range(8):
        counts = generate(spec, Request("one", seed)).tile_counts()
        if counts["secret_path"] > counts["treasure"]:
            return
    pytest.fail("no room with a treasure is hidden")


def test_it_works_behind_rooms_that_a_pass_has_joined() -> None:
    passes = ({"name": "connect", "loops": 0}, {"name": "stairs"}, {"name": "secrets"})
    spec = one(*passes, without=["connections", "stairs"])
    assert any(
        generate(spec, Request("one", seed)).tile_counts()["secret_path"] for seed in range(4)
    )


def test_an_opening_on_a_way_to_elsewhere_stays() -> None:
    spec = one({"name": "secrets", "chance": 100})
    use = spec.dungeons["one"].passes[0]
    assert isinstance(use, Secrets)
    for ends, name in ((2, "secret_path"), (3, "floor"), (1, "floor")):
        g = begin(spec, Request("one", 7))
        g.tiles.fill(0, 0, 56, 40, g.codes["wall"])
        for x, y in ((10, 10), (9, 10), (11, 10), (10, 9))[: ends + 1]:
            g.tiles.set(x, y, g.codes["floor"])
        conceal_room(g, use, 10, 10)
        assert g.tiles.get(10, 10) == g.codes[name]


DRAWN = """
#############
#...........#
###.#.#+#.###
#####.#.#.###
#####.#.#>###
#####.#######
#############
"""
"""Dead ends of one, two and four tiles, one with a door, one with stairs."""


@pytest.mark.parametrize(
    ("behind", "hidden"), [(1, {(2, 1), (4, 1), (7, 2), (10, 1)}), (3, {(5, 2)}), (4, set())]
)
def test_dead_ends_are_hidden_where_they_begin_if_they_are_long_enough(
    behind: int, hidden: set[tuple[int, int]]
) -> None:
    """What is hidden is no way any more, so that another dead end may be longer then."""
    use = {"name": "secrets", "hide": "dead_ends", "chance": 100, "behind": behind}
    spec = one(use)
    parameters = spec.dungeons["one"].passes[0]
    assert isinstance(parameters, Secrets)
    g = begin(spec, Request("one", 7))
    g.tiles.fill(0, 0, 56, 40, g.codes["wall"])
    names = {"#": "wall", ".": "floor", "+": "door", ">": "down_stairs"}
    for y, row in enumerate(DRAWN.split()):
        for x, character in enumerate(row):
            g.tiles.set(x, y, g.codes[names[character]])
    list(conceal(g, parameters))
    places = {(x, y) for y in range(40) for x in range(56)}
    assert hidden == {at for at in places if g.tiles.get(*at) == g.codes["secret_path"]}


def test_dead_ends_are_hidden_behind_kinds_without_rooms_and_by_chance() -> None:
    counts = []
    for chance in (0, 50, 100):
        use = {"name": "secrets", "hide": "dead_ends", "chance": chance}
        spec = one(use, kind="accretion", without=["secrets"], loops={"chance": 0})
        counts.append(
            sum(generate(spec, Request("one", n)).tile_counts()["secret_path"] for n in range(8))
        )
    none, some, most = counts
    assert none == 0 and 0.3 < some / most < 0.7 and most > 40


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ({"kind": "grid_rooms"}, r"write `without: \[secret rooms\]` into the dungeon"),
        ({"without": ["stairs"]}, "the stairs have their places; add `stairs`"),
        ({"kind": "walk"}, "where rooms are, as rectangles; write `hide: dead_ends`"),
        (
            {"passes": [{"name": "secrets"}, {"name": "start", "at": "away"}]},
            "`start` cannot come here, because some rooms can be reached by secret paths only; "
            "write `at: up_stairs`",
        ),
    ],
)
def test_mistakes_are_reported_with_their_cure(section: dict[str, Any], said: str) -> None:
    with pytest.raises(SpecError, match=said):
        loaded({"dungeons": {"one": {**HALLS, "passes": [{"name": "secrets"}], **section}}})


ENDS = {"name": "secrets", "hide": "dead_ends", "chance": 100, "behind": 1}
CROWDED = {
    "halls": {**HALLS, "passes": [{"name": "secrets", "chance": 100}]},
    "warren": {**HALLS, "kind": "accretion", "without": ["secrets"], "passes": [ENDS]},
    # The longest rows of which bits are known, many of which are read while a way is followed.
    "burrow": {"kind": "walk", "map": {"width": 72, "height": 40}, "passes": [ENDS]},
    "maze": {"kind": MAZE, "map": {"width": 72, "height": 72}, "passes": [ENDS]},
    # Ways that are followed by C.
    "ragged": {"kind": MAZE, "map": {"width": 71, "height": 40}, "passes": [ENDS]},
}


@needs_vice
@pytest.mark.slow
@pytest.mark.parametrize("name", list(COMPILERS))
@pytest.mark.steps
def test_no_step_is_too_long(name: str) -> None:
    check_longest_steps(CROWDED, name, [Request(dungeon, 7) for dungeon in CROWDED], 3000)
