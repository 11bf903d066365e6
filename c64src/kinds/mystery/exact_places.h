/* Tiles for things in exact mode: numbers in a list of all that fit, which is shuffled.
 *
 * There is no list: tiles are numbered, column by column, and places are followed back through the swaps. */
#ifndef UNDERCROFT_MYSTERY_EXACT_PLACES_H
#define UNDERCROFT_MYSTERY_EXACT_PLACES_H

#include "core/generation.h"
#include "kinds/mystery/entities.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"
#include "kinds/mystery/places.h"

/* The most things of a round, but for those that come again: 119 enemies at most vary, and 2 more. */
#define MOST_TRACKED 124

/* By columns, how many tiles fit, and how many in all; how many swaps are left to be undone, or pairs of
 * them to be passed by. */
WORK uint8_t column_counts[MAP_WIDTH];
WORK uint16_t places, swaps_pending;

/* The places of the things, as numbers among all that fit, and how many there are; then the tiles' columns
 * and numbers in them, then the tiles. */
WORK uint8_t tracked_low[MOST_TRACKED], tracked_high[MOST_TRACKED], tracked_count;

/* All floor is without traps; a piece is a row. */
static uint8_t free_floor(void)
{
    uint8_t left;
    REGISTER uint8_t *tile;

    tile = GROUND_ROW(work_y);
    for (left = MAP_WIDTH; left != 0; --left) {
        if ((uint8_t)(*tile & TERRAIN) == FLOOR)
            *tile |= FREE;
        ++tile;
    }
    ++work_y;
    return work_y == MAP_HEIGHT;
}

/* How many tiles of a column have what the things of the round need, up to the one of the number `wanted`;
 * its row is place_y then. */
static uint8_t count_column(uint8_t x, uint8_t wanted)
{
    uint8_t count, mask, value, bits, is_buried, stairs_row, hidden_row, start_row;
    REGISTER const uint8_t *tile;

    /* The start may be on the stairs, and so may enemies of a monster house. */
    stairs_row = NOWHERE;
    hidden_row = NOWHERE;
    start_row = NOWHERE;
    if (x == stairs_at_x && (thing_round == HIDDEN_ROUND || thing_round == ENEMY_ROUND))
        stairs_row = stairs_at_y;
    if (x == hidden_x && thing_round == ENEMY_ROUND)
        hidden_row = hidden_y;
    if (x == start_x && thing_round >= ENEMY_ROUND)
        start_row = start_y;
    is_buried = thing_round == BURIED_ROUND;
    count = 0;
    mask = round_mask[thing_round];
    value = round_value[thing_round];
    tile = ground + x;
    for (place_y = 0; place_y != MAP_HEIGHT; ++place_y) {
        bits = *tile;
        if ((uint8_t)(bits & mask) == value) {
            if (((uint8_t)(bits & ZONE) != SHOP || is_buried) && place_y != stairs_row
                && place_y != hidden_row && place_y != start_row) {
                if (count == wanted)
                    break;
                ++count;
            }
        }
        tile += MAP_WIDTH;
    }
    return count;
}

/* Find the column of the tile of this number among those of the round, column by column; gives its number
 * in that column. */
static uint8_t find_column(uint16_t wanted)
{
    uint8_t x, count, low, high;

    low = (uint8_t)wanted;
    high = (uint8_t)(wanted >> 8);
    x = 0;
    for (;;) {
        count = column_counts[x];
        if (low < count) {
            if (high == 0)
                break;
            --high;
        }
        low -= count;
        ++x;
    }
    place_x = x;
    return low;
}

/* Pass by the draws of twice so many swaps. */
static void pass_swaps(uint8_t count)
{
    for (; count != 0; --count) {
        step_forward();
        step_forward();
        step_forward();
        step_forward();
        random_draws += 4;
    }
}

/* Begin to take back draws: the places that were taken are followed. */
static void begin_undoing(void)
{
    uint8_t at;
    uint16_t start;

    start = draw_place(places);
    tracked_count = things_left;
    if (places < tracked_count)
        tracked_count = (uint8_t)places;
    for (at = 0; at != tracked_count; ++at) {
        tracked_low[at] = (uint8_t)start;
        tracked_high[at] = (uint8_t)(start >> 8);
        ++start;
        if (start == places)
            start = 0;
    }
    keep_state();
    step_back();
}

/* Follow the places through a swap of two. */
static NOINLINE void follow(uint16_t one, uint16_t other)
{
    uint8_t at, bits, low, high, other_low, other_high;

    low = (uint8_t)one;
    high = (uint8_t)(one >> 8);
    other_low = (uint8_t)other;
    other_high = (uint8_t)(other >> 8);
    for (at = 0; at != tracked_count; ++at) {
        bits = tracked_low[at];
        if (bits != low && bits != other_low)
            continue;
        if (bits == low && tracked_high[at] == high) {
            tracked_low[at] = other_low;
            tracked_high[at] = other_high;
        } else if (bits == other_low && tracked_high[at] == other_high) {
            tracked_low[at] = low;
            tracked_high[at] = high;
        }
    }
}

/* Undo the last swap of the shuffled list; its draws are taken back, but still counted. */
static void undo_swap(void)
{
    uint16_t one, other;

    other = scaled_state(places);
    step_back();
    one = scaled_state(places);
    step_back();
    follow(one, other);
}

#endif
