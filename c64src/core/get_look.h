/* Reading the looks of tiles, for passes that need them. */
#ifndef UNDERCROFT_GET_LOOK_H
#define UNDERCROFT_GET_LOOK_H

/* The look of the tile at (x, y); 0 is none. */
static uint8_t get_look(uint8_t x, uint8_t y)
{
#if LOOK_BITS == 8
    return look_row[y][x];
#else
    uint8_t both;

    both = look_row[y][x >> 1];
    if (x & 1)
        return both >> 4;
    return both & 0x0F;
#endif
}

#endif
