"""What the parameters of pieces promise. What holds for every seed is in judge.py.

Whole dungeons run all kernels: begin_cells, reset_options, find_cell_row, weigh_options,
pick_option, push_cell, spread, collect_line, add_line, pack_tiles and flood_cells.
"""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import pytest
from helpers.calls import answers, for_every_compiler, word
from helpers.equal_dungeons import require_equal, require_reference
from helpers.kinds import data_with, loaded, samples
from helpers.parameters import parameters_of
from helpers.programs import module_of, native_of
from helpers.tools import needs_ca65, needs_cc
from kinds.pieces.material import KNOTS, MANY_PATTERNS, MATERIAL, ROOMS

from pygen.base.errors import UserError
from pygen.builders.native import NativeBuilder
from pygen.compilers import COMPILERS
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import advance, begin, generate
from pygen.kinds.pieces import cells
from pygen.kinds.pieces.cells import MOST_WAITING
from pygen.kinds.pieces.constants import CROWDED, IS_DONE, NO_CHOICE
from pygen.kinds.pieces.parameters import Pieces
from pygen.spec import Spec

DRAWN, LEARNED, FIRST = samples("pieces")
MAP_AT = 0x8000

SOLID_PIECE = {"drawing": ROOMS[0]}
CORRIDOR = {"drawing": ROOMS[1]}
BEND = {"drawing": ROOMS[2]}
AS_DRAWN = {"turned": False, "mirrored": False}


def spec_of(section: dict[str, Any]) -> Spec:
    """A spec with one dungeon of pieces."""
    return loaded(data_with({"made": {"kind": "pieces", **copy.deepcopy(section)}}))


def made(section: dict[str, Any], seeds: int = 8) -> list[Generation[Any]]:
    """Dungeons of some seeds."""
    spec = spec_of(section)
    return [generate(spec, Request("made", seed)) for seed in range(seeds)]


def drawn(pieces: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A section with such pieces on a small map."""
    return {"map": {"width": 33, "height": 29}, "pieces": pieces, **more}


def walkable(generation: Generation[Any]) -> int:
    """How many tiles are walkable."""
    solid = (generation.codes["empty"], generation.codes["wall"])
    return sum(code not in solid for code in generation.tiles.tiles)


def error_of(section: dict[str, Any]) -> str:
    """What a refused section is told."""
    with pytest.raises(UserError) as error:
        spec_of(section)
    return " ".join(str(error.value).split())


def test_a_weight_makes_a_piece_more_frequent() -> None:
    sizes = [
        sum(
            walkable(g)
            for g in made(
                drawn([{**SOLID_PIECE, "weight": weight}, CORRIDOR, BEND], regions={"keep": "all"})
                | {"passes": [{"name": "regions"}]}
            )
        )
        for weight in (1, 40)
    ]
    assert sizes[0] > sizes[1]


def test_a_piece_that_is_not_turned_stays_as_it_is() -> None:
    spec = spec_of(drawn([SOLID_PIECE, {**CORRIDOR, "turned": False}, {**BEND, "turned": True}]))
    assert len(parameters_of(spec, "made").options) == 1 + 1 + 4
    spec = spec_of(drawn([SOLID_PIECE, CORRIDOR, BEND]))
    assert len(parameters_of(spec, "made").options) == 1 + 2 + 4


def test_a_mirrored_piece_is_another_one_if_it_looks_different() -> None:
    hook = {"drawing": ["#####", "#####", "##...", "##.##", "##.##"]}
    odd = {"drawing": ["##.##", "##.##", "##..#", "#####", "#####"]}
    for piece, count in ((hook, 4), (odd, 8)):
        made = spec_of(drawn([SOLID_PIECE, CORRIDOR, BEND, piece]))
        options = parameters_of(made, "made").options
        assert len([option for option in options if option.origin == "piece 4"]) == count
    plain = {**odd, "mirrored": False}
    options = parameters_of(spec_of(drawn([SOLID_PIECE, CORRIDOR, BEND, plain])), "made").options
    assert len([option for option in options if option.origin == "piece 4"]) == 4


def test_only_the_largest_part_is_kept_unless_all_are() -> None:
    pieces = [SOLID_PIECE, CORRIDOR, BEND]
    largest = made(drawn(pieces, regions={"join": False}))
    joined = made(drawn([*pieces, {"drawing": ROOMS[3]}], regions={"join": True}))
    everything = made(
        drawn(pieces, regions={"keep": "all"}, passes=[{"name": "regions", "keep": "all"}])
    )
    assert any(g.figures["dropped"] for g in largest)
    assert not any(g.figures["joints"] for g in largest)
    assert any(g.figures["joints"] for g in joined)
    assert not any(g.figures["dropped"] for g in everything)
    for one, more in zip(largest, everything, strict=True):
        assert walkable(one) <= walkable(more)


def test_all_parts_can_be_kept_if_a_pass_connects_them() -> None:
    section = drawn([SOLID_PIECE, CORRIDOR, BEND], regions={"keep": "all"})
    assert "which the stairs need; add `regions`" in error_of(section)


def hard_section(**solving: int) -> dict[str, Any]:
    """A dungeon that often comes to a cell for which nothing is left."""
    return {
        "map": {"width": 41, "height": 41},
        "pieces": HARD,
        "solving": solving,
    }


# Crossings and dead ends: much is left without a piece that fits.
HARD = [{"drawing": ["#.#", "...", "#.#"]}, {"drawing": ["###", "###", "#.#"]}]


def test_repairs_come_before_attempts_and_those_before_the_fallback() -> None:
    figures = [g.figures for g in made(hard_section(repairs=60, radius=2, attempts=4), 12)]
    assert any(figure["repairs"] for figure in figures)
    failing = [g.figures for g in made(hard_section(repairs=0, attempts=1), 12)]
    assert any(figure["fallback"] for figure in failing)
    assert all(figure["repairs"] == 0 for figure in failing)


def test_all_fallbacks_are_the_same_pieces() -> None:
    found = {
        bytes(code not in (0, 1) for code in g.tiles.tiles)
        for g in made(hard_section(repairs=0, attempts=1), 24)
        if g.figures["fallback"]
    }
    assert len(found) == 1


@pytest.mark.parametrize(
    ("section", "said"),
    [
        (
            drawn([{"drawing": ["#####"] * 4}]),
            "4 rows of 5 tiles; expected as many rows as columns",
        ),
        (drawn([SOLID_PIECE, {"drawing": ["####"] * 4}]), "4 rows, but the first piece has 5"),
        (drawn([{"drawing": ["#####"] * 4 + ["###"]}]), "row 5 has 3 tiles, the first one 5"),
        (drawn([{"drawing": ["#####"] * 4 + ["##x##"]}]), "'x' means nothing"),
        (
            drawn(
                [
                    SOLID_PIECE,
                    CORRIDOR,
                    BEND,
                    {"drawing": ["##.##", "#####", "#####", "#####", "##.##"]},
                ]
            ),
            "parts of piece 4 cannot be reached from each other",
        ),
        (
            drawn(
                [
                    SOLID_PIECE,
                    CORRIDOR,
                    BEND,
                    {"drawing": ["#.###", "#...#", "#####", "#####", "#####"], "mirrored": False},
                ]
            ),
            "piece 4 can never fit: its top edge `#.###` is the bottom edge of no piece; expected "
            "a piece with the bottom edge `#.###`: draw one, or change it",
        ),
        (
            drawn(
                [
                    SOLID_PIECE,
                    CORRIDOR,
                    BEND,
                    {"drawing": ["#####", "#####", "....#", "....#", "#####"], **AS_DRAWN},
                    {"drawing": ["#.###", "#.###", "#....", "#....", "#####"], **AS_DRAWN},
                ]
            ),
            "piece 4 can never fit: its left edge `##..#`, from the top, is the right edge only of "
            "pieces that can never fit: piece 5; expected that piece 5 can fit, or a piece that "
            "can: a piece with the right edge `##..#`: draw one",
        ),
        (drawn([CORRIDOR]), "no pieces fill the map"),
        (
            drawn([{"drawing": [*KNOTS[0][:2], f"#{glyph}#"]} for glyph in ".+?$"] * 6),
            "pieces, turned and mirrored ones included; expected at most 40",
        ),
        (
            drawn(
                [{**SOLID_PIECE, "weight": 50}, {**CORRIDOR, "weight": 50}, {**BEND, "weight": 50}]
            ),
            "are 350; expected at most 255 in all",
        ),
        ({"map": {"width": 8, "height": 30}}, "1 x 7 cells; expected a larger map"),
        ({"map": {"width": 160, "height": 200}}, "expected at most 1024 cells"),
        (
            drawn([SOLID_PIECE], sample={"drawing": ["####", "#..#", "#..#", "####"]}),
            "there are pieces, and a sample; expected one of both",
        ),
        ({"sample": {"drawing": ["##", "##"]}}, "too small for patterns of 2 x 2"),
        (
            {
                "map": {"width": 20, "height": 20},
                "sample": {
                    "size": 3,
                    "turned": True,
                    "drawing": [
                        "#" * 9,
                        "#..+.?..#",
                        "#.##...$#",
                        "#..#.+..#",
                        "##....#.#",
                        "#" * 9,
                    ],
                },
            },
            "expected at most 32: a simpler sample",
        ),
        ({"solving": {"radius": 5}}, "4"),
        ({"solving": {"repairs": 61}}, "60"),
    ],
)
def test_an_error_says_what_to_do(section: dict[str, Any], said: str) -> None:
    assert said in error_of(section)


def test_patterns_have_their_numbers_in_the_sample_as_weights() -> None:
    spec = spec_of(
        {
            "map": {"width": 20, "height": 20},
            "sample": {"drawing": ["####", "#..#", "#..#", "####"]},
        }
    )
    weights = {option.tiles: option.weight for option in parameters_of(spec, "made").options}
    assert weights == {
        ("##", "#."): 1, ("##", ".."): 1, ("##", ".#"): 1, ("#.", "#."): 1, ("..", ".."): 1,
        (".#", ".#"): 1, ("#.", "##"): 1, ("..", "##"): 1, (".#", "##"): 1,
    }  # fmt: skip


def test_a_learned_map_has_the_doors_of_its_sample() -> None:
    for generation in made({**MATERIAL.dungeons["ruins_sample"], "kind": "pieces"}):
        assert walkable(generation)


@needs_cc
@pytest.mark.parametrize("sample", [DRAWN, LEARNED, FIRST], ids=str)
def test_python_and_c_are_equal_after_every_step(sample: Any) -> None:
    native = NativeBuilder(sample.spec, native_of(sample.spec))
    request = Request(sample.dungeon, 7)
    generation = begin(sample.spec, request)
    for step in advance(generation):
        if step.phase != "clear":
            built = native.build_steps(request, step.number).regions
            require_equal(sample.spec, sample.dungeon, generation.region_bytes(), built, step)


@needs_cc
def test_a_hard_dungeon_and_its_fallback_are_equal_in_c() -> None:
    limits = {
        "repaired": {"repairs": 3, "radius": 1, "attempts": 3},
        "failing": {"repairs": 0, "attempts": 1},
    }
    spec = loaded(
        data_with({name: {"kind": "pieces", **hard_section(**own)} for name, own in limits.items()})
    )
    native = NativeBuilder(spec, native_of(spec))
    for name in limits:
        for seed in range(8):
            request = Request(name, seed)
            require_reference(spec, request, native.build(request).regions)


UNIT = """
#include "dungeon_made.c"
void phase_done(uint8_t phase)
{
    (void)phase;
}
"""

# The draws show what happened with every seed, memory the map of the last one.
CALL = """\
        random_seed((uint16_t)(arguments[0] | (uint16_t)arguments[1] << 8));
        made_generate();
        *answer = (uint8_t)random_draws;"""


@pytest.mark.sampled(4)
@for_every_compiler
@pytest.mark.parametrize(
    ("section", "has_borders"),
    [
        (drawn([{"drawing": drawing} for drawing in ROOMS]), True),
        (
            {
                "map": {"width": 19, "height": 17, "bits_per_tile": 4},
                "sample": MATERIAL.dungeons["ruins_sample"]["sample"],
            },
            True,
        ),
        # As if there were so many cells that there is no memory for their borders.
        (
            hard_section(repairs=2, radius=1, attempts=2)
            | {"map": {"width": 21, "height": 15, "bits_per_tile": 8}},
            False,
        ),
        ({"map": {"width": 12, "height": 11}, "sample": {"drawing": MANY_PATTERNS}}, False),
    ],
    ids=["rooms", "learned", "hard", "many_patterns"],
)
def test_dungeons_are_those_of_the_reference(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    compiler: str,
    section: dict[str, Any],
    has_borders: bool,
) -> None:
    monkeypatch.setattr(Pieces, "has_borders", has_borders)
    spec = loaded(
        data_with({"made": {"kind": "pieces", **section}}),
        [
            "memory.program={start: 0x2400, end: 0x7FFF}",
            f"memory.map={{start: {MAP_AT}, end: {MAP_AT + 0xFFF}}}",
        ],
    )
    built = [generate(spec, Request("made", seed)) for seed in range(4)]
    expected = bytes(g.random.draws & 0xFF for g in built)
    last = built[-1].packed()
    draws, memory = answers(
        spec, tmp_path, compiler, CALL, [word(seed) for seed in range(4)], bytes(len(last)),
        UNIT, ["program_tables.c", "core/generation.c"], ["dungeon_made_cc65.s"],
    )  # fmt: skip
    assert draws == expected
    assert memory == last


# Lets some cells wait, one after the other, and answers whether there was a place for each: what
# `spread` comes to when it finds none of them.
PUSH = """\
        begin_to_solve();
        for (pushed = arguments[0] | (uint16_t)arguments[1] << 8; pushed != 0; --pushed) {
            this_cell = all_cells + CELL_BYTES * pushed;
            this_cell[CELL_WAITS] = 0;
            push_cell();
        }
        first_waiting = 0;
        last_waiting = 0;
        units_left = 255;
        *answer = spread();"""


@for_every_compiler
def test_too_many_cells_that_wait_are_told(tmp_path: Path, compiler: str) -> None:
    spec = loaded(
        data_with({"made": {"kind": "pieces", **drawn([SOLID_PIECE, CORRIDOR, BEND])}}),
        [
            "dungeons.made.map={width: 97, height: 60}",
            "memory.program={start: 0x2400, end: 0x7FFF}",
        ],
    )
    counts = [1, MOST_WAITING, MOST_WAITING + 1, 300]
    told, _ = answers(
        spec, tmp_path, compiler, PUSH, [word(n) for n in counts], b"",
        UNIT + "static uint16_t pushed;\n",
        ["program_tables.c", "core/generation.c"], ["dungeon_made_cc65.s"],
    )  # fmt: skip
    assert list(told) == [IS_DONE, IS_DONE, CROWDED, CROWDED]


# Looks for the row that has the least count from the row that is the first argument on.
FIND_ROW = """\
        put_counts(arguments);
        *answer = find_cell_row();"""

PUT_COUNTS = """
static NOINLINE void put_counts(const uint8_t *given)
{
    uint8_t y;
    for (y = 0; y != ROWS; ++y)
        MEMORY[y] = given[1 + y];
    MEMORY[ROWS] = 0;
    least_at = MEMORY;
    least_of_all = 2;
    row_from = given[0];
}
"""


@for_every_compiler
def test_the_row_with_the_least_count_is_found_from_any_row_on(
    tmp_path: Path, compiler: str
) -> None:
    spec = loaded(
        data_with({"made": {"kind": "pieces", **drawn([SOLID_PIECE, CORRIDOR, BEND])}}),
        ["memory.program={start: 0x2400, end: 0x7FFF}"],
    )
    made = spec.dungeons["made"]
    assert isinstance(made, Pieces)
    rows = made.rows
    chance = random.Random(9)
    cases, expected = [], []
    for n in range(4 * rows):
        first = n % rows
        counts = chance.choices((3, 4, 9, 255, 255, 255), k=rows)
        if n >= 3 * rows:
            # Only one row has any, which may be the first of all, or none has.
            counts = [255] * rows
            counts[chance.randrange(rows)] = chance.choice((2, 7, 255))
        cases.append(bytes([first, *counts]))
        least = min(counts)
        order = [(first + at) % rows for at in range(rows)]
        expected.append(next(y for y in order if counts[y] == least) if least < 255 else 255)
    # What lies behind the counts is less than any of them.
    found, _ = answers(
        spec, tmp_path, compiler, FIND_ROW, cases, bytes(256),
        UNIT + PUT_COUNTS,
        ["program_tables.c", "core/generation.c"], ["dungeon_made_cc65.s"],
    )  # fmt: skip
    assert list(found) == expected


# Gives the first four cells of row 1 their counts, looks for one, and answers its column; 255 if
# there is none. The argument behind the counts is 1 if that is the first look.
FIND = """\
        if (arguments[4]) {
            begin_to_solve();
            least_counts[1] = LEAST_CHOICE;
            least_counts[2 * ROWS + 1 + 1] = NOT_KNOWN;
        }
        set_counts(arguments);
        this_cell = all_cells + ROW_CELLS[1];
        row_searched = 1;
        *answer = find_cell() ? column_found() : 255;"""

COUNTS = """
static void set_counts(const uint8_t *counts)
{
    uint8_t x;
    for (x = 0; x != COLUMNS; ++x)
        all_cells[ROW_CELLS[1] + COLUMN_CELLS[x]] = x < 4 ? counts[x] : NO_CHOICE;
    all_cells[ROW_CELLS[1] + COLUMN_CELLS[COLUMNS]] = 0;
}

/* On its own, so that no compiler takes this_cell for what it was before. */
static NOINLINE uint8_t column_found(void)
{
    uint8_t x;
    uint8_t *cell = all_cells + ROW_CELLS[1];
    for (x = 0; cell != this_cell; ++x)
        cell += CELL_BYTES;
    return x;
}
"""


@for_every_compiler
def test_a_cell_is_the_one_that_had_the_fewest_options_or_the_first(
    tmp_path: Path, compiler: str
) -> None:
    spec = loaded(
        data_with({"made": {"kind": "pieces", **drawn([SOLID_PIECE, CORRIDOR, BEND])}}),
        ["memory.program={start: 0x2400, end: 0x7FFF}"],
    )
    looks = [
        # None has two. Now it is known that the last one has five, and that is preferred.
        ([9, 9, 9, 5], True, 255),
        ([5, 9, 9, 5], False, 3),
        # What was passed over on the way to the first one is not known afterwards.
        ([9, 9, 9, 5], True, 255),
        ([9, 8, 5, NO_CHOICE], False, 2),
        ([5, 5, NO_CHOICE, NO_CHOICE], False, 0),
        # None has several.
        ([NO_CHOICE] * 4, False, 255),
    ]
    found, _ = answers(
        spec, tmp_path, compiler, FIND, [bytes([*counts, first]) for counts, first, _ in looks],
        b"", UNIT + COUNTS, ["program_tables.c", "core/generation.c"], ["dungeon_made_cc65.s"],
    )  # fmt: skip
    assert list(found) == [column for _, _, column in looks]


def test_an_attempt_with_too_many_cells_that_wait_has_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spec = spec_of(drawn([SOLID_PIECE, CORRIDOR, BEND], solving={"repairs": 3, "attempts": 2}))
    monkeypatch.setattr(cells, "MOST_WAITING", 2)
    generation = generate(spec, Request("made", 3))
    assert generation.figures["fallback"] == 1


@needs_ca65
@pytest.mark.parametrize("name", list(COMPILERS))
def test_a_learned_map_of_32_x_32_cells_fits_into_work_memory(name: str) -> None:
    section = {
        "kind": "pieces",
        "map": {"width": 33, "height": 33, "bits_per_tile": 3},
        "sample": {"drawing": MANY_PATTERNS},
    }
    spec = loaded({**data_with({"made": section})})
    dungeon = parameters_of(spec, "made")
    assert (dungeon.columns, dungeon.rows, len(dungeon.options)) == (32, 32, 32)
    layout = module_of(spec, "made", name).layout
    assert layout.work_end + 1 - layout.work_start <= 8192
