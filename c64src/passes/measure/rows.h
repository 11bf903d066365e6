/* Figures of rows: dead ends, and the largest empty square. */
#ifndef UNDERCROFT_MEASURE_ROWS_H
#define UNDERCROFT_MEASURE_ROWS_H

#include "core/generation.h"
#include "core/plane/plane.h"
#include "passes/measure/walking.h"

/* The bits of a row's last byte that are on the map. */
#define LAST_BITS ((uint8_t)(0xFF >> (7 & (uint8_t)(8 - (MAP_WIDTH & 7)))))

/* The rows of a step. */
#if PLANE_ROW_BYTES > END_BYTES
#define END_ROWS 1
#else
#define END_ROWS (END_BYTES / PLANE_ROW_BYTES)
#endif
#if PLANE_ROW_BYTES > SQUARE_BYTES
#define SQUARE_ROWS 1
#else
#define SQUARE_ROWS (SQUARE_BYTES / PLANE_ROW_BYTES)
#endif

/* The byte of the planes that is next. */
static uint16_t byte_of_planes;

/* The first of so many bytes of both planes and of that of the solid tiles. */
static uint8_t *bytes_even, *bytes_odd, *bytes_solid;

/* Go on to the next bytes, of which a step takes some. How many these are. */
static uint8_t next_bytes(void)
{
    uint16_t left;

    bytes_even = ways_even + byte_of_planes;
    bytes_odd = ways_odd + byte_of_planes;
    bytes_solid = plane_solid + byte_of_planes;
    left = PLANE_BYTES - byte_of_planes;
    if (left > BYTES_COMBINED)
        left = BYTES_COMBINED;
    byte_of_planes += left;
    return (uint8_t)left;
}

/* One step of emptying both planes: nothing was reached. */
static NOINLINE uint8_t empty_ways(void)
{
    uint8_t at;

    at = next_bytes();
    do {
        --at;
        bytes_even[at] = 0xFF;
        bytes_odd[at] = 0xFF;
    } while (at != 0);
    return byte_of_planes == PLANE_BYTES;
}

#if SOME_MEASURE_LOOKS_AT_ROWS
/* One step of finding the tiles that were not reached. */
static NOINLINE uint8_t find_unreached(void)
{
    uint8_t at;

    at = next_bytes();
    do {
        --at;
        bytes_solid[at] = bytes_even[at] & bytes_odd[at];
    } while (at != 0);
    return byte_of_planes == PLANE_BYTES;
}
#endif

#if SOME_MEASURE_FLOOR_DEAD_ENDS
static uint16_t ends_counted;

/* Count the dead ends of row plane_y: open tiles with one open tile beside them. */
static NOINLINE void count_row_ends(void)
{
    uint8_t at, tile, left, right, above, below, ends;
    REGISTER uint8_t *row;

    row = plane_solid + plane_row[plane_y];
    for (at = 0; at != PLANE_ROW_BYTES; ++at) {
        tile = row[at];
        if (tile == 0xFF)
            continue;
        left = (uint8_t)(tile << 1);
        if (at != 0)
            left |= row[at - 1] >> 7;
        right = tile >> 1;
        if (at != PLANE_ROW_BYTES - 1)
            right |= (uint8_t)(row[at + 1] << 7);
        above = (row - PLANE_ROW_BYTES)[at];
        below = (row + PLANE_ROW_BYTES)[at];
        ends = (uint8_t)~(tile | ~((left ^ right) ^ (above ^ below)));
        ends &= (left | right) & (above | below);
        for (; ends != 0; ends &= ends - 1)
            ++ends_counted;
    }
}

/* One step of counting dead ends: some rows. */
static NOINLINE uint8_t count_dead_ends(void)
{
    uint8_t left;

    for (left = END_ROWS; left != 0; --left) {
        count_row_ends();
        ++plane_y;
        if (plane_y == MAP_HEIGHT - 1)
            return 1;
    }
    return 0;
}
#endif

#if SOME_MEASURE_EMPTY_SQUARE
/* The side of the squares, and whether any of this side was found. */
static uint8_t square_side, square_found;

/* Let the squares of row plane_y grow by a column and a row. */
static NOINLINE void grow_squares(void)
{
    uint8_t at, both, next;
    REGISTER uint8_t *row;

    row = plane_solid + plane_row[plane_y];
    both = 0;
    if (plane_y != MAP_HEIGHT - 1)
        both = row[0] & row[PLANE_ROW_BYTES];
    for (at = 0; at != PLANE_ROW_BYTES; ++at) {
        next = 0;
        if (plane_y != MAP_HEIGHT - 1 && at != PLANE_ROW_BYTES - 1)
            next = row[at + 1] & (row + PLANE_ROW_BYTES)[at + 1];
        both &= (uint8_t)(both >> 1 | next << 7);
        row[at] = both;
        square_found |= both;
        both = next;
    }
}

/* Begin with squares of one tile: those that are not on the map go. */
static void begin_squares(void)
{
    square_side = 1;
    square_found = 0;
    plane_y = 0;
}

/* One step of finding the largest square of solid tiles: some rows. */
static NOINLINE uint8_t find_square(void)
{
    uint8_t left;

    for (left = SQUARE_ROWS; left != 0; --left) {
        if (square_side == 1)
            (plane_solid + plane_row[plane_y])[PLANE_ROW_BYTES - 1] &= LAST_BITS;
        grow_squares();
        ++plane_y;
        if (plane_y == MAP_HEIGHT) {
            if (square_found == 0)
                return 1;
            plane_y = 0;
            square_found = 0;
            ++square_side;
        }
    }
    return 0;
}
#endif

#endif
