/* The stages of exact mode: all that is open is counted and reached after everything is placed. */
#ifndef UNDERCROFT_MYSTERY_EXACT_STAGES_H
#define UNDERCROFT_MYSTERY_EXACT_STAGES_H

#include "kinds/mystery/cells.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/monster_house.h"
#include "kinds/mystery/numbers.h"
#include "kinds/mystery/stages.h"
#include "kinds/mystery/things.h"

#if SOME_HAVE_CELLS
#include "kinds/mystery/reaching.h"
#endif

/* A piece is the room, some swaps, or the choice of the monster house: it is drawn for, though it is
 * certain. */
static uint8_t open_one_room(void)
{
    if (work == 0) {
        work = 1;
        begin_one_room();
        return 0;
    }
    if (work == 1) {
        work = 2;
        draw_percent(100);
    }
    if (!make_house())
        return 0;
    house_is_forced = 1;
    return 1;
}

/* Begin what only exact mode has for a floor. */
static void begin_exact_floor(void)
{
    has_shop = 0;
    has_house = 0;
    house_is_forced = 0;
    house_choices = 0;
    begin_streams();
    store_state();
}

/* A layout has too few rooms: begin another one, or a large room without walls before it. Gives the stage. */
static uint8_t end_layout_try(void)
{
    structures_left = 0;
    ++layout_tries;
    if (layout_tries == LAYOUT_TRIES)
        return STAGE_ONE_ROOM;
    return STAGE_RESET;
}

static uint8_t stage_after(void)
{
    switch (stage) {
    case STAGE_BEGIN:
        begin_floor();
        begin_exact_floor();
        break;
    case STAGE_RESET:
        if (layout_tries == LAYOUT_TRIES)
            return STAGE_ONE_ROOM;
        break;
    case STAGE_CELLS:
        return IS_ONE_ROOM ? STAGE_ONE_ROOM : STAGE_DENSITY;
    case STAGE_ONE_ROOM:
        if (layout_tries != LAYOUT_TRIES)
            return end_layout_try();
        return STAGE_JUNCTIONS;
    case STAGE_BORDER:
        if (!is_accepted())
            return end_layout_try();
        break;
    case STAGE_JUNCTIONS:
        return STAGE_WATER;
    case STAGE_REACH:
        if (open_tiles) {
            begin_floor_try();
            return STAGE_RESET;
        }
        return STAGE_CHAMBERS;
    case STAGE_THINGS:
        if (is_last_try)
            return STAGE_CHAMBERS;
        if (start_x == NOWHERE || stairs_at_x == NOWHERE) {
            begin_floor_try();
            return STAGE_RESET;
        }
        break;
    case STAGE_COUNT:
        return STAGE_REACH;
    case STAGE_MAP:
        return PHASE_DONE;
    default:
        break;
    }
    return stage + 1;
}

static void begin_islands(void)
{
}

static uint8_t do_piece_of_mode(void)
{
    switch (stage) {
    case STAGE_GRID:
        return draw_grid();
    case STAGE_FREE:
        /* Whether the monster house is empty is drawn even if there is none. */
        if (work == 0) {
            work = 1;
            is_empty = 0;
            if (!is_last_try)
                is_empty = draw_percent(MONSTER_HOUSE_EMPTY);
        }
        return free_floor();
    case STAGE_COUNT:
        return count_open();
    default:
        return 1;
    }
}

#endif
