/* Going on to the next row, or part of a row, that is read into a plane. */
#ifndef UNDERCROFT_PLANE_NEXT_ROW_H
#define UNDERCROFT_PLANE_NEXT_ROW_H

#include "core/plane/plane.h"
#include "core/plane/plane_end.h"
#include "core/plane/rows_read.h"

/* Go to the next row, or to the second part of this one; 1 if the row is complete. */
static uint8_t next_read_part(void)
{
#if PLANE_ROW_BYTES > BYTES_READ
    if (plane_at == 0) {
        plane_at = FIRST_PART;
        return 0;
    }
    plane_at = 0;
#endif
    ++plane_y;
    return 1;
}

/* Go on behind what was read; closes a row that is complete. 1 if it was the last. */
static uint8_t close_read_row(void)
{
    if (next_read_part() == 0)
        return 0;
    close_row(plane_y - 1, plane_edge);
    return is_plane_done();
}

#endif
