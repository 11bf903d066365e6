/* The pass `water`: rivers, then lakes, then spots. What they look like does not depend on the map; only
 * where their tiles may be does. A step floods a tile. */
#ifndef UNDERCROFT_WATER_FLOWING_H
#define UNDERCROFT_WATER_FLOWING_H

#include "core/generation.h"
#include "passes/water/flooding.h"
#if WATER_SOME_BROAD
#include "passes/water/squares.h"
#endif

/* How many rows a river keeps its direction: the fewest, and how many numbers there are. */
#define COURSE_LEAST_RUN 4
#define COURSE_RUNS 8

/* The direction of a river that keeps its place; 0 and 2 lead to the two sides. */
#define COURSE_STRAIGHT 1

/* What `stage` says: what is done next. */
#define NEXT_OF_WATER 1
#define FLOOD_RIVER 2
#define BEGIN_LAKE_ROW 3
#define FLOOD_LAKE_ROW 4

/* How many rivers, lakes and spots are left. */
WORK uint8_t courses_left, lakes_left, spots_left;

/* The river: whether it flows from above, how far it has come and to where, where its first tile across is
 * and may be at last, how many of its tiles across are left, its direction and how many rows it keeps it. */
WORK uint8_t course_is_upright, course_along, course_end, course_aside, course_last_aside;
WORK uint8_t course_left, course_direction, course_turns_in;

/* The lake: its middle, its row and its last one, its rows, and the next tile and the last one of a row. */
WORK uint8_t pool_x, pool_y, pool_row, pool_last_row, pool_at, pool_end;
static const uint8_t *pool_halves;
#if WATER_SOME_BROAD
/* The side of the squares that fill the river or the lake; 1 for single tiles, such as those of wreaths. */
WORK uint8_t pool_side;
#endif
#if SOME_WATER_WREATH
/* Whether the lake gets a wreath when it is done. */
WORK uint8_t pool_has_wreath;
#endif

/* Begin a river at the upper side of the map or at its left side. */
static NOINLINE void begin_course(void)
{
    course_is_upright = random_bit() == 0;
    course_last_aside = MAP_HEIGHT - 1;
    course_end = MAP_WIDTH - 1;
    if (course_is_upright) {
        course_last_aside = MAP_WIDTH - 1;
        course_end = MAP_HEIGHT - 1;
    }
    course_last_aside -= WATER_RIVER_WIDTH;
    course_aside = 1 + random_below(course_last_aside);
    course_along = 1;
    course_turns_in = 0;
    course_left = WATER_RIVER_WIDTH;
#if WATER_SOME_BROAD
    pool_side = WATER_LEAST_WIDTH;
#endif
}

/* Go on to the next row of a river, or to the same one farther to a side. */
static NOINLINE void flow_on(void)
{
    uint8_t aside;

    course_left = WATER_RIVER_WIDTH;
    if (course_turns_in == 0) {
        course_direction = random_below(3);
        course_turns_in = COURSE_LEAST_RUN + random_below(COURSE_RUNS);
    }
    --course_turns_in;
    if (course_direction != COURSE_STRAIGHT && random_bit()) {
        aside = (uint8_t)(course_aside + course_direction - COURSE_STRAIGHT);
        if (aside != 0 && aside <= course_last_aside) {
            course_aside = aside;
            return;
        }
    }
    ++course_along;
}

#if WATER_SOME_BROAD
/* Do a step of the next square of the row of a river, whose first tile is `aside` across; 1 if it was the last one. If
 * the river ends before the last row of the squares, there are none. */
static NOINLINE uint8_t dig_squares(uint8_t aside)
{
    if (course_end - course_along < WATER_LEAST_WIDTH)
        return 1;
    if (pour_square(course_is_upright ? aside : course_along, course_is_upright ? course_along : aside) == 0)
        return 0;
    --course_left;
    return course_left < WATER_LEAST_WIDTH;
}
#endif

/* One step of placing a river from one side of the map to the other: a tile, or a part of a square. */
static NOINLINE void dig_river(void)
{
    uint8_t aside;

    aside = (uint8_t)(course_aside + WATER_RIVER_WIDTH - course_left);
#if WATER_SOME_BROAD
    if (pool_side != 1) {
        if (dig_squares(aside) == 0)
            return;
    } else {
#endif
    if (course_is_upright)
        wet_tile(aside, course_along);
    else
        wet_tile(course_along, aside);
    --course_left;
    if (course_left != 0)
        return;
#if WATER_SOME_BROAD
    }
#endif
    flow_on();
    if (course_along == course_end)
        stage = NEXT_OF_WATER;
}

/* Begin a row of a lake: up to one tile more or less on both sides. */
static NOINLINE void begin_lake_row(void)
{
    uint8_t half;

    half = pool_halves[pool_row > pool_y ? pool_row - pool_y : pool_y - pool_row];
    pool_at = pool_x + random_below(3);
    if (pool_at > half + 2)
        pool_at = (uint8_t)(pool_at - half - 1);
    else
        pool_at = 1;
    pool_end = (uint8_t)(pool_x + half - 1 + random_below(3));
    if (pool_end > MAP_WIDTH - 2)
        pool_end = MAP_WIDTH - 2;
#if WATER_SOME_BROAD
    if (pool_end < pool_side)
        pool_end = 0;
    else
        pool_end -= (uint8_t)(pool_side - 1);
#endif
    stage = FLOOD_LAKE_ROW;
}

/* Begin to fill a disc with frayed ends. */
static NOINLINE void begin_disc(uint8_t radius)
{
    pool_row = 1;
    if (pool_y > radius)
        pool_row = pool_y - radius;
    pool_last_row = pool_y + radius;
    if (pool_last_row > MAP_HEIGHT - 2)
        pool_last_row = MAP_HEIGHT - 2;
    stage = BEGIN_LAKE_ROW;
}

/* Begin a lake, or a spot, around a random tile. */
static NOINLINE void dig_lake(uint8_t radius)
{
    pool_x = 1 + random_below(MAP_WIDTH - 2);
    pool_y = 1 + random_below(MAP_HEIGHT - 2);
#if WATER_SOME_BROAD
    pool_side = WATER_LEAST_WIDTH;
#endif
    begin_disc(radius);
#if WATER_SOME_BROAD
    pool_last_row -= (uint8_t)(pool_side - 1);
#endif
}

#if SOME_WATER_WREATH
/* Begin the wreath of a lake: only floor becomes water now, and shallow. */
static NOINLINE void begin_wreath(void)
{
    pool_has_wreath = 0;
    pool_halves = WATER_WREATH_ROWS;
#if WATER_SOME_BROAD
    pool_side = 1;
#endif
    water_on_floor = SHALLOW_WATER;
    water_on_rock = 0;
    begin_disc(WATER_LAKE_RADIUS + WATER_WREATH);
}
#endif

/* Begin what is next; 0 if there is nothing left. */
static NOINLINE uint8_t begin_next_water(void)
{
#if SOME_WATER_WREATH
    water_on_floor = WATER_ON_FLOOR;
    water_on_rock = WATER_ON_ROCK;
#endif
    if (courses_left != 0) {
        --courses_left;
        begin_course();
        stage = FLOOD_RIVER;
    } else if (lakes_left != 0) {
        --lakes_left;
        pool_halves = WATER_LAKE_ROWS;
#if SOME_WATER_WREATH
        pool_has_wreath = WATER_WREATH;
#endif
        dig_lake(WATER_LAKE_RADIUS);
    } else if (spots_left != 0) {
        --spots_left;
        pool_halves = WATER_SPOT_ROWS;
        dig_lake(WATER_SPOT_RADIUS);
    } else
        return 0;
    return 1;
}

/* Go on to the next row of a lake. */
static void end_lake_row(void)
{
    stage = BEGIN_LAKE_ROW;
    if (pool_row == pool_last_row) {
#if SOME_WATER_WREATH
        if (pool_has_wreath) {
            begin_wreath();
            return;
        }
#endif
        stage = NEXT_OF_WATER;
    }
    ++pool_row;
}

#if WATER_SOME_BROAD
/* Leave out a lake that is not high enough for a square; it may have a wreath. */
static void leave_out_lake(void)
{
    stage = NEXT_OF_WATER;
#if SOME_WATER_WREATH
    if (pool_has_wreath)
        begin_wreath();
#endif
}
#endif

/* One step of placing rivers, lakes and spots. */
static void let_water_in(void)
{
    switch (stage) {
    case 0:
        courses_left = WATER_RIVERS;
        lakes_left = WATER_LAKES;
#if SOME_WATER_WREATH
        pool_has_wreath = 0;
#endif
        spots_left = WATER_SPOTS;
        water_on_floor = WATER_ON_FLOOR;
        water_on_rock = WATER_ON_ROCK;
#if WATER_SOME_BROAD
        poured_stage = BEGIN_SQUARE;
#endif
        /* fall through */
    case NEXT_OF_WATER:
        if (begin_next_water() == 0)
            stage = PHASE_DONE;
#if WATER_SOME_BROAD
        if (stage == BEGIN_LAKE_ROW && pool_last_row < pool_row)
            leave_out_lake();
#endif
        return;
    case FLOOD_RIVER:
        dig_river();
        return;
    case BEGIN_LAKE_ROW:
        begin_lake_row();
        if (pool_at > pool_end)
            end_lake_row();
        return;
    default:
#if WATER_SOME_BROAD
        if (pool_side != 1) {
            if (pour_square(pool_at, pool_row) == 0)
                return;
        } else
#endif
            wet_tile(pool_at, pool_row);
        if (pool_at == pool_end)
            end_lake_row();
        ++pool_at;
        return;
    }
}

#endif
