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

/* The drawing: its number, where it is placed, 1 if there must be floor around it, whether it fits as it is drawn and
 * turned by a quarter. */
static uint8_t furniture, furniture_place, furniture_margin, fits_level, fits_turned;

/* Its copies: the number of the next one, how many there are, and the orientation of the first one. Tiled ones: how many
 * are side by side, how many of these are left, the steps to the next one, and where a row of them begins. */
static uint8_t copy_number, copy_count, first_orientation;
static uint8_t copy_columns, line_copies, copy_step_x, copy_step_y, copy_line_x;

/* The copy: its upper left tile, its size on the map, its orientation, and the sides at which the wall is. */
static uint8_t copy_x, copy_y, copy_width, copy_height, copy_orientation, copy_walls;

/* Whether so many columns and rows fit in the room. */
static uint8_t fits_room(uint8_t across, uint8_t down)
{
    return across <= furnish_width && down <= furnish_height;
}

/* A random orientation in which the drawing fits. */
static uint8_t fitting_orientation(void)
{
    uint8_t found;

    found = choose_orientation();
    if (!((found & TURN_SIDES) ? fits_turned : fits_level))
        found ^= QUARTER_TURN;
    return found;
}

/* Take an orientation for the copy. */
static void take_orientation(uint8_t orientation)
{
    copy_orientation = orientation;
    turn_drawing(orientation);
    copy_width = drawing_right + 1;
    copy_height = drawing_below + 1;
}

/* How often a tile and the gap behind it fit in so much room. */
static uint8_t times_in(uint8_t room, uint8_t step)
{
    uint8_t times;

    for (times = 0; room >= step; room -= step)
        ++times;
    return times;
}

/* Begin with the copies of the drawing number `furniture`: choose what its marks become, and an orientation. */
static void begin_copies(void)
{
    uint8_t across, down, gap, count;

    furniture_place = FURNISH_PLACE[furniture];
    furniture_margin = FURNISH_MARGIN[furniture];
    drawing_at = FURNISH_BYTES + FURNISH_AT[furniture];
    open_drawing();
    fill_drawing();
    across = FURNISH_NEED_ACROSS[furniture];
    down = FURNISH_NEED_DOWN[furniture];
    fits_level = fits_room(across, down);
    fits_turned = 0;
    if (drawing_turns & DRAWING_TURNED)
        fits_turned = fits_room(down, across);
    copy_number = 0;
    copy_count = 1;
    copy_walls = 0;
    first_orientation = fitting_orientation();
    take_orientation(first_orientation);
    if (furniture_place == IN_CORNERS || furniture_place == AT_WALLS) {
        copy_count = FURNISH_COPIES[furniture];
        if (furniture_place == IN_CORNERS) {
            count = 4;
            if (drawing_turns == 0)
                count = 1;
            else if (drawing_turns == DRAWING_MIRRORED
                || (drawing_turns == DRAWING_TURNED && !(fits_level && fits_turned)))
                count = 2;
            if (copy_count > count)
                copy_count = count;
        }
    } else if (furniture_place == IN_TILES) {
        gap = FURNISH_GAP[furniture];
        copy_step_x = copy_width + gap;
        copy_step_y = copy_height + gap;
        across = furnish_width + gap;
        down = furnish_height + gap;
        copy_columns = times_in((uint8_t)(across - furniture_margin - furniture_margin), copy_step_x);
        count = times_in((uint8_t)(down - furniture_margin - furniture_margin), copy_step_y);
        copy_count = 0;
        copy_y = down;
        do {
            copy_y -= copy_step_y;
            copy_count += copy_columns;
            --count;
        } while (count != 0);
        for (count = copy_columns; count != 0; --count)
            across -= copy_step_x;
        copy_line_x = furnish_x + (across >> 1);
        copy_y = (uint8_t)(furnish_y + (copy_y >> 1) - copy_step_y);
        line_copies = 0;
    }
}

/* Find the place of a copy along a wall. */
static void take_wall(void)
{
    copy_x = furnish_x;
    copy_y = furnish_y;
    if (copy_orientation & TURN_SIDES) {
        copy_y = (uint8_t)(copy_y + furniture_margin
            + random_below((uint8_t)(furnish_height - copy_height - furniture_margin - furniture_margin + 1)));
        copy_walls = AT_LEFT_WALL;
        if (copy_orientation & FLIP_COLUMNS) {
            copy_x = (uint8_t)(copy_x + furnish_width - copy_width);
            copy_walls = AT_RIGHT_WALL;
        }
    } else {
        copy_x = (uint8_t)(copy_x + furniture_margin
            + random_below((uint8_t)(furnish_width - copy_width - furniture_margin - furniture_margin + 1)));
        copy_walls = AT_TOP_WALL;
        if (copy_orientation & FLIP_ROWS) {
            copy_y = (uint8_t)(copy_y + furnish_height - copy_height);
            copy_walls = AT_BOTTOM_WALL;
        }
    }
}

/* Find the place of a copy in a corner. */
static void take_corner(void)
{
    uint8_t orientation;

    orientation = (uint8_t)(copy_number << 1);
    if (drawing_turns == DRAWING_TURNED)
        orientation = corner_turns[copy_number];
    take_orientation(first_orientation ^ orientation);
    copy_x = furnish_x;
    copy_y = furnish_y;
    copy_walls = AT_LEFT_WALL | AT_TOP_WALL;
    if (copy_orientation & FLIP_COLUMNS) {
        copy_x += (uint8_t)(furnish_width - copy_width);
        copy_walls ^= AT_LEFT_WALL | AT_RIGHT_WALL;
    }
    if (copy_orientation & FLIP_ROWS) {
        copy_y = (uint8_t)(copy_y + furnish_height - copy_height);
        copy_walls ^= AT_TOP_WALL | AT_BOTTOM_WALL;
    }
}

/* Find out where the next copy lies. */
static void next_copy(void)
{
    if (furniture_place == IN_CORNERS) {
        take_corner();
    } else if (furniture_place == AT_WALLS) {
        if (copy_number != 0)
            take_orientation(fitting_orientation());
        take_wall();
    } else if (furniture_place == IN_TILES) {
        if (line_copies == 0) {
            line_copies = copy_columns;
            copy_x = copy_line_x - copy_step_x;
            copy_y += copy_step_y;
        }
        --line_copies;
        copy_x += copy_step_x;
    } else {
        copy_x = (uint8_t)(furnish_x + ((uint8_t)(furnish_width - copy_width) >> 1));
        copy_y = (uint8_t)(furnish_y + ((uint8_t)(furnish_height - copy_height) >> 1));
    }
    ++copy_number;
}

/* What a tile must be: of the drawing, beside the wall, or around it. */
#define MUST_BE_FLOOR 0
#define MUST_BE_SOLID 1
#define MUST_BE_OPEN 2
#define MAY_BE_ANYTHING 3

/* Whether the tile at (x, y) is what it must be. */
static uint8_t is_right(uint8_t x, uint8_t y, uint8_t must)
{
    uint8_t tile;

    if (must == MAY_BE_ANYTHING)
        return 1;
    tile = get_tile(x, y);
    if (must == MUST_BE_FLOOR)
        return tile == TILE_FLOOR;
    if (must == MUST_BE_SOLID)
        return !(TILE_IS_WALKABLE(tile));
    return TILE_IS_SEEN_OPEN(tile);
}

/* Whether the tiles of row y of the copy, or of the row above or below it, are as they must be. */
static uint8_t row_is_right(uint8_t y)
{
    uint8_t x, end, middle, left, right;

    middle = MUST_BE_FLOOR;
    left = MUST_BE_OPEN;
    right = MUST_BE_OPEN;
    if (copy_walls & AT_LEFT_WALL)
        left = MUST_BE_SOLID;
    if (copy_walls & AT_RIGHT_WALL)
        right = MUST_BE_SOLID;
    end = copy_y + copy_height;
    if (y == end || y + 1 == copy_y) {
        middle = MUST_BE_OPEN;
        if (left == MUST_BE_SOLID)
            left = MAY_BE_ANYTHING;
        if (right == MUST_BE_SOLID)
            right = MAY_BE_ANYTHING;
        if (copy_walls & (y == end ? AT_BOTTOM_WALL : AT_TOP_WALL)) {
            middle = MUST_BE_SOLID;
            left = MAY_BE_ANYTHING;
            right = MAY_BE_ANYTHING;
        }
    }
    x = copy_x;
    if (!is_right(x - 1, y, left))
        return 0;
    end = x + copy_width;
    for (; x != end; ++x) {
        if (!is_right(x, y, middle))
            return 0;
    }
    return is_right(x, y, right);
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
