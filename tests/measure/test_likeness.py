"""How different dungeons look: measured on maps drawn here, and recorded of those that ship."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.edited_spec import write_spec

from pygen.console.likeness_record import recorded_likeness
from pygen.measure.likeness import Face, apart, faces, figures, half_of, patterns
from pygen.spec import Spec, dungeon_digest, load_spec

ALIKE = ("crypt", "catacombs", "deep", "burrow")
"""Dungeons that documents describe, and that may look like others."""


def test_patterns_are_counted_but_for_those_of_walls_alone() -> None:
    rows = ["######", "###..#", "######"]
    assert patterns(rows) == {"#####.###": 1, "####..###": 1, "###..####": 1}


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["#####", "#...#", "#.#.#", "#...#", "#####"], [8 / 25, 0, 1, 0, 0, 1 / 8, 1]),
        (["#####", "#...#", "#...#", "#...#", "#####"], [9 / 25, 0, 4 / 9, 4 / 9, 1 / 9, 0, 3]),
        (["#####", "#...#", "#####"], [3 / 15, 2 / 3, 1 / 3, 0, 0, 0, 1]),
        (["###", "###", "###"], [1 / 9, 0, 0, 0, 0, 0, 0]),
    ],
    ids=["a ring", "a room", "a corridor", "nothing"],
)
def test_figures_of_a_map(rows: list[str], expected: list[float]) -> None:
    assert figures(rows) == pytest.approx(expected)


def test_dungeons_are_apart_as_many_times_as_two_halves_of_one_of_them() -> None:
    room = ["#######", "#.....#", "#.....#", "#.....#", "#######"]
    other_room = ["#######", "#....##", "#....##", "#....##", "#######"]
    cross = ["#######", "###.###", "#.....#", "###.###", "#######"]
    other_cross = ["#######", "##.####", "#.....#", "##.####", "#######"]
    found = apart(
        {
            "rooms": Face((half_of([room]), half_of([other_room]))),
            "crosses": Face((half_of([cross]), half_of([other_cross]))),
            "more rooms": Face((half_of([other_room]), half_of([room]))),
        }
    )
    assert found["rooms", "more rooms"] < 1 < found["rooms", "crosses"]
    assert found["rooms", "crosses"] == found["crosses", "more rooms"]


def test_other_seeds_look_alike_and_other_parameters_do_not(tmp_path: Path) -> None:
    text = """
        dungeons:
          plain: {kind: walk, map: {width: 32, height: 24}}
          salted: {kind: walk, map: {width: 32, height: 24}, salt: other}
          caves: {kind: caves, map: {width: 32, height: 24}}
    """
    said: list[str] = []
    spec = load_spec(write_spec(tmp_path, text))
    found = apart(faces(spec, spec.dungeons, said.append))
    assert said == ["plain", "salted", "caves"]
    assert found["plain", "salted"] < 1.5 < found["plain", "caves"]


@pytest.mark.shipped
def test_every_shipped_dungeon_has_a_face_of_its_own(shipped_spec: Spec) -> None:
    record = recorded_likeness()
    digests = {name: dungeon_digest(shipped_spec, name) for name in shipped_spec.dungeons}
    assert record["digests"] == digests, "run invoke docs --likeness"
    pairs = {tuple(key.split()): value for key, value in record["apart"].items()}
    assert len(pairs) == len(digests) * (len(digests) - 1) / 2
    near = {pair: value for pair, value in pairs.items() if value < 1.5 and not {*pair} & {*ALIKE}}
    assert not near
    assert pairs["crypt", "catacombs"] < 1.5


@pytest.mark.long
def test_the_record_is_what_is_measured(shipped_spec: Spec) -> None:
    found = apart(faces(shipped_spec, shipped_spec.dungeons, lambda _: None))
    measured = {f"{one} {other}": round(value, 2) for (one, other), value in found.items()}
    assert recorded_likeness()["apart"] == measured
