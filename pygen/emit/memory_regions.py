"""The regions of the C64's memory that are compared for a dungeon."""

from __future__ import annotations

from itertools import accumulate

from pygen.engine.definition.looks import looks_bytes
from pygen.engine.definition.structs import StructLayout
from pygen.spec import Spec
from pygen.spec.record_layout import SUMMARY

Regions = dict[str, tuple[int, int]]
"""First address and length in bytes, by the region's name."""

STATISTICS = "statistics"
"""The region with the counts of tiles, which `count_tiles` writes."""


def all_regions(spec: Spec, dungeon: str) -> Regions:
    """All memory that this dungeon's generator may write."""
    parameters, memory = spec.dungeons[dungeon], spec.memory
    tables = {
        table.name: table.most_rows(parameters) * spec.layouts[table.struct].size
        for table in spec.tables(dungeon)
    }
    sizes = {
        "map": parameters.map.packed_bytes,
        **tables,
        "summary": summary_bytes(spec, dungeon),
        STATISTICS: 2 * len(spec.codes_of(dungeon)),
        # This is the last region, because a game finds the others by their numbers.
        **({"looks": looks_bytes(parameters.map)} if parameters.looks else {}),
    }
    return {name: (memory[name].start, size) for name, size in sizes.items()}


def summary_structs(spec: Spec, dungeon: str) -> list[tuple[int, StructLayout]]:
    """The structs that follow each other in a dungeon's summary, its head first, and the offset of
    each in bytes."""
    names = (SUMMARY, *(figures.struct for figures in spec.figures(dungeon)))
    layouts = [spec.layouts[name] for name in names]
    return list(zip(accumulate((layout.size for layout in layouts), initial=0), layouts))


def summary_bytes(spec: Spec, dungeon: str) -> int:
    """The size of a dungeon's summary in bytes."""
    return sum(layout.size for _, layout in summary_structs(spec, dungeon))


def growing_regions(spec: Spec, dungeon: str) -> Regions:
    """The regions that can be compared after each phase.

    These are all except the statistics, for which the tiles are counted at the end.
    """
    regions = all_regions(spec, dungeon)
    del regions[STATISTICS]
    return regions


def compared_regions(spec: Spec, dungeon: str) -> Regions:
    """The regions that are compared, in the order of the spec."""
    regions = all_regions(spec, dungeon)
    return {name: regions[name] for name in spec.parity.regions if name in regions}


def without_statistics(spec: Spec) -> Spec:
    """The same spec, but the counts of tiles are not compared."""
    regions = [region for region in spec.parity.regions if region != STATISTICS]
    return spec.replaced(parity=spec.parity.model_copy(update={"regions": regions}))


def split_regions(regions: Regions, data: bytes) -> dict[str, bytes]:
    """The bytes of one dungeon by region, given all regions one after the other."""
    by_region, at = {}, 0
    for name, (_, length) in regions.items():
        by_region[name] = data[at : at + length]
        at += length
    return by_region
