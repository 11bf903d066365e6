/* The stages of lean mode: all that is open is reached before anything is placed. */
#ifndef UNDERCROFT_MYSTERY_LEAN_STAGES_H
#define UNDERCROFT_MYSTERY_LEAN_STAGES_H

#include "kinds/mystery/cells.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/monster_house.h"
#include "kinds/mystery/numbers.h"
#include "kinds/mystery/stages.h"
#include "kinds/mystery/things.h"

/* A piece is the room, or the monster house. */
static uint8_t open_one_room(void)
{
    if (work == 0) {
        work = 1;
        begin_one_room();
        /* Nothing can be out of reach. */
        area_added |= THINGS_LEAST_STEPS ? 0 : FREE;
        open_tiles = 0;
        return 0;
    }
    make_house();
    house_is_forced = 1;
    return 1;
}

/* Begin another try for a floor, or the last one. Gives the stage. */
static uint8_t try_again(void)
{
    begin_floor_try();
    return STAGE_RESET;
}

static uint8_t stage_after(void)
{
    switch (stage) {
    case STAGE_BEGIN:
        begin_floor();
        break;
    case STAGE_RESET:
        if (layout_tries == LAYOUT_TRIES)
            return STAGE_ONE_ROOM;
        break;
#if SOME_HAVE_CELLS
    case STAGE_BORDER:
        if (!is_accepted()) {
            structures_left = 0;
            ++layout_tries;
            return STAGE_RESET;
        }
        break;
    case STAGE_REACH:
        if (open_tiles)
            return try_again();
        return STAGE_WATER;
#endif
#if SOME_THINGS_LEAST_STEPS
    case STAGE_STAIRS:
        if (stairs_at_x == NOWHERE)
            return try_again();
        if (layout_tries == LAYOUT_TRIES)
            return STAGE_START;
        break;
    case STAGE_START:
        if (start_x == NOWHERE && !is_last_try)
            return try_again();
        if (layout_tries == LAYOUT_TRIES)
            return STAGE_WATER;
        break;
    case STAGE_ONE_ROOM:
        return THINGS_LEAST_STEPS ? STAGE_STAIRS : STAGE_WATER;
#endif
    case STAGE_THINGS:
        if ((start_x == NOWHERE || stairs_at_x == NOWHERE) && !is_last_try)
            return try_again();
        break;
    case STAGE_MAP:
        return PHASE_DONE;
    default:
        break;
    }
    return stage + 1;
}

/* Before the first piece of things: whether the monster house is empty, and whether water is lava. */
static void begin_islands(void)
{
    if (work == 0) {
        work = 1;
        is_empty = 0;
        if (has_house && !is_last_try)
            is_empty = draw_percent(MONSTER_HOUSE_EMPTY);
#if SOME_WATER_LAVA
        is_lava = 0;
        if (WATER_LAVA && !is_last_try)
            is_lava = draw_percent(WATER_LAVA);
#endif
    }
}

static uint8_t do_piece_of_mode(void)
{
    return 1;
}

#endif
