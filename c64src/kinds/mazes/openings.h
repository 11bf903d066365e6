/* What is done last where there are rooms or clearings: no pillars are left in them, loops are
 * counted, and doors are hung. */
#ifndef UNDERCROFT_MAZES_OPENINGS_H
#define UNDERCROFT_MAZES_OPENINGS_H

#include "core/generation.h"
#include "core/tilemap.h"
#include "kinds/mazes/cells.h"
#include "kinds/mazes/common.h"

/* The room or clearing that is next. */
WORK uint8_t pillar_chamber;

/* The row of its next pillars. */
WORK uint8_t pillar_y;

/* How many openings there are so far. */
WORK uint16_t openings;

/* Remove the next row of pillars in a room: at most 14. */
static void remove_row(void)
{
    uint8_t x, end;
    REGISTER struct chamber_record *chamber;

    chamber = CHAMBER_RECORD(pillar_chamber);
    if (pillar_y == 0)
        pillar_y = CHAMBER_GET_Y(chamber) + CELLS_SIZE;
    x = CHAMBER_GET_X(chamber);
    end = x + CHAMBER_GET_W(chamber);
    for (x += CELLS_SIZE; x < end; x += PITCH)
        set_tile(x, pillar_y, TILE_FLOOR);
    pillar_y += PITCH;
    if (pillar_y >= (uint8_t)(CHAMBER_GET_Y(chamber) + CHAMBER_GET_H(chamber))) {
        pillar_y = 0;
        ++pillar_chamber;
    }
}

/* One step of removing the tiles between four cells of a room or a clearing: a few rows of them. */
static void remove_pillars(void)
{
    uint8_t left;

    for (left = PILLAR_ROWS_AT_ONCE; left != 0; --left) {
        if (pillar_chamber == COUNT_OF_CHAMBERS)
            break;
        remove_row();
    }
    if (pillar_chamber == COUNT_OF_CHAMBERS) {
        BEGIN_PASS(LOOK_AT_OPENINGS);
        openings = 0;
    }
}

#if HAS_DOORS

/* Whether the opening to the right of the next cell is done. */
WORK uint8_t right_is_done;

/* Hang a door in the middle of the next cell's opening to the right or down. The rest of the opening
 * becomes wall. */
static void hang_door(uint8_t is_right)
{
    find_tile_of(next_cell);
#if CELLS_SIZE != 1
    rectangle_left = tile_x - CELLS_SIZE / 2;
    rectangle_top = tile_y - CELLS_SIZE / 2;
    rectangle_right = rectangle_left + (CELLS_SIZE - 1);
    rectangle_bottom = rectangle_top + (CELLS_SIZE - 1);
#endif
    if (is_right) {
        tile_x += CELLS_SIZE - CELLS_SIZE / 2;
#if CELLS_SIZE != 1
        rectangle_left = tile_x;
        rectangle_right = tile_x;
#endif
    } else {
        tile_y += CELLS_SIZE - CELLS_SIZE / 2;
#if CELLS_SIZE != 1
        rectangle_top = tile_y;
        rectangle_bottom = tile_y;
#endif
    }
#if CELLS_SIZE != 1
    fill_rectangle(TILE_WALL);
#endif
    set_tile(tile_x, tile_y, TILE_DOOR);
}

/* Whether the opening to a neighbour of the next cell gets a door; the offset is that of SIDE_OFFSET.
 * Two regions as parameters make cc65 2.19 crash. */
static uint8_t has_door(uint8_t offset)
{
    uint8_t one, other;
    REGISTER const uint8_t *region;

    region = REGION_OF(next_cell);
    one = region[STRIDE];
    other = region[offset];
    if (one == other)
        return 0;
    if (!IS_OF_ROOM(one) && !IS_OF_ROOM(other))
        return 0;
#if !ALL_DOORS_CHANCE
    if (DOORS_CHANCE == 0)
        return 0;
#endif
    return random_chance(DOORS_CHANCE);
}

#endif

/* Look at the openings of the next cell to the right and down. Returns 1 after each door. */
static uint8_t look_at_cell(void)
{
    uint8_t sides;

    sides = next_cell[STRIDE];
#if HAS_DOORS
    if (!right_is_done && sides & RIGHT_BIT) {
        ++openings;
        if (has_door(STRIDE + 1)) {
            hang_door(1);
            right_is_done = 1;
            return 1;
        }
    }
    right_is_done = 0;
    if (sides & DOWN_BIT) {
        ++openings;
        if (has_door(2 * STRIDE)) {
            hang_door(0);
            ++next_cell;
            --cells_left;
            return 1;
        }
    }
#else
    if (sides & RIGHT_BIT)
        ++openings;
    if (sides & DOWN_BIT)
        ++openings;
#endif
    ++next_cell;
    --cells_left;
    return 0;
}

/* One step of looking at openings: some cells, up to the next door. The last cell has none. */
static void look_at_openings(void)
{
    uint8_t left;

    left = OPENINGS_AT_ONCE;
#if HAS_DOORS
    /* The rest of a cell is not a piece of its own. */
    if (right_is_done)
        ++left;
#endif
    for (; left != 0; --left) {
        if (next_cell[STRIDE] & (RIGHT_BIT | DOWN_BIT)) {
            if (look_at_cell())
                return;
        } else {
            ++next_cell;
            --cells_left;
        }
        if (cells_left == 0) {
            loops = (uint16_t)(openings + 1 - cell_count);
            MAZES_FIGURES_SET_LOOPS(FIGURES, loops);
            stage = PHASE_DONE;
            return;
        }
    }
}

#endif
