"""Traces: their steps end at the reference's dungeon, and watching changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.kinds import Sample, every_dungeon

from pygen.engine.random.request import Request
from pygen.kinds import advance, begin, generate
from pygen.kinds.tracing import TraceStep, trace, watch
from pygen.spec import Spec


@pytest.mark.sampled(4)
@every_dungeon
def test_the_steps_add_up_to_the_references_dungeon(sample: Sample) -> None:
    spec, request = sample.spec, Request(sample.dungeon, 7, 2)
    reference = generate(spec, request)
    tiles, looks = bytearray(len(reference.tiles.tiles)), bytearray(len(reference.tiles.tiles))
    tables: dict[str, dict[int, Any]] = {name: {} for name in reference.tables}
    draws = 0
    for step in trace(spec, request):
        draws += len(step.draws)
        for at, code in step.tiles:
            tiles[at] = code
        for at, look in step.looks:
            looks[at] = look
        for table, number, values in step.records:
            tables[table][number] = values
            if values is None:
                del tables[table][number]
    assert tiles == reference.tiles.tiles and looks == reference.looks.tiles
    for name, records in tables.items():
        assert list(records.values()) == reference.table_values(name)
        assert list(records) == list(range(len(records)))
    # Exact mode skips some numbers at once, and only counts them.
    is_exact = getattr(reference.parameters, "numbers", "") == "exact"
    assert draws <= reference.random.draws if is_exact else draws == reference.random.draws


@pytest.mark.sampled(4)
@every_dungeon
def test_the_map_shows_at_the_end_of_each_phase(sample: Sample) -> None:
    spec, request = sample.spec, Request(sample.dungeon, 3)
    after_phase: list[bytes] = []
    generate(spec, request, lambda _, g: after_phase.append(bytes(g.tiles.tiles)))
    g = begin(spec, request)
    shown, seen = bytearray(len(g.tiles.tiles)), []
    for step in watch(g):
        for at, code in step.tiles:
            shown[at] = code
        if step.step.is_last:
            seen.append(bytes(shown))
    assert seen == after_phase


def changing(steps: list[TraceStep], phase: str) -> int:
    return sum(bool(step.tiles) for step in steps if step.step.phase == phase)


@pytest.mark.parametrize(("dungeon", "phase"), [("burrow", "walk"), ("crypt", "rooms")])
def test_nobody_is_told_anything_who_does_not_watch(spec: Spec, dungeon: str, phase: str) -> None:
    g = begin(spec, Request(dungeon, 7))
    assert [step.number for step in advance(g)][-1] > 10
    assert g.watch is None
    steps = list(trace(spec, Request(dungeon, 7)))
    assert changing(steps, phase) > 5


def test_what_is_tried_says_whether_it_fits(spec: Spec) -> None:
    steps = list(trace(spec, Request("crypt", 7)))
    rooms = [attempt for step in steps for attempt in step.attempts if attempt.what == "room"]
    assert any(attempt.fits for attempt in rooms)
    placed = [(one.x, one.y, one.w, one.h) for one in rooms if one.fits]
    records = [room for _, _, room in (r for step in steps for r in step.records) if room]
    assert {(room["x"], room["y"], room["w"], room["h"]) for room in records} >= set(placed)
