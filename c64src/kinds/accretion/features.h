/* The features of a dungeon: their records, and the walls through which others may be added. */
#ifndef UNDERCROFT_ACCRETION_FEATURES_H
#define UNDERCROFT_ACCRETION_FEATURES_H

#include "core/generation.h"
#include "core/get_tile.h"
#include "core/tilemap.h"
#include "kinds/accretion/common.h"

/* How often a wall has waited again. */
WORK uint8_t returns;

/* How a tile's column and row change from a wall to what is beyond it. */
static const uint8_t beyond_x[4] = {0xFF, 1, 0, 0};
static const uint8_t beyond_y[4] = {0, 0, 0xFF, 1};

/* Treasures so far. */
WORK uint16_t treasures;

/* Note that another feature is joined to this one. */
static void join_to(uint8_t number)
{
    uint8_t state;
    struct feature_record *record;

    record = FEATURE_RECORD(number);
    state = FEATURE_GET_STATE(record) | LEADS_ON;
    FEATURE_SET_STATE(record, state);
}

/* Remember a random place in a wall of a feature of another shape: what is seen first from one side
 * of its rectangle. If its floor is not there, it has no wall there. */
static void add_uneven_wall(void)
{
    uint8_t x, y, at, first, last;

    first = 255;
    last = 0;
    if (added_side < TOP_WALL) {
        y = random_below(SPAN_COUNT(box_top, box_bottom));
        y += box_top;
        for (at = 0; at != box_count; ++at)
            if (y >= boxes_top[at] && y <= boxes_bottom[at]) {
                if (boxes_left[at] < first)
                    first = boxes_left[at];
                if (boxes_right[at] > last)
                    last = boxes_right[at];
            }
        x = last + 1;
        if (added_side == LEFT_WALL)
            x = first - 1;
    } else {
        x = random_below(SPAN_COUNT(box_left, box_right));
        x += box_left;
        for (at = 0; at != box_count; ++at)
            if (x >= boxes_left[at] && x <= boxes_right[at]) {
                if (boxes_top[at] < first)
                    first = boxes_top[at];
                if (boxes_bottom[at] > last)
                    last = boxes_bottom[at];
            }
        y = last + 1;
        if (added_side == TOP_WALL)
            y = first - 1;
    }
    if (last != 0) {
        added_x = x;
        added_y = y;
        add_site();
    }
}

#if !WALLS_PICK_IS_BLIND

/* Let the wall wait again if few do, so that a dungeon does not end early because of bad luck with
 * its first walls. Not inlined, because OSCAR64 ignores what take_site does to site_count. */
static NOINLINE void return_site(void)
{
    if (site_count >= FEW_SITES || returns == MOST_RETURNS)
        return;
    ++returns;
    sites_x[site_count] = site_x;
    sites_y[site_count] = site_y;
    sites_side[site_count] = site_side;
    sites_feature[site_count] = site_feature;
    ++site_count;
}

#endif

/* Begin to look for the feature to which the tile of floor at (x, y) belongs. */
static void begin_find(uint8_t x, uint8_t y)
{
    find_x = x;
    find_y = y;
    find_next = feature_count;
}

/* One step of looking for it: at a few records. 1 at the end; found_feature is then the feature, or
 * NO_FEATURE if a feature was added through the tile. */
static uint8_t find_feature(void)
{
    find_record = (uint8_t *)FEATURE_RECORD(find_next - 1);
    return look_at_features();
}

#endif
