/* The tiles of a byte of a plane. */
#ifndef UNDERCROFT_TILES_OF_BYTE_H
#define UNDERCROFT_TILES_OF_BYTE_H

#include "core/plane/plane.h"

/* How many tiles of a row the current byte has. */
static uint8_t tiles_of_byte(void)
{
    if (plane_at == PLANE_ROW_BYTES - 1)
        return MAP_WIDTH - (PLANE_ROW_BYTES - 1) * 8;
    return 8;
}

#endif
