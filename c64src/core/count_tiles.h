/* The number of tiles of each code in a map. Included by every dungeon's own unit. */
#ifndef UNDERCROFT_COUNT_TILES_H
#define UNDERCROFT_COUNT_TILES_H

#include "core/generation.h"
#include "core/get_tile.h"
#include "core/kernels.h"

/* Tiles that were unpacked. */
#if TILE_BITS == 3
WORK uint8_t unpacked[8 * GROUPS_AT_ONCE];
#elif TILE_BITS == 4
WORK uint8_t unpacked[2];
#endif

/* Count the map's tiles by their code into count_low and count_high. As they are one stream of bits,
 * rows do not matter. */
static void count_tiles(void)
{
#if TILE_BITS == 3 && MAP_GROUPS / GROUPS_AT_ONCE < 256
    uint8_t left;
#else
    uint16_t left;
#endif
    uint8_t count;
#if TILE_BITS == 4
    const uint8_t *at;
#endif

    count = TILE_MASK;
    do {
        count_low[count] = 0;
        count_high[count] = 0;
    } while (count-- != 0);
#if TILE_BITS == 3
    unpack_from = BYTES_AT(MAP_START);
    for (left = MAP_GROUPS / GROUPS_AT_ONCE; left != 0; --left) {
        unpack_to = unpacked;
        groups_left = GROUPS_AT_ONCE;
        unpack_groups();
        codes_from = unpacked;
        codes_left = 8 * GROUPS_AT_ONCE;
        count_codes();
    }
#elif TILE_BITS == 4
    at = BYTES_AT(MAP_START);
    for (left = MAP_GROUPS; left != 0; --left) {
        unpacked[0] = *at & 15;
        unpacked[1] = *at >> 4;
        ++at;
        codes_from = unpacked;
        codes_left = 2;
        count_codes();
    }
#else
    codes_from = BYTES_AT(MAP_START);
    for (left = MAP_GROUPS; left > 255; left -= 255) {
        codes_left = 255;
        count_codes();
        codes_from += 255;
    }
    if (left != 0) {
        codes_left = (uint8_t)left;
        count_codes();
    }
#endif
#if MAP_TILES_LEFT
    for (count = 0; count != MAP_TILES_LEFT; ++count)
        unpacked[count] = get_tile((uint8_t)(MAP_WIDTH - MAP_TILES_LEFT + count), MAP_HEIGHT - 1);
    codes_from = unpacked;
    codes_left = MAP_TILES_LEFT;
    count_codes();
#endif
}

#endif
