/* Recursive division: walls across an open space, each with an opening. */
#ifndef UNDERCROFT_MAZES_DIVIDING_H
#define UNDERCROFT_MAZES_DIVIDING_H

#include "core/generation.h"
#include "kinds/mazes/cells.h"
#include "kinds/mazes/common.h"

/* The part that is divided, in cells, and how many of its columns or rows are before the wall. */
WORK uint8_t divided_column, divided_row, divided_width, divided_height, divided_before;

/* Behind the last part that waits, in the memory of `waiting`: four bytes each. Both sides of a part
 * that waits are at least 2, so there are never more than (COLUMNS + ROWS) / 2. */
WORK uint8_t *parts_end;

/* The next cell along the wall, like cell_at, how many are left, and how far it is to the next. */
WORK uint8_t *wall_cell;
WORK uint8_t wall_left, wall_stride;

/* Whether the wall goes across, and the offset of the cell behind it from wall_cell. */
WORK uint8_t wall_is_level, wall_behind;

/* The part of a wall between two rooms: its first cell, then the next that is closed, how many cells
 * it has, and the places of the next one and of its opening. */
WORK uint8_t *run_cell;
WORK uint8_t run_length, run_place, run_opening;

/* What comes next: a part, a place in its wall, or a cell to close. */
#define TAKE_PART 0
#define LOOK_AT_WALL 1
#define CLOSE_CELL 2
WORK uint8_t divide_state;

/* Let a part wait, if it can be divided. */
static void push_part(uint8_t column, uint8_t row, uint8_t width, uint8_t height)
{
    REGISTER uint8_t *part;

    if (width < 2 || height < 2)
        return;
    part = parts_end;
    part[0] = column;
    part[1] = row;
    part[2] = width;
    part[3] = height;
    parts_end += 4;
}

/* One step of opening all cells to each other, but those of rooms: a few cells. */
static void open_all(void)
{
    uint8_t left;
    REGISTER uint8_t *cell;
    REGISTER const uint8_t *region;

    for (left = UNWALLED_AT_ONCE; left != 0; --left) {
        cell = next_cell;
        region = REGION_OF(cell);
        if (region[STRIDE] == 0) {
            if (region[STRIDE + 1] == 0) {
                cell[STRIDE] |= RIGHT_BIT;
                cell[STRIDE + 1] |= LEFT_BIT;
            }
            if (region[2 * STRIDE] == 0) {
                cell[STRIDE] |= DOWN_BIT;
                cell[2 * STRIDE] |= UP_BIT;
            }
        }
        ++next_cell;
        --cells_left;
        if (cells_left == 0) {
            parts_end = (uint8_t *)waiting;
            push_part(0, 0, COLUMNS, ROWS);
            divide_state = TAKE_PART;
            stage = DIVIDE;
            return;
        }
    }
}

/* Whether the next wall goes across; no draw unless both directions are as good. */
static uint8_t is_wall_level(void)
{
    uint8_t left;
    uint16_t down, across;

    down = 0;
    for (left = GROWTH_ACROSS_WEIGHT; left != 0; --left)
        down += divided_height;
    across = 0;
    for (left = GROWTH_DOWN_WEIGHT; left != 0; --left)
        across += divided_width;
    if (down == across)
        return random_bit();
    return down > across;
}

/* Take the last part that waits, and choose its wall. */
static void take_part(void)
{
    REGISTER const uint8_t *part;

    parts_end -= 4;
    part = parts_end;
    divided_column = part[0];
    divided_row = part[1];
    divided_width = part[2];
    divided_height = part[3];
    wall_is_level = is_wall_level();
    if (wall_is_level) {
        divided_before = 1 + random_below((uint8_t)(divided_height - 1));
        wall_cell = find_cell_row((uint8_t)(divided_row + divided_before - 1)) + divided_column;
        wall_left = divided_width;
        wall_stride = 1;
        wall_behind = 2 * STRIDE;
    } else {
        divided_before = 1 + random_below((uint8_t)(divided_width - 1));
        wall_cell = find_cell_row(divided_row) + (uint8_t)(divided_column + divided_before - 1);
        wall_left = divided_height;
        wall_stride = STRIDE;
        wall_behind = STRIDE + 1;
    }
    run_length = 0;
    divide_state = LOOK_AT_WALL;
}

/* The wall is built: both halves wait. */
static void end_wall(void)
{
    if (wall_is_level) {
        push_part(divided_column, divided_row, divided_width, divided_before);
        push_part(divided_column, (uint8_t)(divided_row + divided_before), divided_width,
                  (uint8_t)(divided_height - divided_before));
    } else {
        push_part(divided_column, divided_row, divided_before, divided_height);
        push_part((uint8_t)(divided_column + divided_before), divided_row,
                  (uint8_t)(divided_width - divided_before), divided_height);
    }
    divide_state = TAKE_PART;
}

/* Look at the next place of the wall, where there may be a room. */
static void look_at_wall(void)
{
    uint8_t is_free;
    REGISTER const uint8_t *region;

    region = REGION_OF(wall_cell);
    is_free = region[STRIDE] == 0 && region[wall_behind] == 0;
    if (is_free) {
        if (run_length == 0)
            run_cell = wall_cell;
        ++run_length;
    }
    wall_cell += wall_stride;
    --wall_left;
    if (is_free && wall_left != 0)
        return;
    if (run_length != 0) {
        run_opening = random_below(run_length);
        run_place = 0;
        divide_state = CLOSE_CELL;
    } else if (wall_left == 0)
        end_wall();
}

/* Close the next cell, unless it is the opening. */
static void close_cell(void)
{
    REGISTER uint8_t *cell;

    if (run_place != run_opening) {
        cell = run_cell;
        if (wall_is_level) {
            CLEAR_BIT(cell[STRIDE], DOWN_BIT);
            CLEAR_BIT(cell[2 * STRIDE], UP_BIT);
        } else {
            CLEAR_BIT(cell[STRIDE], RIGHT_BIT);
            CLEAR_BIT(cell[STRIDE + 1], LEFT_BIT);
        }
    }
    run_cell += wall_stride;
    ++run_place;
    if (run_place != run_length)
        return;
    run_length = 0;
    divide_state = LOOK_AT_WALL;
    if (wall_left == 0)
        end_wall();
}

/* One step of building walls: a few cells along them. */
static void divide(void)
{
    uint8_t left;

    for (left = DIVIDED_AT_ONCE; left != 0; --left) {
        if (divide_state == TAKE_PART) {
            if (parts_end == (uint8_t *)waiting)
                break;
            take_part();
        } else if (divide_state == LOOK_AT_WALL)
            look_at_wall();
        else
            close_cell();
    }
    if (divide_state == TAKE_PART && parts_end == (uint8_t *)waiting) {
        BEGIN_PASS(AFTER_BUILDING);
    }
}

#endif
