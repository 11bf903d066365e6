/* Reading which tiles are walkable, but no floor. Needs the kernel core/plane/read_other_tiles. */
#ifndef UNDERCROFT_PLANE_READ_OTHERS_H
#define UNDERCROFT_PLANE_READ_OTHERS_H

#include "core/plane/known_tiles.h"
#include "core/plane/next_row.h"
#include "core/plane/plane.h"
#include "core/plane/plane_end.h"
#include "core/plane/rows_read.h"
#ifndef OTHERS_ARE_STAIRS
#include "core/plane/taken.h"
#endif
#include "zeropage.h"

/* One step of reading which tiles are walkable, but no floor, such as doors and stairs: some rows. If they can
 * only be stairs, the summary says where they are, and the steps read nothing. */
static uint8_t read_others(void)
{
    uint8_t left;

    for (left = ROWS_READ; left != 0; --left) {
#ifndef OTHERS_ARE_STAIRS
        find_row();
        read_to = plane_others + plane_row[plane_y] + plane_at;
        read_other_tiles();
#if MAP_WIDTH & 7
        plane_others[plane_row[plane_y] + PLANE_ROW_BYTES - 1] &= 0xFF >> (8 - (MAP_WIDTH & 7));
#endif
#endif
        if (next_read_part() && is_plane_done()) {
#ifdef SOLID_OTHERS
            known_to = 0;
#endif
            return 1;
        }
    }
    return 0;
}

#endif
