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
static uint8_t plane_before[PLANE_BYTES];

/* Read the next tile of a row. */
#define READ_TILE \
    height = heights[x]; \
    tile = height_tile[height]; \
    bits >>= 1; \
    bits |= height_is_solid[height]; \
    ++x;

/* Draw the next two tiles of a row; the first is the first one of its byte, or the second. */
#if TILE_BITS == 4
#define DRAW_PAIR \
    READ_TILE \
    low = tile; \
    READ_TILE \
    *to = (uint8_t)(tile << 4) | low; \
    ++to;
#define DRAW_SKEWED_PAIR \
    READ_TILE \
    *to |= (uint8_t)(tile << 4); \
    ++to; \
    READ_TILE \
    *to |= tile;
#else
#define DRAW_PAIR \
    READ_TILE \
    *to = tile; \
    ++to; \
    READ_TILE \
    *to = tile; \
    ++to;
#endif

/* Draw a part of row plane_y on the empty map, and set its bits in both planes: those that are solid.
 * In the plane all tiles at the map's edge are, which the other has as they are drawn. */
static void draw_part(const uint8_t *row, uint8_t first, uint8_t end)
{
    uint8_t x, height, tile, bits, left;
#if TILE_BITS == 4
    uint8_t low;
#endif
    REGISTER const uint8_t *heights;
    REGISTER uint8_t *to;
    uint16_t byte;

    heights = row;
    x = first;
    to = row_start[plane_y] + TILE_FIRST_BYTE(first + ROW_SKEW(plane_y));
    byte = plane_row[plane_y] + (first >> 3);
    bits = 0;
    while (x < end) {
        left = end - x;
        if (left > 8)
            left = 8;
#if TILE_BITS == 4 && !ROWS_ARE_ALIGNED
        if (ROW_SKEW(plane_y) & 1) {
            for (; left > 1; left -= 2) {
                DRAW_SKEWED_PAIR
            }
            if (left) {
                READ_TILE
                *to |= (uint8_t)(tile << 4);
            }
        } else
#endif
        {
            for (; left > 1; left -= 2) {
                DRAW_PAIR
            }
#if MAP_WIDTH & 1
            if (left) {
                READ_TILE
                *to |= tile;
            }
#endif
        }
#if MAP_WIDTH & 7
        if (x == MAP_WIDTH) {
            /* The bits behind the right end are as the edge. */
            bits >>= 8 - (MAP_WIDTH & 7);
            bits |= (uint8_t)(0xFF << (MAP_WIDTH & 7));
        }
#endif
        plane_before[byte] = bits;
        plane_solid[byte] = bits;
        ++byte;
    }
    if (end == MAP_WIDTH)
        close_row(plane_y, PLANE_SOLID);
}

/* Redraw the tiles of the current byte that have changed: as floor where they are open now, else as a
 * class that is not walkable. */
static void redraw_byte(uint8_t differing)
{
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
}

/* Whether the first four tiles of the current byte are redrawn. */
static uint8_t is_half_redrawn;

/* One step of redrawing all tiles that have changed: it compares some bytes, up to one that has. If
 * both halves of a byte have changed, each is a step. */
static uint8_t redraw(void)
{
    uint8_t left, differing;
    uint16_t at;

    for (left = BYTES_COMPARED; left != 0; --left) {
        at = plane_row[plane_y] + plane_at;
        differing = plane_before[at] ^ plane_solid[at];
        if (differing) {
            if (is_half_redrawn)
                differing &= 0xF0;
            else if ((differing & 0x0F) && (differing & 0xF0)) {
                redraw_byte(differing & 0x0F);
                is_half_redrawn = 1;
                return 0;
            }
            redraw_byte(differing);
            is_half_redrawn = 0;
            left = 1;
        }
        if (next_byte())
            return 1;
    }
    return 0;
}

#endif
