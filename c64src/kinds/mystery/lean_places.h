/* Random tiles for things in lean mode: tries at random, then a search. */
#ifndef UNDERCROFT_MYSTERY_LEAN_PLACES_H
#define UNDERCROFT_MYSTERY_LEAN_PLACES_H

#include "core/generation.h"
#include "kinds/mystery/entities.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/places.h"
#if SOME_HAVE_STRUCTURES
#include "kinds/mystery/labyrinth.h"
#endif

/* The rounds whose things are neither at the stairs nor at the start. */
static const uint8_t is_avoiding[ROUNDS_IN_TABLES] = { 0, 1, 0, 0, 0, 0, 1, 1, 1 };

/* Whether stairs are at the place, or the start. */
static uint8_t is_reserved(void)
{
    uint8_t x, y;

    x = place_x;
    y = place_y;
    return (x == stairs_at_x && y == stairs_at_y) || (x == hidden_x && y == hidden_y)
           || (x == start_x && y == start_y);
}

/* The byte of the tile at the place. */
WORK uint8_t place_bits;

/* Whether the tile at the place has what the things of the round need. */
static uint8_t fits(void)
{
    place_bits = GROUND_ROW(place_y)[place_x];
    if ((uint8_t)(place_bits & round_mask[thing_round]) != round_value[thing_round])
        return 0;
    return (uint8_t)(place_bits & ZONE) != SHOP || thing_round == BURIED_ROUND;
}

/* Whether a tile is on an island, which is kept, but not in the room of a shop. */
static uint8_t is_on_island(uint8_t x, uint8_t y)
{
#if SOME_HAVE_STRUCTURES
    if ((uint8_t)(GROUND_ROW(y)[x] & ZONE) != KEPT)
        return 0;
    return shop_cell == NO_CELL || !is_in_cell(shop_cell, x, y);
#else
    (void)x;
    (void)y;
    return 0;
#endif
}

#if SOME_THINGS_LEAST_STEPS
/* Whether the place has too few columns plus rows between it and the stairs. On foot the way is as long or
 * longer; which tiles are nearer on foot is marked on the ground. */
static uint8_t is_near_stairs(void)
{
    uint8_t steps;

    steps = stairs_at_x - place_x;
    if (place_x > stairs_at_x)
        steps = place_x - stairs_at_x;
    if (place_y > stairs_at_y)
        steps += (uint8_t)(place_y - stairs_at_y);
    else
        steps += (uint8_t)(stairs_at_y - place_y);
    return steps < THINGS_LEAST_STEPS;
}
#endif

/* Whether a thing of the same round is at the place, which fits. One of a round before does not count:
 * there is no other thing then, and one less. */
static uint8_t is_taken(void)
{
    uint8_t bits;

    bits = place_bits;
    switch (thing_round) {
    case TRAP_ROUND:
        if ((bits & FREE) || is_on_island(place_x, place_y))
            return 0;
        return (uint8_t)(bits & ZONE) != HOUSE || !is_loot(place_x, place_y);
    case LOOT_ROUND:
        return (bits & HAS_ITEM) || (uint8_t)(bits & (TERRAIN | FREE)) == FLOOR;
    case ITEM_ROUND:
        return (bits & HAS_ITEM) && !is_on_island(place_x, place_y);
    case BURIED_ROUND:
        return (bits & HAS_ITEM) != 0;
#if SOME_THINGS_LEAST_STEPS
    case FAR_ROUND:
        return is_near_stairs();
#endif
    default:
        return 0;
    }
}

/* Whether a thing of the round may be at the place. */
static uint8_t is_place(void)
{
#if SOME_STAIRS_ARE_CLEAR
    if (!fits() || ((STAIRS_ARE_CLEAR || is_avoiding[thing_round]) && is_reserved()))
#else
    if (!fits() || (is_avoiding[thing_round] && is_reserved()))
#endif
        return 0;
    return !is_taken();
}

/* How many tries are left for the next thing. */
WORK uint16_t tries_left;

/* Find a random tile; 1 if a thing of the round may be there. All tiles are as likely. With the kernel try_places
 * this does all pieces of the step up to a tile that has what such a thing needs.
 *
 * One draw has the bits of both numbers. Those outside the map are no tiles. The number of draws is added
 * because the bits of a state follow from those of the states before it, which have made the rooms. */
static uint8_t try_place(void)
{
#if defined(TRIES_IN_C)
    --tries_left;
    random_draw();
    place_x = (uint8_t)(random_low + (uint8_t)random_draws) & X_BITS;
    place_y = random_high & Y_BITS;
    return place_x < MAP_WIDTH && place_y < MAP_HEIGHT && is_place();
#else
    uint8_t tries, found;

    tries = pieces_left;
    if (tries_left < tries)
        tries = (uint8_t)tries_left;
    tries_now = tries;
    tried_mask = round_mask[thing_round];
    tried_value = round_value[thing_round];
    found = try_places();
    tries = found & 0x7F;
    tries_left -= tries;
    --tries;
    pieces_left -= tries;
    if (found < 0x80)
        return 0;
    place_x = picked_x;
    place_y = picked_y;
    return is_place();
#endif
}

/* Find the first of some tiles of a row at which a thing of the round may be; 0 if there is none. The
 * search is long if a tile has what such a thing needs. */
static uint8_t search_tiles(uint8_t x, uint8_t y)
{
    uint8_t left, mask, value;
    REGISTER const uint8_t *tile;

    tile = GROUND_ROW(y) + x;
    mask = round_mask[thing_round];
    value = round_value[thing_round];
    place_x = x;
    place_y = y;
    for (left = SEARCHED_AT_ONCE; left != 0 && place_x != MAP_WIDTH; --left) {
        if ((uint8_t)(*tile & mask) == value && fits()) {
            is_long = 1;
            if (is_place())
                return 1;
        }
        ++tile;
        ++place_x;
    }
    return 0;
}

#endif
