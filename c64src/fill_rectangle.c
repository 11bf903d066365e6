/* Rectangles of tiles in the packed map: included after tilemap.c by the kinds that draw them. */

/* Fill w x h tiles (each 1 or more) from (x, y) on; all of them must lie in the map.
 *
 * Whole bytes are stored, only the first and last of a row are merged: about 100 cycles a row and
 * 12 a byte with OSCAR64. */
static void fill_rectangle(uint8_t x, uint8_t y, uint8_t w, uint8_t h, uint8_t tile)
{
    uint8_t first, last, first_mask, last_mask, at;
    uint8_t *row;
    const uint8_t *pattern;

    ASSERT("fill_rectangle: no tiles", w != 0 && h != 0);
    ASSERT("fill_rectangle: too wide", x < MAP_WIDTH && w <= MAP_WIDTH - x);
    ASSERT("fill_rectangle: too high", y < MAP_HEIGHT && h <= MAP_HEIGHT - y);
    pattern = TILE_PATTERN(tile);
    do {
        at = (uint8_t)(x + ROW_SKEW(y));
        row = row_start[y];
        first = TILE_FIRST_BYTE(at);
        first_mask = TILE_FIRST_MASK(at);
        at = (uint8_t)(at + w - 1);
        last = TILE_LAST_BYTE(at);
        last_mask = TILE_LAST_MASK(at);
        if (first == last) {
            first_mask &= last_mask;
            BYTE_MERGE(row, first, first_mask, pattern);
        } else {
            BYTE_MERGE(row, first, first_mask, pattern);
            for (at = first + 1; at != last; ++at)
                row[at] = PATTERN_BYTE(pattern, at);
            BYTE_MERGE(row, last, last_mask, pattern);
        }
        ++y;
    } while (--h != 0);
}
