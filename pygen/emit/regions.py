"""Where the parity regions of a dungeon are in the C64's memory."""

from __future__ import annotations

from pygen.emit.mailbox import mailbox
from pygen.spec import Spec

Places = dict[str, tuple[int, int]]
"""First address and length in bytes, by the region's name."""


def all_places(spec: Spec, dungeon: str) -> Places:
    """Everything in memory that this dungeon's generator may touch; no region is empty."""
    box, parameters = mailbox(spec), spec.dungeons[dungeon]
    places = {
        "map": (spec.memory["map"].start, parameters.map.packed_bytes),
        "rooms": (
            spec.memory["rooms"].start,
            parameters.record_count() * spec.layouts["room"].size,
        ),
        "summary": (box.summary, box.summary_size),
        "statistics": (box.statistics, box.statistics_size),
    }
    return {name: place for name, place in places.items() if place[1]}


def parity_places(spec: Spec, dungeon: str) -> Places:
    """The regions that are compared, in the order of the spec."""
    places = all_places(spec, dungeon)
    return {name: places[name] for name in spec.parity.regions if name in places}


def split_regions(places: Places, data: bytes) -> dict[str, bytes]:
    """The bytes of one dungeon by region, from those of all its regions in a row."""
    found, at = {}, 0
    for name, (_, length) in places.items():
        found[name] = data[at : at + length]
        at += length
    return found
