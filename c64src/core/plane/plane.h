/* A plane of the map: one bit a tile, 1 where it is solid. Kinds and passes that look at walls and
 * floor only include the files of this folder that they call. The twin is the folder
 * pygen/engine/plane.
 *
 * A function here that says it does one step returns 1 if that was the last one, else 0. Before the
 * first of them a phase calls begin_plane. Bit 0 of a row's first byte is the tile at its left end;
 * the bits behind its right end are as the edge.
 */
#ifndef UNDERCROFT_PLANE_PLANE_H
#define UNDERCROFT_PLANE_PLANE_H

#include "core/plane/plane_rows.h"
#include "core/platform.h"

WORK uint8_t plane_solid[PLANE_BYTES];

#ifdef REWRITES_PLANES
/* The first and the last row of the map that may have to change if the plane is written into it. */
WORK uint8_t changed_from, changed_to;

/* Any row may have to change. */
static void change_all_rows(void)
{
    changed_from = 0;
    changed_to = MAP_HEIGHT - 1;
}
#endif

/* PLANE_SOLID or PLANE_OPEN: what the edge is until the last round of an automaton. */
WORK uint8_t plane_edge;

/* The row and the byte of it that are next in a function that goes through all of them. */
WORK uint8_t plane_y, plane_at;

/* Begin to work with the plane; the edge counts as `edge` says until the last round of an automaton. */
static void begin_plane(uint8_t edge)
{
    plane_edge = edge;
    plane_y = 0;
    plane_at = 0;
#ifdef REWRITES_PLANES
    change_all_rows();
#endif
}

/* Make the tiles of row y that are at the map's edge solid, or open. */
static void close_row(uint8_t y, uint8_t edge)
{
    uint8_t at, closed;
    REGISTER uint8_t *row;

    row = plane_solid + plane_row[y];
    closed = edge;
    at = PLANE_ROW_BYTES;
    if (y == 0 || y == MAP_HEIGHT - 1) {
        do {
            --at;
            row[at] = closed;
        } while (at != 0);
        return;
    }
    if (closed) {
        row[0] |= 1;
        row[PLANE_ROW_BYTES - 1] |= PLANE_EDGE_BITS;
    } else {
        row[0] &= 0xFE;
        row[PLANE_ROW_BYTES - 1] &= (uint8_t)~PLANE_EDGE_BITS;
    }
}

#endif
