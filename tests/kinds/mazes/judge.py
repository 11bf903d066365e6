"""The judge of mazes: what holds for every seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helpers.parameters import parameters_of
from helpers.plan import Plan, check_ground, read

from pygen.spec import Spec

Cell = tuple[int, int]
Maze = dict[Cell, list[Cell]]
"""The open neighbours of each cell, both by column and row."""

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

    def read(self, ground: int) -> Maze:
        """The maze; a cell or passage is open as a whole, and nothing else is."""
        maze: Maze = {}
        seen = 0
        for row in range(self.rows):
            for column in range(self.columns):
                area = self.area((column, row))
                if area & ground:
                    assert area & ground == area, "a part of a cell is solid"
                    maze[column, row] = []
                    seen |= area
        for (one, other), between in self.passages().items():
            if between & ground:
                assert between & ground == between, "a part of a passage is solid"
                maze[one].append(other)
                maze[other].append(one)
                seen |= between
        assert seen == ground, "there is floor outside cells and passages"
        return maze


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
    ground = plan.of(code["floor"], code["up_stairs"], code["down_stairs"])
    own = ground | plan.of(code["empty"], code["wall"])
    assert own.bit_count() == len(plan.codes), "a maze has no doors"
    assert set(summary) == set(spec.structs["summary"]) | FIGURES
    assert summary["status"] == 0, "a maze always has both stairs"
    lattice = Lattice(plan, dungeon.cells.size)
    maze = lattice.read(ground)
    check_figures(maze, summary)
    check_parameters(lattice, maze, dungeon)
    check_stairs(lattice, maze, dungeon, summary)


def check_figures(maze: Maze, summary: dict[str, int]) -> None:
    """The figures count what is there; that all is connected, check_ground has seen."""
    assert summary["cells"] == len(maze)
    assert summary["dead_ends"] == sum(len(ways) == 1 for ways in maze.values())
    openings = sum(map(len, maze.values())) // 2
    assert summary["loops"] == openings - len(maze) + 1


def check_parameters(lattice: Lattice, maze: Maze, dungeon: Any) -> None:
    """What the parameters exclude is not there."""
    dead_ends = dungeon.dead_ends
    if dead_ends.removal_chance == 0:
        assert len(maze) == lattice.columns * lattice.rows, "a cell is missing"
    assert len(maze) >= 2
    if dead_ends.loop_chance == 0:
        assert sum(map(len, maze.values())) // 2 == len(maze) - 1, "a loop"
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
