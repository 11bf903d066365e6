/* Reading and writing the looks of tiles, for passes that give looks. The twin of LookMap in
 * pygen/engine/definition/looks.py.
 */
#ifndef UNDERCROFT_LOOKS_H
#define UNDERCROFT_LOOKS_H

/* Give the tile at (x, y) a look; 0 is none. */
static void set_look(uint8_t x, uint8_t y, uint8_t look)
{
#if LOOK_BITS == 8
    look_row[y][x] = look;
#else
    uint8_t *at;

    at = look_row[y] + (x >> 1);
    if (x & 1)
        *at = (*at & 0x0F) | (uint8_t)(look << 4);
    else
        *at = (*at & 0xF0) | look;
#endif
}

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
