/* The phase `stairs` of the kinds that place none themselves: stairs far apart, in a straight line.
 * The twin of pygen/engine/generator/stairs.py. All floor of such a dungeon is connected. */
#ifndef UNDERCROFT_STAIRS_H
#define UNDERCROFT_STAIRS_H

#include "core/generation.h"
#include "core/tilemap.h"

#ifndef FITS_STAIRS
#include "core/get_tile.h"

/* Whether stairs may be at a tile. A kind that has other tiles than floor to walk on defines it before
 * it includes this file. */
#define FITS_STAIRS(x, y) (get_tile(x, y) == TILE_FLOOR)
#endif

/* What `stage` says: what is done next. */
#define STAIRS_PROBE 1
#define STAIRS_SCAN 2
#define STAIRS_UP 3
#define STAIRS_LEFT 4
#define STAIRS_RIGHT 5

/* How many random tiles may still be tried. */
WORK uint8_t probes_left;

/* The tile that is looked at next, the column at which the search of its row ends, the rows between
 * it and the up stairs, and how far the down stairs are away. */
WORK uint8_t stairs_x, stairs_y, stairs_end, stairs_down;
WORK uint16_t farthest_stairs;

/* Whether stairs may be at a tile. */
static uint8_t fits_stairs(uint8_t x, uint8_t y)
{
    return FITS_STAIRS(x, y);
}

/* How many columns a tile must be away from the up stairs at least, so that it is farther away than
 * `distance`, if it is `down` rows away.
 *
 * Distances are straight ones, about, in half tiles: of the columns and the rows between both the
 * greater number twice, and the smaller one. */
static uint16_t columns_to_exceed(uint8_t down, uint16_t distance)
{
    uint16_t rest;

    rest = distance;
    if (rest < down)
        return 0;
    rest -= down;
    if (rest < down)
        return 0;
    if (rest - down < down)
        return (uint16_t)(rest - down + 1);
    return (rest >> 1) + 1;
}

/* One step of finding a floor tile for the up stairs: a random one, or the first one row by row.
 * Without any they stay at (0, 0). */
static void find_up_stairs(void)
{
    uint8_t left;

    if (stage == STAIRS_PROBE) {
        for (left = STAIRS_PROBES_AT_ONCE; left != 0; --left) {
            stairs_x = 1 + random_below(MAP_WIDTH - 2);
            stairs_y = 1 + random_below(MAP_HEIGHT - 2);
            if (fits_stairs(stairs_x, stairs_y)) {
                SUMMARY->up_x = stairs_x;
                SUMMARY->up_y = stairs_y;
                stage = STAIRS_UP;
                return;
            }
        }
        probes_left -= STAIRS_PROBES_AT_ONCE;
        if (probes_left == 0) {
            stairs_x = 1;
            stairs_y = 1;
            stage = STAIRS_SCAN;
        }
        return;
    }
    for (left = STAIRS_TILES_AT_ONCE; left != 0; --left) {
        if (fits_stairs(stairs_x, stairs_y)) {
            SUMMARY->up_x = stairs_x;
            SUMMARY->up_y = stairs_y;
            stage = STAIRS_UP;
            return;
        }
        ++stairs_x;
        if (stairs_x == MAP_WIDTH - 1) {
            stairs_x = 1;
            ++stairs_y;
            if (stairs_y == MAP_HEIGHT - 1) {
                stage = STAIRS_UP;
                return;
            }
        }
    }
}

/* Begin to search row stairs_y from the left or from the right end. */
static void begin_row(void)
{
    uint16_t needed;

    stairs_down = stairs_y - SUMMARY->up_y;
    if (stairs_y < SUMMARY->up_y)
        stairs_down = SUMMARY->up_y - stairs_y;
    needed = columns_to_exceed(stairs_down, farthest_stairs);
    if (stage == STAIRS_LEFT) {
        stairs_x = 1;
        stairs_end = 1;
        if (needed < SUMMARY->up_x)
            stairs_end = (uint8_t)(SUMMARY->up_x - (uint8_t)needed + 1);
    } else {
        stairs_x = MAP_WIDTH - 2;
        stairs_end = MAP_WIDTH - 2;
        needed += SUMMARY->up_x;
        if (needed < MAP_WIDTH - 1)
            stairs_end = (uint8_t)needed - 1;
    }
}

/* One step of finding the floor tile that is farthest from the up stairs, the first one row by row,
 * and in a row the left one. Without any, the down stairs stay at (0, 0).
 *
 * In a row the farthest tile is the first or the last one. So each row is searched from both ends, as
 * far as its tiles are farther away than what was found. */
static void find_down_stairs(void)
{
    uint8_t left, across;

    for (left = STAIRS_TILES_AT_ONCE; left != 0; --left) {
        if (stairs_x != stairs_end) {
            if (!FITS_STAIRS(stairs_x, stairs_y)) {
                if (stage == STAIRS_LEFT)
                    ++stairs_x;
                else
                    --stairs_x;
                continue;
            }
            across = SUMMARY->up_x - stairs_x;
            if (stage == STAIRS_RIGHT)
                across = stairs_x - SUMMARY->up_x;
            farthest_stairs = across;
            farthest_stairs += stairs_down;
            if (across < stairs_down)
                across = stairs_down;
            farthest_stairs += across;
            SUMMARY->down_x = stairs_x;
            SUMMARY->down_y = stairs_y;
        }
        if (stage == STAIRS_LEFT)
            stage = STAIRS_RIGHT;
        else {
            stage = STAIRS_LEFT;
            ++stairs_y;
            if (stairs_y == MAP_HEIGHT - 1) {
                stage = PHASE_DONE;
                return;
            }
        }
        begin_row();
    }
}

/* One step of placing the up stairs at a random floor tile, the down stairs at the one that is
 * farthest away. */
static void place_far_stairs(void)
{
    switch (stage) {
    case 0:
        probes_left = STAIRS_PROBES;
        stage = STAIRS_PROBE;
        /* fall through */
    case STAIRS_PROBE:
    case STAIRS_SCAN:
        find_up_stairs();
        return;
    case STAIRS_UP:
        if (SUMMARY->up_x == 0) {
            SUMMARY->status |= STATUS_NO_UP_STAIRS | STATUS_NO_DOWN_STAIRS;
            stage = PHASE_DONE;
            return;
        }
        set_tile(SUMMARY->up_x, SUMMARY->up_y, TILE_UP_STAIRS);
        stairs_y = 1;
        farthest_stairs = 0;
        stage = STAIRS_LEFT;
        begin_row();
        /* fall through */
    default:
        find_down_stairs();
        if (stage != PHASE_DONE)
            return;
        if (SUMMARY->down_x == 0) {
            SUMMARY->status |= STATUS_NO_DOWN_STAIRS;
            return;
        }
        set_tile(SUMMARY->down_x, SUMMARY->down_y, TILE_DOWN_STAIRS);
    }
}

#endif
