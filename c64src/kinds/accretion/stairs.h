/* The phase `stairs`: stairs in two features that are far apart. */
#ifndef UNDERCROFT_ACCRETION_STAIRS_H
#define UNDERCROFT_ACCRETION_STAIRS_H

#include "core/generation.h"
#include "core/tilemap.h"
#include "kinds/accretion/features.h"
#include "kinds/accretion/loops.h"

#define BEGIN_UP_STAIRS 0
#define FIND_UP_STAIRS 1
#define FIND_DOWN_STAIRS 2

/* Measure from the middle of a feature, of two middle tiles the right or lower one; but a corridor
 * and a vault need have no floor there. */
static void find_middle(uint8_t number)
{
    struct feature_record *record;

    record = FEATURE_RECORD(number);
    stairs_x = FEATURE_GET_X(record) + (FEATURE_GET_W(record) >> 1);
    stairs_y = FEATURE_GET_Y(record) + (FEATURE_GET_H(record) >> 1);
}

/* Begin to find the farthest feature. */
static void begin_measuring(void)
{
    farthest = 0;
    farthest_distance = 0;
    next_measured = 0;
}

/* Choose a tile of the farthest feature: in a room any that is not beside a wall, if there are such,
 * in another shape the middle one. A room that has stairs already, because there is no other one,
 * gets them in a corner. */
static void choose_tile(void)
{
    uint8_t state, side;
    struct feature_record *record;

    record = FEATURE_RECORD(farthest);
    state = FEATURE_GET_STATE(record);
    if (state & HAS_STAIRS) {
        stairs_x = FEATURE_GET_X(record);
        stairs_y = FEATURE_GET_Y(record);
        if (SUMMARY->up_x == stairs_x && SUMMARY->up_y == stairs_y)
            stairs_x += (uint8_t)(FEATURE_GET_W(record) - 1);
        return;
    }
    state |= HAS_STAIRS;
    FEATURE_SET_STATE(record, state);
    find_middle(farthest);
    if (FEATURE_GET_KIND(record) != ROOM)
        return;
    side = FEATURE_GET_W(record);
    if (side > 2) {
        stairs_x = random_below(side - 2);
        stairs_x += (uint8_t)(FEATURE_GET_X(record) + 1);
    }
    side = FEATURE_GET_H(record);
    if (side > 2) {
        stairs_y = random_below(side - 2);
        stairs_y += (uint8_t)(FEATURE_GET_Y(record) + 1);
    }
}

/* One step of putting up stairs into the feature that is farthest from a random one, and down stairs
 * into that which is farthest from these. If there is no other, both are in the first room. */
static void place_stairs(void)
{
    if (stage == BEGIN_UP_STAIRS) {
        find_middle(random_below(feature_count));
        begin_measuring();
        stage = FIND_UP_STAIRS;
        return;
    }
    find_record = (uint8_t *)FEATURE_RECORD(next_measured);
    if (!find_farthest())
        return;
    choose_tile();
    if (stage == FIND_UP_STAIRS) {
        SUMMARY->up_x = stairs_x;
        SUMMARY->up_y = stairs_y;
        set_tile(stairs_x, stairs_y, TILE_UP_STAIRS);
        begin_measuring();
        stage = FIND_DOWN_STAIRS;
        return;
    }
    SUMMARY->down_x = stairs_x;
    SUMMARY->down_y = stairs_y;
    set_tile(stairs_x, stairs_y, TILE_DOWN_STAIRS);
    stage = PHASE_DONE;
}

#endif
