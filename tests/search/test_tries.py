"""How many tries dungeons take: counted natively and by the reference, and what tasks say of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import required
from helpers.kinds import loaded
from helpers.programs import native_of
from helpers.tasks import invoke_here
from helpers.tools import compiler_or_skip, needs_cc

from pygen.compilers import COMPILERS
from pygen.emit.plan import plan_of
from pygen.engine.definition.conditions import parse_condition
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.pictures.data import tries_words
from pygen.search.cost import cost_of
from pygen.search.finding import search
from pygen.search.numbers import number_reader
from pygen.search.tries import (
    Cost,
    Tried,
    different,
    share_needed,
    words_of_cost,
    words_of_tries,
)
from pygen.spec import Spec

SECTION = {"kind": "grid_rooms", "require": ["secret_rooms between 3 and 4", "up_x < 50"]}
SEEDS = range(120)
YAML = """dungeons:
  crypt: {kind: grid_rooms, require: ["secret_rooms between 3 and 4", "up_x < 50"]}
"""


@pytest.fixture(scope="module")
def spec() -> Spec:
    return loaded({"dungeons": {"crypt": SECTION}})


def tried(spec: Spec, library: Path | None, where: str = "tries > 4") -> tuple[list[Tried], int]:
    condition = parse_condition(where, number_reader(plan_of(spec, "crypt")).names)
    parts = list(search(spec, "crypt", condition, SEEDS, library=library))
    return [one for part in parts for one in part.tried], sum(len(part.found) for part in parts)


@needs_cc
def test_tries_are_those_of_the_judge_natively_and_by_the_reference(spec: Spec) -> None:
    natively, found = tried(spec, native_of(spec))
    assert (natively, found) == tried(spec, None)
    bare = required.bare({"dungeons": {"crypt": SECTION}}, spec)
    requests = [Request("crypt", seed) for seed in SEEDS]
    regions = [generate(spec, request).region_bytes() for request in requests]
    expected = [required.check(spec, bare, *pair) for pair in zip(requests, regions)]
    assert [one.tries for one in natively] == expected
    assert found == sum(number > 4 for number in expected) > 0
    assert any(one.is_missed for one in natively)


@needs_cc
@pytest.mark.parametrize("dungeon", required.SECTIONS)
def test_all_numbers_are_those_of_the_last_try(dungeon: str) -> None:
    """Those that count what passes have changed or left out, too."""
    spec = loaded({"dungeons": required.SECTIONS})
    condition = parse_condition("seed >= 0", number_reader(plan_of(spec, dungeon)).names)
    natively, reference = (
        [one for part in search(spec, dungeon, condition, range(24), library=library)
         for one in part.found]
        for library in (native_of(spec), None)
    )  # fmt: skip
    assert natively == reference


def test_dungeons_whose_last_try_has_the_same_seed_are_one(spec: Spec) -> None:
    every, _ = tried(spec, None, "seed < 0")
    seeds = {generate(spec, Request("crypt", one.seed)).try_seed for one in every}
    assert different(spec, "crypt", 1, every) == len(seeds)
    assert different(spec, "crypt", 1, [every[0], every[0]]) == 1


def test_shares_are_said_in_words() -> None:
    some = [Tried(1, False, seed) for seed in range(90)] + [
        Tried(3, False, 90), Tried(7, False, 91), *(Tried(8, True, seed) for seed in range(92, 100))
    ]  # fmt: skip
    first, second, third = words_of_tries(some, 8, 97)
    assert first == (
        "tries: 1 in 90.0 %, 3 in 1.0 %, 5-8 in 1.0 %, not met in 8 in 8.0 % (8) of 100 seeds"
    )
    assert second.startswith(
        "56.0 % of the tries are as required; to meet all 65,536 seeds, 8 tries"
    )
    assert "32 tries need 30 %, 64 tries need 16 %" in second
    assert third == "97 different dungeons of 100 seeds"
    assert list(words_of_tries([], 8, 0)) == []


@pytest.mark.parametrize("tries", [1, 2, 8, 32, 64])
def test_with_the_share_needed_less_than_one_seed_of_all_is_missed(tries: int) -> None:
    share = share_needed(tries) / 100
    assert 65536 * (1 - share) ** tries <= 1 < 65536 * (1 - share + 0.01) ** tries


def test_many_cycles_are_a_warning() -> None:
    assert len(list(words_of_cost(Cost("cc65", 1, 20_000_000, 90_000_000)))) == 1
    line, warning = words_of_cost(Cost("cc65", 1, 20_000_001, 90_000_000))
    assert "worst 90,000,000" in line and warning.startswith("warning: 99 % of the dungeons")


@needs_cc
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_the_cost_grows_with_the_tries(spec: Spec, compiler: str, tmp_path: Path) -> None:
    every, _ = tried(spec, None, "seed < 0")
    found = compiler_or_skip(compiler)
    cost = cost_of(spec, "spec.yaml", found, "crypt", 1, every, tmp_path)
    one = cost_of(spec, "spec.yaml", found, "crypt", 1, sorted(every)[:9], tmp_path)
    assert one.median < cost.median < cost.most_of_99 <= cost.worst
    assert 4 * one.median < cost.worst < 9 * one.median


def test_show_names_each_failed_try(spec: Spec, tmp_path: Path) -> None:
    path = tmp_path / "spec.yaml"
    path.write_text(YAML, encoding="utf-8")
    seed = next(seed for seed in SEEDS if generate(spec, Request("crypt", seed)).tries == 3)
    words = tries_words(generate(spec, Request("crypt", seed)))
    assert [title for title, _ in words] == ["try 1 of 8", "try 2 of 8"]
    said = invoke_here("show", "--spec", path, "--seed", str(seed)).stdout
    assert all(f"{title}  {text}" in said for title, text in words)
    assert "tries       3 of 8" in said
    wanted = [text for _, text in words if "secret_rooms" in text]
    assert all(", wanted 3-4" in text for text in wanted)


def test_show_and_find_say_what_tries_cost(tmp_path: Path) -> None:
    path = tmp_path / "spec.yaml"
    path.write_text(YAML, encoding="utf-8")
    said = invoke_here("show", "--spec", path, "--seeds", "0-39", "--summary").stdout
    assert "of 40 seeds" in said and "different dungeons" in said and "64 tries need 16 %" in said
    found = invoke_here("find", "--spec", path, "--seeds", "0-39", "--where", "tries > 4").stdout
    assert "of 40 seeds" in found and ("cycles with" in found or "not measured" in found)
