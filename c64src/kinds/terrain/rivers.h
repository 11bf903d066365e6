/* Rivers: each runs from a high place down to water, along the lowest neighbours. */
#ifndef UNDERCROFT_TERRAIN_RIVERS_H
#define UNDERCROFT_TERRAIN_RIVERS_H

#include "core/generation.h"
#include "kinds/terrain/classes.h"
#include "kinds/terrain/places.h"

/* What `river_part` says: what is done next. */
#define FIND_SOURCE 0
#define RUN_COURSE 1
#define MAKE_BED 2
WORK uint8_t river_part;

/* The tiles of the course: where their heights are, and what these were. */
WORK uint8_t *course_tile[MOST_RIVER];
WORK uint8_t course_height[MOST_RIVER];
WORK uint8_t course_length;

/* Whether the course has come to tiles that are its own on all sides. */
WORK uint8_t is_enclosed;

/* Whether the river stays; the tile of its bed that is next; and how many rivers and springs are done. */
WORK uint8_t river_runs, bed_tile, rivers_done, springs_done;

/* Begin with the first river. */
static void begin_rivers(void)
{
    river_part = FIND_SOURCE;
    rivers_done = 0;
    springs_done = 0;
}

/* Find the highest of some random tiles; of several, the first one. */
static void find_source(void)
{
    uint8_t left, x, y, highest;

    highest = 0;
    x = 0;
    y = 0;
    for (left = SOURCES; left != 0; --left) {
        pick_tile();
        find_height();
        if (x == 0 || *place_height > highest) {
            highest = *place_height;
            x = place_x;
            y = place_y;
        }
    }
    place_x = x;
    place_y = y;
    find_height();
    course_length = 0;
    is_enclosed = 0;
}

/* Whether the course may end at this tile: at the edge of the map, or in the lowest class. */
static uint8_t is_at_water(void)
{
    if (place_x == 0 || place_x == MAP_WIDTH - 1 || place_y == 0 || place_y == MAP_HEIGHT - 1)
        return 1;
    return *place_height <= lowest_last;
}

/* Go to the lowest of the four tiles beside; of several, to the first one by its side. */
static void go_on_with_course(void)
{
    uint8_t *at;
    uint8_t lowest, height, side;

    at = place_height;
    lowest = COURSE;
    side = 4;
    height = *(at - 1);
    if (height < lowest) {
        lowest = height;
        side = 0;
    }
    height = *(at + 1);
    if (height < lowest) {
        lowest = height;
        side = 1;
    }
    height = *(at - MAP_WIDTH);
    if (height < lowest) {
        lowest = height;
        side = 2;
    }
    height = *(at + MAP_WIDTH);
    if (height < lowest)
        side = 3;
    switch (side) {
    case 0:
        --place_x;
        --place_height;
        break;
    case 1:
        ++place_x;
        ++place_height;
        break;
    case 2:
        --place_y;
        place_height -= MAP_WIDTH;
        break;
    case 3:
        ++place_y;
        place_height += MAP_WIDTH;
        break;
    default:
        is_enclosed = 1;
    }
}

/* Some tiles of the course. */
static void run_course(void)
{
    uint8_t left;

    left = RIVER_TILES;
    while (!is_enclosed && course_length != MOST_RIVER && !is_at_water()) {
        if (left == 0)
            return;
        --left;
        course_tile[course_length] = place_height;
        course_height[course_length] = *place_height;
        ++course_length;
        *place_height = COURSE;
        go_on_with_course();
    }
    river_runs = course_length >= RIVERS_LEAST_LENGTH && !is_enclosed && course_length != MOST_RIVER;
    bed_tile = 0;
    river_part = MAKE_BED;
}

/* Some tiles of the river's bed, or of a course that is undone: 1 if these were the last ones. */
static uint8_t make_bed(void)
{
    uint8_t left, height;

    for (left = RIVER_TILES; left != 0 && bed_tile != course_length; --left) {
        height = BED;
        if (!river_runs)
            height = course_height[bed_tile];
        *course_tile[bed_tile] = height;
        ++bed_tile;
    }
    return bed_tile == course_length;
}

/* One step of letting all rivers run: 1 if it was the last one. */
static uint8_t run_rivers(void)
{
    if (river_part == FIND_SOURCE) {
        find_source();
        river_part = RUN_COURSE;
        return 0;
    }
    if (river_part == RUN_COURSE) {
        run_course();
        return 0;
    }
    if (!make_bed())
        return 0;
    river_part = FIND_SOURCE;
    ++springs_done;
    if (!river_runs && springs_done != SPRINGS)
        return 0;
    springs_done = 0;
    ++rivers_done;
    return rivers_done == RIVERS_COUNT;
}

#endif
