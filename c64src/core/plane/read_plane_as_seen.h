/* Reading the map into a plane, as it looks. Needs the kernel core/plane/read_seen. Without tiles that look
 * like walls it is reading the map. */
#ifndef UNDERCROFT_PLANE_READ_PLANE_AS_SEEN_H
#define UNDERCROFT_PLANE_READ_PLANE_AS_SEEN_H

#include "core/plane/plane.h"
#include "core/plane/rows_read.h"
#include "zeropage.h"

#ifndef SECRET_TILES

#include "core/plane/read_plane.h"

#define read_plane_as_seen read_plane
#define ROWS_SEEN ROWS_READ

#else

#include "core/plane/next_row.h"

/* How many rows one step reads: as many as of read_plane, but at most so many. */
#if ROWS_READ > MOST_ROWS_SEEN
#define ROWS_SEEN MOST_ROWS_SEEN
#else
#define ROWS_SEEN ROWS_READ
#endif

/* One step of reading the map: some rows. What is neither empty nor wall is open, unless it looks like
 * a wall; the edge is what plane_edge says. */
static uint8_t read_plane_as_seen(void)
{
    uint8_t left;

    for (left = ROWS_SEEN; left != 0; --left) {
        find_row();
        read_to = plane_solid + plane_row[plane_y] + plane_at;
        read_seen();
        if (close_read_row())
            return 1;
    }
    return 0;
}

#endif
#endif
