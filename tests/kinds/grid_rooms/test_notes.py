"""Wishes that a dungeon of grid rooms could not meet are said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.printed import as_text

from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.request import Request
from pygen.kinds import begin, generate
from pygen.pictures.data import status_words
from pygen.spec import Spec, load_spec


def spec_of(folder: Path, parameters: str) -> Spec:
    """A spec with one crypt of these parameters."""
    path = folder / "spec.yaml"
    path.write_text(f"dungeons: {{crypt: {{kind: grid_rooms{parameters}}}}}\n", encoding="utf-8")
    return load_spec(path)


def crypt(spec: Spec, seed: int = 7) -> Generation[Any]:
    """Its dungeon."""
    return generate(spec, Request("crypt", seed))


def test_a_dungeon_that_has_all_that_was_asked_for_has_no_notes(tmp_path: Path) -> None:
    generation = crypt(spec_of(tmp_path, ""))
    assert len(generation.rooms) == 16
    assert status_words(generation) == []


@pytest.mark.parametrize("seed", [0, 7, 100])
def test_stairs_that_are_nearer_than_asked_for_are_noted(seed: int, tmp_path: Path) -> None:
    generation = crypt(spec_of(tmp_path, ", stairs: {distance_many: 140}"), seed)
    (up_x, up_y), (down_x, down_y) = generation.up, generation.down
    apart = abs(up_x - down_x) + abs(up_y - down_y)
    (note,) = status_words(generation)
    assert f"the stairs are {apart} tiles apart, 140 were asked for" in note


def test_nothing_was_asked_of_stairs_that_a_pass_has_placed(tmp_path: Path) -> None:
    passes = "[{name: stairs, steps: 10-20}]"
    parameters = ", stairs: {distance_many: 140}, without: [stairs], passes: "
    assert status_words(crypt(spec_of(tmp_path, parameters + passes))) == []


def test_rooms_that_found_no_place_are_noted_and_shown(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, ", map: {width: 40, height: 24}, stairs: {distance_few: 0}")
    generation = crypt(spec)
    count = len(generation.rooms)
    assert 0 < count <= 6
    (note,) = status_words(generation)
    assert note.startswith(f"{count} of 16 rooms were placed")
    assert f"note        {note}" in as_text(spec, generation, colour=False)


def test_a_map_without_its_rooms_has_no_notes(tmp_path: Path) -> None:
    assert status_words(begin(spec_of(tmp_path, ""), Request("crypt", 7))) == []
