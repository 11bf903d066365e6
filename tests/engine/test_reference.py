"""The Python reference: random numbers, the packed map, and the judge of its dungeons."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from helpers import invariants
from helpers.kinds import Sample, every_dungeon, material
from helpers.plan import unpack_map
from helpers.tools import SPEC_FILE
from hypothesis import given
from hypothesis import strategies as st

from pygen.base.hashing import digest
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.tilemap import TileMap, unpack
from pygen.engine.random.random16 import Random16
from pygen.engine.random.request import Request
from pygen.engine.sections import chance_threshold
from pygen.kinds import generate, phase_names
from pygen.spec import Spec, load_spec


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec(SPEC_FILE)


# ------------------------------------------------------------------------ random numbers


def xorshift_bit_by_bit(state: int, left: int, right: int, last: int) -> int:
    """A step of the generator on a list of 16 bits, the lowest first."""
    bits = [state >> n & 1 for n in range(16)]
    for shift in (left, -right, last):
        moved = [bits[n - shift] if 0 <= n - shift < 16 else 0 for n in range(16)]
        bits = [a != b for a, b in zip(bits, moved, strict=True)]
    return sum(2**n for n, bit in enumerate(bits) if bit)


@pytest.fixture(scope="module")
def whole_period(spec: Spec) -> list[int]:
    """All draws of the default generator until its first state comes again."""
    numbers = Random16(spec.random, 1)
    first = numbers.draw()
    drawn = [first]
    while (number := numbers.draw()) != first:
        drawn.append(number)
        assert len(drawn) < 70000
    return drawn


@pytest.mark.parametrize("seed", [1, 2, 7, 255, 256, 4660, 32768, 65535])
def test_random_numbers_are_a_16_bit_xorshift(spec: Spec, seed: int) -> None:
    numbers = Random16(spec.random, seed)
    state = seed
    for _ in range(spec.random.warm_up):
        state = xorshift_bit_by_bit(state, *spec.random.shifts)
    for _ in range(200):
        state = xorshift_bit_by_bit(state, *spec.random.shifts)
        assert numbers.draw() == state


def test_the_period_is_all_states_but_zero(whole_period: list[int]) -> None:
    assert len(whole_period) == 65535
    assert set(whole_period) == set(range(1, 65536))


def test_seed_0_is_its_stand_in(spec: Spec) -> None:
    zero, stand_in = Random16(spec.random, 0), Random16(spec.random, spec.random.seed_zero)
    assert [zero.draw() for _ in range(50)] == [stand_in.draw() for _ in range(50)]


def test_every_other_seed_starts_somewhere_else(spec: Spec) -> None:
    assert len({Random16(spec.random, seed).state for seed in range(1, 65536)}) == 65535


def test_draws_are_counted_modulo_65536_and_warm_up_is_none(spec: Spec) -> None:
    numbers = Random16(spec.random, 9)
    assert numbers.draws == 0
    numbers.draw(), numbers.below(7), numbers.chance(100)
    assert numbers.draws == 3
    for _ in range(65533):
        numbers.below(2)
    assert numbers.draws == 0


@pytest.mark.parametrize("count", [1, 2, 3, 7, 9, 16, 100, 200, 255])
def test_below_reaches_every_number_and_leans_by_less_than_a_256th(spec: Spec, count: int) -> None:
    numbers = Random16(spec.random, 1)
    found = Counter(numbers.below(count) for _ in range(65535))
    assert set(found) == set(range(count))
    for times in found.values():
        assert abs(times / 65535 - 1 / count) <= 1 / 256 + 1e-4


def test_below_is_the_upper_byte_of_a_product(spec: Spec) -> None:
    numbers, twin = Random16(spec.random, 77), Random16(spec.random, 77)
    for count in range(1, 256):
        assert numbers.below(count) == twin.draw() // 256 * count // 256


@pytest.mark.parametrize("percent", [0, 1, 50, 60, 99, 100])
def test_a_chance_is_exact_over_the_period(
    spec: Spec, whole_period: list[int], percent: int
) -> None:
    numbers = Random16(spec.random, 1)
    times = sum(numbers.chance(chance_threshold(percent)) for _ in whole_period)
    assert abs(times - 65535 * percent / 100) <= 1
    assert (times == 0) == (percent == 0) and (times == 65535) == (percent == 100)


# ------------------------------------------------------------------------ the packed map


@st.composite
def tile_maps(draw: st.DrawFn) -> TileMap:
    bits = draw(st.sampled_from([3, 4, 8]))
    tiles = TileMap(draw(st.integers(1, 40)), draw(st.integers(1, 40)), bits)
    numbers = random.Random(draw(st.integers(0, 2**32)))
    for at in range(len(tiles.tiles)):
        tiles.tiles[at] = numbers.randrange(1 << bits)
    return tiles


@given(tile_maps())
def test_packing_is_a_little_endian_stream_of_bits(tiles: TileMap) -> None:
    stream = []
    for y in range(tiles.height):
        for x in range(tiles.width):
            code = tiles.get(x, y)
            for _ in range(tiles.bits):
                stream.append(code % 2)
                code //= 2
    stream += [0] * (-len(stream) % 8)
    wanted = [
        sum(bit * 2**n for n, bit in enumerate(stream[at : at + 8]))
        for at in range(0, len(stream), 8)
    ]
    assert list(tiles.pack()) == wanted


@given(tile_maps())
def test_unpacking_gives_back_what_was_packed(tiles: TileMap) -> None:
    assert unpack(tiles.pack(), tiles.width, tiles.height, tiles.bits) == list(tiles.tiles)


@given(tile_maps(), st.data())
def test_filling_changes_exactly_the_rectangle(tiles: TileMap, data: st.DataObject) -> None:
    x = data.draw(st.integers(0, tiles.width - 1))
    y = data.draw(st.integers(0, tiles.height - 1))
    w = data.draw(st.integers(0, tiles.width - x))
    h = data.draw(st.integers(0, tiles.height - y))
    before = list(tiles.tiles)
    tiles.fill(x, y, w, h, 5)
    for at, code in enumerate(tiles.tiles):
        row, column = divmod(at, tiles.width)
        is_inside = x <= column < x + w and y <= row < y + h
        assert code == (5 if is_inside else before[at])


# ------------------------------------------------------------------------ dungeons


@pytest.mark.sampled(4)
@every_dungeon
def test_the_invariants_hold_for_seeds_from_all_over(sample: Sample) -> None:
    spec, name = sample.spec, sample.dungeon
    for seed in [*range(10), *range(20, 65536, 1999), 65535]:
        invariants.check(spec, name, generate(spec, Request(name, seed)).region_bytes())


@every_dungeon
def test_a_seed_always_gives_the_same_dungeon(sample: Sample) -> None:
    spec, name = sample.spec, sample.dungeon
    first = generate(spec, Request(name, 4711)).region_bytes()
    assert generate(sample.changed(), Request(name, 4711)).region_bytes() == first
    assert generate(spec, Request(name, 4712)).region_bytes()["map"] != first["map"]


@every_dungeon
def test_phases_report_in_order_and_change_nothing(sample: Sample) -> None:
    spec, name = sample.spec, sample.dungeon
    told: list[str] = []

    def after_phase(phase: str, generation: Generation[Any]) -> None:
        assert generation.seed == 5
        told.append(phase)

    generation = generate(spec, Request(name, 5), after_phase)
    assert told == phase_names(generation.parameters)
    assert generation.region_bytes() == generate(spec, Request(name, 5)).region_bytes()


@every_dungeon
def test_the_regions_are_those_that_are_compared(sample: Sample) -> None:
    spec, name = sample.spec, sample.dungeon
    regions = generate(spec, Request(name, 3)).region_bytes()
    tables = [table.name for table in spec.tables(name)]
    assert list(regions) == ["map", *tables, "summary", "statistics"]
    only_map = sample.changed("parity.regions=[map]")
    assert list(generate(only_map, Request(name, 3)).region_bytes()) == ["map"]


@every_dungeon
def test_the_statistics_are_the_counts_of_the_tiles(sample: Sample) -> None:
    spec, name = sample.spec, sample.dungeon
    generation = generate(spec, Request(name, 6))
    regions = generation.region_bytes()
    size = spec.dungeons[name].map
    codes = Counter(unpack_map(regions["map"], size.width, size.height, size.bits_per_tile))
    data = regions["statistics"]
    counts = [data[at] + 256 * data[at + 1] for at in range(0, len(data), 2)]
    own = generation.codes
    assert counts == [codes[tile.code] for key, tile in spec.tiles.items() if key in own]
    assert sum(counts) == size.width * size.height


def test_a_digest_is_the_start_of_a_sha_256() -> None:
    # The SHA-256 of "abc" as FIPS 180-2 gives it.
    assert digest(b"abc") == "ba7816bf8f01cfea"


# ------------------------------------------------------------------------ the judge itself


def is_refused(spec: Spec, name: str, regions: dict[str, bytes]) -> bool:
    try:
        invariants.check(spec, name, regions)
    except (AssertionError, LookupError, StopIteration):
        return True
    return False


@pytest.mark.sampled(4)
@every_dungeon
def test_the_judge_refuses_any_changed_tile(sample: Sample) -> None:
    spec, name = sample.spec, sample.dungeon
    generation = generate(spec, Request(name, 8))
    regions = generation.region_bytes()
    tiles = material(sample.kind).indistinguishable & generation.codes.keys()
    alike = {generation.codes[tile] for tile in tiles}
    numbers = random.Random(1)
    assert not is_refused(spec, name, regions)
    for _ in range(150):
        at = numbers.randrange(len(generation.tiles.tiles))
        old = generation.tiles.tiles[at]
        new = numbers.choice([code for code in generation.codes.values() if code != old])
        if {old, new} <= alike:
            continue
        generation.tiles.tiles[at] = new
        assert is_refused(spec, name, regions | {"map": generation.packed()}), (at, old, new)
        generation.tiles.tiles[at] = old


def test_the_judge_refuses_any_changed_bit_of_the_records(spec: Spec) -> None:
    generation = generate(spec, Request("crypt", 8))
    regions = generation.region_bytes()
    layout = spec.layouts["room"]
    for bit in range(0, 8 * len(regions["rooms"]), 13):
        # Most priorities are drawn from a range, of which any is right.
        if bit // 8 % layout.size == layout["priority"].offset:
            continue
        changed = bytearray(regions["rooms"])
        changed[bit // 8] ^= 1 << bit % 8
        assert is_refused(spec, "crypt", regions | {"rooms": bytes(changed)}), divmod(bit, 8)


@pytest.mark.sampled(3)
@every_dungeon
def test_the_judge_refuses_any_changed_count(sample: Sample) -> None:
    spec, name = sample.spec, sample.dungeon
    regions = generate(spec, Request(name, 8)).region_bytes()
    head, figures = spec.layouts["summary"], spec.kind(name).figures.struct
    places = {member.name: member.offset for member in head.members}
    if figures:
        places |= {m.name: head.size + m.offset for m in spec.layouts[figures].members}
    # Judged by comparing with the C64.
    kept = {"draws", "random_state", *material(sample.kind).unjudged_figures}
    for field, offset in places.items():
        if field in kept:
            continue
        for change in (1, 255):
            changed = bytearray(regions["summary"])
            changed[offset] = changed[offset] + change & 255
            assert is_refused(spec, name, regions | {"summary": bytes(changed)}), field
