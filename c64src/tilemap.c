/* The packed map of one dungeon: included by every dungeon's own translation unit, after the
 * emitted header that names its width, height and bits a tile. The twin of
 * pygen/reference/tilemap.py.
 *
 * Tile (x, y) is a few bits of one little-endian stream. Eight tiles always fill whole bytes, so
 * a row starts at most seven tiles behind such a boundary: ROW_SKEW(y). Counted from there, byte
 * and mask of every tile stand in tables.
 */

/* Set all tiles to 0. */
static void clear_map(void)
{
    uint8_t *at;
    uint16_t left;

    at = BYTES_AT(MAP_START);
    for (left = MAP_BYTES; left != 0; --left)
        *at++ = 0;
}

/* The tile at (x, y). */
static uint8_t get_tile(uint8_t x, uint8_t y)
{
    uint8_t value;
    const uint8_t *at;

    x += ROW_SKEW(y);
    at = row_start[y] + TILE_FIRST_BYTE[x];
    value = *at >> TILE_SHIFT(x);
    if (TILE_FIRST_BYTE[x] != TILE_LAST_BYTE[x])
        value |= (uint8_t)(at[1] << (8 - TILE_SHIFT(x)));
    return value & TILE_MASK;
}

/* Fill w x h tiles (each 1 or more) from (x, y) on; all of them must lie in the map.
 *
 * Whole bytes are stored, only the first and last of a row are merged: about 100 cycles a row and
 * 12 a byte with OSCAR64. */
static void fill_rectangle(uint8_t x, uint8_t y, uint8_t w, uint8_t h, uint8_t tile)
{
    uint8_t first, last, first_mask, last_mask, at;
    uint8_t *row;
    const uint8_t *pattern;

    pattern = TILE_PATTERN(tile);
    do {
        at = (uint8_t)(x + ROW_SKEW(y));
        row = row_start[y];
        first = TILE_FIRST_BYTE[at];
        first_mask = TILE_FIRST_MASK(at);
        at = (uint8_t)(at + w - 1);
        last = TILE_LAST_BYTE[at];
        last_mask = TILE_LAST_MASK(at);
        if (first == last) {
            first_mask &= last_mask;
            row[first] = (row[first] & (uint8_t)~first_mask) | (PATTERN_BYTE(pattern, first) & first_mask);
        } else {
            row[first] = (row[first] & (uint8_t)~first_mask) | (PATTERN_BYTE(pattern, first) & first_mask);
            for (at = first + 1; at != last; ++at)
                row[at] = PATTERN_BYTE(pattern, at);
            row[last] = (row[last] & (uint8_t)~last_mask) | (PATTERN_BYTE(pattern, last) & last_mask);
        }
        ++y;
    } while (--h != 0);
}

/* Put one tile. */
static void set_tile(uint8_t x, uint8_t y, uint8_t tile)
{
    fill_rectangle(x, y, 1, 1, tile);
}
