"""What the page is answered: the same dungeons natively and by the reference, overlays, proofs."""

from __future__ import annotations

import json
from collections import deque
from pathlib import Path
from typing import Any

import pytest
from helpers.kinds import Sample, every_dungeon, one_dungeon_of_each_kind
from helpers.studio import Studio, ask
from helpers.tools import SPEC_FILE, WORLDS_SPEC_FILE, needs_cc, needs_vice

from pygen.compilers.host import HostCompiler
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.pictures.cells import cells_of, make_atlas
from pygen.pictures.data import neighbours
from pygen.spec import Spec, SpecError, load_spec
from pygen.studio.natives import Natives
from pygen.studio.overlays import OVERLAYS
from pygen.studio.page_data import path_of, problems_of
from pygen.studio.workshop import Workshop


@needs_cc
@one_dungeon_of_each_kind
def test_native_dungeons_look_like_those_of_the_reference(sample: Sample, tmp_path: Path) -> None:
    spec, name = sample.spec, sample.dungeon
    atlas = make_atlas(spec, name)
    requests = [Request(name, seed, floor) for seed, floor in ((7, 1), (0, 3), (65535, 2))]
    natively = Natives(tmp_path).cells("key", spec, atlas, requests)
    for request, cells in zip(requests, natively or (), strict=True):
        g = generate(spec, request)
        assert cells == cells_of(atlas, g)


@needs_cc
def test_native_chunks_are_those_of_the_reference(tmp_path: Path) -> None:
    spec = load_spec(WORLDS_SPEC_FILE)
    atlas = make_atlas(spec, "wards")
    requests = [Request("wards", 7, 1, chunk) for chunk in ((0, 0), (5, 0), (2047, 12))]
    natively = Natives(tmp_path).cells("key", spec, atlas, requests)
    for request, cells in zip(requests, natively or (), strict=True):
        g = generate(spec, request)
        assert cells == cells_of(atlas, g)


@needs_cc
def test_any_c_compiler_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spec: Spec) -> None:
    """Without tcc the machine's compiler builds; it gives the same."""
    request, atlas = Request("crypt", 7), make_atlas(spec, "crypt")
    quick = Natives(tmp_path / "one").cells("key", spec, atlas, [request])
    monkeypatch.setattr(HostCompiler, "find_quick", HostCompiler.find)
    assert Natives(tmp_path / "other").cells("key", spec, atlas, [request]) == quick


def test_names_in_the_summary_are_whole(tmp_path: Path) -> None:
    """However long they are: that of the dungeon may have 24 letters."""
    name = "the_deep_below_the_tower"
    file = tmp_path / "generator.yaml"
    file.write_text(f"dungeons: {{{name}: {{kind: grid_rooms}}}}\n", encoding="utf-8")
    workshop = Workshop(file, tmp_path / "built")
    drawn = workshop.draw(section_of(workshop, name), Request(name, 7))
    assert drawn["summary"][0] == [name, "seed 7, 72 x 72 tiles"]


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    file = tmp_path / "spec.yaml"
    file.write_bytes(SPEC_FILE.read_bytes())
    return Workshop(file, tmp_path / "built")


def section_of(workshop: Workshop, dungeon: str) -> Any:
    return json.loads(json.dumps(workshop.opened()["dungeons"][dungeon]))


@needs_cc
def test_a_gallery_that_would_take_long_is_built_natively(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = section_of(workshop, "crypt")
    asked = [Request("crypt", seed) for seed in range(24)]
    monkeypatch.setattr("pygen.studio.workshop.PATIENCE", 1000.0)
    slow = workshop.gallery(section, asked)
    monkeypatch.setattr("pygen.studio.workshop.PATIENCE", 0.0)
    fast = workshop.gallery(section, asked)
    assert slow["route"] == "Python" != fast["route"]
    assert slow["dungeons"] == fast["dungeons"]


def test_what_is_wrong_is_told_with_its_place(workshop: Workshop) -> None:
    section = section_of(workshop, "crypt")
    section["rooms"]["max_size"] = 5
    section["stairs"]["few_rooms"] = -1
    section["rooms"]["mx_size"] = 5
    with pytest.raises(SpecError) as caught:
        workshop.draw(section, Request("crypt", 7))
    problems = problems_of(caught.value, "crypt")
    paths = [problem["path"] for problem in problems]
    assert ["stairs", "few_rooms"] in paths and ["rooms", "mx_size"] in paths
    assert all(problem["wrong"] and problem["right"] for problem in problems)


def test_paths_are_read_as_they_are_written() -> None:
    assert path_of("dungeons.crypt.passes[1].table[0].name") == [
        "dungeons", "crypt", "passes", 1, "table", 0, "name",
    ]  # fmt: skip
    assert path_of("deep.floors.2-3.rooms") == ["deep", "floors", "2-3", "rooms"]


@every_dungeon
def test_the_overlays_are_right(sample: Sample) -> None:
    """Steps, dead ends and choke points against simpler ways to find them."""
    g = generate(sample.spec, Request(sample.dungeon, 7))
    found = {name: overlay(g) for name, overlay in OVERLAYS.items()}
    assert all(one.note for one in found.values())
    walkable = g.blueprint.walkable
    tiles = {at for at, code in enumerate(g.tiles.tiles) if code in walkable}
    numbers = found["distances"].numbers
    for at in tiles if numbers else ():
        beside = [numbers[n] for n in neighbours(at, g.tiles) if n in tiles and numbers[n] >= 0]
        assert numbers[at] <= 0 or numbers[at] == min(beside) + 1
    assert set(found["dead_ends"].tiles) == {
        at
        for at in tiles
        if sum(g.tiles.tiles[n] in walkable for n in neighbours(at, g.tiles)) == 1
    }
    chokes = set(found["choke_points"].tiles)
    whole = parts(g, set(tiles))
    for at in [*sorted(chokes)[:4], *sorted(set(tiles) - chokes)[:4]]:
        assert (parts(g, set(tiles) - {at}) > whole) == (at in chokes)


def parts(g: Any, tiles: set[int]) -> int:
    """How many parts these tiles have."""
    count = 0
    while tiles:
        count += 1
        waiting = deque([tiles.pop()])
        while waiting:
            for beside in neighbours(waiting.popleft(), g.tiles):
                if beside in tiles:
                    tiles.remove(beside)
                    waiting.append(beside)
    return count


@needs_vice
@pytest.mark.shipped
def test_what_is_on_the_screen_is_proven_on_the_machine(studio: Studio) -> None:
    _, text, _ = ask(studio, "POST", "/api/open", {})
    section = json.loads(text)["dungeons"]["burrow"]
    section["walk"]["steps"] = 300
    body = {"dungeon": "burrow", "section": section, "seed": 7, "floor": 2}
    _, text, _ = ask(studio, "POST", "/api/prove", body)
    parts = [json.loads(line) for line in text.splitlines()]
    (result,) = [part["result"] for part in parts if "result" in part]
    assert result["equal"] and result["cycles"] > 10_000, parts
    assert sum(count for _, count in result["phases"]) == result["cycles"]
    assert len(parts[-1]["picture"]) > 1000


@needs_cc
def test_a_search_ends_with_what_tries_cost(workshop: Workshop) -> None:
    section = section_of(workshop, "crypt") | {"require": ["secret_rooms >= 2"]}
    parts = list(workshop.find(section, Request("crypt", 0), "tries > 5 and seed < 9"))
    told = [part["tries"] for part in parts if "tries" in part]
    assert told and parts.index(next(part for part in parts if "tries" in part)) > 100
    assert all(part["searched"] == 65536 for part in parts if "tries" in part)
    assert told[0][0].startswith("tries: 1 in") and "different dungeons" in told[0][2]
    assert told[-1][: len(told[0])] == told[0]
    for part in workshop.find(section_of(workshop, "crypt"), Request("crypt", 0), "seed < 9"):
        assert "tries" not in part


def test_the_card_of_a_dungeon_names_its_failed_tries(workshop: Workshop) -> None:
    section = section_of(workshop, "crypt") | {"require": ["secret_rooms >= 2"]}
    cards = [dict(workshop.draw(section, Request("crypt", seed))["summary"]) for seed in range(24)]
    assert {"1 of 8", "2 of 8"} <= {card["tries"] for card in cards}
    assert any(", wanted >= 2" in card.get("try 1 of 8", "") for card in cards)
