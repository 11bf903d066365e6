/* Rivers: each runs from a high place down to water, along the lowest neighbours. In a world they run
 * where a noise of their own is in the middle of its heights. */
#ifndef UNDERCROFT_TERRAIN_RIVERS_H
#define UNDERCROFT_TERRAIN_RIVERS_H

#include "core/generation.h"
#include "kinds/terrain/classes.h"
#include "kinds/terrain/common.h"

#if SOME_RIVERS_COUNT

/* What `river_part` says: what is done next. */
#define FIND_SOURCE 0
#define RUN_COURSE 1
#define MAKE_BED 2
WORK uint8_t river_part;

/* The tiles of the course: where their heights are, and what these were. */
WORK uint8_t *course_tile[MOST_RIVER];
WORK uint8_t course_height[MOST_RIVER];
WORK uint8_t course_length;

/* Whether the course has come to a tile from which it can only curl. */
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
        pick_inner_tile();
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

/* The tile that is looked at, beside the course's end. */
WORK uint8_t *beside;
WORK uint8_t beside_is_at_edge;

/* The lowest of those that were looked at, and on which side it is. */
WORK uint8_t lowest_beside, lowest_side;

/* Whether the course would come beside itself at this tile. */
static NOINLINE uint8_t curls(void)
{
    uint8_t touched;

    touched = 0;
    if (*(beside - 1) == COURSE)
        ++touched;
    if (*(beside + 1) == COURSE)
        ++touched;
    if (*(beside - MAP_WIDTH) == COURSE)
        ++touched;
    if (*(beside + MAP_WIDTH) == COURSE)
        ++touched;
    return touched > 1;
}

/* Look at this tile, on this side of the course's end: some 300 cycles with OSCAR64, 500 with cc65. */
static NOINLINE void weigh_side(uint8_t side)
{
    if (*beside >= lowest_beside)
        return;
    if (!beside_is_at_edge && curls())
        return;
    lowest_beside = *beside;
    lowest_side = side;
}

/* Go to the lowest of the four tiles beside at which the course does not curl; of several, to the first one by its
 * side. */
static void go_on_with_course(void)
{
    lowest_beside = COURSE;
    lowest_side = 4;
    beside = place_height - 1;
    beside_is_at_edge = place_x == 1;
    weigh_side(0);
    beside = place_height + 1;
    beside_is_at_edge = place_x == MAP_WIDTH - 2;
    weigh_side(1);
    beside = place_height - MAP_WIDTH;
    beside_is_at_edge = place_y == 1;
    weigh_side(2);
    beside = place_height + MAP_WIDTH;
    beside_is_at_edge = place_y == MAP_HEIGHT - 2;
    weigh_side(3);
    switch (lowest_side) {
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

/* One step of letting all rivers run: 1 if it was the last one. The status says if one was left out. */
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
    if (!river_runs) {
        if (springs_done != SPRINGS)
            return 0;
        SUMMARY->status |= STATUS_FEWER_PARTS;
    }
    springs_done = 0;
    ++rivers_done;
    return rivers_done == RIVERS_COUNT;
}

#endif

#if SOME_RIVERS_WIDTH

/* The heights of the line in a row. */
WORK uint8_t line_heights[NOISE_ROW_BYTES];

/* Draw rivers on the heights of a row of a chunk, where those of the line are near enough to the
 * middle. */
static void draw_line(uint8_t *row)
{
    uint8_t x, away;

    for (x = 0; x != MAP_WIDTH; ++x) {
        away = line_heights[x] - (uint8_t)(RIVER_HEIGHT - RIVERS_WIDTH);
        if (away <= 2 * RIVERS_WIDTH)
            row[x] = BED;
    }
}

#endif

#endif
