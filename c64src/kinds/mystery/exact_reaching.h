/* Reaching in exact mode: when all things are placed, from the stairs. */
#ifndef UNDERCROFT_MYSTERY_EXACT_REACHING_H
#define UNDERCROFT_MYSTERY_EXACT_REACHING_H

#include "kinds/mystery/ground.h"
#include "kinds/mystery/reaching.h"

static uint16_t first_open(void)
{
    return GROUND_ROWS[stairs_at_y] + stairs_at_x;
}

/* Count what is open, and forget what has no trap; a piece is a row. */
static uint8_t count_open(void)
{
    uint8_t left, count;
    REGISTER uint8_t *tile;

    if (work_y == 0)
        open_tiles = 0;
    tile = GROUND_ROW(work_y);
    count = 0;
    for (left = MAP_WIDTH; left != 0; --left) {
        *tile &= (uint8_t)~FREE;
        /* Floor and moats have odd numbers. */
        count += *tile & FLOOR;
        ++tile;
    }
    open_tiles += count;
    ++work_y;
    return work_y == MAP_HEIGHT;
}

#endif
