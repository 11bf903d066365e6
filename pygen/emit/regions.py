"""Where the regions of a dungeon that are compared lie in the C64's memory."""

from __future__ import annotations

from pygen.emit.mailbox import mailbox
from pygen.spec import Spec

Regions = dict[str, tuple[int, int]]
"""First address and length in bytes, by the region's name."""


def all_regions(spec: Spec, dungeon: str) -> Regions:
    """Everything in memory that this dungeon's generator may write; no region is empty."""
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
    """The bytes of one dungeon by region, from all regions one behind the other."""
    found, at = {}, 0
    for name, (_, length) in regions.items():
        found[name] = data[at : at + length]
        at += length
    return found
