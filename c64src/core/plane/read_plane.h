/* Reading the map into a plane. Needs the kernel core/plane/read_solid. */
#ifndef UNDERCROFT_PLANE_READ_PLANE_H
#define UNDERCROFT_PLANE_READ_PLANE_H

#include "core/plane/next_row.h"
#include "core/plane/plane.h"
#include "core/plane/rows_read.h"
#include "zeropage.h"

/* One step of reading the map: some rows. What is walkable is open; the edge is what plane_edge
 * says. */
static uint8_t read_plane(void)
{
    uint8_t left;

    for (left = ROWS_READ; left != 0; --left) {
        find_row();
        read_to = plane_solid + plane_row[plane_y] + plane_at;
        read_solid();
        if (close_read_row())
            return 1;
    }
    return 0;
}

#endif
