/* What a flood has reached from a tile, whatever is around that one. The twin of pygen/engine/plane/reaching.py. */
#ifndef UNDERCROFT_PLANE_REACH_FROM_H
#define UNDERCROFT_PLANE_REACH_FROM_H

#include "core/generation.h"
#include "core/plane/flood.h"
#include "core/plane/plane.h"
#include "core/plane/plane_bit.h"
#include "core/plane/taken.h"

/* Where in a plane the byte of a tile is. */
static uint16_t byte_of_tile(uint8_t x, uint8_t y)
{
    return plane_row[y] + (x >> 3);
}

/* Put a tile on the stack of the flood. */
static NOINLINE void wait_at(uint8_t x, uint8_t y, uint8_t direction)
{
    uint16_t row;
    uint8_t at;

    row = plane_row[y];
    at = entry_count;
    entries[at] = x;
    entries[at + 1] = x;
    at += 2 * (MOST_ENTRIES + 1);
    entries[at] = (uint8_t)row;
    entries[at + 1] = (uint8_t)(row >> 8) | direction;
    entry_count += 2;
}

/* Let what can be reached from an open tile wait for the flood, whatever is around it.
 *
 * The entry of its row leaves out what is above the tile and its two neighbours, as if it had come from
 * there. */
static NOINLINE void reach_from(uint8_t x, uint8_t y)
{
    uint8_t side;

    entry_count = 0;
    has_lost = 0;
    is_searching = 0;
    if (plane_taken[byte_of_tile(x, y)] & plane_bit[x & 7])
        return;
    wait_at(x, y, DOWNWARD);
    for (side = x - 1; side != (uint8_t)(x + 2); ++side) {
        if ((plane_taken[byte_of_tile(side, y)] & plane_bit[side & 7]) == 0)
            wait_at(side, y - 1, UPWARD);
    }
}

/* Begin to reach all that can be reached from the up stairs. */
static NOINLINE void begin_to_reach(void)
{
    flooded_plane = plane_taken;
    region_size = 0;
    flood_steps = 0;
    has_overflowed = 0;
    reach_from(SUMMARY->up_x, SUMMARY->up_y);
}

#endif
