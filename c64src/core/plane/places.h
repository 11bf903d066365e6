/* Tiles of a sort, from a random byte of a plane on: the search goes once through all bytes. With the loops of those who
 * search the twin of pygen/engine/plane/places.py. */
#ifndef UNDERCROFT_PLANE_PLACES_H
#define UNDERCROFT_PLANE_PLACES_H

#include "core/generation.h"
#include "core/plane/entries.h"
#include "core/plane/flood.h"
#include "core/plane/plane.h"

/* The tile that was found; the byte that is looked at, those of its tiles that are left, and how many bytes are. */
WORK uint8_t found_at_x, found_at_y, byte_y, byte_at, byte_bits;
WORK uint16_t bytes_to_look;

/* At how many bytes a step may still look, and what has come of it: FOUND, NOTHING_FOUND or NOT_YET. */
WORK uint8_t look_bytes_left, found_at;

/* Begin to look for a tile at a random byte of the plane. */
static NOINLINE void begin_place(void)
{
    byte_y = 1 + random_below(MAP_HEIGHT - 2);
    /* The first step goes on to it. */
    byte_at = random_below(PLANE_ROW_BYTES) - 1;
    bytes_to_look = (uint16_t)(MAP_HEIGHT - 2) * PLANE_ROW_BYTES;
    byte_bits = 0;
}

/* Take the next tile of the byte, or if none is left go on to the next byte. 1 if that is to be looked at: then byte_bits
 * is to be set to those of its tiles that suit, and this called again. If not, found_at says why. */
static NOINLINE uint8_t goes_to_byte(void)
{
    if (byte_bits != 0) {
        found_at = FOUND;
        found_at_y = byte_y;
        found_at_x = first_column(byte_bits, byte_at);
        byte_bits &= (uint8_t)(byte_bits - 1);
        return 0;
    }
    found_at = NOTHING_FOUND;
    if (bytes_to_look == 0)
        return 0;
    found_at = NOT_YET;
    if (look_bytes_left == 0)
        return 0;
    --look_bytes_left;
    --bytes_to_look;
    ++byte_at;
    if (byte_at == PLANE_ROW_BYTES) {
        byte_at = 0;
        ++byte_y;
        if (byte_y == MAP_HEIGHT - 1)
            byte_y = 1;
    }
    return 1;
}

#endif
