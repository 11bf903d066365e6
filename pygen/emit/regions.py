"""The regions of the C64's memory that are compared for a dungeon."""

from __future__ import annotations

from pygen.emit.mailbox import mailbox
from pygen.spec import Spec

Regions = dict[str, tuple[int, int]]
"""First address and length in bytes, by the region's name."""


def all_regions(spec: Spec, dungeon: str) -> Regions:
    """All memory that this dungeon's generator may write; empty regions are left out."""
    box, parameters = mailbox(spec), spec.dungeons[dungeon]
    regions = {
        "map": (spec.memory["map"].start, parameters.map.packed_bytes),
        "rooms": (
            spec.memory["rooms"].start,
            parameters.record_count() * spec.layouts["room"].size,
        ),
        "summary": (box.summary, box.summary_size),
        "statistics": (box.statistics, box.statistics_size),
    }
    return {name: region for name, region in regions.items() if region[1]}


def compared_regions(spec: Spec, dungeon: str) -> Regions:
    """The regions that are compared, in the order of the spec."""
    regions = all_regions(spec, dungeon)
    return {name: regions[name] for name in spec.parity.regions if name in regions}


def split_regions(regions: Regions, data: bytes) -> dict[str, bytes]:
    """The bytes of one dungeon by region, given all regions one after the other."""
    by_region, at = {}, 0
    for name, (_, length) in regions.items():
        by_region[name] = data[at : at + length]
        at += length
    return by_region
