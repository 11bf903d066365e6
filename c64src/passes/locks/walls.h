/* The passages whose doors may divide the map, found by flooding the walls once: a closed door divides the map if the
 * walls on its two sides are one, connected left, right, above and below. */
#ifndef UNDERCROFT_LOCKS_WALLS_H
#define UNDERCROFT_LOCKS_WALLS_H

#if SOME_LOCKS_SEARCH_IS_ALL

#include "core/plane/copy_plane.h"
#include "core/plane/flood.h"
#include "core/plane/plane.h"
#include "core/plane/plane_bit.h"
#include "core/plane/regions.h"
#include "core/plane/taken.h"
#include "passes/locks/passages.h"
#include "passes/locks/reaching.h"

/* How many rows of the plane a step does. */
#define ROWS_TAKEN (PASSAGE_BYTES / PLANE_ROW_BYTES ? PASSAGE_BYTES / PLANE_ROW_BYTES : 1)
#define ROWS_TURNED (TURNED_BYTES / PLANE_ROW_BYTES ? TURNED_BYTES / PLANE_ROW_BYTES : 1)
#define ROWS_COMPARED (WALL_BYTES / PLANE_ROW_BYTES ? WALL_BYTES / PLANE_ROW_BYTES : 1)

/* What `walls_stage` says: what is done next. */
#define TAKE_PASSAGES 0
#define TURN_OVER 1
#define COPY_TURNED 2
#define FILL_EDGE 3
#define FIND_EDGE 4
#define DROP_PASSAGES 5
#define FIND_WALL 6
#define FILL_WALL 7
#define TURN_BACK 8
WORK uint8_t walls_stage;

/* The row that is next, and the column of the edge. */
WORK uint8_t wall_at_y, wall_at_x;

/* Begin to find the passages that divide the map. */
static void begin_walls(void)
{
    walls_stage = TAKE_PASSAGES;
    wall_at_y = 1;
}

/* Go on to the next row. 1 if that was the last one; then the first one is next. */
static uint8_t next_wall_row(void)
{
    ++wall_at_y;
    if (wall_at_y != MAP_HEIGHT - 1)
        return 0;
    wall_at_y = 1;
    return 1;
}

/* One step of taking all passages of the map: some rows. Takes some 150 cycles for a byte with open tiles. */
static NOINLINE uint8_t take_passages(void)
{
    uint8_t left;
    uint16_t place;

    for (left = ROWS_TAKEN; left != 0; --left) {
        passage_y = wall_at_y;
        place = plane_row[wall_at_y];
        for (passage_at = 0; passage_at != PLANE_ROW_BYTES; ++passage_at) {
            dividing_passages[place] = passages_of_byte();
            ++place;
        }
        if (next_wall_row())
            return 1;
    }
    return 0;
}

/* One step of exchanging solid and open tiles, so that a flood takes walls: some rows. The edge stays solid. */
static NOINLINE uint8_t turn_over(void)
{
    uint8_t left, at;
    REGISTER uint8_t *row;

    for (left = ROWS_TURNED; left != 0; --left) {
        row = plane_solid + plane_row[wall_at_y];
        for (at = 0; at != PLANE_ROW_BYTES; ++at)
            row[at] ^= 0xFF;
        close_row(wall_at_y, PLANE_SOLID);
        if (next_wall_row())
            return 1;
    }
    return 0;
}

/* Drop the passages of a row that have walls of those that were taken last on one side only.
 *
 * The other two sides of a passage are floor, which counts as taken: so an odd number of its sides was taken. Passages
 * between two walls that were both taken before are one wall's: those of different walls were dropped when the first
 * of these had been taken. Takes some 100 cycles for a byte with passages. */
static NOINLINE void drop_passages_of_row(void)
{
    uint8_t at, odd, taken;
    REGISTER const uint8_t *row;
    REGISTER uint8_t *passages;

    row = plane_taken + plane_row[wall_at_y];
    passages = dividing_passages + plane_row[wall_at_y];
    for (at = 0; at != PLANE_ROW_BYTES; ++at) {
        if (passages[at] != 0) {
            taken = row[at];
            odd = (uint8_t)(taken << 1) ^ (taken >> 1);
            /* A passage is not at the edge: where a row begins or ends, there is none. */
            if (row[(uint8_t)(at + 1)] & 1)
                odd ^= 0x80;
            odd ^= *(row + at - 1) >> 7;
            odd ^= *(row + at - PLANE_ROW_BYTES);
            odd ^= *(row + at + PLANE_ROW_BYTES);
            passages[at] &= (uint8_t)~odd;
        }
    }
}

/* One step of dropping passages: some rows. */
static NOINLINE uint8_t drop_passages(void)
{
    uint8_t left;

    for (left = ROWS_COMPARED; left != 0; --left) {
        drop_passages_of_row();
        if (next_wall_row())
            return 1;
    }
    return 0;
}

/* Begin to take the walls that are connected with the upper or the lower edge. */
static void begin_edge(void)
{
    flood_from(plane_taken, 1, 1);
    wait_at(1, MAP_HEIGHT - 2, UPWARD);
    entries[1] = MAP_WIDTH - 2;
    entries[3] = MAP_WIDTH - 2;
    wall_at_x = 1;
    wall_at_y = 2;
}

/* One step of finding a wall at the left or the right edge that was not taken, which waits for the flood then. */
static NOINLINE uint8_t find_edge_wall(void)
{
    uint8_t left, x, y;

    for (left = EDGES_AT_ONCE; left != 0; --left) {
        y = wall_at_y;
        if (y == MAP_HEIGHT - 2)
            return NOTHING_FOUND;
        x = wall_at_x;
        if (x == 1)
            wall_at_x = MAP_WIDTH - 2;
        else {
            wall_at_x = 1;
            ++wall_at_y;
        }
        if ((plane_taken[byte_of_tile(x, y)] & plane_bit[x & 7]) == 0) {
            reach_from(x, y);
            return FOUND;
        }
    }
    return wall_at_y == MAP_HEIGHT - 2 ? NOTHING_FOUND : NOT_YET;
}

/* One step of finding the passages at which a closed door may divide the map. */
static NOINLINE uint8_t keep_dividing(void)
{
    uint8_t found;

    switch (walls_stage) {
    case TAKE_PASSAGES:
        if (take_passages())
            walls_stage = TURN_OVER;
        return 0;
    case TURN_OVER:
        if (turn_over()) {
            bytes_copied = 0;
            walls_stage = COPY_TURNED;
        }
        return 0;
    case COPY_TURNED:
        if (copy_plane()) {
            begin_edge();
            walls_stage = FILL_EDGE;
        }
        return 0;
    case FILL_EDGE:
        if (fill_region())
            walls_stage = FIND_EDGE;
        return 0;
    case FIND_EDGE:
        found = find_edge_wall();
        if (found == FOUND)
            walls_stage = FILL_EDGE;
        else if (found == NOTHING_FOUND) {
            search_y = 1;
            search_at = 0;
            wall_at_y = 1;
            walls_stage = DROP_PASSAGES;
        }
        return 0;
    case DROP_PASSAGES:
        if (drop_passages())
            walls_stage = FIND_WALL;
        return 0;
    case FIND_WALL:
        found = find_region();
        if (found == FOUND) {
            flood_from(plane_taken, found_x, found_y);
            walls_stage = FILL_WALL;
        } else if (found == NOTHING_FOUND)
            walls_stage = TURN_BACK;
        return 0;
    case FILL_WALL:
        if (fill_region()) {
            walls_stage = FIND_WALL;
            if (region_size >= LEAST_WALL)
                walls_stage = DROP_PASSAGES;
        }
        return 0;
    default:
        return turn_over();
    }
}

#endif

#endif
