/* Reading the map into a plane. Needs the kernel core/plane/read_solid. */
#ifndef UNDERCROFT_PLANE_READ_PLANE_H
#define UNDERCROFT_PLANE_READ_PLANE_H

#include "core/phase.h"
#include "core/plane/next_row.h"
#include "core/plane/plane.h"
#include "core/plane/rows_read.h"
#include "zeropage.h"

/* Read row plane_y, or its part. */
static void read_row(void)
{
    find_row();
    read_to = plane_solid + plane_row[plane_y] + plane_at;
    read_solid();
}

/* One step of reading the map: some rows. What is walkable is open; the edge is what plane_edge
 * says. If the phase before has written the plane, only the edge is left to be set. */
static uint8_t read_plane(void)
{
    uint8_t left;

    for (left = ROWS_READ; left != 0; --left) {
#ifdef WRITES_PLANES
        if (plane_phase == phase) {
            if (next_read_part() == 0)
                continue;
            if (plane_edge == PLANE_OPEN)
                close_row(plane_y - 1, PLANE_OPEN);
            if (is_plane_done()) {
                plane_phase = 0;
#ifdef REWRITES_PLANES
                changed_from = MAP_HEIGHT;
                changed_to = 0;
#endif
                return 1;
            }
            continue;
        }
#endif
        read_row();
        if (close_read_row())
            return 1;
    }
    return 0;
}

#endif
