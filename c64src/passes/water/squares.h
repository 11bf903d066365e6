/* Water of some least width, and floor of that width between two waters: it comes in squares.
 *
 * A square becomes water whole, or not at all. Its floor is flooded tile by tile, as without squares; if one of these tiles has to stay, all become floor again. */
#ifndef UNDERCROFT_WATER_SQUARES_H
#define UNDERCROFT_WATER_SQUARES_H

#include "core/doors.h"
#include "core/generation.h"
#include "core/get_tile.h"
#include "core/tilemap.h"
#include "passes/water/flooding.h"

/* What `poured_stage` says: what is done next. */
#define BEGIN_SQUARE 0
#define LOOK_BESIDE_SQUARE 1
#define FLOOD_SQUARE 2
WORK uint8_t poured_stage;

/* The square: its first and last tile, the next one, and how many tiles of floor and of rock are left in it. */
WORK uint8_t poured_x, poured_y, poured_end_x, poured_end_y, poured_column, poured_row;
WORK uint8_t poured_floor, poured_rock;

/* The tiles of floor that have become water: more than the 9 of a square of 3 x 3 there are not. */
WORK uint8_t soaked_count, soaked_x[9], soaked_y[9];

/* A line of tiles that leads away from a square: its next tile, and its direction. */
WORK uint8_t line_x, line_y, line_across, line_down;

/* Go on to the next tile of the square, row by row. */
static NOINLINE void next_in_square(void)
{
    if (poured_column != poured_end_x) {
        ++poured_column;
        return;
    }
    poured_column = poured_x;
    ++poured_row;
}

/* Go back to the first tile of the square. */
static NOINLINE void rewind_square(void)
{
    poured_column = poured_x;
    poured_row = poured_y;
}

/* Whether the tiles of the square may become water, or are it, but not all of them are. */
static NOINLINE uint8_t square_is_suited(void)
{
    uint8_t tile;

    poured_floor = 0;
    poured_rock = 0;
    soaked_count = 0;
    rewind_square();
    do {
        tile = get_tile(poured_column, poured_row);
        if (tile == TILE_FLOOR) {
            if (water_on_floor == NO_WATER)
                return 0;
            ++poured_floor;
        } else if (tile == TILE_EMPTY || tile == TILE_WALL) {
            if (!water_on_rock)
                return 0;
            ++poured_rock;
        } else if (tile != TILE_WATER)
            return 0;
        next_in_square();
    } while (poured_row <= poured_end_y);
    return poured_floor | poured_rock;
}

/* Whether the first tile of the line is no door, and no floor that would be too narrow, because water comes behind less
 * tiles of it than the least width. */
static NOINLINE uint8_t line_is_clear(void)
{
    uint8_t left, tile;

    tile = get_tile(line_x, line_y);
#ifdef TILE_IS_DOOR
    if (TILE_IS_DOOR(tile))
        return 0;
#endif
    for (left = WATER_LEAST_WIDTH; left != 1; --left) {
        if (tile != TILE_FLOOR || line_x == 0 || line_y == 0 || line_x == MAP_WIDTH - 1 || line_y == MAP_HEIGHT - 1)
            return 1;
        line_x += line_across;
        line_y += line_down;
        tile = get_tile(line_x, line_y);
        if (tile == TILE_WATER)
            return 0;
    }
    return 1;
}

/* Whether the lines to the left and to the right of all rows of the square are clear. */
static NOINLINE uint8_t rows_are_clear(void)
{
    uint8_t row;

    line_down = 0;
    for (row = poured_y; row <= poured_end_y; ++row) {
        line_x = poured_x - 1;
        line_y = row;
        line_across = 0xFF;
        if (line_is_clear() == 0)
            return 0;
        line_x = poured_end_x + 1;
        line_y = row;
        line_across = 1;
        if (line_is_clear() == 0)
            return 0;
    }
    return 1;
}

/* Whether the lines above and below all columns of the square are clear. */
static NOINLINE uint8_t columns_are_clear(void)
{
    uint8_t column;

    line_across = 0;
    for (column = poured_x; column <= poured_end_x; ++column) {
        line_x = column;
        line_y = poured_y - 1;
        line_down = 0xFF;
        if (line_is_clear() == 0)
            return 0;
        line_x = column;
        line_y = poured_end_y + 1;
        line_down = 1;
        if (line_is_clear() == 0)
            return 0;
    }
    return 1;
}

/* Go on to the next tile of the square that is floor, or with `is_floor` 0 to one that is no water. */
static NOINLINE void find_in_square(uint8_t is_floor)
{
    uint8_t tile;

    for (;;) {
        tile = get_tile(poured_column, poured_row);
        if (is_floor ? tile == TILE_FLOOR : tile != TILE_WATER)
            return;
        next_in_square();
    }
}

/* Flood the next tile of floor. If it has to stay, all that were flooded become floor again, and nothing is left. */
static NOINLINE void flood_floor(void)
{
    find_in_square(1);
    wet_tile(poured_column, poured_row);
    if (get_tile(poured_column, poured_row) == TILE_FLOOR) {
        while (soaked_count != 0) {
            --soaked_count;
            set_tile(soaked_x[soaked_count], soaked_y[soaked_count], TILE_FLOOR);
        }
        poured_floor = 0;
        poured_rock = 0;
        return;
    }
    soaked_x[soaked_count] = poured_column;
    soaked_y[soaked_count] = poured_row;
    ++soaked_count;
    --poured_floor;
    if (poured_floor == 0)
        rewind_square();
}

/* One step of making a square of tiles water, if that is allowed; (x, y) is its upper left tile. 1 if it was the last
 * one. */
static NOINLINE uint8_t pour_square(uint8_t x, uint8_t y)
{
    switch (poured_stage) {
    case BEGIN_SQUARE:
        poured_x = x;
        poured_y = y;
        poured_end_x = (uint8_t)(x + WATER_LEAST_WIDTH - 1);
        poured_end_y = (uint8_t)(y + WATER_LEAST_WIDTH - 1);
        if (square_is_suited() == 0)
            return 1;
        poured_stage = LOOK_BESIDE_SQUARE;
        return 0;
    case LOOK_BESIDE_SQUARE:
        poured_stage = BEGIN_SQUARE;
        if (rows_are_clear() == 0 || columns_are_clear() == 0)
            return 1;
        rewind_square();
        poured_stage = FLOOD_SQUARE;
        return 0;
    default:
        if (poured_floor)
            flood_floor();
        else {
            find_in_square(0);
            wet_tile(poured_column, poured_row);
            --poured_rock;
        }
        if (poured_floor | poured_rock)
            return 0;
        poured_stage = BEGIN_SQUARE;
        return 1;
    }
}

#endif
