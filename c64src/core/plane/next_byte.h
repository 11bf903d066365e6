/* Going through a plane byte by byte. */
#ifndef UNDERCROFT_PLANE_NEXT_BYTE_H
#define UNDERCROFT_PLANE_NEXT_BYTE_H

#include "core/plane/plane.h"
#include "core/plane/plane_end.h"

/* Go to the next byte of the plane; 1 if that was the last one, and the next is the first again. */
static uint8_t next_byte(void)
{
    ++plane_at;
    if (plane_at != PLANE_ROW_BYTES)
        return 0;
    plane_at = 0;
    ++plane_y;
    return is_plane_done();
}

#endif
