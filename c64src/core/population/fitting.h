/* The tiles that fit, for passes that pick among them. The twin of pygen/engine/population/fitting.py. */
#ifndef UNDERCROFT_POPULATION_FITTING_H
#define UNDERCROFT_POPULATION_FITTING_H

#include "core/generation.h"
#include "core/plane/plane.h"
#include "core/plane/plane_bit.h"
#include "core/plane/read_plane_as_seen.h"
#ifdef PICKS_IN_ZONES
#include "core/plane/zone_planes.h"
#endif
#ifdef PICKS_BY_ROOMS
#include "core/population/areas.h"
#include "core/population/room_area.h"
#endif
#ifdef PICKS_PURPOSES
#include "core/population/purposes.h"
#endif

/* Where tiles may be. */
#define FITS_IN_ROOMS 1
#define FITS_IN_CORRIDORS 2
#define FITS_AT_DEAD_ENDS 3

/* What is done next to find them. */
#define EMPTY_FITTING 0
#define MARK_ROOMS 1
#define READ_FITTING 2
#define FIT_ROWS 3

/* The rows of a step. */
#if PLANE_ROW_BYTES > FITTING_BYTES
#define ROWS_FITTED 1
#else
#define ROWS_FITTED (FITTING_BYTES / PLANE_ROW_BYTES)
#endif

/* A bit for each tile that fits, how many there are in each row, and in all. */
WORK uint8_t fitting_tiles[PLANE_BYTES], fitting_in_row[MAP_HEIGHT];
WORK uint16_t fitting_count;

/* The tile that was picked. */
WORK uint8_t fitting_x, fitting_y;

/* Where they may be, and what is done next. */
WORK uint8_t wanted_part, fitting_stage;

#ifdef PICKS_IN_ZONES
/* In which zones. */
#define FITS_NEAR 1
#define FITS_IN_MIDDLE 2
#define FITS_FAR 4
WORK uint8_t wanted_zones;
#endif

/* The bits of a number up to 15. */
static const uint8_t bits_of_half[16] = { 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4 };

#define BITS_OF(byte) ((uint8_t)(bits_of_half[(byte) & 15] + bits_of_half[(byte) >> 4]))

#ifdef PICKS_BY_ROOMS
/* The byte that is emptied next; the room that is marked next, and how many of its rows are left. */
WORK uint16_t fitting_emptied;
WORK uint8_t marked_room, marked_rows;

/* One step of emptying all bytes. */
static NOINLINE uint8_t empty_fitting(void)
{
    uint8_t left;
    REGISTER uint8_t *byte;

    byte = fitting_tiles + fitting_emptied;
    left = FITTING_EMPTIED;
    if (PLANE_BYTES - fitting_emptied < FITTING_EMPTIED)
        left = (uint8_t)(PLANE_BYTES - fitting_emptied);
    fitting_emptied += left;
    do {
        --left;
        byte[left] = 0;
    } while (left != 0);
    return fitting_emptied == PLANE_BYTES;
}

/* Mark the tiles of a row of the room. */
static void mark_row(void)
{
    uint8_t at, last, right, bits;
    REGISTER uint8_t *row;

    row = fitting_tiles + plane_row[populated_y];
    right = (uint8_t)(populated_x + populated_width - 1);
    at = populated_x >> 3;
    last = right >> 3;
    bits = 0 - plane_bit[populated_x & 7];
    for (; at != last; ++at) {
        row[at] |= bits;
        bits = 0xFF;
    }
    row[at] |= bits & (uint8_t)((plane_bit[right & 7] << 1) - 1);
}

/* One step of marking the tiles of rooms. */
static NOINLINE uint8_t mark_rooms(void)
{
    uint8_t left;

    for (left = ROOM_ROWS_MARKED; left != 0; --left) {
#ifdef PICKS_PURPOSES
        if (marked_rows == 0 && marked_room != COUNT_OF_AREAS && !wants_room(marked_room)) {
            ++marked_room;
            continue;
        }
#endif
        while (marked_rows == 0) {
            if (marked_room == COUNT_OF_AREAS)
                return 1;
            room_area(marked_room);
            ++marked_room;
            marked_rows = populated_height;
        }
        mark_row();
        ++populated_y;
        --marked_rows;
    }
    return marked_rows == 0 && marked_room == COUNT_OF_AREAS;
}
#endif

#ifdef PICKS_DEAD_ENDS
/* Mark the tiles of row plane_y with one way on. Takes some 130 cycles for a byte with floor with OSCAR64, 350 with
 * cc65. */
static NOINLINE void mark_ends(void)
{
    uint8_t at, tiles, left, right, above, below;
    REGISTER const uint8_t *row;
    REGISTER uint8_t *fitting;

    row = plane_solid + plane_row[plane_y];
    fitting = fitting_tiles + plane_row[plane_y];
    for (at = 0; at != PLANE_ROW_BYTES; ++at) {
        left = row[at];
        tiles = 0;
        if (left != 0xFF) {
            right = left >> 1;
            left <<= 1;
            if (at != 0)
                left |= row[at - 1] >> 7;
            if (at != PLANE_ROW_BYTES - 1)
                right |= (uint8_t)(row[at + 1] << 7);
            above = (row - PLANE_ROW_BYTES)[at];
            below = (row + PLANE_ROW_BYTES)[at];
            tiles = left ^ right ^ above ^ below;
            tiles &= left | right;
            tiles &= above | below;
        }
        fitting[at] = tiles;
    }
}
#endif

/* Find the tiles of row plane_y that fit. Before, it has those of rooms. Takes at most 190 cycles for a byte, and
 * 300. */
static NOINLINE void fit_row(void)
{
    uint8_t count;

#ifdef PICKS_DEAD_ENDS
    if (wanted_part == FITS_AT_DEAD_ENDS)
        mark_ends();
#endif
    fitted_to = fitting_tiles + plane_row[plane_y];
    fitted_end = PLANE_ROW_BYTES;
    fitted_any = wanted_part ? 0 : 0xFF;
    fitted_flip = wanted_part == FITS_IN_CORRIDORS ? 0xFF : 0;
#ifdef PICKS_IN_ZONES
    if (wanted_zones) {
        fitted_low = zones_low + plane_row[plane_y];
        fitted_high = zones_high + plane_row[plane_y];
        fitted_near = wanted_zones & FITS_NEAR ? 0xFF : 0;
        fitted_middle = wanted_zones & FITS_IN_MIDDLE ? 0xFF : 0;
        fitted_far = wanted_zones & FITS_FAR ? 0xFF : 0;
        keep_zones();
        fitted_any = 0;
        fitted_flip = 0;
    }
#endif
    fitted_solid = plane_solid + plane_row[plane_y];
    count = fit_tiles();
    fitting_in_row[plane_y] = count;
    fitting_count += count;
}

/* Begin to find the tiles that fit. */
static void begin_fitting(uint8_t part)
{
    wanted_part = part;
    fitting_count = 0;
    begin_plane(PLANE_SOLID);
    fitting_stage = READ_FITTING;
#ifdef PICKS_BY_ROOMS
    if (part == FITS_IN_ROOMS || part == FITS_IN_CORRIDORS) {
        fitting_emptied = 0;
        marked_room = 0;
        marked_rows = 0;
        fitting_stage = EMPTY_FITTING;
    }
#endif
}

/* One step of finding the tiles that fit. */
static NOINLINE uint8_t find_fitting(void)
{
    uint8_t left;

    switch (fitting_stage) {
#ifdef PICKS_BY_ROOMS
    case EMPTY_FITTING:
        if (empty_fitting())
            fitting_stage = MARK_ROOMS;
        return 0;
    case MARK_ROOMS:
        if (mark_rooms())
            fitting_stage = READ_FITTING;
        return 0;
#endif
    case READ_FITTING:
        if (read_plane_as_seen()) {
            plane_y = 0;
            fitting_stage = FIT_ROWS;
        }
        return 0;
    default:
        for (left = ROWS_FITTED; left != 0; --left) {
            fit_row();
            ++plane_y;
            if (plane_y == MAP_HEIGHT)
                return 1;
        }
        return 0;
    }
}

/* Pick one of the tiles that are left, of which there is one: it is at (fitting_x, fitting_y). One draw; some 3,000 cycles. */
static NOINLINE void pick_fitting(void)
{
    uint16_t number;
    uint8_t y, at, tiles, bits, left;
    REGISTER uint8_t *row;

    random_draw();
    number = WORD_OF(random_high, random_low) % fitting_count;
    --fitting_count;
    y = 0;
    bits = fitting_in_row[0];
    while (number >= bits) {
        number -= bits;
        ++y;
        bits = fitting_in_row[y];
    }
    fitting_in_row[y] = bits - 1;
    row = fitting_tiles + plane_row[y];
    left = (uint8_t)number;
    at = 0;
    tiles = row[0];
    bits = BITS_OF(tiles);
    while (left >= bits) {
        left -= bits;
        ++at;
        tiles = row[at];
        bits = BITS_OF(tiles);
    }
    for (; left != 0; --left)
        tiles &= tiles - 1;
    left = 0;
    while ((tiles & plane_bit[left]) == 0)
        ++left;
    row[at] ^= plane_bit[left];
    fitting_x = PLANE_FIRST_X(at) + left;
    fitting_y = y;
}

#endif
