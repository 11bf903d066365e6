/* Opening tiles that are walkable, but no floor. */
#ifndef UNDERCROFT_PLANE_OPEN_OTHERS_H
#define UNDERCROFT_PLANE_OPEN_OTHERS_H

#include "core/generation.h"
#include "core/plane/plane.h"
#ifdef OTHERS_ARE_STAIRS
#include "core/get_tile.h"
#include "core/plane/plane_bit.h"
#else
#include "core/plane/some_bytes.h"
#include "core/plane/taken.h"
#endif

/* The byte of the plane that is next. */
WORK uint16_t bytes_opened;

/* Begin to open tiles. */
static void begin_to_open(void)
{
    bytes_opened = 0;
}

#ifdef OTHERS_ARE_STAIRS

/* Open the tile at (x, y) if it is one of stairs. */
static void open_stairs(uint8_t x, uint8_t y)
{
    uint8_t tile;

    tile = get_tile(x, y);
    if (tile == TILE_UP_STAIRS || tile == TILE_DOWN_STAIRS)
        plane_solid[plane_row[y] + (x >> 3)] &= (uint8_t)~plane_bit[x & 7];
}

/* One step of opening the stairs again, as many as if each byte of the plane were looked at. */
static uint8_t open_others(void)
{
    if (bytes_opened == 0) {
        open_stairs(SUMMARY->up_x, SUMMARY->up_y);
        open_stairs(SUMMARY->down_x, SUMMARY->down_y);
    }
    bytes_opened += BYTES_OPENED;
    return bytes_opened >= PLANE_BYTES;
}

#else

/* One step of opening what was closed of the other tiles that were read: those stay as they are. Some
 * bytes. */
static uint8_t open_others(void)
{
    uint8_t left;
    REGISTER const uint8_t *from;
    REGISTER uint8_t *to;

    CHANGE_SOME_BYTES(bytes_opened, BYTES_OPENED, plane_others, plane_solid, *to &= (uint8_t)~*from);
    return bytes_opened == PLANE_BYTES;
}

#endif

#endif
