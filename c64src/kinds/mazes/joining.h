/* Regions of a maze with rooms: each room is one, and each part of the maze between them. */
#ifndef UNDERCROFT_MAZES_JOINING_H
#define UNDERCROFT_MAZES_JOINING_H

#include "core/assertion.h"
#include "core/generation.h"
#include "kinds/mazes/cells.h"
#include "kinds/mazes/common.h"
#include "kinds/mazes/growing.h"

/* The cell that is looked at next, and the first one of the region, like cell_at; and how many cells
 * are left. The growth uses next_cell and cells_left. */
WORK uint8_t *sought_cell, *region_cell;
WORK uint16_t sought_left;

/* The region that was numbered last. */
WORK uint8_t last_region;

static void begin_seeking(void)
{
    BEGIN_PASS(SEEK_REGIONS);
    sought_cell = next_cell;
    sought_left = cells_left;
    last_region = own_rooms;
}

/* One step of looking for cells that have no region: some cells, up to the next such one. A growing
 * tree grows from there. */
static void seek_regions(void)
{
    uint8_t left;

    for (left = SOUGHT_AT_ONCE; left != 0; --left) {
        if (sought_left == 0)
            break;
        region_cell = sought_cell;
        ++sought_cell;
        --sought_left;
        if (REGION_OF(region_cell)[STRIDE] == 0) {
#if GROWS
            cell_at = region_cell;
            begin_growth_at();
            stage = GROW;
#else
            stage = BEGIN_LABEL;
#endif
            return;
        }
    }
    if (sought_left == 0)
        stage = BEGIN_JOINING;
}

/* Behind the last cell that waits to be looked at. */
WORK uint8_t **label_end;

/* Number the next region, beginning with its first cell. */
static void begin_label(void)
{
    ++last_region;
    ASSERT("mazes: more regions than there may be", last_region < MOST_REGIONS);
    REGION_OF(region_cell)[STRIDE] = last_region;
    waiting[0] = region_cell;
    label_end = waiting + 1;
}

/* If the region of a neighbour is not known, it is the same, and the neighbour waits. `offset` is that
 * of SIDE_OFFSET. */
#define LABEL_NEIGHBOUR(side_bit, offset, neighbour) \
    if (sides & (side_bit)) { \
        if (region[offset] == 0) { \
            region[offset] = last_region; \
            *label_end = (neighbour); \
            ++label_end; \
        } \
    }

/* One step of giving the cells that can be reached from the first one the number of their region: a
 * few cells. */
static void label_region(void)
{
    uint8_t left, sides;
    REGISTER uint8_t *cell;
    REGISTER uint8_t *region;

    for (left = LABELLED_AT_ONCE; left != 0; --left) {
        --label_end;
        cell = *label_end;
        region = REGION_OF(cell);
        sides = cell[STRIDE];
        LABEL_NEIGHBOUR(LEFT_BIT, STRIDE - 1, cell - 1)
        LABEL_NEIGHBOUR(RIGHT_BIT, STRIDE + 1, cell + 1)
        LABEL_NEIGHBOUR(UP_BIT, 0, cell - STRIDE)
        LABEL_NEIGHBOUR(DOWN_BIT, 2 * STRIDE, cell + STRIDE)
        if (label_end == waiting) {
            stage = SEEK_REGIONS;
            return;
        }
    }
}

/* For each region one of those that it is joined with, and so on, up to one that has itself; and how
 * many regions are joined there. */
WORK uint8_t region_above[MOST_REGIONS], region_count[MOST_REGIONS];

/* How many places of cells there are, those between two rows included; the next one, and how many
 * are left. */
#define JOINED_PLACES (ROWS * STRIDE)
WORK uint16_t join_place, join_left;

static void begin_joining(void)
{
    uint8_t region;

    for (region = 0; region <= last_region; ++region) {
        region_above[region] = region;
        region_count[region] = 1;
    }
    join_place = random_below(COLUMNS);
    for (region = random_below(ROWS); region != 0; --region)
        join_place += STRIDE;
    join_left = JOINED_PLACES;
}

/* The regions on both sides of a wall. */
WORK uint8_t join_one, join_other;

/* Join the two regions, the smaller group to the larger one. Returns 0 if they were joined before. */
static uint8_t join_two(void)
{
    uint8_t one, other;

    one = join_one;
    while (region_above[one] != one)
        one = region_above[one];
    other = join_other;
    while (region_above[other] != other)
        other = region_above[other];
    if (one == other)
        return 0;
    if (region_count[one] < region_count[other]) {
        region_above[one] = other;
        region_count[other] += region_count[one];
    } else {
        region_above[other] = one;
        region_count[one] += region_count[other];
    }
    return 1;
}

/* Whether to open the wall between two regions: if they are not joined, or by chance. */
static uint8_t is_joined_here(void)
{
    if (join_other == OUTSIDE)
        return 0;
    if (join_two())
        return 1;
    return random_chance(ROOMS_EXTRA_CHANCE);
}

/* One step of opening walls between regions: a few cells. */
static void join_all(void)
{
    uint8_t left;
    REGISTER uint8_t *cell;
    REGISTER const uint8_t *region;

    for (left = JOINED_AT_ONCE; left != 0; --left) {
        cell = cells + 1 + join_place;
        region = REGION_OF(cell);
        join_one = region[STRIDE];
        if (join_one != OUTSIDE) {
            join_other = region[STRIDE + 1];
            if (join_other != join_one && is_joined_here()) {
                cell[STRIDE] |= RIGHT_BIT;
                cell[STRIDE + 1] |= LEFT_BIT;
            }
            join_other = region[2 * STRIDE];
            if (join_other != join_one && is_joined_here()) {
                cell[STRIDE] |= DOWN_BIT;
                cell[2 * STRIDE] |= UP_BIT;
            }
        }
        join_place += JOIN_STEP;
        if (join_place >= JOINED_PLACES)
            join_place -= JOINED_PLACES;
        --join_left;
        if (join_left == 0) {
            BEGIN_PASS(AFTER_JOINING);
            return;
        }
    }
}

#endif
