/* A tunnel: it leads to the nearest tile that was joined. Part of the twin of
 * pygen/engine/plane/tunnels.py. */
#ifndef UNDERCROFT_PLANE_TUNNEL_H
#define UNDERCROFT_PLANE_TUNNEL_H

#include "core/generation.h"
#include "core/plane/plane.h"
#include "core/plane/plane_bit.h"
#include "core/plane/taken.h"

/* The bits of a byte up to one. */
static const uint8_t bits_to[8] = { 0x01, 0x03, 0x07, 0x0F, 0x1F, 0x3F, 0x7F, 0xFF };

/* Where the tunnel has come to, where it leads, how many columns and rows are between both, and
 * between the tunnel's row and those in which the next step looks. */
WORK uint8_t tunnel_x, tunnel_y, tunnel_to_x, tunnel_to_y;
WORK uint16_t tunnel_distance;
WORK uint8_t rows_away;

/* Lead the tunnel to a tile, so many columns away, if it is nearer than the last one. */
static void measure_tunnel(uint8_t x, uint8_t y, uint8_t across)
{
    uint16_t distance;

    distance = across;
    distance += rows_away;
    if (distance < tunnel_distance) {
        tunnel_distance = distance;
        tunnel_to_x = x;
        tunnel_to_y = y;
    }
}

/* Look for the tile of row y that was joined and is nearest, left first, then right. */
static void look_in_row(uint8_t y)
{
    uint8_t at, bits, x, row_y;
    REGISTER const uint8_t *taken;
    REGISTER const uint8_t *solid;

    row_y = y;
    taken = plane_taken + plane_row[row_y];
    solid = plane_solid + plane_row[row_y];
    at = tunnel_x >> 3;
    bits = taken[at] & (uint8_t)~solid[at] & bits_to[tunnel_x & 7];
    while (bits == 0 && at != 0) {
        --at;
        bits = taken[at] & (uint8_t)~solid[at];
    }
    if (bits) {
        x = PLANE_LAST_X(at);
        while ((bits & 0x80) == 0) {
            bits <<= 1;
            --x;
        }
        measure_tunnel(x, row_y, tunnel_x - x);
    }
    at = tunnel_x >> 3;
    bits = taken[at] & (uint8_t)~solid[at] & BITS_FROM[tunnel_x & 7];
    while (bits == 0 && at != PLANE_ROW_BYTES - 1) {
        ++at;
        bits = taken[at] & (uint8_t)~solid[at];
    }
    if (bits) {
        x = PLANE_FIRST_X(at);
        while ((bits & 1) == 0) {
            bits >>= 1;
            ++x;
        }
        measure_tunnel(x, row_y, x - tunnel_x);
    }
}

/* One step of finding the nearest tile that was joined, by columns and rows: the two rows of the same
 * distance, above first. */
static uint8_t find_nearest_tile(void)
{
    uint8_t y;

    if (tunnel_y > rows_away)
        look_in_row(tunnel_y - rows_away);
    y = MAP_HEIGHT - 1 - tunnel_y;
    if (y > rows_away)
        look_in_row(tunnel_y + rows_away);
    ++rows_away;
    return rows_away >= tunnel_distance;
}

/* One step of digging along the row, then along the column: some tiles. */
static uint8_t dig_tunnel(void)
{
    uint8_t left;

    for (left = TILES_DUG; left != 0; --left) {
#ifdef REWRITES_PLANES
        if (tunnel_y <= changed_from)
            changed_from = tunnel_y - 1;
        if (tunnel_y >= changed_to)
            changed_to = tunnel_y + 1;
#endif
        plane_solid[plane_row[tunnel_y] + (tunnel_x >> 3)] &= (uint8_t)~plane_bit[tunnel_x & 7];
        if (tunnel_x < tunnel_to_x)
            ++tunnel_x;
        else if (tunnel_x > tunnel_to_x)
            --tunnel_x;
        else if (tunnel_y < tunnel_to_y)
            ++tunnel_y;
        else if (tunnel_y > tunnel_to_y)
            --tunnel_y;
        else
            return 1;
    }
    return 0;
}

#endif
