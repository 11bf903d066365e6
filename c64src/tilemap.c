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

/* Maps of 4 and 8 bits a tile have no use for a tile's place. */
#if TILE_BITS == 3
#define IGNORE_PLACE(place)
#else
#define IGNORE_PLACE(place) (void)(place)
#endif

/* Point at a tile: its first byte in fill_row, its bits there and in the next byte as masks; its
 * place among those that lie alike. */
INLINE uint8_t find_tile(uint8_t x, uint8_t y)
{
    uint8_t place;

    ASSERT("find_tile: outside the map", x < MAP_WIDTH && y < MAP_HEIGHT);
    place = x + ROW_SKEW(y);
    fill_row = row_start[y] + TILE_FIRST_BYTE(place);
    place &= 7;
    fill_first_mask = TILE_LOW_MASK(place);
    fill_last_mask = TILE_HIGH_MASK(place);
    return place;
}

/* Is there no tile yet where find_tile points. */
#define FOUND_TILE_IS_EMPTY \
    ((fill_row[0] & fill_first_mask) == 0 \
     && (fill_last_mask == 0 || (fill_row[1] & fill_last_mask) == 0))

/* Put one tile; 0 if it was there already. About 130 cycles. */
static uint8_t set_tile(uint8_t x, uint8_t y, uint8_t tile)
{
    uint8_t place;

    place = find_tile(x, y);
    IGNORE_PLACE(place);
    fill_pattern = TILE_PATTERN(tile, place);
    return merge_tile();
}

#ifndef UNDERCROFT_GENERATOR_ALONE

/* The tile at (x, y). About 130 cycles. */
static uint8_t get_tile(uint8_t x, uint8_t y)
{
    uint8_t place;
#if TILE_BITS == 3
    uint16_t bits;
#endif

    place = find_tile(x, y);
#if TILE_BITS == 3
    bits = fill_row[0];
    if (fill_last_mask)
        bits |= (uint16_t)fill_row[1] << 8;
    return (uint8_t)(bits >> TILE_SHIFT(place)) & TILE_MASK;
#elif TILE_BITS == 4
    return (uint8_t)(*fill_row >> TILE_SHIFT(place)) & TILE_MASK;
#else
    IGNORE_PLACE(place);
    return *fill_row;
#endif
}

#endif
