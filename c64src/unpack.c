/* Rows of the packed map as bytes, for who shows it: included by every dungeon's own unit. */

/* Unpack all whole groups of tiles that touch the row's tiles from x on, for a whole window, into
 * `out`, which has 16 bytes more than the window has columns. Returns where in it tile x lies.
 * Behind the map's right edge follows what the stream holds there. About 15 cycles a tile. */
static const uint8_t *unpack_row(uint8_t x, uint8_t y, uint8_t *out)
{
    const uint8_t *at;
    uint8_t left;
#if TILE_BITS == 3
    uint8_t first, second, third;

    x += ROW_SKEW(y);
    at = row_start[y] + TILE_FIRST_BYTE((uint8_t)(x & 0xF8));
    for (left = (VIEW_WIDTH + 14) / 8; left != 0; --left) {
        first = at[0];
        second = at[1];
        third = at[2];
        out[0] = first & 7;
        out[1] = (first >> 3) & 7;
        out[2] = (uint8_t)((first >> 6) | (second << 2)) & 7;
        out[3] = (second >> 1) & 7;
        out[4] = (second >> 4) & 7;
        out[5] = (uint8_t)((second >> 7) | (third << 1)) & 7;
        out[6] = (third >> 2) & 7;
        out[7] = third >> 5;
        at += 3;
        out += 8;
    }
    return out - 8 * ((VIEW_WIDTH + 14) / 8) + (x & 7);
#elif TILE_BITS == 4
    x += ROW_SKEW(y);
    at = row_start[y] + (x >> 1);
    for (left = (VIEW_WIDTH + 2) / 2; left != 0; --left) {
        out[0] = *at & 15;
        out[1] = *at >> 4;
        ++at;
        out += 2;
    }
    return out - 2 * ((VIEW_WIDTH + 2) / 2) + (x & 1);
#else
    at = row_start[y] + x;
    for (left = 0; left != VIEW_WIDTH; ++left)
        out[left] = at[left];
    return out;
#endif
}

/* Unpack `count` tiles of column x from row y on. */
static void unpack_column(uint8_t x, uint8_t y, uint8_t count, uint8_t *out)
{
    do {
        *out = get_tile(x, y);
        ++out;
        ++y;
    } while (--count != 0);
}
