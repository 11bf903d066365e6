/* Rooms and clearings: blocks of cells without walls between them. Rooms are there before the maze,
 * clearings are made in it. */
#ifndef UNDERCROFT_MAZES_BLOCKS_H
#define UNDERCROFT_MAZES_BLOCKS_H

#include "core/assertion.h"
#include "core/generation.h"
#include "kinds/mazes/cells.h"
#include "kinds/mazes/common.h"

/* What is tried: how often, the least cells of a side and how many sizes there are, the cells
 * between two blocks, and how many may still be placed. */
WORK uint8_t block_attempts, block_least, block_choices, block_spacing, blocks_left;

/* The region of the next block: for rooms their numbers. */
WORK uint8_t block_region;

/* What comes next: a place and a size, a row to look at, or a row to open. */
#define CHOOSE_BLOCK 0
#define CHECK_ROW 1
#define OPEN_ROW 2
WORK uint8_t block_state;

/* The block in cells, and where it and what is looked at around it begin, like cell_at. */
WORK uint8_t block_column, block_row, block_width, block_height;
WORK uint8_t *block_cell, *checked_cell;

/* How many cells of a row are looked at, and how many rows are left to look at, or to open. */
WORK uint8_t checked_width, block_rows_left;

#if SOME_HAS_OWN_ROOMS
static void begin_rooms(void)
{
    block_attempts = ROOMS_ATTEMPTS;
    block_least = ROOMS_MIN_SIZE;
    block_choices = ROOM_CHOICES;
    block_spacing = ROOMS_SPACING;
    blocks_left = MOST_OWN_ROOMS;
    block_region = 1;
    block_state = CHOOSE_BLOCK;
}
#endif

#if SOME_HAS_CLEARINGS
static void begin_clearings(void)
{
    block_attempts = CLEARINGS_ATTEMPTS;
    block_least = CLEARINGS_MIN_SIZE;
    block_choices = CLEARING_CHOICES;
    block_spacing = CLEARINGS_SPACING;
    blocks_left = MOST_CLEARINGS;
    block_region = CLEARING;
    block_state = CHOOSE_BLOCK;
}
#endif

/* Choose a block at random: four draws. */
static void choose_block(void)
{
    uint8_t first, end;

    block_width = block_least + random_below(block_choices);
    block_height = block_least + random_below(block_choices);
    block_column = random_below((uint8_t)(COLUMNS + 1 - block_width));
    block_row = random_below((uint8_t)(ROWS + 1 - block_height));
    block_cell = find_cell_row(block_row) + block_column;
    first = 0;
    if (block_column > block_spacing)
        first = block_column - block_spacing;
    end = (uint8_t)(block_column + block_width + block_spacing);
    if (end > COLUMNS)
        end = COLUMNS;
    checked_width = end - first;
    checked_cell = block_cell - block_column + first;
    first = 0;
    if (block_row > block_spacing)
        first = block_row - block_spacing;
    end = (uint8_t)(block_row + block_height + block_spacing);
    if (end > ROWS)
        end = ROWS;
    block_rows_left = end - first;
    for (end = block_row - first; end != 0; --end)
        checked_cell -= STRIDE;
}

/* Whether no cell of the next row belongs to a room or a clearing. */
static uint8_t row_is_free(void)
{
    uint8_t left;
    REGISTER const uint8_t *region;

    region = REGION_OF(checked_cell) + STRIDE;
    for (left = checked_width; left != 0; --left) {
        if (IS_OF_ROOM(*region) || *region == CLEARING)
            return 0;
        ++region;
    }
    checked_cell += STRIDE;
    return 1;
}

/* Open the cells of the next row of the block to each other and to those above and below. */
static void open_row(void)
{
    uint8_t left, sides, upright;
    REGISTER uint8_t *cell;

    cell = block_cell;
    block_cell += STRIDE;
    upright = UP_BIT | DOWN_BIT;
    if (block_rows_left == block_height)
        upright = DOWN_BIT;
    if (block_rows_left == 1)
        upright = UP_BIT;
    sides = upright | RIGHT_BIT;
    for (left = block_width; left != 0; --left) {
        if (left == 1)
            CLEAR_BIT(sides, RIGHT_BIT);
        cell[STRIDE] |= sides;
        REGION_OF(cell)[STRIDE] = block_region;
#if GROWS && SOME_HAS_OWN_ROOMS
        CLEAR_BIT(cell[STRIDE - 1], SOLID(RIGHT_BIT));
        CLEAR_BIT(cell[STRIDE + 1], SOLID(LEFT_BIT));
        CLEAR_BIT(cell[0], SOLID(DOWN_BIT));
        CLEAR_BIT(cell[2 * STRIDE], SOLID(UP_BIT));
#endif
        sides |= LEFT_BIT;
        ++cell;
    }
}

/* Write down the block, in tiles. */
static void add_chamber(void)
{
    uint8_t count;
    REGISTER struct chamber_record *chamber;

    count = COUNT_OF_CHAMBERS;
    ASSERT("chambers: a record past the table's capacity", count < CHAMBERS_CAPACITY);
    chamber = CHAMBER_RECORD(count);
    CHAMBER_SET_X(chamber, CELL_X(1, block_column));
    CHAMBER_SET_Y(chamber, (uint8_t)(MAZE_TOP + 1 + block_row * PITCH));
    CHAMBER_SET_W(chamber, (uint8_t)(block_width * PITCH - 1));
    CHAMBER_SET_H(chamber, (uint8_t)(block_height * PITCH - 1));
    CHAMBER_SET_USE(chamber, 0);
    COUNT_OF_CHAMBERS = count + 1;
}

/* One step of placing rooms or clearings: a few rows of cells. Returns 1 at the end. */
static uint8_t place_blocks(void)
{
    uint8_t left;

    for (left = BLOCK_ROWS_AT_ONCE; left != 0; --left) {
        if (block_state == CHOOSE_BLOCK) {
            choose_block();
            block_state = CHECK_ROW;
            continue;
        }
        if (block_state == CHECK_ROW) {
            if (row_is_free()) {
                --block_rows_left;
                if (block_rows_left != 0)
                    continue;
                block_state = OPEN_ROW;
                block_rows_left = block_height;
#if SOME_HAS_OWN_ROOMS
                if (block_region != CLEARING)
                    own_rooms = block_region;
#endif
                continue;
            }
        } else {
            open_row();
            --block_rows_left;
            if (block_rows_left != 0)
                continue;
            add_chamber();
            if (block_region != CLEARING)
                ++block_region;
            --blocks_left;
            if (blocks_left == 0)
                return 1;
        }
        block_state = CHOOSE_BLOCK;
        --block_attempts;
        if (block_attempts == 0)
            return 1;
    }
    return 0;
}

#endif
