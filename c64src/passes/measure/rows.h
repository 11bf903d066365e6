/* Figures of rows: dead ends, and the largest empty square. */
#ifndef UNDERCROFT_MEASURE_ROWS_H
#define UNDERCROFT_MEASURE_ROWS_H

#include "core/generation.h"
#include "core/plane/plane.h"
#include "passes/measure/walking.h"

#if SOME_MEASURE_FLOOR_DEAD_ENDS || SOME_MEASURE_FLOOR_LOOPS
/* The byte behind the last row that has floor. */
#define BEHIND_ROWS (PLANE_BYTES - PLANE_ROW_BYTES)

/* Begin with the first row that has floor. */
static void begin_looking(void)
{
    byte_of_planes = PLANE_ROW_BYTES;
}

/* Look at so many bytes of the plane, from this one on. */
static NOINLINE void look_at_bytes(uint16_t at, uint8_t count)
{
    looked_row = plane_solid + at - 1;
    looked_end = count + 1;
}

/* Look at the next bytes of the rows that have floor, at most so many. */
static NOINLINE void look_at_next(uint8_t most)
{
    uint16_t at;

    at = byte_of_planes;
    look_at_bytes(at, next_bytes(BEHIND_ROWS, most));
}
#endif

#if SOME_MEASURE_FLOOR_DEAD_ENDS
/* One step of counting dead ends: some bytes. */
static NOINLINE uint8_t count_dead_ends(void)
{
    look_at_next(END_BYTES);
    count_ends();
    return byte_of_planes == BEHIND_ROWS;
}
#endif

#if SOME_MEASURE_EMPTY_SQUARE
/* The bits of a row's last byte that are behind the map. */
#define BITS_BEHIND ((uint8_t)(0xFF00 >> (8 - (MAP_WIDTH & 7))))

/* Begin with row plane_y. A function of its own: OSCAR64 does not see that kernels change square_side. */
static NOINLINE void begin_row_of_squares(void)
{
    plane_at = 0;
    square_missing = square_side + 1;
    square_limit = 0;
    if (plane_y >= square_side)
        square_limit = plane_y + 1 - square_side;
#if MAP_WIDTH & 7
    (plane_solid + plane_row[plane_y])[PLANE_ROW_BYTES - 1] &= (uint8_t)~BITS_BEHIND;
#endif
}

/* Begin with the first row. */
static NOINLINE void begin_squares(void)
{
    uint8_t x;

    for (x = 0; x != MAP_WIDTH; ++x)
        square_opened[x] = 0;
    square_side = 0;
    plane_y = 0;
    begin_row_of_squares();
}

/* Look for squares in the next bytes of row plane_y, so many. */
static NOINLINE void look_for_squares(uint8_t count)
{
    square_from = plane_solid + plane_row[plane_y] + plane_at;
    square_end = count;
    square_x = PLANE_FIRST_X(plane_at);
    square_row = plane_y + 1;
    find_squares();
    plane_at += count;
}

/* One step of finding the largest square of solid tiles: some bytes. */
static NOINLINE uint8_t find_square(void)
{
    uint8_t left, count;

    left = SQUARE_BYTES;
    do {
        count = PLANE_ROW_BYTES - plane_at;
        if (count > left)
            count = left;
        left -= count;
        look_for_squares(count);
        if (plane_at == PLANE_ROW_BYTES) {
#if MAP_WIDTH & 7
            (plane_solid + plane_row[plane_y])[PLANE_ROW_BYTES - 1] |= BITS_BEHIND;
#endif
            ++plane_y;
            if (plane_y == MAP_HEIGHT)
                return 1;
            begin_row_of_squares();
        }
    } while (left != 0);
    return 0;
}
#endif

#endif
