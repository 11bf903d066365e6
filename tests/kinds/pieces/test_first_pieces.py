"""Lists of neighbours, pieces that are placed first, the ring of the map, the share of floor, and
the order of choice. What holds for every seed is in judge.py.

Whole dungeons run the kernel limit_options.
"""

from __future__ import annotations

import copy
from typing import Any

import pytest
from helpers.equal_dungeons import require_reference
from helpers.kinds import data_with, loaded
from helpers.parameters import parameters_of
from helpers.programs import native_of
from helpers.tools import needs_cc
from kinds.pieces.judge import judge
from kinds.pieces.material import ROOMS

from pygen.base.errors import UserError
from pygen.builders.native import NativeBuilder
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.spec import Spec

YARD, PILLAR, WALL = ["....."] * 5, [".....", ".....", "..#..", ".....", "....."], ["#####"] * 5
SIDE, CORNER = ["#####", *["....."] * 4], ["#####", *["#...."] * 4]
CHAMBER = ["#####", "#...#", "#.$.#", "#...#", "##+##"]
DOOR = ["##+##", *["....."] * 4]
COURT: list[dict[str, Any]] = [
    {"drawing": YARD, "weight": 9},
    {"drawing": SIDE},
    {"drawing": CORNER},
]
"""With a closed ring these make one court, as large as the map, or more of them."""


def spec_of(pieces: list[dict[str, Any]], **more: Any) -> Spec:
    """A spec with one dungeon of such pieces on a small map."""
    section = {"kind": "pieces", "map": {"width": 33, "height": 29}, "pieces": pieces, **more}
    return loaded(data_with({"made": copy.deepcopy(section)}))


def made(
    pieces: list[dict[str, Any]], seeds: int = 6, **more: Any
) -> list[tuple[Spec, Generation[Any]]]:
    """Dungeons of some seeds, judged."""
    spec = spec_of(pieces, **more)
    found = []
    for seed in range(seeds):
        generation = generate(spec, Request("made", seed))
        judge(spec, "made", generation.region_bytes())
        found.append((spec, generation))
    return found


def squares(spec: Spec, generation: Generation[Any], drawing: list[str]) -> list[tuple[int, int]]:
    """The cells whose squares of 5 x 5 tiles look like a drawing, but for stairs."""
    tiles, codes = generation.tiles, generation.codes
    marks = {"#": {codes["empty"], codes["wall"]}, "+": {codes["door"]}, "$": {codes["treasure"]}}
    marks["."] = {codes[name] for name in ("floor", "up_stairs", "down_stairs")}
    return [
        (x, y)
        for y in range((tiles.height - 1) // 4)
        for x in range((tiles.width - 1) // 4)
        if all(
            tiles.get(4 * x + column, 4 * y + row) in marks[glyph]
            for row, line in enumerate(drawing)
            for column, glyph in enumerate(line)
        )
    ]


def error_of(pieces: list[dict[str, Any]], **more: Any) -> str:
    """What a refused section is told."""
    with pytest.raises(UserError) as error:
        spec_of(pieces, **more)
    return " ".join(str(error.value).split())


@pytest.mark.parametrize(
    ("least", "most", "wanted"), [(2, 2, {2}), (0, 0, {0}), (1, 3, {1, 2, 3}), (0, 2, {0, 1, 2})]
)
def test_a_piece_is_there_as_often_as_it_may_be(least: int, most: int, wanted: set[int]) -> None:
    pillar = {"drawing": PILLAR, "weight": 30, "at_least": least, "at_most": most}
    counts = {len(squares(*one, PILLAR)) for one in made([*COURT, pillar], 12)}
    assert counts == wanted


def test_more_than_the_least_number_come_by_chance() -> None:
    pillar = {"drawing": PILLAR, "weight": 9, "at_least": 2}
    counts = [len(squares(*one, PILLAR)) for one in made([*COURT, pillar], 8)]
    assert min(counts) >= 2 and max(counts) > 2


def test_a_fixed_piece_is_in_its_cell_and_counts_for_the_numbers() -> None:
    pillar = {"drawing": PILLAR, "name": "pillar", "at_least": 2, "at_most": 2}
    for one in made([*COURT, pillar], fixed=[{"piece": "pillar", "x": 5, "y": 2}]):
        found = squares(*one, PILLAR)
        assert (5, 2) in found and len(found) == 2


def test_pieces_are_only_beside_those_of_their_lists() -> None:
    # Equal edges alone would allow doors between courts.
    inner = {"drawing": DOOR, "name": "door", "weight": 9}
    rooms = [
        {"drawing": YARD},
        *COURT[1:],
        {"drawing": CHAMBER, "name": "chamber", "weight": 9},
        inner,
    ]
    beside_chambers = [*rooms[:-1], {**inner, "neighbours": {"above": ["chamber"]}}]

    def doors_between_courts(pieces: list[dict[str, Any]]) -> int:
        turned = [DOOR, DOOR[::-1]]
        both = [[squares(*one, drawing) for drawing in turned] for one in made(pieces, 12)]
        return sum((x, y + 1) in below for below, above in both for x, y in above)

    assert doors_between_courts(rooms)
    assert not doors_between_courts(beside_chambers)


def test_a_list_turns_with_its_piece() -> None:
    spec = spec_of([*COURT, {"drawing": SIDE, "name": "rim", "neighbours": {"above": ["outside"]}}])
    rims = [one for one in parameters_of(spec, "made").options if one.piece == 3]
    assert [one.neighbours for one in rims] == [
        ((), (), (-1,), ()), ((), (-1,), (), ()), ((), (), (), (-1,)), ((-1,), (), (), ()),
    ]  # fmt: skip


def test_a_solid_edge_of_a_piece_for_the_outside_faces_nothing_else() -> None:
    rim = [{**piece, "neighbours": {"above": ["outside"]}} for piece in COURT[1:]]
    rim[1]["neighbours"]["left"] = ["outside"]
    for _, generation in made([COURT[0], *rim]):
        tiles = generation.tiles
        solid = (generation.codes["empty"], generation.codes["wall"])
        assert all(
            (tiles.get(x, y) in solid) == (x in (0, 32) or y in (0, 28))
            for y in range(29)
            for x in range(33)
        )


def test_an_open_ring_cuts_pieces_off_and_nothing_is_walkable_there() -> None:
    pieces = [{"drawing": YARD}, {"drawing": PILLAR}]
    assert "no pieces fill the map" in error_of(pieces)
    for _, generation in made(pieces, ring="open"):
        tiles = generation.tiles
        for y in range(29):
            for x in range(33):
                if x in (0, 32) or y in (0, 28):
                    assert tiles.get(x, y) == generation.codes["wall"]


def test_a_piece_that_would_fall_apart_is_not_at_an_open_side() -> None:
    # Its way leads along the upper row only.
    arch: dict[str, Any] = {"drawing": [".....", ".###.", ".###.", ".###.", ".###."], "weight": 30,
            "turned": False, "mirrored": False}  # fmt: skip
    below = {"drawing": [".###.", ".###.", ".....", ".....", "....."], "turned": False}
    for one in made([{"drawing": YARD}, arch, below], ring="open"):
        assert all(y > 0 for _, y in squares(*one, arch["drawing"]))


def test_maps_with_too_little_floor_are_built_anew() -> None:
    pieces = [{"drawing": drawing} for drawing in ROOMS]

    def least(share: int) -> int:
        built = made(pieces, 12, regions={"least_floor": share}, solving={"attempts": 4})
        walls = [(g.codes["empty"], g.codes["wall"]) for _, g in built]
        return min(
            sum(code not in solid for code in g.tiles.tiles)
            for (_, g), solid in zip(built, walls, strict=True)
        )

    assert least(0) * 100 < 20 * 33 * 29
    assert least(20) * 100 >= 20 * 33 * 29


def test_row_by_row_other_maps_come_of_the_same_seeds() -> None:
    pieces = [{"drawing": drawing} for drawing in ROOMS]
    maps = [
        [bytes(g.tiles.tiles) for _, g in made(pieces, 3, solving={"order": order})]
        for order in ("fewest", "rows")
    ]
    assert all(one != other for one, other in zip(*maps, strict=True))


@needs_cc
def test_row_by_row_hard_maps_and_their_fallbacks_are_equal_in_c() -> None:
    hard = [{"drawing": ["#.#", "...", "#.#"]}, {"drawing": ["###", "###", "#.#"]}]
    limits = {
        "repaired": {"repairs": 3, "radius": 1, "attempts": 3},
        "patient": {"repairs": 60, "radius": 3, "attempts": 2},
        "failing": {"repairs": 0, "attempts": 1},
    }
    sections = {
        name: {
            "kind": "pieces",
            "map": {"width": 41, "height": 41},
            "pieces": copy.deepcopy(hard),
            "solving": dict[str, Any](order="rows", **own),
        }
        for name, own in limits.items()
    }
    spec = loaded(data_with(sections))
    native = NativeBuilder(spec, native_of(spec))
    figures = []
    for name in limits:
        for seed in range(8):
            request = Request(name, seed)
            require_reference(spec, request, native.build(request).regions)
            figures.append(generate(spec, request).figures)
    assert any(one["fallback"] for one in figures)
    assert any(one["repairs"] and not one["fallback"] for one in figures)


@needs_cc
def test_pieces_that_often_find_no_place_are_equal_in_c() -> None:
    numbers: dict[int, dict[str, int]] = {3: {"at_most": 4}, 4: {"at_most": 5}, 9: {"at_least": 2}}
    pieces = [
        {"drawing": drawing, **numbers.get(number, {})} for number, drawing in enumerate(ROOMS)
    ]
    spec = spec_of(pieces, regions={"least_floor": 15})
    native = NativeBuilder(spec, native_of(spec))
    for seed in range(12):
        request = Request("made", seed)
        require_reference(spec, request, native.build(request).regions)


@pytest.mark.parametrize(
    ("pieces", "more", "said"),
    [
        (
            [*COURT, {"drawing": PILLAR, "neighbours": {"left": ["tree"]}}],
            {},
            "neighbours.left: no piece is called `tree`; expected pieces with a `name`, outside",
        ),
        (
            [*COURT, {"drawing": PILLAR, "name": "outside"}],
            {},
            "`outside` is the outside of the map in lists of neighbours; expected another name",
        ),
        (
            [{**COURT[0], "name": "a"}, {**COURT[1], "name": "a"}, COURT[2]],
            {},
            "piece 1 is called `a`, too; expected another name",
        ),
        (
            [*COURT, {"drawing": PILLAR, "name": "pillar"}],
            {"fixed": [{"piece": "column", "x": 1, "y": 1}]},
            "no piece is called `column`; expected one of: pillar",
        ),
        (
            [*COURT, {"drawing": PILLAR, "name": "pillar"}],
            {"fixed": [{"piece": "pillar", "x": 8, "y": 1}]},
            "no cell in column 8 of row 1; expected x below 8 and y below 7: a cell is 4 tiles",
        ),
        (
            [*COURT, {"drawing": PILLAR, "name": "pillar"}],
            {"fixed": [{"piece": "pillar", "x": 1, "y": 1}] * 2},
            "another piece is in column 1 of row 1 already",
        ),
        (
            [*COURT, {"drawing": PILLAR, "at_least": 3, "at_most": 2}],
            {},
            "at_most 2 is less than at_least 3; expected 3 or more",
        ),
        (
            [*COURT, {"drawing": PILLAR, "name": "pillar", "at_most": 1}],
            {"fixed": [{"piece": "pillar", "x": x, "y": 1} for x in (1, 2)]},
            "at_most is 1, but 2 cells are fixed; expected 2 or more",
        ),
        (
            [*COURT, *({"drawing": PILLAR, "at_most": 16} for _ in range(3))],
            {},
            "48 cells may have pieces that are placed first; expected at most 32",
        ),
        (
            [{**COURT[0], "name": "yard"}, *COURT[1:]],
            {"fixed": [{"piece": "yard", "x": 0, "y": 1}]},
            "fixed[0]: piece 1 (`yard`) does not fit in this cell",
        ),
        (
            COURT,
            {"regions": {"keep": "all", "least_floor": 5}, "passes": [{"name": "regions"}]},
            "least_floor: nothing is dropped",
        ),
        (
            [
                *COURT,
                {"drawing": DOOR, "name": "door", "neighbours": {"above": ["chamber"]}},
                {"drawing": CHAMBER, "name": "chamber", "turned": False,
                 "neighbours": {"below": ["chamber"]}},
            ],
            {},
            "piece 4 (`door`) can never fit: its top edge `##+##` is the bottom edge of piece 4 "
            "(`door`), piece 5 (`chamber`), but the lists of neighbours do not allow them there; "
            "expected such a piece in `above`, and this one in its list",
        ),
    ],
)  # fmt: skip
def test_an_error_says_what_to_do(
    pieces: list[dict[str, Any]], more: dict[str, Any], said: str
) -> None:
    assert said in error_of(pieces, **more)


def test_a_learned_map_has_no_fixed_pieces_and_a_closed_ring() -> None:
    sample = {"kind": "pieces", "map": {"width": 20, "height": 20},
              "sample": {"drawing": ["####", "#..#", "#..#", "####"]}}  # fmt: skip
    for more, said in (
        ({"fixed": [{"piece": "a", "x": 1, "y": 1}]}, "patterns of a sample cannot be fixed"),
        ({"ring": "open"}, "the ring of a learned map is closed"),
    ):
        with pytest.raises(UserError, match=said):
            loaded(data_with({"made": {**copy.deepcopy(sample), **more}}))
