/* The features of a dungeon: their records, and the walls through which others may be added. */
#ifndef UNDERCROFT_ACCRETION_FEATURES_H
#define UNDERCROFT_ACCRETION_FEATURES_H

#include "core/generation.h"
#include "core/get_tile.h"
#include "core/tilemap.h"
#include "kinds/accretion/common.h"

/* The most rectangles of a feature. */
#define MOST_BOXES 12

/* Walls' tiles through which a feature may be added: in which wall, and of which feature. */
static uint8_t sites_x[MOST_SITES], sites_y[MOST_SITES];
static uint8_t sites_side[MOST_SITES], sites_feature[MOST_SITES];
static uint8_t site_count;

/* Those behind which another feature was found. */
static uint8_t gaps_x[MOST_GAPS], gaps_y[MOST_GAPS];
static uint8_t gaps_side[MOST_GAPS], gaps_feature[MOST_GAPS];
static uint8_t gap_count;

/* The wall at which a feature is tried. */
static uint8_t site_x, site_y, site_side, site_feature;

/* 1 if the next wall is the end of a corridor that was just added. */
static uint8_t follows_corridor;

/* How often a wall has waited again. */
static uint8_t returns;

/* How many features there are. */
static uint8_t feature_count;

/* The feature that is tried or drawn: its kind, the rectangle around its floor, its extent in the
 * direction of the site and across, and before which row across the site is. */
static uint8_t feature_kind;
static uint8_t box_left, box_top, box_right, box_bottom;
static uint8_t feature_depth, feature_breadth, site_offset;

/* The rectangles that make up its floor. */
static uint8_t boxes_left[MOST_BOXES], boxes_top[MOST_BOXES];
static uint8_t boxes_right[MOST_BOXES], boxes_bottom[MOST_BOXES];
static uint8_t box_count;

/* A tile whose feature is looked for, and the number of the record that is next, plus 1. */
static uint8_t find_x, find_y, find_next, found_feature;

/* How a tile's column and row change from a wall to what is beyond it. */
static const uint8_t beyond_x[4] = {0xFF, 1, 0, 0};
static const uint8_t beyond_y[4] = {0, 0, 0xFF, 1};

/* Treasures so far. */
static uint16_t treasures;

/* Note that another feature is joined to this one. */
static void join_to(uint8_t number)
{
    uint8_t state;
    struct feature_record *record;

    record = FEATURE_RECORD(number);
    state = FEATURE_GET_STATE(record) | LEADS_ON;
    FEATURE_SET_STATE(record, state);
}

/* Remember a wall of the newest feature, unless nothing can be beyond it. */
static void add_site(uint8_t x, uint8_t y, uint8_t side)
{
    uint8_t at;

    if (side < TOP_WALL) {
        if (x < 2 || x > MAP_WIDTH - 3)
            return;
    } else if (y < 2 || y > MAP_HEIGHT - 3)
        return;
    at = site_count;
    if (at == MOST_SITES)
        return;
    sites_x[at] = x;
    sites_y[at] = y;
    sites_side[at] = side;
    sites_feature[at] = feature_count - 1;
    site_count = at + 1;
}

/* Remember a random place in a wall of a feature that fills its rectangle. */
static void add_wall(uint8_t side)
{
    uint8_t x, y;

    if (side < TOP_WALL) {
        y = random_below(SPAN_COUNT(box_top, box_bottom));
        y += box_top;
        x = box_right + 1;
        if (side == LEFT_WALL)
            x = box_left - 1;
    } else {
        x = random_below(SPAN_COUNT(box_left, box_right));
        x += box_left;
        y = box_bottom + 1;
        if (side == TOP_WALL)
            y = box_top - 1;
    }
    add_site(x, y, side);
}

/* Remember a random place in a wall of a feature of another shape: what is seen first from one side
 * of its rectangle. If its floor is not there, it has no wall there. */
static void add_uneven_wall(uint8_t side)
{
    uint8_t x, y, at, first, last;

    first = 255;
    last = 0;
    if (side < TOP_WALL) {
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
        if (side == LEFT_WALL)
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
        if (side == TOP_WALL)
            y = first - 1;
    }
    if (last != 0)
        add_site(x, y, side);
}

/* Whether there is solid ground beyond the wall. If there is floor, the wall is remembered as a
 * gap. */
static uint8_t site_is_free(void)
{
    uint8_t tile, at;

    tile = get_tile(site_x + beyond_x[site_side], site_y + beyond_y[site_side]);
    if (tile == TILE_EMPTY)
        return 1;
    at = gap_count;
    if (at != MOST_GAPS && tile == TILE_FLOOR) {
        gaps_x[at] = site_x;
        gaps_y[at] = site_y;
        gaps_side[at] = site_side;
        gaps_feature[at] = site_feature;
        gap_count = at + 1;
    }
    return 0;
}

#if !WALLS_PICK_IS_BLIND

/* Whether the ground is solid where even the least feature would reach, and in the map. */
static uint8_t site_is_deep(void)
{
    uint8_t x, y;

    /* What is left of the map or above it is a large number. */
    x = site_x + FAR_X[site_side];
    y = site_y + FAR_Y[site_side];
    if ((uint8_t)(x - 1) >= MAP_WIDTH - 2 || (uint8_t)(y - 1) >= MAP_HEIGHT - 2)
        return 0;
    return get_tile(x, y) == TILE_EMPTY;
}

/* Take a wall out of the list: the end of a corridor that was just added, else any. 1 if there may be
 * enough solid ground beyond it for a feature. */
static uint8_t take_site(void)
{
    uint8_t chosen, last;

    last = site_count - 1;
    chosen = last;
    if (!follows_corridor)
        chosen = random_below(site_count);
    follows_corridor = 0;
    site_x = sites_x[chosen];
    site_y = sites_y[chosen];
    site_side = sites_side[chosen];
    site_feature = sites_feature[chosen];
    /* The last one takes the place of the one that is taken. */
    sites_x[chosen] = sites_x[last];
    sites_y[chosen] = sites_y[last];
    sites_side[chosen] = sites_side[last];
    sites_feature[chosen] = sites_feature[last];
    site_count = last;
    return site_is_free() && site_is_deep();
}

/* Let the wall wait again if few do, so that a dungeon does not end early because of bad luck with
 * its first walls. */
static void return_site(void)
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
 * NO_FEATURE if a feature was added through the tile.
 *
 * Rectangles of features may overlap, but a feature is only added where its whole rectangle is
 * empty. So the last one that has the tile in its rectangle has it, or the opening there is that of a
 * later one. */
static uint8_t find_feature(void)
{
    uint8_t left, number;
    REGISTER struct feature_record *record;

    number = find_next - 1;
    record = FEATURE_RECORD(number);
    for (left = LOOKED_AT_ONCE; left != 0; --left) {
        if (find_x == FEATURE_GET_DOOR_X(record) && find_y == FEATURE_GET_DOOR_Y(record)) {
            found_feature = NO_FEATURE;
            return 1;
        }
        if ((uint8_t)(find_x - FEATURE_GET_X(record)) < FEATURE_GET_W(record)
            && (uint8_t)(find_y - FEATURE_GET_Y(record)) < FEATURE_GET_H(record)) {
            found_feature = number;
            return 1;
        }
        if (number == 0) {
            found_feature = NO_FEATURE;
            return 1;
        }
        --number;
        --record;
    }
    find_next = number + 1;
    return 0;
}

#endif
