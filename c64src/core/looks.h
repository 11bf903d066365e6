/* Giving looks to tiles, for passes that do. With get_look.h the twin of LookMap in
 * pygen/engine/definition/looks.py. */
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

#endif
