"""The judge of maps of pieces: what holds for every seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from helpers.parameters import parameters_of
from helpers.plan import Plan, check_ground, read

from pygen.spec import Spec

Drawing = tuple[str, ...]

GLYPHS = {"door": "+", "secret_path": "?", "treasure": "$"}


def judge(spec: Spec, name: str, regions: Mapping[str, bytes]) -> None:
    """Raise AssertionError unless the map is made of the dungeon's pieces, or of patterns of its
    sample."""
    plan, records, summary = read(spec, name, regions)
    assert not records
    dungeon = parameters_of(spec, name)
    if dungeon.regions.keep == "largest" or dungeon.passes:
        check_ground(spec, plan, summary)
    if not summary["status"]:
        check_stairs(spec, plan, summary)
    glyphs = {spec.codes[tile]: glyph for tile, glyph in GLYPHS.items()}
    glyphs |= {spec.codes[tile]: "." for tile in ("floor", "up_stairs", "down_stairs")}
    glyphs |= {spec.codes[tile]: "#" for tile in ("empty", "wall")}
    rows = [
        "".join(glyphs[code] for code in plan.codes[y * plan.width : (y + 1) * plan.width])
        for y in range(plan.height)
    ]
    ground = sum(row.count(glyph) for row in rows for glyph in ".+?$")
    assert summary["status"] in (0, 2, 3)
    floor = sum(row.count(".") for row in rows)
    assert summary["status"] == {0: 3, 1: 2}.get(floor, 0), f"the status for {floor} tiles of floor"
    assert summary["fallback"] in (0, 1)
    solving = dungeon.solving
    assert summary["repairs"] <= solving.repairs * solving.attempts
    if summary["fallback"]:
        assert summary["repairs"] == solving.repairs * solving.attempts
    if dungeon.sample.drawing:
        assert summary["joints"] == 0, "a learned map is not joined"
        check_patterns(dungeon, rows, summary)
    else:
        check_pieces(dungeon, rows, summary, ground)
    if dungeon.regions.keep == "all":
        assert summary["joints"] == summary["dropped"] == 0
    if not dungeon.regions.join:
        assert summary["joints"] == 0


def check_stairs(spec: Spec, plan: Plan, summary: dict[str, int]) -> None:
    """No floor is farther from the up stairs than the down stairs: the longer way twice, and the
    shorter one."""
    code = spec.codes
    ground = plan.of(code["floor"], code["up_stairs"], code["down_stairs"])

    def distance(place: int) -> int:
        y, x = divmod(place, plan.width)
        sides = sorted((abs(x - summary["up_x"]), abs(y - summary["up_y"])))
        return sides[0] + 2 * sides[1]

    places = [place for place in range(len(plan.codes)) if ground >> place & 1]
    farthest = max(places, key=distance)
    assert (summary["down_x"], summary["down_y"]) == (farthest % plan.width, farthest // plan.width)


def all_views(drawing: Iterable[str], turned: bool, mirrored: bool) -> set[Drawing]:
    """A drawing turned and mirrored, as far as that is wanted."""
    seen = {tuple(row.replace(" ", "#") for row in drawing)}
    while True:
        more = set(seen)
        for one in seen:
            if turned:
                more.add(tuple("".join(row[x] for row in reversed(one)) for x in range(len(one))))
            if mirrored:
                more.add(tuple(row[::-1] for row in one))
        # Mirrored pieces are turned as they are; without turns there is one mirror image only.
        if more == seen:
            return seen
        seen = more


@lru_cache(maxsize=64)
def views_of_pieces(pieces: tuple[tuple[Drawing, bool, bool], ...]) -> frozenset[Drawing]:
    """All pieces in all views."""
    return frozenset(view for piece in pieces for view in all_views(*piece))


def check_pieces(dungeon: Any, rows: list[str], summary: dict[str, int], ground: int) -> None:
    """Each square of the map is one of the pieces, or solid because it was dropped."""
    drawn = dungeon.pieces or dungeon.drawn_pieces
    views = views_of_pieces(
        tuple((tuple(piece.drawing), piece.turned, piece.mirrored) for piece in drawn)
    )
    side = len(drawn[0].drawing)
    step = side - 1
    columns, lines = (len(rows[0]) - 1) // step, (len(rows) - 1) // step
    solid = ("#" * side,) * side
    missing = 0
    for y in range(lines):
        for x in range(columns):
            square = tuple(
                row[x * step : x * step + side] for row in rows[y * step : y * step + side]
            )
            if square not in views:
                assert square == solid, f"the square in column {x} of row {y} is no piece: {square}"
                missing += 1
    assert missing <= summary["dropped"], "solid squares that were not dropped"
    beyond = sum(
        glyph != "#"
        for y, row in enumerate(rows)
        for x, glyph in enumerate(row)
        if x > columns * step or y > lines * step
    )
    assert not beyond, "something is walkable beyond the cells"
    if dungeon.regions.keep == "largest" and ground == 0:
        assert summary["dropped"] == 0


@lru_cache(maxsize=64)
def views_of_sample(
    drawing: Drawing, size: int, turned: bool, mirrored: bool
) -> frozenset[Drawing]:
    """All patterns of a sample in all views."""
    found: set[Drawing] = set()
    for y in range(len(drawing) - size + 1):
        for x in range(len(drawing[0]) - size + 1):
            found |= all_views(
                (row[x : x + size] for row in drawing[y : y + size]), turned, mirrored
            )
    return frozenset(found)


def fits(square: Drawing, view: Drawing) -> bool:
    """Whether a square is a pattern, except that something of it was dropped."""
    pairs = zip("".join(square), "".join(view), strict=True)
    return all(found in (wanted, "#") for found, wanted in pairs)


def check_patterns(dungeon: Any, rows: list[str], summary: dict[str, int]) -> None:
    """Each square of the map is a pattern of the sample; of those dropped, what is left."""
    sample = dungeon.sample
    views = views_of_sample(tuple(sample.drawing), sample.size, sample.turned, sample.mirrored)
    # All that patterns share beyond the map's right end and below it is solid.
    width = len(rows[0])
    wide = [row + "#" * sample.size for row in rows]
    wide += ["#" * (width + sample.size)] * sample.size
    for y in range(len(rows) - 1):
        for x in range(width - 1):
            square = tuple(row[x : x + sample.size] for row in wide[y : y + sample.size])
            if square in views:
                continue
            assert summary["dropped"], f"the square at {x},{y} is no pattern: {square}"
            assert any(fits(square, view) for view in views), f"no pattern at {x},{y}: {square}"
