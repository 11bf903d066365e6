/* Loops: ways of floor round islands.
 *
 * What was not reached falls into parts; tiles that touch, at a side or at a corner, belong to one. The part at the edge of
 * the map is what is outside, each other one is an island, or a pillar, if it is small. Pillars are filled in with floor.
 * All floor is connected, so the number of islands that are left is 1, less the runs of floor in all rows, plus the runs
 * that two rows have in common (S. B. Gray, "Local properties of binary images in two dimensions", 1971). */
#ifndef UNDERCROFT_MEASURE_ISLANDS_H
#define UNDERCROFT_MEASURE_ISLANDS_H

#include "core/generation.h"
#include "core/plane/plane.h"
#include "core/plane/plane_bit.h"
#include "passes/measure/rows.h"

/* In byte plane_at of row plane_y, the tiles that may be the first ones of other parts. */
static uint8_t first_tiles;

/* Close or open a tile of the part. */
static NOINLINE void change_part_tile(uint8_t at)
{
    uint8_t x;
    REGISTER uint8_t *row;

    row = plane_solid + (uint16_t)(part_low[at] | part_high[at] << 8);
    x = part_x[at];
    row[x >> 3] ^= plane_bit[x & 7];
}

/* Close the tiles of the part again: it is no pillar. A function of its own: OSCAR64 does not see that kernels change
 * part_tiles. */
static NOINLINE void close_part(void)
{
    do {
        --part_tiles;
        change_part_tile(part_tiles);
    } while (part_tiles != 0);
}

/* Fill the part with this tile of row plane_y, if it is a pillar. */
static NOINLINE void fill_part(uint8_t x)
{
    uint16_t row;

    row = plane_row[plane_y];
    part_x[0] = x;
    part_low[0] = (uint8_t)row;
    part_high[0] = (uint8_t)(row >> 8);
    part_tiles = 1;
    change_part_tile(0);
    part_plane = plane_solid;
    if (grow_part())
        close_part();
}

/* Begin with the first row that has floor. */
static void begin_pillars(void)
{
    plane_y = 1;
    plane_at = 0;
    first_tiles = 0;
}

/* Search some bytes of row plane_y, from plane_at on. How many were searched; plane_at is the last one of them if
 * first_tiles is not 0, else the one behind. */
static NOINLINE uint8_t search_row(uint8_t count)
{
    look_at_bytes(plane_row[plane_y] + plane_at, count);
    first_tiles = find_pillar();
    if (first_tiles == 0) {
        plane_at += count;
        return count;
    }
    plane_at += pillar_byte - 1;
    return pillar_byte;
}

/* The lowest of first_tiles, which are not 0: its number in the byte. It is none of them then. */
static NOINLINE uint8_t take_first_tile(void)
{
    uint8_t x;

    x = 0;
    while ((first_tiles & plane_bit[x]) == 0)
        ++x;
    first_tiles ^= plane_bit[x];
    return x;
}

/* One step of filling pillars: some bytes are searched, some parts are looked at. */
static NOINLINE uint8_t fill_pillars(void)
{
    uint8_t left, count, x;

    left = PILLAR_WORK;
    for (;;) {
        if (first_tiles != 0) {
            /* A pillar that was filled may have had others of them. */
            first_tiles &= plane_solid[plane_row[plane_y] + plane_at];
            if (first_tiles != 0) {
                if (left < PART_WORK)
                    return 0;
                left -= PART_WORK;
                x = PLANE_FIRST_X(plane_at) + take_first_tile();
                fill_part(x);
            }
            if (first_tiles == 0)
                ++plane_at;
            continue;
        }
        if (plane_at == PLANE_ROW_BYTES) {
            plane_at = 0;
            ++plane_y;
            if (plane_y == MAP_HEIGHT - 1)
                return 1;
        }
        if (left == 0)
            return 0;
        count = PLANE_ROW_BYTES - plane_at;
        if (count > left)
            count = left;
        left -= search_row(count);
    }
}

/* One step of counting loops: some bytes. */
static NOINLINE uint8_t count_islands(void)
{
    look_at_next(LOOP_BYTES);
    count_runs();
    return byte_of_planes == BEHIND_ROWS;
}

/* How many there are. */
static NOINLINE uint8_t islands_counted(void)
{
    if (loops_counted > MOST_LOOPS)
        return MOST_LOOPS;
    return (uint8_t)loops_counted;
}

#endif
