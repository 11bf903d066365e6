/* Stairs near those that lead to them: both are near a point that their two floors share. The point follows from the
 * seed of the lower floor, and so from that of the upper one, whose next seed this is: not from how any of both floors
 * was built. */
#ifndef UNDERCROFT_STAIRS_NEAR_H
#define UNDERCROFT_STAIRS_NEAR_H

#if SOME_STAIRS_NEAR_PREVIOUS

#include "core/doorways.h"
#include "core/generation.h"
#include "core/own_seed.h"
#include "core/plane/walk.h"
#include "core/streams.h"

/* The point that is near, and the distance of the nearest tile so far, its place and its steps. */
WORK uint8_t sought_x, sought_y, goal_distance, nearest_x, nearest_y;
WORK uint16_t nearest_steps;

/* A spiral: the tile that is next, the direction to the one behind it, how many tiles are left of this side, how many it
 * has, and whether the next one is as long. */
WORK int16_t spiral_x, spiral_y;
WORK uint8_t spiral_turn, is_first_side;
WORK uint16_t side_left, side_tiles;
#if MAP_WIDTH > MAP_HEIGHT
#define MOST_SIDE (2 * MAP_WIDTH)
#else
#define MOST_SIDE (2 * MAP_HEIGHT)
#endif

/* Find the point that a floor shares with the one above it: this floor (0), or the next one (1). The random numbers stay
 * as they are. Some 7,000 cycles. */
static NOINLINE void find_point(uint8_t floors)
{
    uint16_t state, draws, of_floor;

    state = random_state();
    draws = random_draws;
    of_floor = first_state;
    first_state = seed_of_floor_below(floors);
    random_seed(stream_seed(POINT_STREAM));
    first_state = of_floor;
    sought_x = 1 + random_below(MAP_WIDTH - 2);
    sought_y = 1 + random_below(MAP_HEIGHT - 2);
    random_low = (uint8_t)state;
    random_high = (uint8_t)(state >> 8);
    random_draws = draws;
}

/* Begin to look at the tiles around the point. */
static NOINLINE void begin_spiral(void)
{
    spiral_x = sought_x;
    spiral_y = sought_y;
    spiral_turn = 0;
    is_first_side = 1;
    side_left = 1;
    side_tiles = 1;
}

/* Go on to the next tile of the spiral. 0 if there is none. */
static NOINLINE uint8_t go_round(void)
{
    switch (spiral_turn) {
    case 0:
        ++spiral_x;
        break;
    case 1:
        ++spiral_y;
        break;
    case 2:
        --spiral_x;
        break;
    default:
        --spiral_y;
        break;
    }
    --side_left;
    if (side_left != 0)
        return 1;
    spiral_turn = (uint8_t)(spiral_turn + 1) & 3;
    is_first_side ^= 1;
    if (is_first_side)
        ++side_tiles;
    side_left = side_tiles;
    return side_tiles <= MOST_SIDE;
}

/* Whether the tile of the spiral is on the map and free floor. */
static NOINLINE uint8_t is_spiral_free(void)
{
    uint8_t x, y;

    if (spiral_x <= 0 || spiral_x >= MAP_WIDTH - 1 || spiral_y <= 0 || spiral_y >= MAP_HEIGHT - 1)
        return 0;
    x = (uint8_t)spiral_x;
    y = (uint8_t)spiral_y;
    return is_free_floor(x, y);
}

/* Begin to look for the tile that is nearest to the point. */
static void begin_nearest(void)
{
    goal_distance = 255;
    nearest_steps = 0;
}

/* Compare a tile, so many steps away, with the nearest one to the point so far, in rows and in columns. */
static NOINLINE void compare_tile(uint8_t x, uint8_t y)
{
    uint8_t across, down;

    across = sought_x < x ? x - sought_x : sought_x - x;
    down = sought_y < y ? y - sought_y : sought_y - y;
    if (across < down)
        across = down;
    if (across < goal_distance && is_free_floor(x, y)) {
        goal_distance = across;
        nearest_x = x;
        nearest_y = y;
        nearest_steps = way_steps;
    }
}

#endif

#endif
