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

/* Of the byte that was searched last, the tiles that may be the first ones of other parts; and where it is in the plane. */
WORK uint8_t first_tiles;
WORK uint16_t first_tiles_at;

/* Begin with the first row that has floor. */
static void begin_pillars(void)
{
    begin_looking();
    plane_y = 1;
    first_tiles = 0;
    first_tiles_at = 0;
}

/* Search the next bytes for first tiles, at most so many. How many were searched: all up to those that have some. */
static NOINLINE uint8_t search_bytes(uint8_t most)
{
    uint8_t count;

    first_tiles_at = byte_of_planes;
    count = next_bytes(BEHIND_ROWS, most);
    look_at_bytes(first_tiles_at, count);
    first_tiles = find_pillar();
    if (first_tiles == 0)
        return count;
    first_tiles_at += pillar_byte - 1;
    byte_of_planes = first_tiles_at + 1;
    return pillar_byte;
}

/* Open the part with the lowest of first_tiles, if it is a pillar. They are not 0, and lack this one then. */
static NOINLINE void fill_first_part(void)
{
    uint8_t x;
    uint16_t row;

    x = 0;
    while ((first_tiles & plane_bit[x]) == 0)
        ++x;
    first_tiles ^= plane_bit[x];
    while (plane_row[plane_y + 1] <= first_tiles_at)
        ++plane_y;
    row = plane_row[plane_y];
    part_x[0] = PLANE_FIRST_X(first_tiles_at - row) + x;
    part_low[0] = (uint8_t)row;
    part_high[0] = (uint8_t)(row >> 8);
    part_plane = plane_solid;
    fill_pillar();
}

/* One step of filling pillars: some bytes are searched, some parts are looked at. */
static NOINLINE uint8_t fill_pillars(void)
{
    uint8_t left;

    left = PILLAR_WORK;
    for (;;) {
        /* A pillar that was filled may have had others of them. */
        first_tiles &= plane_solid[first_tiles_at];
        if (first_tiles != 0) {
            if (left < PART_WORK)
                return 0;
            left -= PART_WORK;
            fill_first_part();
            continue;
        }
        if (byte_of_planes == BEHIND_ROWS)
            return 1;
        if (left == 0)
            return 0;
        left -= search_bytes(left);
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
