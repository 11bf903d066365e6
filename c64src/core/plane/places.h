/* Tiles of a sort, from a random byte of a plane on: the search goes once through all bytes. With the loops of those who
 * search the twin of pygen/engine/plane/places.py. */
#ifndef UNDERCROFT_PLANE_PLACES_H
#define UNDERCROFT_PLANE_PLACES_H

#include "core/generation.h"
#include "core/plane/plane.h"

/* The tile that was found; the byte that is looked at, those of its tiles that are left, and how many bytes are. */
static uint8_t found_at_x, found_at_y, byte_y, byte_at, byte_bits;
static uint16_t bytes_to_look;

/* Begin to look for a tile at a random byte of the plane. */
static NOINLINE void begin_place(void)
{
    byte_y = 1 + random_below(MAP_HEIGHT - 2);
    byte_at = random_below(PLANE_ROW_BYTES);
    bytes_to_look = (uint16_t)(MAP_HEIGHT - 2) * PLANE_ROW_BYTES;
    byte_bits = 0;
}

#endif
