/* The packed map of one dungeon: included by every dungeon's own translation unit, after the
 * emitted header that names its width, height and bits a tile. The twin of
 * pygen/reference/tilemap.py.
 *
 * Tile (x, y) is a few bits of one little-endian stream. Eight tiles always fill whole bytes, so
 * a row starts at most seven tiles behind such a boundary: ROW_SKEW(y). Counted from there, byte
 * and mask of every tile stand in tables.
 */

#include "assertion.h"
#include "kernels.h"

/* Set all tiles to 0. */
static void clear_map(void)
{
    uint8_t at;

    CLEAR_MAP(at, BYTES_AT(MAP_START));
}

/* The tile at (x, y). About 100 cycles with OSCAR64. */
static uint8_t get_tile(uint8_t x, uint8_t y)
{
    uint8_t place;
#if TILE_BITS == 3
    uint16_t bits;
#endif

    ASSERT("get_tile: outside the map", x < MAP_WIDTH && y < MAP_HEIGHT);
    place = x + ROW_SKEW(y);
    fill_row = row_start[y] + TILE_FIRST_BYTE(place);
#if TILE_BITS == 3
    bits = fill_row[0];
    if (TILE_CROSSES(place))
        bits |= (uint16_t)fill_row[1] << 8;
    return (uint8_t)(bits >> TILE_SHIFT(place)) & TILE_MASK;
#elif TILE_BITS == 4
    return (uint8_t)(*fill_row >> TILE_SHIFT(place)) & TILE_MASK;
#else
    return *fill_row;
#endif
}

/* Put one tile. About 170 cycles. */
static void set_tile(uint8_t x, uint8_t y, uint8_t tile)
{
    uint8_t place, first;

    ASSERT("set_tile: outside the map", x < MAP_WIDTH && y < MAP_HEIGHT);
    place = x + ROW_SKEW(y);
    first = TILE_FIRST_BYTE(place);
    fill_row = row_start[y] + first;
    fill_pattern = TILE_PATTERN(tile, place);
    fill_first = 0;
    fill_last = TILE_CROSSES(place);
    fill_first_mask = TILE_FIRST_MASK(place);
    fill_last_mask = TILE_LAST_MASK(place);
    fill_count = 1;
    fill_rows();
}
