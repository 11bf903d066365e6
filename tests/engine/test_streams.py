"""The streams of random numbers of passes."""

from __future__ import annotations

import binascii
from collections import Counter

import pytest

from pygen.engine.random.random16 import Random16, RandomGenerator
from pygen.engine.random.streams import begin_stream, stream_number, stream_seed

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


@pytest.mark.parametrize(
    "names", [("regions", "smooth"), ("regions", "tile_rules"), ("a", "b"), ("one", "one_2")]
)
def test_the_first_numbers_of_two_streams_are_independent(names: tuple[str, str]) -> None:
    """Over all seeds: of linear streams, for instance, the exclusive or would always be the same.
    Chi-squared for 16 x 16 classes is 255 by chance, with a standard deviation of 23."""
    first = [Random16(DEFAULT, seed).draw() >> 12 for seed in range(65536)]
    streams = [stream_number(name) for name in names]
    pairs = Counter(
        tuple(first[stream_seed(DEFAULT, state, stream)] for stream in streams)
        for state in range(1, 65536)
    )
    expected = 65535 / 256
    classes = [(one, other) for one in range(16) for other in range(16)]
    assert sum((pairs[pair] - expected) ** 2 / expected for pair in classes) < 450
