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

/* Begin to look for the tile of the next thing: by tries, then by a search from the first tile on. */
static void begin_finding(void)
{
    tries_left = TRIES;
    work_x = 0;
    work_y = 0;
}

/* Do a try for a tile, or search some tiles because all tries were in vain; 1 if one was found. Without any
 * work_y is MAP_HEIGHT in the end. */
static uint8_t find_tile_of_thing(void)
{
    uint8_t is_found;

    if (tries_left != 0)
        return try_place();
    is_found = search_tiles(work_x, work_y);
    work_x += SEARCHED_AT_ONCE;
    if (work_x >= MAP_WIDTH) {
        work_x = 0;
        ++work_y;
    }
    return is_found;
}

#if SOME_THINGS_LEAST_STEPS
/* Do a piece of choosing a tile as in a round, before there are things: the beginning, a find_tile_of_thing,
 * or the end. `work` is 3 in the end if there is none. */
static uint8_t choose_place(uint8_t round)
{
    if (work == 0) {
        work = 1;
        thing_round = round;
        begin_finding();
        return 0;
    }
    if (work != 1)
        return 1;
    if (find_tile_of_thing())
        work = 2;
    else if (work_y == MAP_HEIGHT)
        work = 3;
    return 0;
}

/* Choose the tile of the stairs before that of a start that is far from them. */
static uint8_t choose_stairs(void)
{
    if (!choose_place(STAIRS_ROUND))
        return 0;
    if (work == 2) {
        stairs_at_x = place_x;
        stairs_at_y = place_y;
    }
    return 1;
}

/* Choose a start that is far from the stairs. Then all of a single room is FREE: nothing can be out of
 * reach. */
static uint8_t choose_start(void)
{
    if (!choose_place(FAR_ROUND))
        return 0;
    if (work == 2) {
        start_x = place_x;
        start_y = place_y;
    }
    if (layout_tries == LAYOUT_TRIES)
        begin_cell_area(0, 255, FREE);
    return 1;
}
#endif

/* A piece is the beginning of a round, a try for a tile, or some tiles that
 * are searched because all tries were in vain. */
static uint8_t place_things(void)
{
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
#if SOME_THINGS_LEAST_STEPS
        if (THINGS_LEAST_STEPS && (thing_round == STAIRS_ROUND || thing_round == START_ROUND)) {
            /* It was chosen before. */
            place_x = stairs_at_x;
            place_y = stairs_at_y;
            if (thing_round == START_ROUND) {
                place_x = start_x;
                place_y = start_y;
            }
            put_thing();
            things_left = 0;
        }
#endif
        begin_finding();
        return 0;
    }
    if (find_tile_of_thing()) {
        put_thing();
        --things_left;
        begin_finding();
    } else if (work_y == MAP_HEIGHT)
        things_left = 0;
    return 0;
}

#endif
