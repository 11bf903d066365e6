/* Whether all that is open can be reached. */
#ifndef UNDERCROFT_MYSTERY_REACHING_H
#define UNDERCROFT_MYSTERY_REACHING_H

#include "core/platform.h"
#include "kinds/mystery/ground.h"

/* The tiles that wait: a ring. */
static uint8_t waiting_low[256], waiting_high[256];
static uint8_t first_reached, behind_reached;

#if !NUMBERS_IS_EXACT
/* The number of the first tile of floor in a room, from the first room on. */
static uint16_t first_open(void)
{
    uint8_t cell, x, y;

    for (cell = 0; cell != CELLS; ++cell) {
        if ((cell_state[cell] & (LIVE | AWAY)) != LIVE)
            continue;
        for (y = cell_top[cell]; y != cell_bottom[cell]; ++y)
            for (x = cell_left[cell]; x != cell_right[cell]; ++x)
                if (is_floor(x, y))
                    return GROUND_ROWS[y] + x;
    }
    return 0;
}
#endif

/* Mark a tile, by its number, and let it wait, if it is open and was not reached before. */
static void reach_tile(uint16_t place)
{
    uint8_t behind;

    /* Floor and moats have odd numbers. */
    if ((ground[place] & (FREE | FLOOR)) != FLOOR)
        return;
    behind = behind_reached;
    if ((uint8_t)(behind + 1) == first_reached)
        return;
    ground[place] |= FREE;
    --open_tiles;
    waiting_low[behind] = (uint8_t)place;
    waiting_high[behind] = (uint8_t)(place >> 8);
    behind_reached = behind + 1;
}

/* Find all that is open, from a room on, in exact mode from the stairs, and mark it as free; `open_tiles`
 * is 0 afterwards if all of it was found. A piece is a tile.
 *
 * A step is to the left, right, up or down: a diagonal one needs both of its sides open, too. */
static uint8_t reach_tiles(void)
{
    uint16_t place;
    REGISTER const uint8_t *tile;

    if (work == 0) {
        work = 1;
        first_reached = 0;
        behind_reached = 0;
#if NUMBERS_IS_EXACT
        reach_tile(GROUND_ROWS[stairs_y] + stairs_x);
#else
        reach_tile(first_open());
#endif
        return first_reached == behind_reached;
    }
    place = (uint16_t)waiting_high[first_reached] << 8 | waiting_low[first_reached];
    ++first_reached;
    tile = ground + place - MAP_WIDTH;
    /* Most need no call. */
    if ((tile[MAP_WIDTH - 1] & (FREE | FLOOR)) == FLOOR)
        reach_tile(place - 1);
    if ((tile[MAP_WIDTH + 1] & (FREE | FLOOR)) == FLOOR)
        reach_tile(place + 1);
    if ((tile[0] & (FREE | FLOOR)) == FLOOR)
        reach_tile(place - MAP_WIDTH);
    if ((tile[2 * MAP_WIDTH] & (FREE | FLOOR)) == FLOOR)
        reach_tile(place + MAP_WIDTH);
    return first_reached == behind_reached;
}

#if NUMBERS_IS_EXACT
/* Exact mode: count what is open, and forget what has no trap; a piece is a row. */
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

#endif
