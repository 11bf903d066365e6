/* The end of a plane that is gone through row by row. */
#ifndef UNDERCROFT_PLANE_PLANE_END_H
#define UNDERCROFT_PLANE_PLANE_END_H

#include "core/plane/plane.h"

/* 1 if the last row is behind; then the next one is the first again. */
static uint8_t is_plane_done(void)
{
    if (plane_y != MAP_HEIGHT)
        return 0;
    plane_y = 0;
    return 1;
}

#endif
