/* The moves of a walker, which digs its way through solid ground. */
#ifndef UNDERCROFT_WALK_DIGGING_H
#define UNDERCROFT_WALK_DIGGING_H

#include "core/generation.h"
#include "core/get_tile.h"
#include "core/kernels.h"
#include "core/tilemap.h"

/* The greatest distance from where the walk began, so far. */
WORK uint16_t farthest;
#if SOME_SHARE_TILES
/* How many tiles are still to be dug; 0 if the walk ends after its steps only. */
WORK uint16_t tiles_to_dig;
#endif

/* Make the empty ones of three tiles wall, from (x, y) on: in a column for a step to the left or
 * right, else in a row. */
static void wall_in(uint8_t x, uint8_t y, uint8_t direction)
{
    uint8_t left, column, row;

    /* cc65 reaches locals faster than parameters. */
    column = x;
    row = y;
    for (left = 3; left != 0; --left) {
        if (get_tile(column, row) == TILE_EMPTY)
            set_tile(column, row, TILE_WALL);
        if (direction < STEP_UP)
            ++row;
        else
            ++column;
    }
}

#if defined(MOVES_IN_C) || SOME_WANTED_SECTIONS

/* Make empty tiles around the walker's new tile, on all 8 sides, wall. Only the three ahead can be
 * empty: the others touch the tile that the walker comes from. */
static void wall_ahead(uint8_t direction)
{
    uint8_t x, y;

    x = walker_x - 1;
    y = walker_y - 1;
    if (direction == STEP_RIGHT)
        x += 2;
    else if (direction == STEP_DOWN)
        y += 2;
    wall_in(x, y, direction);
}

#endif

#if defined(WEIGHT_MAP_WIDTH) && !defined(MOVES_IN_C)
#define HAS_WEIGHT_MAP

/* Where in the table of weights the tile is that lies before the one above the walker's. */
static const uint8_t *weight_at;

/* Find it after the walker was put somewhere. */
static void find_weight(void)
{
    weight_at = WEIGHT_MAP + (uint16_t)(uint8_t)(walker_y - 1) * WEIGHT_MAP_WIDTH;
    weight_at += (uint8_t)(walker_x - 1);
}
#endif

/* Dig at a random tile, where the walk begins, and wall it in on all sides. */
static void begin_walk(void)
{
    uint8_t x;

    walker_x = 1 + random_below(MAP_WIDTH - 2);
    walker_y = 1 + random_below(MAP_HEIGHT - 2);
    SUMMARY->up_x = SUMMARY->down_x = walker_x;
    SUMMARY->up_y = SUMMARY->down_y = walker_y;
    farthest = 0;
#if SOME_SHARE_TILES
    tiles_to_dig = SHARE_TILES;
    if (tiles_to_dig != 0)
        --tiles_to_dig;
#endif
#if defined(HAS_WEIGHT_MAP)
    find_weight();
#endif
    set_tile(walker_x, walker_y, TILE_FLOOR);
    for (x = walker_x - 1; x != (uint8_t)(walker_x + 2); ++x)
        wall_in(x, walker_y - 1, STEP_LEFT);
}

#if defined(MOVES_IN_C) || SOME_WANTED_SECTIONS

/* Remember the walker's tile if none was farther from where the walk began. */
static void measure(void)
{
    uint8_t across, down;
    uint16_t distance;

    across = walker_x;
    if (across > SUMMARY->up_x)
        across -= SUMMARY->up_x;
    else
        across = SUMMARY->up_x - across;
    down = walker_y;
    if (down > SUMMARY->up_y)
        down -= SUMMARY->up_y;
    else
        down = SUMMARY->up_y - down;
    distance = across;
    distance += down;
    if (distance > farthest) {
        farthest = distance;
        SUMMARY->down_x = walker_x;
        SUMMARY->down_y = walker_y;
    }
}

#endif

#if !defined(MOVES_IN_C)

#include "core/filled_rows.h"

/* Set what the kernel make_moves needs: zero page keeps little from step to step. */
static NOINLINE void begin_step(void)
{
    walker_row = row_start[walker_y];
    dug_row = floor_row;
    wall_pattern = wall_row;
    began_x = SUMMARY->up_x;
    began_y = SUMMARY->up_y;
    farthest_x = SUMMARY->down_x;
    farthest_y = SUMMARY->down_y;
    far_distance = farthest;
#if defined(HAS_WEIGHT_MAP)
    walker_weight = weight_at;
#endif
}

/* Keep what it found in a step of so many moves. */
static NOINLINE void end_step(uint8_t moves)
{
    SUMMARY->down_x = farthest_x;
    SUMMARY->down_y = farthest_y;
    farthest = far_distance;
#if defined(HAS_WEIGHT_MAP)
    weight_at = walker_weight;
#endif
    moves -= moves_now;
    random_draws += moves;
}

#endif

#endif
