/* Placing a copy of a drawing: where it comes to lie, and whether it may.
 *
 * A drawing that changes tiles needs floor where it is and around it: its twin in Python explains why nothing is cut
 * off then. */
#ifndef UNDERCROFT_FURNISH_PLACING_H
#define UNDERCROFT_FURNISH_PLACING_H

#include "core/drawings/filling.h"
#include "core/drawings/orientation.h"
#include "core/generation.h"
#include "core/get_tile.h"
#include "core/seen_open.h"
#include "core/tilemap.h"
#include "passes/furnish/suiting.h"

/* What a turn by a quarter changes: sides and one flip, so that nothing is mirrored by it. */
#define QUARTER_TURN (TURN_SIDES | FLIP_ROWS)

/* The turns by which a drawing that is not mirrored comes to the four corners. */
static const uint8_t corner_turns[4] = {
    0, FLIP_COLUMNS | FLIP_ROWS, TURN_SIDES | FLIP_ROWS, TURN_SIDES | FLIP_COLUMNS,
};

/* The sides at which the room's wall is. */
#define AT_LEFT_WALL 1
#define AT_RIGHT_WALL 2
#define AT_TOP_WALL 4
#define AT_BOTTOM_WALL 8

/* The drawing: where it is placed, 1 if there must be floor around it, and twice that. */
WORK uint8_t furniture_place, furniture_margin, both_margins;

/* Its copies: the number of the next one, how many there are, and the orientation of the first one. Tiled ones: how
 * many are side by side, how many of these are left, the steps to the next one, and where a row of them begins. */
WORK uint8_t copy_number, copy_count, first_orientation;
WORK uint8_t copy_columns, line_copies, copy_step_x, copy_step_y, copy_line_x;

/* The copy: its upper left tile, its size on the map, how much larger the room is, its orientation, and the sides at
 * which the wall is. */
WORK uint8_t copy_x, copy_y, copy_width, copy_height, spare_columns, spare_rows, copy_orientation, copy_walls;

/* Take the orientation of the copy: find out its size. */
static NOINLINE void take_orientation(void)
{
    turn_drawing(copy_orientation);
    copy_width = drawing_right + 1;
    copy_height = drawing_below + 1;
    spare_columns = furnish_width - copy_width;
    spare_rows = furnish_height - copy_height;
}

/* Take a random orientation in which the drawing fits. */
static NOINLINE void take_fitting_orientation(void)
{
    uint8_t fits;

    copy_orientation = choose_orientation();
    fits = fits_level;
    if (copy_orientation & TURN_SIDES)
        fits = fits_turned;
    if (fits == 0)
        copy_orientation ^= QUARTER_TURN;
    take_orientation();
}

/* Copies side by side: a side of the room, the copy's side, and how often it fits there. */
WORK uint8_t tiled_room, tiled_stride, tiled_count;

/* Find out how often; `tiled_stride` becomes the step from one to the next, and `tiled_room` where in the room one before
 * the first would be. */
static NOINLINE void count_tiled(void)
{
    uint8_t gap;

    gap = FURNISH_GAP[furnish_number];
    tiled_stride += gap;
    tiled_room += gap;
    tiled_room -= both_margins;
    tiled_count = 0;
    do {
        tiled_room -= tiled_stride;
        ++tiled_count;
    } while (tiled_room >= tiled_stride);
    tiled_room = (tiled_room >> 1) + furniture_margin;
    tiled_room -= tiled_stride;
}

/* Begin with copies side by side. */
static NOINLINE void begin_tiled(void)
{
    tiled_room = furnish_width;
    tiled_stride = copy_width;
    count_tiled();
    copy_step_x = tiled_stride;
    copy_columns = tiled_count;
    copy_line_x = furnish_x + tiled_room;
    tiled_room = furnish_height;
    tiled_stride = copy_height;
    count_tiled();
    copy_step_y = tiled_stride;
    copy_y = furnish_y + tiled_room;
    copy_count = 0;
    do {
        copy_count += copy_columns;
        --tiled_count;
    } while (tiled_count != 0);
    line_copies = 0;
}

/* The most corners to which a drawing comes, by its orientations. */
static const uint8_t most_corners[4] = { 1, 2, 2, 4 };

/* Begin with the copies of the drawing number `furnish_number`: choose what its marks become, and an orientation. */
static NOINLINE void begin_copies(void)
{
    uint8_t corners;

    furniture_place = FURNISH_PLACE[furnish_number];
    furniture_margin = FURNISH_MARGIN[furnish_number];
    both_margins = (uint8_t)(furniture_margin << 1);
    drawing_at = FURNISH_BYTES + FURNISH_AT[furnish_number];
    open_drawing();
    fill_drawing();
    find_fits();
    copy_number = 0;
    copy_walls = 0;
    take_fitting_orientation();
    first_orientation = copy_orientation;
    if (furniture_place == IN_TILES) {
        begin_tiled();
        return;
    }
    copy_count = FURNISH_COPIES[furnish_number];
    if (furniture_place == IN_CORNERS) {
        corners = most_corners[drawing_turns];
        if (drawing_turns == DRAWING_TURNED && (fits_level & fits_turned))
            corners = 4;
        if (copy_count > corners)
            copy_count = corners;
    }
}

/* Put the copy at the wall on the left or, if its columns are flipped, on the right. */
static NOINLINE void lean_across(void)
{
    if (copy_orientation & FLIP_COLUMNS) {
        copy_x += spare_columns;
        copy_walls |= AT_RIGHT_WALL;
    } else
        copy_walls |= AT_LEFT_WALL;
}

/* Put it at the wall at the top or, if its rows are flipped, at the bottom. */
static NOINLINE void lean_down(void)
{
    if (copy_orientation & FLIP_ROWS) {
        copy_y += spare_rows;
        copy_walls |= AT_BOTTOM_WALL;
    } else
        copy_walls |= AT_TOP_WALL;
}

/* How far along a wall it is, at random. */
WORK uint8_t wall_at;

/* Find that out. `wall_at` says how much larger the room is. */
static NOINLINE void choose_wall_at(void)
{
    wall_at = wall_at - both_margins;
    ++wall_at;
    wall_at = random_below(wall_at) + furniture_margin;
}

/* Find out where the next copy lies. */
static NOINLINE void next_copy(void)
{
    uint8_t turned;

    if (furniture_place == IN_TILES) {
        if (line_copies == 0) {
            line_copies = copy_columns;
            copy_x = copy_line_x;
            copy_y += copy_step_y;
        }
        --line_copies;
        copy_x += copy_step_x;
    } else {
        copy_x = furnish_x;
        copy_y = furnish_y;
        copy_walls = 0;
        if (furniture_place == IN_CORNERS) {
            turned = (uint8_t)(copy_number << 1);
            if (drawing_turns == DRAWING_TURNED)
                turned = corner_turns[copy_number];
            copy_orientation = first_orientation ^ turned;
            take_orientation();
            lean_across();
            lean_down();
        } else if (furniture_place == AT_WALLS) {
            if (copy_number != 0)
                take_fitting_orientation();
            if (copy_orientation & TURN_SIDES) {
                wall_at = spare_rows;
                choose_wall_at();
                copy_y += wall_at;
                lean_across();
            } else {
                wall_at = spare_columns;
                choose_wall_at();
                copy_x += wall_at;
                lean_down();
            }
        } else {
            copy_x += spare_columns >> 1;
            copy_y += spare_rows >> 1;
        }
    }
    ++copy_number;
}

/* What a tile must be: of the drawing, beside the wall, or around it. */
#define MUST_BE_FLOOR 0
#define MUST_BE_SOLID 1
#define MUST_BE_OPEN 2

/* The tile that is tested next, and the last row that is. What this tile must be, and what those of the
 * row must be that are in the copy's columns. */
WORK uint8_t tested_column, tested_row, tested_last, tile_must, row_must;

/* Whether the next tile is what it must be. */
static NOINLINE uint8_t is_right(void)
{
    uint8_t tile;

    tile = get_tile(tested_column, tested_row);
    ++tested_column;
    if (tile_must == MUST_BE_OPEN) {
        if (!(TILE_IS_SEEN_OPEN(tile)))
            return 0;
    } else if (tile_must == MUST_BE_FLOOR) {
        if (tile != TILE_FLOOR)
            return 0;
    } else if (tile_must == MUST_BE_SOLID) {
        if (TILE_IS_WALKABLE(tile))
            return 0;
    }
    return 1;
}

/* Whether the tile beside the row is what it must be; `tile_must` says whether the wall is at that side. */
static NOINLINE uint8_t is_right_beside(void)
{
    if (row_must == MUST_BE_SOLID)
        return 1;
    if (tile_must == 0)
        tile_must = MUST_BE_OPEN;
    else if (row_must == MUST_BE_OPEN)
        return 1;
    else
        tile_must = MUST_BE_SOLID;
    return is_right();
}

/* Whether the tiles of the next row, of the copy or above or below it, are as they must be. */
static NOINLINE uint8_t row_is_right(void)
{
    uint8_t left, wall;

    row_must = MUST_BE_FLOOR;
    wall = 0;
    if (tested_row < copy_y)
        wall = AT_TOP_WALL;
    if (tested_row == tested_last)
        wall = AT_BOTTOM_WALL;
    if (wall != 0) {
        row_must = MUST_BE_OPEN;
        if (copy_walls & wall)
            row_must = MUST_BE_SOLID;
    }
    tested_column = copy_x - 1;
    tile_must = copy_walls & AT_LEFT_WALL;
    if (is_right_beside() == 0)
        return 0;
    tested_column = copy_x;
    tile_must = row_must;
    for (left = copy_width; left != 0; --left) {
        if (is_right() == 0)
            return 0;
    }
    tile_must = copy_walls & AT_RIGHT_WALL;
    return is_right_beside();
}

#ifdef ENTITIES_CAPACITY
/* Whether the entity of this number is where the copy lies. */
static uint8_t entity_is_there(uint8_t number)
{
    REGISTER struct entity_record *entity;
    uint8_t across, down;

    entity = ENTITY_RECORD(number);
    across = ENTITY_GET_X(entity);
    across -= copy_x;
    down = ENTITY_GET_Y(entity);
    down -= copy_y;
    return across < copy_width && down < copy_height;
}
#endif

#endif
