"""The pass `secrets`: what its parameters promise, and what may stand before and behind it."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.kinds import loaded
from helpers.longest_steps import check_longest_steps
from helpers.tools import needs_vice

from pygen.compilers import COMPILERS
from pygen.engine.request import Request
from pygen.kinds import begin, generate
from pygen.passes.secrets.concealing import conceal_room
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


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ({"kind": "grid_rooms"}, r"write `without: \[secret rooms\]` into the dungeon"),
        ({"without": ["stairs"]}, "the stairs have their places; add `stairs`"),
        ({"kind": "caves"}, "a table says where rooms are"),
        (
            {"passes": [{"name": "secrets"}, {"name": "start", "at": "away"}]},
            "`start` cannot come here, because some rooms can be reached by secret paths only",
        ),
    ],
)
def test_mistakes_are_reported_with_their_cure(section: dict[str, Any], said: str) -> None:
    with pytest.raises(SpecError, match=said):
        loaded({"dungeons": {"one": {**HALLS, "passes": [{"name": "secrets"}], **section}}})


CROWDED = {"halls": {**HALLS, "passes": [{"name": "secrets", "chance": 100}]}}


@needs_vice
@pytest.mark.slow
@pytest.mark.parametrize("name", list(COMPILERS))
def test_no_step_is_too_long(name: str) -> None:
    check_longest_steps(CROWDED, name, [Request("halls", 7)], 3000)
