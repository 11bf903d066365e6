/* Things in lean mode, one by one: each at the first tile that is found. */
#ifndef UNDERCROFT_MYSTERY_LEAN_THINGS_H
#define UNDERCROFT_MYSTERY_LEAN_THINGS_H

#include "core/generation.h"
#include "kinds/mystery/entities.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/places.h"
#include "kinds/mystery/things.h"

/* No second enemy comes to the tile. */
static void take_house_tile(void)
{
    GROUND_ROW(place_y)[place_x] &= (uint8_t)~ZONE;
}

/* A piece is the beginning of a round, a try for a tile, or some tiles that
 * are searched because all tries were in vain. */
static uint8_t place_things(void)
{
    uint8_t is_found;

    if (work == 0) {
        work = 1;
        thing_round = 255;
        things_left = 0;
    }
    if (things_left == 0) {
        if (thing_round == LOOT_ROUND)
            behind_loot = FIGURES->entities;
        ++thing_round;
        if (thing_round == ROUNDS)
            return 1;
        if (thing_round == LOOT_ROUND)
            first_loot = FIGURES->entities;
        things_left = count_things();
        tries_left = TRIES;
        work_x = 0;
        work_y = 0;
        return 0;
    }
    if (tries_left != 0)
        is_found = try_place();
    else {
        is_found = search_tiles(work_x, work_y);
        work_x += SEARCHED_AT_ONCE;
        if (work_x >= MAP_WIDTH) {
            work_x = 0;
            ++work_y;
        }
    }
    if (is_found) {
        put_thing();
        --things_left;
        tries_left = TRIES;
        work_x = 0;
        work_y = 0;
    } else if (work_y == MAP_HEIGHT)
        things_left = 0;
    return 0;
}

#endif
