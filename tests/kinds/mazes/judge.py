"""The judge of mazes: what holds for every seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.parameters import parameters_of
from helpers.plan import Plan, check_ground, read, used_records

from pygen.spec import Spec

Cell = tuple[int, int]
Maze = dict[Cell, list[Cell]]
"""The open neighbours of each cell, both by column and row."""

Opening = tuple[Cell, Cell]
"""Two neighbours that are open to each other, the one to the left or above first."""

Block = tuple[int, int, int, int]
"""The first column and row of a room or clearing, and its cells across and down."""

FIGURES = {"cells", "dead_ends", "loops", "way_length"}


class Lattice:
    """Where the cells of a maze are, and the walls between them."""

    def __init__(self, plan: Plan, size: int) -> None:
        self.plan, self.size, self.pitch = plan, size, size + 1
        self.columns, self.rows = (plan.width - 1) // self.pitch, (plan.height - 1) // self.pitch
        self.left = (plan.width - 1 - self.columns * self.pitch) // 2
        self.top = (plan.height - 1 - self.rows * self.pitch) // 2

    def area(self, cell: Cell) -> int:
        """The tiles of a cell."""
        x, y = self.corner(cell)
        return self.plan.rectangle(x, y, self.size, self.size)

    def corner(self, cell: Cell) -> tuple[int, int]:
        return self.left + 1 + cell[0] * self.pitch, self.top + 1 + cell[1] * self.pitch

    def middle(self, cell: Cell) -> tuple[int, int]:
        x, y = self.corner(cell)
        return x + self.size // 2, y + self.size // 2

    def passages(self) -> dict[tuple[Cell, Cell], int]:
        """The tiles between each two neighbours."""
        found = {}
        for column in range(self.columns):
            for row in range(self.rows):
                x, y = self.corner((column, row))
                if column:
                    between = self.plan.rectangle(x - 1, y, 1, self.size)
                    found[(column - 1, row), (column, row)] = between
                if row:
                    between = self.plan.rectangle(x, y - 1, self.size, 1)
                    found[(column, row - 1), (column, row)] = between
        return found

    def read(self, ground: int, doors: int, chambers: list[Block]) -> tuple[Maze, set[Opening]]:
        """The maze, and its openings with doors.

        A cell or passage is open as a whole, but one with a door is open in its middle only. The
        blocks of cells are open as a whole. Nothing else is open.
        """
        maze: Maze = {}
        closed: set[Opening] = set()
        seen = 0
        for column, row, width, height in chambers:
            x, y = self.corner((column, row))
            inside = (width * self.pitch - 1, height * self.pitch - 1)
            area = self.plan.rectangle(x, y, *inside)
            assert area & ground == area, "a pillar or a wall in a room"
            seen |= area
        for row in range(self.rows):
            for column in range(self.columns):
                area = self.area((column, row))
                if area & ground:
                    assert area & ground == area, "a part of a cell is solid"
                    maze[column, row] = []
                    seen |= area
        for (one, other), between in self.passages().items():
            if between & ground:
                if between & doors:
                    places = [at for at in range(between.bit_length()) if between >> at & 1]
                    middle = 1 << places[self.size // 2]
                    assert between & ground == middle == between & doors, "a door in a wrong place"
                    between = middle
                    closed.add((one, other))
                assert between & ground == between, "a part of a passage is solid"
                maze[one].append(other)
                maze[other].append(one)
                seen |= between
        assert seen == ground, "there is floor outside cells and passages"
        return maze, closed


def distances(maze: Maze, start: Cell) -> dict[Cell, int]:
    """How far each cell is from one of them, in cells."""
    found, edge = {start: 0}, [start]
    for cell in edge:
        for neighbour in maze[cell]:
            if neighbour not in found:
                found[neighbour] = found[cell] + 1
                edge.append(neighbour)
    return found


def longest_way(tree: Maze) -> int:
    """The length of the longest way in a tree: by heights, from the leaves to a root."""
    root = next(iter(tree))
    order = list(distances(tree, root))
    height = dict.fromkeys(tree, 0)
    longest = 0
    done: set[Cell] = set()
    for cell in reversed(order):
        below = sorted((height[other] + 1 for other in tree[cell] if other in done), reverse=True)
        height[cell] = below[0] if below else 0
        longest = max(longest, sum(below[:2]))
        done.add(cell)
    return longest


def judge(spec: Spec, name: str, regions: Mapping[str, bytes]) -> None:
    """Raise AssertionError unless the map is a maze with these figures."""
    plan, records, summary = read(spec, name, regions)
    assert not records
    check_ground(spec, plan, summary)
    code, dungeon = spec.codes, parameters_of(spec, name)
    doors = plan.of(code["door"]) if dungeon.doors.chance and dungeon.rooms.attempts else 0
    ground = plan.of(code["floor"], code["up_stairs"], code["down_stairs"]) | doors
    own = ground | plan.of(code["empty"], code["wall"])
    assert own.bit_count() == len(plan.codes), "a tile that a maze does not have"
    assert set(summary) == set(spec.structs["summary"]) | FIGURES
    assert summary["status"] == 0, "a maze always has both stairs"
    lattice = Lattice(plan, dungeon.cells.size)
    chambers = used_records(spec, "chambers", "chamber", regions, plan.figures)
    blocks = [block_of(lattice, chamber) for chamber in chambers]
    rooms = check_blocks(lattice, blocks, dungeon)
    maze, closed = lattice.read(ground, doors, blocks)
    check_doors(maze, blocks, rooms, closed, dungeon)
    check_figures(maze, summary)
    check_parameters(lattice, maze, blocks, dungeon)
    check_stairs(lattice, maze, dungeon, summary)


def block_of(lattice: Lattice, chamber: dict[str, int]) -> Block:
    """The cells of a record of the table of rooms."""
    assert chamber["use"] == 0
    left, top = chamber["x"] - 1 - lattice.left, chamber["y"] - 1 - lattice.top
    found = []
    for length in (left, top, chamber["w"] + 1, chamber["h"] + 1):
        cells, rest = divmod(length, lattice.pitch)
        assert not rest, "a room does not begin or end with a cell"
        found.append(cells)
    column, row, width, height = found
    assert 0 <= column <= lattice.columns - width and 0 <= row <= lattice.rows - height
    return column, row, width, height


def fits(block: Block, others: list[Block], wanted: Any) -> bool:
    """Whether a room or clearing has a possible size, and is as far from these others as it must
    be."""
    column, row, width, height = block
    apart = wanted.spacing
    return all(wanted.min_size <= side <= wanted.max_size for side in (width, height)) and all(
        x >= column + width + apart
        or column >= x + w + apart
        or y >= row + height + apart
        or row >= y + h + apart
        for x, y, w, h in others
    )


def check_blocks(lattice: Lattice, blocks: list[Block], dungeon: Any) -> range:
    """The rooms come first, then the clearings, as if each had been placed after those before it.
    Returns how many of them may be rooms."""
    every = range(len(blocks))
    rooms = [n for n in every if fits(blocks[n], blocks[:n], dungeon.rooms)]
    clearings = [n for n in every if fits(blocks[n], blocks[:n], dungeon.clearings)]
    most, others = dungeon.rooms.attempts, dungeon.clearings.attempts
    possible = [
        count
        for count in range(min(most, len(blocks)) + 1)
        if len(blocks) - count <= others
        and set(range(count)) <= set(rooms)
        and set(range(count, len(blocks))) <= set(clearings)
    ]
    assert possible, "rooms and clearings are not as they may be"
    if most:
        assert possible[-1], "the first room always finds a place"
    elif others:
        assert blocks, "the first clearing always finds a place"
    return range(possible[0], possible[-1] + 1)


def check_doors(
    maze: Maze, blocks: list[Block], rooms: range, closed: set[Opening], dungeon: Any
) -> None:
    """Doors are in openings of rooms, and there in all of them if the chance is 100 percent."""
    owner: dict[Cell, int] = {}
    for number, (column, row, width, height) in enumerate(blocks):
        for x in range(column, column + width):
            owner |= {(x, y): number for y in range(row, row + height)}
    for one in maze:
        for other in maze[one]:
            if one > other:
                continue
            own = {owner.get(one, -1), owner.get(other, -1)}
            numbers = own - {-1} if len(own) > 1 else set()
            if (one, other) in closed:
                assert numbers and min(numbers) < rooms[-1], "a door at no opening of a room"
            elif dungeon.doors.chance == 100 and numbers:
                assert min(numbers) >= rooms[0], "an opening of a room has no door"


def check_figures(maze: Maze, summary: dict[str, int]) -> None:
    """The figures count what is there; that all is connected, check_ground has seen."""
    assert summary["cells"] == len(maze)
    assert summary["dead_ends"] == sum(len(ways) == 1 for ways in maze.values())
    openings = sum(map(len, maze.values())) // 2
    assert summary["loops"] == openings - len(maze) + 1


def check_parameters(lattice: Lattice, maze: Maze, blocks: list[Block], dungeon: Any) -> None:
    """What the parameters exclude is not there."""
    dead_ends = dungeon.dead_ends
    if dead_ends.removal_chance == 0:
        assert len(maze) == lattice.columns * lattice.rows, "a cell is missing"
    assert len(maze) >= 2
    openings = sum(map(len, maze.values())) // 2
    if dead_ends.loop_chance == 0 and not blocks:
        assert openings == len(maze) - 1, "a loop"
    rooms, is_divided = dungeon.rooms, dungeon.growth.algorithm == "division"
    if dead_ends.loop_chance == 0 and rooms.extra_chance == 0 and not is_divided:
        # Each room counts as one cell, and is joined once. Passages to clearings were there before.
        within = sum(w * (h - 1) + h * (w - 1) - w * h + 1 for _, _, w, h in blocks)
        if not dungeon.clearings.attempts:
            assert openings == len(maze) - 1 + within, "a loop that is not in a room"
        else:
            assert openings <= len(maze) - 1 + within, "a loop that is not in a room or clearing"
    if dead_ends.loop_chance == 100 and dead_ends.removal_chance == 0:
        assert min(lattice.columns, lattice.rows) == 1 or all(
            len(ways) > 1 for ways in maze.values()
        ), "a dead end"


def check_stairs(lattice: Lattice, maze: Maze, dungeon: Any, summary: dict[str, int]) -> None:
    """The stairs are in the middle of two cells as far apart as they can be, or as two floods find
    them if there are loops."""
    by_middle = {lattice.middle(cell): cell for cell in maze}
    up = by_middle[summary["up_x"], summary["up_y"]]
    down = by_middle[summary["down_x"], summary["down_y"]]
    from_up = distances(maze, up)
    assert summary["way_length"] == from_up[down] == max(from_up.values())
    if summary["loops"] == 0:
        assert from_up[down] == longest_way(maze)
    else:
        last = max(maze, key=lambda cell: (cell[1], cell[0]))
        from_last = distances(maze, last)
        assert from_last[up] == max(from_last.values())
