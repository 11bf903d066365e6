/* Junctions: the tiles of rooms beside which halls end. */
#ifndef UNDERCROFT_MYSTERY_JUNCTIONS_H
#define UNDERCROFT_MYSTERY_JUNCTIONS_H

#include "kinds/mystery/ground.h"
#include "zeropage.h"

/* Mark a tile of a room; 1 if it was water. */
static uint8_t mark_junction(uint8_t *tile)
{
    uint8_t bits;

    bits = *tile;
    if ((uint8_t)(bits & TERRAIN) == WATER) {
        *tile = (bits & (uint8_t)~TERRAIN) | JUNCTION | FLOOR;
        return 1;
    }
    *tile = bits | JUNCTION;
    return 0;
}

/* Mark the tiles of rooms that have a tile of a hall beside them, and count what is open; a piece is a
 * row. Water at a junction becomes floor. */
static uint8_t mark_junctions(void)
{
    uint8_t x, count;
    REGISTER uint8_t *tile;

    if (work == 0) {
        work = 1;
        work_y = 1;
        open_tiles = 0;
    }
    scanned_row = GROUND_ROW(work_y);
    scanned_above = scanned_row - MAP_WIDTH;
    scanned_below = scanned_row + MAP_WIDTH;
    scanned_from = 1;
    count = 0;
    while (find_hall()) {
        count += scanned_open;
        x = scanned_x;
        scanned_from = x + 1;
        tile = GROUND_ROW(work_y) + x;
        /* What becomes floor behind this tile is counted when it is looked at. */
        if (*(tile - 1) & IN_ROOM)
            count += mark_junction(tile - 1);
        if (*(tile - MAP_WIDTH) & IN_ROOM)
            count += mark_junction(tile - MAP_WIDTH);
        if (tile[1] & IN_ROOM)
            mark_junction(tile + 1);
        if (tile[MAP_WIDTH] & IN_ROOM)
            mark_junction(tile + MAP_WIDTH);
    }
    open_tiles += (uint8_t)(count + scanned_open);
    ++work_y;
    return work_y == MAP_HEIGHT - 1;
}

#endif
