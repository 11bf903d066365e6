/* Writing a plane into the map. Needs the kernels core/plane/write_tiles and
 * core/plane/read_solid_others. */
#ifndef UNDERCROFT_PLANE_WRITE_PLANE_H
#define UNDERCROFT_PLANE_WRITE_PLANE_H

#include "core/generation.h"
#include "core/phase.h"
#include "core/plane/plane.h"
#include "core/plane/plane_end.h"
#ifdef OTHERS_ARE_STAIRS
#include "core/get_tile.h"
#include "core/tilemap.h"
#elif defined(OTHER_TILES)
#include "core/plane/taken.h"
#endif
#ifdef SOLID_OTHERS
#include "core/plane/known_tiles.h"
#include "core/plane/rows_read.h"
#endif

#ifdef SOLID_OTHERS
WORK uint8_t solid_others[PLANE_ROW_BYTES];

/* Find the tiles of row plane_y that stay as they are, or of its part. */
static void keep_part(void)
{
    uint8_t at, end, bits;
    REGISTER const uint8_t *solid;
    REGISTER uint8_t *others;

    at = known_to;
    plane_at = at;
    find_row();
    plane_at = 0;
    end = at + reads_left;
    known_to = end;
    read_to = solid_others + at;
    read_solid_others();
    solid = plane_solid + plane_row[plane_y] + at;
    others = plane_others + plane_row[plane_y] + at;
    for (; at != end; ++at) {
        bits = solid_others[at] & *solid;
        *others = (*others & (uint8_t)~*solid) | bits;
        ++solid;
        ++others;
    }
}
#endif

#ifdef OTHERS_ARE_STAIRS
/* The tiles where the summary has stairs. */
WORK uint8_t tile_up, tile_down;

/* Read them before their row is written. */
static NOINLINE void read_stairs(void)
{
    tile_up = get_tile(SUMMARY->up_x, SUMMARY->up_y);
    tile_down = get_tile(SUMMARY->down_x, SUMMARY->down_y);
}

/* Put stairs back. */
static NOINLINE void keep_stairs(void)
{
    if (tile_up == TILE_UP_STAIRS)
        set_tile(SUMMARY->up_x, SUMMARY->up_y, TILE_UP_STAIRS);
    if (tile_down == TILE_DOWN_STAIRS)
        set_tile(SUMMARY->down_x, SUMMARY->down_y, TILE_DOWN_STAIRS);
}
#endif

/* Write the tiles of row plane_y from byte plane_at to that before `end`: open ones as floor, solid
 * ones as wall if an open one is on any of their 8 sides, otherwise as empty. Others that are open stay
 * as they are, and so do solid tiles that are neither empty nor wall, such as water, if they are still
 * solid. */
static void write_row(uint8_t end)
{
#ifdef OTHERS_ARE_STAIRS
    uint8_t has_stairs;
#endif

#ifdef REWRITES_PLANES
    if (plane_y < changed_from || plane_y > changed_to)
        return;
#endif
#ifdef OTHERS_ARE_STAIRS
    has_stairs = plane_y == SUMMARY->up_y || plane_y == SUMMARY->down_y;
    if (has_stairs)
        read_stairs();
#endif
    solid_row = plane_solid + plane_row[plane_y];
#if defined(OTHER_TILES) && !defined(OTHERS_ARE_STAIRS)
    staying_row = plane_others + plane_row[plane_y];
#endif
    bytes_above = 0;
    bytes_below = 0;
    if (plane_y != 0)
        bytes_above = PLANE_ROW_BYTES;
    if (plane_y != MAP_HEIGHT - 1)
        bytes_below = PLANE_ROW_BYTES;
    plane_written = row_start[plane_y] + (uint8_t)(plane_at * TILE_BITS);
    tiles_skew = ROW_SKEW(plane_y);
    tiles_from = plane_at;
    tiles_end = end;
    write_tiles();
#ifdef OTHERS_ARE_STAIRS
    if (has_stairs)
        keep_stairs();
#endif
}

/* One step of writing the plane into the map: a part of a row. The other tiles must have been read. In
 * dungeons that have solid tiles besides walls, other steps before each row find those that stay. */
static uint8_t write_plane(void)
{
#ifdef SOLID_OTHERS
    if (known_to != PLANE_ROW_BYTES) {
        keep_part();
        return 0;
    }
#endif
#if PLANE_ROW_BYTES > BYTES_WRITTEN
    if (PLANE_ROW_BYTES - plane_at > BYTES_WRITTEN) {
        write_row(plane_at + BYTES_WRITTEN);
        plane_at += BYTES_WRITTEN;
        return 0;
    }
#endif
    write_row(PLANE_ROW_BYTES);
#ifdef SOLID_OTHERS
    known_to = 0;
#endif
    plane_at = 0;
    ++plane_y;
    if (is_plane_done() == 0)
        return 0;
    plane_phase = phase + 1;
    return 1;
}

#endif
