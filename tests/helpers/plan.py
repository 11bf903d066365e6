"""Dungeons as a judge sees them: read from the bytes that lie in memory.

Nothing here shares code with a generator. Maps are judged as big integers, one bit a tile, so that
a flood fill of a whole map is a few dozen operations and all 65,536 seeds can be judged in minutes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pygen.engine.random.request import Request
from pygen.spec.model import Spec


@dataclass
class Plan:
    """A map as sets of tiles: bit y * width + x of an integer is the tile at (x, y).

    `looks` are the looks of its tiles, row by row, 0 if it has none. `entities` are kind, x and y
    of each, `rooms` x, y, w and h of each; `records` are those of rooms, chambers or features, and
    `places` shape, purpose, vault and distance of each; `status` and `up` are those of the summary,
    `figures` is all that it has. `request` is what was built, where that is known.
    """

    width: int
    height: int
    codes: list[int]
    looks: list[int] = field(default_factory=list)
    entities: list[tuple[int, int, int]] = field(default_factory=list)
    rooms: list[tuple[int, int, int, int]] = field(default_factory=list)
    records: list[dict[str, Any]] = field(default_factory=list)
    places: list[tuple[int, int, int, int]] = field(default_factory=list)
    status: int = 0
    up: tuple[int, int] = (0, 0)
    figures: dict[str, int] = field(default_factory=dict)
    request: Request | None = None

    def bit(self, x: int, y: int) -> int:
        return 1 << (y * self.width + x)

    def of(self, *codes: int) -> int:
        digits = "".join("1" if code in codes else "0" for code in reversed(self.codes))
        return int(digits, 2)

    def at(self, x: int, y: int) -> int:
        return self.codes[y * self.width + x]

    def beside(self, tiles: int) -> int:
        """Tiles with a 4-neighbour in `tiles`; `tiles` must not touch the left or right edge."""
        return tiles << 1 | tiles >> 1 | tiles << self.width | tiles >> self.width

    def around(self, tiles: int) -> int:
        """Tiles with an 8-neighbour in `tiles`."""
        row = tiles | tiles << 1 | tiles >> 1
        return row | row << self.width | row >> self.width

    def flood(self, start: int, ground: int) -> int:
        """All of `ground` that can be reached from `start` over 4-neighbours."""
        reached = start & ground
        while True:
            grown = (reached | self.beside(reached)) & ground
            if grown == reached:
                return reached
            reached = grown

    def rectangle(self, x: int, y: int, w: int, h: int) -> int:
        row = ((1 << w) - 1) << x
        return sum(row << (line * self.width) for line in range(y, y + h))

    def line(self, start: tuple[int, int], end: tuple[int, int]) -> int:
        (x0, y0), (x1, y1) = start, end
        assert x0 == x1 or y0 == y1, f"{start} to {end} is no row or column"
        return self.rectangle(min(x0, x1), min(y0, y1), abs(x1 - x0) + 1, abs(y1 - y0) + 1)


def ground_codes(spec: Spec) -> list[int]:
    """The codes of the tiles on which things may be put."""
    names = ("floor", "water", "grass", "forest", "mountain")
    return [
        spec.tiles[name].code for name in names if name in spec.tiles and spec.tiles[name].walkable
    ]


def unpack_map(data: bytes, width: int, height: int, bits: int) -> list[int]:
    """The packed map bit by bit, the lowest bits of a byte first; unused bits must be 0."""
    digits = "".join(f"{byte:08b}"[::-1] for byte in data)
    used = width * height * bits
    assert "1" not in digits[used:], "bits after the last tile are set"
    if bits == 8:
        return list(data)
    codes = {f"{code:0{bits}b}"[::-1]: code for code in range(1 << bits)}
    return [codes[digits[at : at + bits]] for at in range(0, used, bits)]


def unpack_looks(data: bytes, width: int, height: int) -> list[int]:
    """The looks of a map, which begin with a whole byte in each row; none without data."""
    if not data:
        return [0] * (width * height)
    length, rest = divmod(len(data), height)
    assert not rest and length in (width, (width + 1) // 2), "no whole rows of looks"
    looks: list[int] = []
    for y in range(height):
        row = data[y * length : (y + 1) * length]
        halves = row if length == width else [n for byte in row for n in (byte % 16, byte // 16)]
        looks += list(halves)[:width]
        assert not any(list(halves)[width:]), "bits behind a row of looks are set"
    return looks


def read(spec: Spec, name: str, regions: Mapping[str, bytes]) -> tuple[Plan, Any, Any]:
    """Map, room records (all of them, used or not) and summary out of the regions' bytes.

    The summary has the kind's own figures beside those of its head.
    """
    size = spec.dungeons[name].map
    codes = unpack_map(regions["map"], size.width, size.height, size.bits_per_tile)
    records = []
    if data := regions.get("rooms", b""):
        layout = spec.layouts["room"]
        records = [layout.unpack(data, at) for at in range(0, len(data), layout.size)]
    every: dict[str, int] = {}
    data, at = regions["summary"], 0
    for struct in ("summary", *(figures.struct for figures in spec.figures(name))):
        every |= spec.layouts[struct].unpack(data, at)
        at += spec.layouts[struct].size
    assert len(data) == at
    # What passes count is in the plan.
    own = {*spec.structs["summary"], *spec.kind(name).figures.fields}
    summary = {figure: value for figure, value in every.items() if figure in own}
    looks = unpack_looks(regions.get("looks", b""), size.width, size.height)
    plan = Plan(size.width, size.height, codes, looks)
    plan.status, plan.up = summary["status"], (summary["up_x"], summary["up_y"])
    plan.figures = every
    entities = used_records(spec, "entities", "entity", regions, every)
    plan.entities = [(row["kind"], row["x"], row["y"]) for row in entities]
    for table, struct in (("rooms", "room"), ("chambers", "chamber")):
        for row in used_records(spec, table, struct, regions, every):
            plan.rooms.append((row["x"], row["y"], row["w"], row["h"]))
    for table, struct in (("rooms", "room"), ("chambers", "chamber"), ("features", "feature")):
        plan.records += used_records(spec, table, struct, regions, every)
    for row in used_records(spec, "places", "place", regions, every):
        plan.places.append((row["shape"], row["purpose"], row["vault"], row["distance"]))
    return plan, records, summary


def used_records(
    spec: Spec, table: str, struct: str, regions: Mapping[str, bytes], summary: Mapping[str, int]
) -> list[dict[str, Any]]:
    """The records of a table that are in use; none if the dungeon or the floor does not have it."""
    if table not in regions or table not in summary:
        return []
    layout = spec.layouts[struct]
    return [layout.unpack(regions[table], n * layout.size) for n in range(summary[table])]


def check_ground(
    spec: Spec, plan: Plan, summary: dict[str, int], is_connected: bool = True
) -> None:
    """What holds for every kind of dungeon: walls all round, all of it reachable, stairs.

    Of a dungeon that is not connected, both stairs are in the same part."""
    code = spec.codes
    walkable = plan.of(*(tile.code for tile in spec.tiles.values() if tile.walkable))
    inside = plan.rectangle(1, 1, plan.width - 2, plan.height - 2)
    assert walkable & ~inside == 0, "a walkable tile touches the map's edge"
    empty, wall = plan.of(code["empty"]), plan.of(code["wall"])
    assert plan.around(walkable) & empty == 0, "a walkable tile touches an empty one"
    space = plan.rectangle(0, 0, plan.width, plan.height) & ~empty & ~wall
    # Within the rectangle of a room with a shape, walls may be several tiles thick.
    for x, y, width, height in plan.rooms:
        space |= plan.rectangle(x, y, width, height)
    assert wall & ~plan.around(space) == 0, "a wall stands away from all that it could enclose"
    ups, downs = plan.of(code["up_stairs"]), plan.of(code["down_stairs"])
    assert ups.bit_count() == (not summary["status"] & 1), "not one up stairs"
    assert downs.bit_count() == (not summary["status"] & 2), "not one down stairs"
    if ups:
        assert ups == plan.bit(summary["up_x"], summary["up_y"])
        reached = plan.flood(ups, walkable)
        assert reached == walkable or not is_connected, "a walkable tile is cut off"
        assert downs & ~reached == 0, "the down stairs are cut off"
    if downs:
        assert downs == plan.bit(summary["down_x"], summary["down_y"])
    view = spec.display
    for axis, side, extent in (
        ("x", plan.width, view.view_width),
        ("y", plan.height, view.view_height),
    ):
        wanted = summary[f"up_{axis}"] - extent // 2
        assert summary[f"camera_{axis}"] == max(0, min(wanted, side - extent))
