/* Loops: openings between features that touch, where the way round is long. */
#ifndef UNDERCROFT_ACCRETION_LOOPS_H
#define UNDERCROFT_ACCRETION_LOOPS_H

#include "core/generation.h"
#include "core/get_tile.h"
#include "core/tilemap.h"
#include "kinds/accretion/common.h"
#include "kinds/accretion/features.h"

/* The loops, and how many gaps were tested. */
WORK uint8_t loops_x[LOOPS_AT_MOST], loops_y[LOOPS_AT_MOST];
WORK uint8_t loop_count, tests;

/* The record that is next. */
WORK uint8_t next_number;

/* The way round as far as it is known: its two ends, the features and where they are left, and its
 * length in tiles. */
WORK uint8_t ends_feature[2], ends_x[2], ends_y[2];
WORK uint16_t way;

/* How far two numbers are apart. */
static uint8_t distance_between(uint8_t one, uint8_t other)
{
    uint8_t difference;

    difference = one - other;
    if (one < other)
        difference = other - one;
    return difference;
}

/* Begin without loops. */
static void begin_loops(void)
{
    loop_count = 0;
    tests = 0;
    next_number = 1;
}

/* One step of looking what is beyond the walls that still wait: a few. */
static void check_sites(void)
{
    uint8_t left;

    for (left = CHECKED_AT_ONCE; left != 0 && site_count != 0; --left) {
        --site_count;
        site_x = sites_x[site_count];
        site_y = sites_y[site_count];
        site_side = sites_side[site_count];
        site_feature = sites_feature[site_count];
        site_is_free();
    }
    if (site_count == 0)
        stage = CHECK_ENDS;
}

/* Look what is beyond the end of a corridor that leads nowhere, unless that is the map's edge. */
static void check_end(void)
{
    uint8_t x, y, side;
    struct feature_record *record;

    record = FEATURE_RECORD(next_number);
    if (FEATURE_GET_KIND(record) != CORRIDOR || (FEATURE_GET_STATE(record) & LEADS_ON))
        return;
    x = FEATURE_GET_X(record);
    y = FEATURE_GET_Y(record);
    if (FEATURE_GET_W(record) != 1) {
        side = LEFT_WALL;
        --x;
        if (FEATURE_GET_DOOR_X(record) == x) {
            side = RIGHT_WALL;
            x += FEATURE_GET_W(record);
            ++x;
        }
        if (x < 2 || x > MAP_WIDTH - 3)
            return;
    } else {
        side = TOP_WALL;
        --y;
        if (FEATURE_GET_DOOR_Y(record) == y) {
            side = BOTTOM_WALL;
            y += FEATURE_GET_H(record);
            ++y;
        }
        if (y < 2 || y > MAP_HEIGHT - 3)
            return;
    }
    site_x = x;
    site_y = y;
    site_side = side;
    site_feature = next_number;
    site_is_free();
}

/* One step of looking what is beyond the ends of all corridors that lead nowhere: at a few
 * records. */
static void check_ends(void)
{
    uint8_t left;

    for (left = ENDS_AT_ONCE; left != 0 && next_number < feature_count; --left) {
        check_end();
        ++next_number;
    }
    if (next_number >= feature_count)
        stage = NEXT_GAP;
}

/* Whether the gap is still a wall between two walls. */
static uint8_t is_whole(void)
{
    if (get_tile(site_x, site_y) != TILE_WALL)
        return 0;
    if (site_side < TOP_WALL)
        return get_tile(site_x, site_y - 1) == TILE_WALL
            && get_tile(site_x, site_y + 1) == TILE_WALL;
    return get_tile(site_x - 1, site_y) == TILE_WALL && get_tile(site_x + 1, site_y) == TILE_WALL;
}

/* Whether all other loops are so far away that the way round is not shorter through them. */
static uint8_t is_far(void)
{
    uint8_t at;
    uint16_t apart;

    for (at = 0; at != loop_count; ++at) {
        apart = distance_between(loops_x[at], site_x);
        apart += distance_between(loops_y[at], site_y);
        if (2 * apart < LOOPS_LEAST_WAY + 2)
            return 0;
    }
    return 1;
}

/* Whether the gap is outside the rectangle of a feature, and so in no corner of its shape. */
static uint8_t is_outside(struct feature_record *record)
{
    return (uint8_t)(site_x - FEATURE_GET_X(record)) >= FEATURE_GET_W(record)
        || (uint8_t)(site_y - FEATURE_GET_Y(record)) >= FEATURE_GET_H(record);
}

/* Whether the gap may be opened to the feature that was found: that is no vault, neither of both was
 * added to the other, and the gap is in the corner of neither. */
static uint8_t is_suited(void)
{
    struct feature_record *record;

    record = FEATURE_RECORD(found_feature);
    if (FEATURE_GET_KIND(record) >= VAULT || FEATURE_GET_PARENT(record) == site_feature)
        return 0;
    if (!is_outside(record))
        return 0;
    record = FEATURE_RECORD(site_feature);
    return FEATURE_GET_PARENT(record) != found_feature && is_outside(record);
}

/* Begin to measure the way round from the gap's feature to the other one. */
static void begin_loop_way(void)
{
    ends_feature[0] = site_feature;
    ends_feature[1] = found_feature;
    ends_x[0] = site_x;
    ends_x[1] = site_x;
    ends_y[0] = site_y;
    ends_y[1] = site_y;
    way = 0;
}

/* One step of measuring it: a few features. 1 at the end; `way` is then its length, or at least the
 * least one.
 *
 * It leads from opening to opening towards the first feature, from both, up to the feature in which
 * they meet. A parent has a lower number than what was added to it, so the higher of two numbers is
 * the one to go on from. From one opening to the next it counts the tiles across and down, which may
 * be less than the steps that it takes. */
static uint8_t measure_way(void)
{
    uint8_t left, higher, x, y;
    struct feature_record *record;

    for (left = CLIMBED_AT_ONCE; left != 0; --left) {
        if (ends_feature[0] == ends_feature[1]) {
            way += distance_between(ends_x[0], ends_x[1]);
            way += distance_between(ends_y[0], ends_y[1]);
            return 1;
        }
        higher = 1;
        if (ends_feature[0] > ends_feature[1])
            higher = 0;
        record = FEATURE_RECORD(ends_feature[higher]);
        x = FEATURE_GET_DOOR_X(record);
        y = FEATURE_GET_DOOR_Y(record);
        way += distance_between(ends_x[higher], x);
        way += distance_between(ends_y[higher], y);
        if (way >= LOOPS_LEAST_WAY + 2)
            return 1;
        ends_feature[higher] = FEATURE_GET_PARENT(record);
        ends_x[higher] = x;
        ends_y[higher] = y;
    }
    return 0;
}

/* Open the gap: hidden by chance, otherwise with a door by chance, but not between two corridors. */
static void open_loop(void)
{
    uint8_t tile;

    tile = TILE_FLOOR;
    if (random_chance(SECRETS_LOOP_CHANCE))
        tile = TILE_SECRET_PATH;
    else if (FEATURE_GET_KIND(FEATURE_RECORD(site_feature)) != CORRIDOR
             || FEATURE_GET_KIND(FEATURE_RECORD(found_feature)) != CORRIDOR) {
        if (random_chance(DOORS_CHANCE))
            tile = TILE_DOOR;
    }
    set_tile(site_x, site_y, tile);
    join_to(site_feature);
    join_to(found_feature);
    loops_x[loop_count] = site_x;
    loops_y[loop_count] = site_y;
    ++loop_count;
    ACCRETION_FIGURES_SET_LOOPS(FIGURES, loop_count);
}

/* One step of testing gaps by chance, the latest first, and opening those with a long way round. The
 * ends of corridors that lead nowhere are the latest ones. */
static void open_loops(void)
{
    switch (stage) {
    case CHECK_SITES:
        check_sites();
        return;
    case CHECK_ENDS:
        check_ends();
        return;
    case NEXT_GAP:
        if (gap_count == 0 || tests == LOOPS_MOST) {
            stage = PHASE_DONE;
            return;
        }
        --gap_count;
        site_x = gaps_x[gap_count];
        site_y = gaps_y[gap_count];
        site_side = gaps_side[gap_count];
        site_feature = gaps_feature[gap_count];
        if (random_chance(LOOPS_CHANCE) && is_whole() && is_far()) {
            begin_find(site_x + beyond_x[site_side], site_y + beyond_y[site_side]);
            stage = FIND_OTHER;
        }
        return;
    case FIND_OTHER:
        if (!find_feature())
            return;
        stage = NEXT_GAP;
        if (found_feature != NO_FEATURE && is_suited()) {
            ++tests;
            begin_loop_way();
            stage = CLIMB;
        }
        return;
    default:
        if (!measure_way())
            return;
        if (way >= LOOPS_LEAST_WAY + 2)
            open_loop();
        stage = NEXT_GAP;
    }
}

#endif
