"""What the parameters of caves promise. What holds for every seed is in judge.py.

The kernel fill_bytes is run by whole caves.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.calls import answers, for_every_compiler, word
from helpers.equal_dungeons import require_reference
from helpers.kinds import data_with, loaded, samples
from helpers.longest_steps import check_longest_steps
from helpers.programs import native_of
from helpers.tools import needs_cc
from kinds.caves.material import MATERIAL

from pygen.base.errors import UserError
from pygen.builders.native import NativeBuilder
from pygen.compilers import COMPILERS
from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import advance, begin, generate

SAMPLE = samples("caves")[0]
MAP_AT = 0x8000


def dungeons(*changes: str, seeds: range = range(8)) -> list[Generation[Any]]:
    """Sample dungeons of some seeds, with such changes of their parameters."""
    spec = SAMPLE.changed(*(f"dungeons.{SAMPLE.dungeon}.{change}" for change in changes))
    return [generate(spec, Request(SAMPLE.dungeon, seed)) for seed in seeds]


def floor(generation: Generation[Any]) -> set[tuple[int, int]]:
    """The walkable tiles."""
    width = generation.tiles.width
    solid = (generation.codes["empty"], generation.codes["wall"])
    return {
        (place % width, place // width)
        for place, code in enumerate(generation.tiles.tiles)
        if code not in solid
    }


def test_more_rock_leaves_less_floor() -> None:
    sizes = [
        sum(len(floor(generation)) for generation in dungeons(f"rock.fill_chance={chance}"))
        for chance in (20, 45, 55, 70)
    ]
    assert sizes == sorted(sizes, reverse=True) and len(set(sizes)) == len(sizes)


def test_without_rounds_the_rock_is_random() -> None:
    """Of all tiles within the edge, about as many are solid as the chance says."""
    changes = ["automaton.rounds=0", "rock.fill_chance=20", "regions.keep=largest"]
    inside = (SAMPLE.spec.dungeons[SAMPLE.dungeon].map.width - 2) * 30
    for generation in dungeons(*changes):
        assert 0.74 < len(floor(generation)) / inside < 0.86


@needs_cc
def test_the_largest_cave_is_kept_though_its_flood_drops_entries() -> None:
    """Where the stack was full, the tiles that are missing are found later. This must not change
    where the cave begins."""
    section = {"kind": "caves", "map": {"width": 160, "height": 160}, "automaton": {"rounds": 0}}
    spec = loaded({"dungeons": {"wide": {**section, "rock": {"fill_chance": 38}}}})
    native = NativeBuilder(spec, native_of(spec))
    for seed in range(4):
        request = Request("wide", seed)
        require_reference(spec, request, native.build(request).regions)


def test_a_name_of_a_rule_stands_for_that_rule() -> None:
    for name, rule in (
        ("caverns", "B5678/S45678"), ("halls", "B5678/S5678"), ("blobs", "B678/S45678"),
    ):  # fmt: skip
        named = dungeons(f"automaton.rule={name}")
        written = dungeons(f"automaton.rule={rule}")
        assert [g.packed() for g in named] == [g.packed() for g in written]


def test_an_open_outside_leaves_more_floor() -> None:
    closed, opened = (
        sum(len(floor(generation)) for generation in dungeons(f"automaton.outside={outside}"))
        for outside in ("wall", "open")
    )
    assert opened > closed


def test_what_is_kept_is_the_largest_cave_or_all_of_them() -> None:
    rock = "rock.fill_chance=52"
    largest, sized, everything = (
        [floor(generation) for generation in dungeons(rock, *changes)]
        for changes in (
            ["regions.keep=largest"],
            ["regions.keep=by_size", "regions.least_size=12"],
            ["regions.keep=all"],
        )
    )
    assert any(one < more < most for one, more, most in zip(largest, sized, everything))
    for one, most in zip(largest, everything, strict=True):
        assert one <= most


def test_a_cave_that_is_too_small_is_not_kept() -> None:
    changes = ["rock.fill_chance=90", "automaton.rounds=0", "regions.keep=by_size"]
    for generation in dungeons(*changes, "regions.least_size=96"):
        assert not floor(generation)
        assert generation.status == 3, "there are no stairs without floor"


def test_areas_have_their_characters_in_turn() -> None:
    areas = "areas={{count: {}, characters: [{{fill_chance: 30}}, {{fill_chance: 58}}]}}"
    for generation in dungeons(areas.format(2), "regions.keep=all"):
        left = sum(
            x < SAMPLE.spec.dungeons[SAMPLE.dungeon].map.width // 2 for x, _ in floor(generation)
        )
        assert left > 1.5 * (len(floor(generation)) - left)
    first, both = (dungeons(areas.format(count), "regions.keep=all") for count in (1, 6))
    for one, other in zip(first, both, strict=True):
        assert len(floor(one)) > 1.2 * len(floor(other))


def test_each_area_has_a_rule_of_its_own() -> None:
    """Where nothing becomes solid and nothing stays so, everything is open in the end."""
    areas = "areas={count: 2, characters: [{rule: B/S}, {rule: B012345678/S012345678}]}"
    for rounds in (1, 2, 3):
        for generation in dungeons(areas, f"automaton.rounds={rounds}", "regions.keep=all"):
            opened = floor(generation)
            assert all((8, y) not in opened or (1, y) in opened for y in range(1, 31))
            assert not any(x > 47 for x, _ in opened) and len(opened) > 400


def test_stalagmites_stand_alone_in_open_floor() -> None:
    def alone(generation: Generation[Any]) -> int:
        opened = floor(generation)
        near = (-1, 0, 1)
        return sum(
            (x + 1, y) not in opened
            and all((x + 1 + i, y + j) in opened for i in near for j in near if i or j)
            for x, y in opened
        )

    for without, some, many in zip(
        dungeons(), dungeons("stalagmites.tries=40"), dungeons("stalagmites.tries=255"), strict=True
    ):
        assert alone(without) + 4 < alone(some) < alone(many)


def test_stairs_are_there_if_there_are_two_tiles() -> None:
    for generation in dungeons("rock.fill_chance=99", "automaton.rounds=0", seeds=range(30)):
        count = len(floor(generation))
        assert generation.status == {0: 3, 1: 2}.get(count, 0)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("automaton.rule=B54/S3", "no rule of an automaton; expected a rule such as B5678/S45678"),
        ("automaton.rule=cave", "or caverns, halls, blobs"),
        ("map={width: 240, height: 200}", "takes 6000 bytes; expected a smaller map"),
        ("rock.fill_chance=100", "99"),
        ("areas.count=2", "areas without a character; expected one or more, such as"),
        ("areas={count: 8, characters: [{rule: caverns}]}", "expected at most 7"),
        ("areas={count: 2, characters: [{rule: cave}]}", "no rule of an automaton"),
        ("regions.least_size=97", "96"),
    ],
)
def test_an_error_says_what_to_do(change: str, said: str) -> None:
    with pytest.raises(UserError) as error:
        dungeons(change)
    assert said in " ".join(str(error.value).split())


def test_steps_of_a_floor_without_rounds_are_other_ones() -> None:
    """The parameters vary by floor; the code that only some floors need is compiled."""
    spec = SAMPLE.changed(
        f"dungeons.{SAMPLE.dungeon}.floors={{4-: {{automaton: {{rounds: 0}}, "
        "regions: {keep: all}}}"
    )
    upper, lower = (
        [step.done for step in advance(begin(spec, Request(SAMPLE.dungeon, 7, floor=number)))]
        for number in (1, 4)
    )
    assert "round" in upper and "dig" not in upper
    assert "round" not in lower and "join" in lower


ENDS = {
    "wide": {
        "kind": "caves",
        "map": {"width": 240, "height": 20},
        "areas": {
            "count": 8,
            "characters": [
                {"fill_chance": 50, "rule": "blobs"},
                {"fill_chance": 45, "rule": "halls"},
                {"fill_chance": 55, "rule": "B5678/S345678"},
                {"fill_chance": 52, "rule": "B678/S345678"},
            ],
        },
        "automaton": {"rounds": 2},
        "stalagmites": {"tries": 255},
    },
}
# Nearly each byte of some rows has another character than the one before it.
ENDS["low"] = {**ENDS["wide"], "map": {"width": 64, "height": 24}}


@pytest.mark.slow
@pytest.mark.parametrize("compiler", list(COMPILERS))
@pytest.mark.steps
def test_no_step_is_too_long(compiler: str) -> None:
    check_longest_steps(ENDS, compiler, [Request("wide", 7), Request("low", 7)])


UNIT = """
#include "dungeon_grotto.c"
void phase_done(uint8_t phase)
{
    (void)phase;
}
"""

# The sum shows the map of every seed, memory that of the last one.
CALL = """\
        uint16_t at;
        uint8_t sum;
        random_seed((uint16_t)(arguments[0] | (uint16_t)arguments[1] << 8));
        grotto_generate();
        sum = (uint8_t)random_draws;
        for (at = 0; at != MAP_BYTES; ++at)
            sum = (uint8_t)((uint8_t)(sum << 1 | sum >> 7) + MEMORY[at]);
        *answer = sum;"""


def checksum(draws: int, data: bytes) -> int:
    """What the call above answers."""
    total = draws & 0xFF
    for byte in data:
        total = (total << 1 | total >> 7) + byte & 0xFF
    return total


@pytest.mark.sampled(3)
@for_every_compiler
@pytest.mark.parametrize(
    "changes",
    [
        [],
        ["random.shifts=[1,7,11]", "dungeons.grotto.map.width=43"],
        ["dungeons.grotto.map={width: 41, height: 30, bits_per_tile: 4}",
         "dungeons.grotto.regions.keep=all"],
        ["dungeons.grotto.map={width: 70, height: 20, bits_per_tile: 8}",
         "dungeons.grotto.automaton.rule=B4678/S35678"],
        ["dungeons.grotto.map={width: 173, height: 12}", "dungeons.grotto.regions.keep=by_size"],
    ],
    ids=["aligned", "shifts", "halves", "bytes", "wide"],
)  # fmt: skip
def test_caves_are_those_of_the_reference(
    tmp_path: Path, compiler: str, changes: list[str]
) -> None:
    spec = loaded(
        data_with({"grotto": dict(MATERIAL.dungeons["grotto"])}),
        [
            "memory.program={start: 0x2400, end: 0x7FFF}",
            f"memory.map={{start: {MAP_AT}, end: {MAP_AT + 0xFFF}}}",
            *changes,
        ],
    )  # fmt: skip
    built = [generate(spec, Request("grotto", seed)) for seed in range(6)]
    expected = bytes(checksum(g.random.draws, g.packed()) for g in built)
    last = built[-1].packed()
    sums, memory = answers(
        spec, tmp_path, compiler, CALL, [word(seed) for seed in range(6)], bytes(len(last)),
        UNIT, ["program_tables.c", "core/generation.c"], ["dungeon_grotto_cc65.s"],
    )  # fmt: skip
    assert sums == expected
    assert memory == last
