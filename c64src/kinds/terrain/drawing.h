/* Drawing the classes, and what changes when parts are dropped or joined. */
#ifndef UNDERCROFT_TERRAIN_DRAWING_H
#define UNDERCROFT_TERRAIN_DRAWING_H

#include "core/generation.h"
#include "core/get_tile.h"
#include "core/kernels.h"
#include "core/plane/next_byte.h"
#include "core/plane/plane.h"
#include "kinds/terrain/classes.h"
#ifdef WORLD_GATES
#include "core/wide_edges.h"
#endif

/* The solid tiles as they were drawn at first. */
WORK uint8_t plane_before[PLANE_BYTES];

/* Draw a part of row plane_y on the empty map, and set its bits in both planes: those that are solid.
 * In the plane all tiles at the map's edge are, which the other has as they are drawn. */
static void draw_part(const uint8_t *row, uint8_t first, uint8_t end)
{
    uint16_t byte;

    byte = plane_row[plane_y] + (first >> 3);
    heights_from = row + first;
    heights_left = end - first;
    tiles_to = row_start[plane_y] + TILE_FIRST_BYTE(first + ROW_SKEW(plane_y));
    solid_to = plane_solid + byte;
    before_to = plane_before + byte;
#if TILE_BITS == 4 && !ROWS_ARE_ALIGNED
    draw_skew = ROW_SKEW(plane_y) & 1;
#elif TILE_BITS == 4
    draw_skew = 0;
#endif
    draw_tiles();
    if (end == MAP_WIDTH)
        close_row(plane_y, PLANE_SOLID);
}

/* Redraw the tiles of the current byte that have changed: as floor where they are open now, else as a
 * class that is not walkable. */
static void redraw_byte(uint8_t differing)
{
#if REDRAWS_BY_KERNEL
    redrawn_bits = differing;
    drawn_bits = plane_solid[plane_row[plane_y] + plane_at];
    tiles_to = row_start[plane_y] + (uint8_t)(4 * plane_at);
    redraw_tiles();
#else
    uint8_t x, bits, solid, tile;

    solid = plane_solid[plane_row[plane_y] + plane_at];
    x = PLANE_FIRST_X(plane_at);
    for (bits = differing; bits != 0; bits >>= 1) {
        if (bits & 1) {
            tile = get_tile(x, plane_y);
            if (solid & 1) {
#ifdef WORLD_GATES
                keep_edge_tile(x, plane_y, tile);
#endif
                tile = filled_tile(tile);
            } else
                tile = TILE_FLOOR;
            set_tile(x, plane_y, tile);
        }
        solid >>= 1;
        ++x;
    }
#endif
}

/* Whether the first four tiles of the current byte are redrawn. */
WORK uint8_t is_half_redrawn;

/* One step of redrawing all tiles that have changed: it compares some bytes, up to one that has. If
 * both halves of a byte have changed, each is a step. */
static uint8_t redraw(void)
{
    uint8_t left, differing;
    uint16_t at;

    at = plane_row[plane_y] + plane_at;
    left = BYTES_COMPARED;
    if (PLANE_BYTES - at < BYTES_COMPARED)
        left = (uint8_t)(PLANE_BYTES - at);
    solid_to = plane_solid + at;
    before_to = plane_before + at;
    bytes_left = left;
    left = find_difference();
    at += left;
    if (at == PLANE_BYTES)
        return 1;
    for (plane_at += left; plane_at >= PLANE_ROW_BYTES; plane_at -= PLANE_ROW_BYTES)
        ++plane_y;
    if (left == BYTES_COMPARED)
        return 0;
    differing = plane_before[at] ^ plane_solid[at];
    if (is_half_redrawn)
        differing &= 0xF0;
    else if ((differing & 0x0F) && (differing & 0xF0)) {
        redraw_byte(differing & 0x0F);
        is_half_redrawn = 1;
        return 0;
    }
    redraw_byte(differing);
    is_half_redrawn = 0;
    return next_byte();
}

#endif
