"""Traces: all steps of a dungeon in the reference, each with its changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pygen.engine.definition.blueprint import Blueprints
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.watching import Attempt, Watch, WatchedRandom16
from pygen.engine.random.request import Request
from pygen.kinds.catalogue import Step, advance, begin

Changes = tuple[tuple[int, int], ...]
"""Tiles that changed: the number of each, counted row by row, and its new code."""

Record = tuple[str, int, dict[str, Any] | None]
"""A record that changed: its table, its number, and its values; None if it is gone."""


@dataclass(frozen=True)
class TraceStep:
    """A step of a dungeon and what it changed: tiles, looks and records. `draws` are the random
    numbers that it drew, `attempts` the places and parts that it tried.

    While a phase works on something other than the map, the tiles show that work. After the last
    step of each phase they are the tiles of the map.
    """

    step: Step
    tiles: Changes
    looks: Changes
    records: tuple[Record, ...]
    draws: tuple[int, ...]
    attempts: tuple[Attempt, ...]


def trace(spec: Blueprints, request: Request) -> Iterator[TraceStep]:
    """Generate a dungeon, and yield each of its steps. Raises the same errors as `generate`."""
    return watch(begin(spec, request))


def watch(g: Generation[Any]) -> Iterator[TraceStep]:
    """Generate a dungeon that has not begun, and yield each of its steps."""
    g.watch = noted = Watch()
    g.random = WatchedRandom16(g.random, noted.draws)
    shown, looks = bytes(g.tiles.tiles), bytes(g.looks.tiles)
    before_phase = shown
    records: dict[str, list[dict[str, Any]]] = {name: [] for name in g.tables}
    for step in advance(g):
        if step.is_last:
            g.draft = None
        now = _shown(g, before_phase)
        changed = _changes(shown, now)
        new_looks = bytes(g.looks.tiles)
        looks_changed = _changes(looks, new_looks)
        changed_records = tuple(_changed_records(g, records))
        yield TraceStep(step, changed, looks_changed, changed_records, *noted.take())
        shown, looks = now, new_looks
        if step.is_last:
            before_phase = shown


def _shown(g: Generation[Any], before: bytes) -> bytes:
    """The tiles to be shown: the draft of the phase, and over it the tiles that the phase has put
    into the map; `before` is the map before the phase."""
    tiles = bytes(g.tiles.tiles)
    if g.draft is None:
        return tiles
    draft = g.draft()
    if tiles == before:
        return draft
    return bytes(
        tile if tile != old else drafted for tile, old, drafted in zip(tiles, before, draft)
    )


def _changes(before: bytes, now: bytes) -> Changes:
    if before == now:
        return ()
    return tuple((at, new) for at, (old, new) in enumerate(zip(before, now)) if old != new)


def _changed_records(
    g: Generation[Any], known: dict[str, list[dict[str, Any]]]
) -> Iterator[Record]:
    """The records that differ from `known`, which is brought up to date."""
    for name, before in known.items():
        now = g.table_values(name)
        for number in range(max(len(now), len(before))):
            new = now[number] if number < len(now) else None
            old = before[number] if number < len(before) else None
            if new != old:
                yield name, number, new
        known[name] = now
