/* Reading rows of the map into planes. */
#ifndef UNDERCROFT_PLANE_ROWS_READ_H
#define UNDERCROFT_PLANE_ROWS_READ_H

#include "core/generation.h"
#include "core/plane/plane.h"
#include "zeropage.h"

/* How many rows one step reads: at most so many, and not more than BYTES_READ of a plane. A row that has
 * more is read in two parts. Tiles of four bits or more take longer. */
#if TILE_BITS >= 4
#define BYTES_READ WIDE_BYTES_READ_AT_ONCE
#else
#define BYTES_READ BYTES_READ_AT_ONCE
#endif
#if PLANE_ROW_BYTES > BYTES_READ
#define ROWS_READ 1
#elif BYTES_READ / PLANE_ROW_BYTES > MOST_ROWS_READ
#define ROWS_READ MOST_ROWS_READ
#else
#define ROWS_READ (BYTES_READ / PLANE_ROW_BYTES)
#endif

/* Point at the tiles of row plane_y, or of its part, for a kernel that reads them. */
static void find_row(void)
{
    read_from = row_start[plane_y];
    read_skew = ROW_SKEW(plane_y);
    reads_left = PLANE_ROW_BYTES;
#if PLANE_ROW_BYTES > BYTES_READ
    reads_left = FIRST_PART;
    if (plane_at != 0) {
        read_from += FIRST_PART * TILE_BITS;
        reads_left = PLANE_ROW_BYTES - FIRST_PART;
    }
#endif
}

#endif
