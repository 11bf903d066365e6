"""The streams of random numbers of passes."""

from __future__ import annotations

import binascii
from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import pytest
from helpers.kinds import loaded

from pygen.engine.random.random16 import Random16, RandomGenerator
from pygen.engine.random.request import Request
from pygen.engine.random.streams import (
    begin_stream,
    seeds_of_tries,
    stream_number,
    stream_of_salt,
    stream_seed,
)
from pygen.kinds import generate
from pygen.spec import Spec, SpecError, floor_digest

DEFAULT = RandomGenerator()


@pytest.mark.parametrize("name", ["regions", "smooth", "a"])
def test_the_number_of_a_stream_is_its_names_check_sum(name: str) -> None:
    check = binascii.crc32(name.encode())
    assert stream_number(name) == (check & 0xFFFF) ^ (check >> 16)


@pytest.mark.parametrize("stream", [0, 1, 0x8000, stream_number("regions")])
def test_every_state_has_a_seed_of_its_own_in_a_stream(stream: int) -> None:
    seeds = {stream_seed(DEFAULT, state, stream) for state in range(65536)}
    assert len(seeds) == 65536


def test_the_mixture_is_three_steps_of_the_floors_with_bytes_exchanged_between() -> None:
    seed = 0x1234 ^ 0x00FF
    for step in range(3):
        if step:
            seed = int.from_bytes(seed.to_bytes(2, "little"), "big")
        seed = (seed * 25173 + 13849) % 65536
    assert stream_seed(DEFAULT, 0x1234, 0x00FF) == seed


def test_draws_are_counted_on() -> None:
    random = Random16(DEFAULT, 7)
    first = random.state
    for _ in range(5):
        random.draw()
    begin_stream(DEFAULT, random, first, 99)
    assert random.draws == 5
    assert random.state == Random16(DEFAULT, stream_seed(DEFAULT, first, 99)).state


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "names", [("regions", "smooth"), ("regions", "tile_rules"), ("a", "b"), ("one", "one_2")]
)
def test_the_first_numbers_of_two_streams_are_independent(names: tuple[str, str]) -> None:
    """Over all seeds: of linear streams, the exclusive or would always be the same."""
    first = first_numbers()
    streams = [stream_number(name) for name in names]
    require_independent(
        (
            first[stream_seed(DEFAULT, state, streams[0])],
            first[stream_seed(DEFAULT, state, streams[1])],
        )
        for state in range(1, 65536)
    )


@pytest.mark.parametrize("drawn", [0, 1, 2])
def test_the_numbers_of_two_tries_are_independent(drawn: int) -> None:
    """Those of the second one, and those of the first one after some draws: with seeds that are
    drawn one after the other, each try has the numbers of the one before it, shifted by a draw."""
    second, first = first_numbers(), first_numbers(drawn)
    require_independent(
        (first[tries.draw()], second[tries.draw()])
        for tries in (seeds_of_tries(DEFAULT, state) for state in range(1, 65536))
    )


@pytest.mark.parametrize("state", [1, 0x1234, 0xFFFF])
def test_all_tries_of_a_floor_have_different_seeds(state: int) -> None:
    tries = seeds_of_tries(DEFAULT, state)
    assert len({tries.draw() for _ in range(65536)}) == 65536


def first_numbers(drawn: int = 0) -> list[int]:
    """For each seed four bits of the number that comes after so many."""
    numbers = []
    for seed in range(65536):
        random = Random16(DEFAULT, seed)
        for _ in range(drawn):
            random.draw()
        numbers.append(random.draw() >> 12)
    return numbers


def require_independent(pairs: Iterable[tuple[int, int]]) -> None:
    """Fail unless pairs of 65,535 numbers of four bits are independent. Chi-squared for 16 x 16
    classes is 255 by chance, with a standard deviation of 23."""
    found, expected = Counter(pairs), 65535 / 256
    classes = [(one, other) for one in range(16) for other in range(16)]
    assert sum((found[pair] - expected) ** 2 / expected for pair in classes) < 450


def salted(salt: str, **more: object) -> Spec:
    """A spec of a small hall with a salt."""
    hall = {"kind": "bsp", "map": {"width": 40, "height": 32}, "salt": salt, **more}
    return loaded({"dungeons": {"hall": hall}})


def test_a_salt_gives_every_seed_another_dungeon_and_no_salt_changes_nothing() -> None:
    seeds = range(20)
    maps = {
        salt: [generate(salted(salt), Request("hall", seed)).packed() for seed in seeds]
        for salt in ("", "one", "two")
    }
    for first, second in combinations(maps.values(), 2):
        assert not set(first) & set(second)
    assert floor_digest(salted(""), "hall", 1) != floor_digest(salted("one"), "hall", 1)
    without = loaded({"dungeons": {"hall": {"kind": "bsp", "map": {"width": 40, "height": 32}}}})
    assert floor_digest(without, "hall", 1) == floor_digest(salted(""), "hall", 1)


def test_with_a_salt_every_seed_still_has_numbers_of_its_own() -> None:
    first = {Random16(DEFAULT, seed).state for seed in range(65536)}
    begun = {stream_seed(DEFAULT, state, stream_of_salt("one")) for state in first}
    # Seed 0 begins like one of the others in any case.
    assert len(begun) == len(first)


@pytest.mark.parametrize("salt", ["Crypt", "a b", "x" * 25])
def test_a_salt_is_a_short_word(salt: str) -> None:
    with pytest.raises(SpecError, match="salt"):
        salted(salt)


def test_a_salt_is_the_same_on_all_floors() -> None:
    with pytest.raises(SpecError, match="salt"):
        salted("one", floors={"2-": {"salt": "two"}})
