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
    pieces = dungeon.pieces
    comes_first = any(piece.at_least or piece.at_most is not None for piece in pieces)
    if summary["fallback"] and not (dungeon.fixed or comes_first or dungeon.regions.least_floor):
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


View = tuple[Drawing, tuple[frozenset[str], ...]]
"""A piece in one orientation: its rows, and the names that may be on its left, above it, on its
right and below it; none for all."""


def turn(view: View) -> View:
    """A view that is turned to the right by a quarter."""
    rows, (left, above, right, below) = view
    turned = tuple("".join(row[x] for row in reversed(rows)) for x in range(len(rows)))
    return turned, (below, left, above, right)


def mirror(view: View) -> View:
    """A view whose left and right sides are exchanged."""
    rows, (left, above, right, below) = view
    return tuple(row[::-1] for row in rows), (right, above, left, below)


def all_views(
    drawing: Iterable[str], turned: bool, mirrored: bool, lists: tuple[frozenset[str], ...] = ()
) -> set[View]:
    """A drawing turned and mirrored, as far as that is wanted."""
    rows = tuple(row.replace(" ", "#") for row in drawing)
    seen: set[View] = {(rows, lists or (frozenset(),) * 4)}
    while True:
        more = set(seen)
        for one in seen:
            if turned:
                more.add(turn(one))
            if mirrored:
                more.add(mirror(one))
        # Mirrored pieces are turned as they are; without turns there is one mirror image only.
        if more == seen:
            return seen
        seen = more


Facts = tuple[str, Drawing, bool, bool, tuple[frozenset[str], ...]]
Candidate = tuple[str, View]
Grid = dict[tuple[int, int], set[Candidate]]


def facts_of(number: int, piece: Any) -> Facts:
    """What the judge needs to know of a piece; one without a name is called by its number."""
    lists = piece.neighbours
    names = tuple(map(frozenset, (lists.left, lists.above, lists.right, lists.below)))
    name = piece.name or str(number)
    return name, tuple(piece.drawing), piece.turned, piece.mirrored, names


@lru_cache(maxsize=64)
def candidates_of(pieces: tuple[Facts, ...]) -> tuple[Candidate, ...]:
    """All pieces in all views."""
    return tuple(
        (name, view)
        for name, drawing, turned, mirrored, lists in pieces
        for view in sorted(all_views(drawing, turned, mirrored, lists), key=repr)
    )


def cut(rows: Drawing, sides: tuple[bool, ...]) -> Drawing:
    """The rows of a piece with walls at some sides: the left one, above, the right one, below."""
    left, above, right, below = sides
    last = len(rows) - 1
    return tuple(
        "".join(
            "#"
            if (left and x == 0) or (right and x == last) or (above and y == 0)
            or (below and y == last) else glyph
            for x, glyph in enumerate(row)
        )
        for y, row in enumerate(rows)
    )  # fmt: skip


def check_pieces(dungeon: Any, rows: list[str], summary: dict[str, int], ground: int) -> None:
    """Each square of the map is one of the pieces, or solid because it was dropped."""
    drawn = dungeon.pieces or dungeon.drawn_pieces
    known = candidates_of(tuple(facts_of(number, piece) for number, piece in enumerate(drawn)))
    side = len(drawn[0].drawing)
    step = side - 1
    columns, lines = (len(rows[0]) - 1) // step, (len(rows) - 1) // step
    solid = ("#" * side,) * side
    missing = 0
    grid: Grid = {}
    for y in range(lines):
        for x in range(columns):
            square = tuple(
                row[x * step : x * step + side] for row in rows[y * step : y * step + side]
            )
            sides = (x == 0, y == 0, x == columns - 1, y == lines - 1)
            is_open = dungeon.ring == "open"
            grid[x, y] = {
                (name, view)
                for name, view in known
                if (cut(view[0], sides) if is_open else view[0]) == square
                and all(not names or "outside" in names for names, at in zip(view[1], sides) if at)
            }
            if not grid[x, y]:
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
    check_neighbours(grid)
    check_numbers(dungeon, drawn, grid)
    if dungeon.regions.keep == "largest":
        if ground == 0:
            assert summary["dropped"] == 0
        least = dungeon.regions.least_floor
        assert ground * 100 >= least * len(rows) * len(rows[0]), f"{ground} tiles are walkable"


def check_neighbours(grid: Grid) -> None:
    """Side by side are only pieces whose lists allow each other. Where a solid square may have been
    dropped, nothing is known."""
    for (x, y), here in grid.items():
        for other, side in (((x + 1, y), 2), ((x, y + 1), 3)):
            there = grid.get(other, set())
            unknown = [not some or all("." not in "".join(v[0]) for _, v in some)
                       for some in (here, there)]  # fmt: skip
            if any(unknown):
                continue
            assert any(
                (not a[1][side] or two in a[1][side])
                and (not b[1][side - 2] or one in b[1][side - 2])
                for one, a in here
                for two, b in there
            ), f"the pieces in cells {(x, y)} and {other} are no neighbours"


def check_numbers(dungeon: Any, drawn: list[Any], grid: Grid) -> None:
    """There are as many of each piece as its section wants, and fixed ones are in their places. A
    square may look like several pieces."""
    for number, piece in enumerate(drawn):
        name = piece.name or str(number)
        certain = sum({one for one, _ in some} == {name} for some in grid.values())
        possible = sum(name in {one for one, _ in some} for some in grid.values())
        if piece.at_most is not None:
            assert certain <= piece.at_most, f"{certain} cells are {name}"
        if dungeon.regions.keep == "largest":
            assert possible >= piece.at_least, f"{possible} cells are {name}"
    for one in dungeon.fixed:
        if dungeon.regions.keep == "largest":
            names = {name for name, _ in grid[one.x, one.y]}
            assert one.piece in names, f"not {one.piece} in {one.x},{one.y} but {names}"


@lru_cache(maxsize=64)
def views_of_sample(
    drawing: Drawing, size: int, turned: bool, mirrored: bool
) -> frozenset[Drawing]:
    """All patterns of a sample in all views."""
    found: set[Drawing] = set()
    for y in range(len(drawing) - size + 1):
        for x in range(len(drawing[0]) - size + 1):
            square = tuple(row[x : x + size] for row in drawing[y : y + size])
            found |= {rows for rows, _ in all_views(square, turned, mirrored)}
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
