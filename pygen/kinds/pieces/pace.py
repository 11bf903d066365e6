"""The amount of work in one step, by the options of a dungeon's cells."""

from __future__ import annotations

from pygen.engine.definition.pace import Piece, schedule

PACE = schedule("kinds/pieces")

NEIGHBOURS = 4


class Spreading:
    """The pieces of spreading, where a step has room for `work`.

    `cell` is the piece for a cell that spreads. It is not known beforehand how many neighbours lose
    options, so it weighs the most. `spared` is the weight that it gives back, by that number.
    `choice` is the piece for a choice.
    """

    def __init__(self, work: int) -> None:
        most = PACE["work_of_cell"]
        self.cell = Piece("spread", work, most)
        self.spared = [
            self.cell.weighing(PACE["own_work"] + lost - most) for lost in range(NEIGHBOURS + 1)
        ]
        self.choice = self.cell.weighing(work // 2)


AT_ONCE = Spreading(PACE["work_of_cell"])
"""For work that is done at once, so that its pieces are not counted."""


def work_at_once(options: int, edges: tuple[int, int], edge_bytes: int, is_plain: bool) -> int:
    """The work of spreading in one step, by the number of options and of edges across and down;
    `edge_bytes` are the bytes for the edges that are possible at two borders of a cell. `is_plain`
    says that there are neither lists of neighbours nor an order by rows."""
    size = (options + 7) // 8
    groups = [1 if count <= 6 else (count + 3) // 4 for count in edges]
    # A cell finds its edges and compares them at each side; its neighbours lose nothing.
    taking = PACE["cell_cycles"] + size * PACE["option_byte_cycles"]
    taking += (size + 1) * PACE["edge_byte_cycles"] * edge_bytes
    group = PACE["group_cycles"] + PACE["group_byte_cycles"] * size
    taking += sum(2 * (PACE["side_cycles"] + many * group) for many in groups)
    # A neighbour loses options of each byte.
    losing = PACE["neighbour_cycles"] + PACE["lost_cycles"] * min(options, size * max(groups))
    cycles = max(taking // PACE["own_work"], losing)
    most = PACE["spreading_cycles" if is_plain else "spreading_cycles_of_lists"]
    return max(PACE["work_of_cell"], most // cycles)
