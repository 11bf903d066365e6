/* The phase `maze`: a growing tree, what becomes of its dead ends, and its drawing. */
#ifndef UNDERCROFT_MAZES_MAZE_PHASE_H
#define UNDERCROFT_MAZES_MAZE_PHASE_H

#include "core/generation.h"
#include "kinds/mazes/cells.h"
#include "kinds/mazes/common.h"
#include "kinds/mazes/dead_ends.h"
#include "kinds/mazes/drawing.h"
#include "kinds/mazes/growing.h"
#if SOME_HAS_BLOCKS
#include "kinds/mazes/blocks.h"
#include "kinds/mazes/openings.h"
#endif
#if SOME_HAS_OWN_ROOMS
#include "kinds/mazes/joining.h"
#endif
#if WINDS
#include "kinds/mazes/sidewinder.h"
#endif
#if DIVIDES
#include "kinds/mazes/dividing.h"
#endif

/* Begin with all cells, and with nothing done. */
static void begin_maze(void)
{
    next_row = 0;
    next_column = 0;
    next_top = MAZE_TOP;
    dead_ends = 0;
    loops = 0;
    cell_count = COLUMNS * ROWS;
    MAZES_FIGURES_SET_CELLS(FIGURES, COLUMNS * ROWS);
#if SOME_HAS_BLOCKS
    pillar_chamber = 0;
    pillar_y = 0;
#endif
#if HAS_DOORS
    right_is_done = 0;
#endif
}

/* One step of digging a maze, changing its dead ends, and drawing it. Loops come before removals:
 * what is filled is then what is still a dead end. */
static void build_maze(void)
{
    switch (stage) {
    case 0:
        cell_at = cells;
        next_row = 0;
#if SOME_HAS_BLOCKS
        own_rooms = 0;
#endif
        stage = CLEAR_CELLS;
        /* fall through */
    case CLEAR_CELLS:
        clear_cells();
        if (next_row == ROWS + 2)
            stage = AFTER_CLEARED;
        return;
#if SOME_HAS_OWN_ROOMS
    case BEGIN_ROOMS:
        begin_maze();
        begin_rooms();
        stage = PLACE_ROOMS;
        /* fall through */
    case PLACE_ROOMS:
        if (place_blocks())
            stage = AFTER_ROOMS;
        return;
    case BEGIN_SEEKING:
        begin_seeking();
        stage = SEEK_REGIONS;
        /* fall through */
    case SEEK_REGIONS:
        seek_regions();
        return;
    case BEGIN_LABEL:
        begin_label();
        stage = LABEL_REGION;
        /* fall through */
    case LABEL_REGION:
        label_region();
        return;
    case BEGIN_JOINING:
        begin_joining();
        stage = JOIN_REGIONS;
        return;
    case JOIN_REGIONS:
        join_all();
        return;
#endif
#if SOME_HAS_CLEARINGS
    case BEGIN_CLEARINGS:
        begin_clearings();
        stage = PLACE_CLEARINGS;
        /* fall through */
    case PLACE_CLEARINGS:
        if (place_blocks()) {
            BEGIN_PASS(AFTER_CLEARINGS);
        }
        return;
#endif
#if WINDS
    case BEGIN_GROWTH:
        begin_maze();
        begin_winding();
        stage = WIND;
        /* fall through */
    case WIND:
        wind();
        return;
#elif DIVIDES
    case BEGIN_GROWTH:
        begin_maze();
        BEGIN_PASS(OPEN_ALL);
        /* fall through */
    case OPEN_ALL:
        open_all();
        return;
    case DIVIDE:
        divide();
        return;
#else
#if !ALL_HAS_OWN_ROOMS
    case BEGIN_GROWTH:
        begin_maze();
        begin_growth();
        stage = GROW;
        return;
#endif
    case GROW:
        grow();
        return;
#endif
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
#if SOME_HAS_BLOCKS
    case REMOVE_PILLARS:
        remove_pillars();
        return;
    case LOOK_AT_OPENINGS:
        look_at_openings();
        return;
#endif
    default:
        draw_cells();
    }
}

#endif
