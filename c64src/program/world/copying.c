#include "program/world/copying.h"
#include "constants.h"
#include "core/mapgen.h"
#include "core/generation.h"
#include "memory.h"
#include "program/scroll.h"
#include "program/shown.h"
#include "program/world/slots.h"

uint8_t *copied_to;
uint16_t tiles_copied;

#if WORLD_BITS == 3

/* 3,000 cycles. */
#define TILES_UNPACKED 128
uint8_t copy_tiles(void)
{
    uint16_t from;

    from = MAP_START + (tiles_copied >> 3) * 3;
    unpacked_to = copied_to + tiles_copied;
    packed_low = (uint8_t)from;
    packed_high = (uint8_t)(from >> 8);
    unpack_tiles();
    tiles_copied += TILES_UNPACKED;
    return tiles_copied != CHUNK_BYTES;
}

#else

/* A row is unpacked where it belongs, with some tiles behind it where the next row is copied. So the last row is not, nor any in a program whose window is not as wide. */
#define TILES_COPIED 4
uint8_t copy_tiles(void)
{
    REGISTER uint8_t *to;
    uint8_t x, y, left;

    x = (uint8_t)tiles_copied & (CHUNK_SIDE - 1);
    y = (uint8_t)(tiles_copied >> 5);
    to = copied_to + tiles_copied;
#if VIEW_WIDTH >= CHUNK_SIDE
    if (y != CHUNK_SIDE - 1) {
        dungeon_unpack_row(shown_dungeon, 0, y, to);
        tiles_copied += CHUNK_SIDE;
        return 1;
    }
#endif
    for (left = TILES_COPIED; left != 0; --left) {
        *to = mapgen_get_tile(x, y);
        ++to;
        ++x;
    }
    tiles_copied += TILES_COPIED;
    return tiles_copied != CHUNK_BYTES;
}

#endif
