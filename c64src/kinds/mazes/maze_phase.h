/* The phase `maze`: a growing tree, what becomes of its dead ends, and its drawing. */
#ifndef UNDERCROFT_MAZES_MAZE_PHASE_H
#define UNDERCROFT_MAZES_MAZE_PHASE_H

#include "core/generation.h"
#include "kinds/mazes/cells.h"
#include "kinds/mazes/common.h"
#include "kinds/mazes/dead_ends.h"
#include "kinds/mazes/drawing.h"
#include "kinds/mazes/growing.h"

/* One step of digging a maze, changing its dead ends, and drawing it. Loops come before removals:
 * what is filled is then what is still a dead end. */
static void build_maze(void)
{
    switch (stage) {
    case 0:
        cell_at = cells;
        next_row = 0;
        stage = CLEAR_CELLS;
        /* fall through */
    case CLEAR_CELLS:
        clear_cells();
        if (next_row == ROWS + 2)
            stage = BEGIN_GROWTH;
        return;
    case BEGIN_GROWTH:
        next_row = 0;
        next_column = 0;
        next_top = MAZE_TOP;
        dead_ends = 0;
        loops = 0;
        cell_count = COLUMNS * ROWS;
        MAZES_FIGURES_SET_CELLS(FIGURES, COLUMNS * ROWS);
        begin_growth();
        stage = GROW;
        return;
    case GROW:
        grow();
        return;
#if SOME_DEAD_ENDS_LOOP_CHANCE
    case OPEN_DEAD_ENDS:
        open_dead_ends();
        return;
#endif
#if SOME_DEAD_ENDS_REMOVAL_CHANCE
    case MARK_JUNCTIONS:
        mark_junctions();
        return;
    case REMOVE_DEAD_ENDS:
        remove_dead_ends();
        return;
#endif
    default:
        draw_cells();
    }
}

#endif
