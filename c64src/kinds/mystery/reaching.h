/* Whether all that is open can be reached. */
#ifndef UNDERCROFT_MYSTERY_REACHING_H
#define UNDERCROFT_MYSTERY_REACHING_H

#include "core/platform.h"
#include "kinds/mystery/ground.h"

/* The tiles that wait: a ring. */
static uint8_t waiting_low[256], waiting_high[256];
static uint8_t first_reached, behind_reached;

/* The number of the tile from which all that is open must be within reach. */
static uint16_t first_open(void);

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

/* Find all that is open, from the first tile on, and mark it as free; `open_tiles` is 0 afterwards if all of
 * it was found. A piece is a tile.
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
        reach_tile(first_open());
        return first_reached == behind_reached;
    }
    place = WORD_OF(waiting_high[first_reached], waiting_low[first_reached]);
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
#include "kinds/mystery/exact_reaching.h"
#else
#include "kinds/mystery/lean_reaching.h"
#endif

#endif
