/* The stack of a flood. Part of the twin of pygen/engine/plane/regions.py. */
#ifndef UNDERCROFT_PLANE_ENTRIES_H
#define UNDERCROFT_PLANE_ENTRIES_H

#include "core/generation.h"
#include "core/plane/plane_rows.h"

/* Add the number of the lowest bit that is set to x, whose three lower bits are 0; `bits` is lost. */
#define ADD_LOWEST_BIT(x, bits) \
    if (((bits) & 15) == 0) { \
        (bits) >>= 4; \
        (x) |= 4; \
    } \
    (x) |= LOWEST_OF_FOUR[(bits) & 15]

/* What a flood has still to look at: pieces of rows, as of the kernel take_entries; and twice the number of
 * them. */
WORK uint8_t entries[4 * (MOST_ENTRIES + 1)];
WORK uint8_t entry_count;

/* The directions of an entry, in the upper byte of its row. */
#define DOWNWARD 0
#define UPWARD 0x80

/* Put the first entry on the stack: a single tile. */
static void push_entry(uint8_t x, uint8_t y, uint8_t direction)
{
    uint16_t row;

    row = plane_row[y];
    entries[0] = x;
    entries[1] = x;
    entries[2 * (MOST_ENTRIES + 1)] = (uint8_t)row;
    entries[2 * (MOST_ENTRIES + 1) + 1] = (uint8_t)(row >> 8) | direction;
    entry_count = 2;
}

/* The column of the first tile of those that a byte has. */
static uint8_t first_column(uint8_t tiles, uint8_t at)
{
    uint8_t bits, x;

    bits = tiles;
    x = PLANE_FIRST_X(at);
    ADD_LOWEST_BIT(x, bits);
    return x;
}

#endif
