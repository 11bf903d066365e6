/* The phase `rooms`: at most one room in each cell of the grid, floor and walls. */
#ifndef UNDERCROFT_GRID_ROOMS_ROOMS_H
#define UNDERCROFT_GRID_ROOMS_ROOMS_H

#include "core/assertion.h"
#include "core/generation.h"
#include "kinds/grid_rooms/common.h"

#include "core/small_for_oscar64_begin.h"

#define SHUFFLE 1
#define BEGIN_ROOM 2
#define PLACE_ROOM 3
#define PLACE_LARGEST 4
#define ASSIGN_PRIORITIES 5
#define DRAW_ROOMS 6

/* The passes of swaps that are left of the shuffle. */
WORK uint8_t passes_left;

/* One step of putting the cells in random order: some exchanges of a Fisher-Yates shuffle, or a
 * pass of random neighbour swaps. */
static void shuffle_cells(void)
{
    uint8_t left;

    left = last_cell;
    if (left != 0)
        left = exchange_cells();
    else if (passes_left != 0) {
        --passes_left;
        swapped_pairs = CELL_COUNT - 1;
        swap_neighbours();
    }
    if (left == 0 && passes_left == 0)
        stage = BEGIN_ROOM;
}

/* Width and height of a new room, in size_w and size_h: wide, tall, or nearly square. */
static void draw_size(void)
{
    uint8_t least, most;

    if (random_chance(ROOMS_RECTANGLE_CHANCE)) {
        size_w = ROOMS_LONG_SIDE_MIN + BELOW(ROOMS_MAX_SIZE - ROOMS_LONG_SIDE_MIN + 1);
        /* A rectangle's short side stays below its long one wherever ROOMS_MIN_SIZE allows. */
        most = size_w - 1;
        if (most > ROOMS_SHORT_SIDE_MAX)
            most = ROOMS_SHORT_SIDE_MAX;
        if (most < ROOMS_MIN_SIZE)
            most = ROOMS_MIN_SIZE;
        size_h = ROOMS_MIN_SIZE + BELOW(most - ROOMS_MIN_SIZE + 1);
        if (!random_bit()) {
            least = size_w;
            size_w = size_h;
            size_h = least;
        }
        return;
    }
    size_w = ROOMS_MIN_SIZE + BELOW(ROOMS_MAX_SIZE - ROOMS_MIN_SIZE + 1);
    least = ROOMS_MIN_SIZE;
    if (size_w > ROOMS_MIN_SIZE + ROOMS_SQUARE_DIFFERENCE)
        least = size_w - ROOMS_SQUARE_DIFFERENCE;
    most = size_w + ROOMS_SQUARE_DIFFERENCE;
    if (most > ROOMS_MAX_SIZE)
        most = ROOMS_MAX_SIZE;
    size_h = least + BELOW(SPAN_COUNT(least, most));
}

/* Append a room with a floor of size_w x size_h tiles at (spot_x, spot_y), and write its record. */
static void add_room(void)
{
    REGISTER struct room_record *record;

    ASSERT("rooms: a record past the table's capacity", room_count < ROOMS_CAPACITY);
    keep_room();
    record = ROOM_RECORD(room_count);
    ROOM_SET_X(record, spot_x);
    ROOM_SET_Y(record, spot_y);
    ROOM_SET_W(record, size_w);
    ROOM_SET_H(record, size_h);
    ++room_count;
    FIGURES->rooms = room_count;
}

/* The number, in the list of cells, of the one that gets a room next. */
WORK uint8_t next_cell;

/* Go on to the next cell. */
static void end_room(void)
{
    ++next_cell;
    stage = BEGIN_ROOM;
    if (next_cell == CELL_COUNT) {
        next_room = 0;
        stage = ASSIGN_PRIORITIES;
    }
}

#include "core/small_code_begin.h"

/* The corner that place_largest looks at, and the greatest width it can use there. */
WORK uint8_t largest_x, largest_y, largest_w;

/* The greatest width up to largest_w of a free floor of height `h` at (largest_x, largest_y); 0 if
 * none. */
static uint8_t widest(uint8_t h)
{
    uint8_t n, end_y, most, reach;

    end_y = largest_y + h;
    most = largest_w;
    n = obstacle_count;
    while (n != 0) {
        --n;
        if (obstacle_bottom[n] > largest_y && obstacle_top[n] < end_y
            && obstacle_right[n] > largest_x) {
            reach = obstacle_left[n];
            if (reach <= largest_x)
                return 0;
            reach -= largest_x;
            if (reach < most)
                most = reach;
        }
    }
    return most;
}

/* The corner that place_largest tries next, and the largest room so far. */
WORK uint8_t corner_x, corner_y, best_x, best_y;
WORK uint16_t best_area;

/* One step of placing the room of the largest area that fits; none if not even the smallest fits.
 *
 * A free rectangle can always be moved up and left until it touches the ground's edge or an
 * obstacle, so only those corners need to be tried, one in each step. Of equal areas the first is
 * taken. */
static void place_largest(void)
{
    uint8_t h, w, n;
    uint16_t area;

    for (; corner_y <= obstacle_count; ++corner_y) {
        largest_y = corner_y ? obstacle_bottom[corner_y - 1] : low_y;
        if (largest_y > (uint8_t)(high_y - ROOMS_MIN_SIZE))
            continue;
        for (; corner_x <= obstacle_count; ++corner_x) {
            largest_x = corner_x ? obstacle_right[corner_x - 1] : low_x;
            if (largest_x > (uint8_t)(high_x - ROOMS_MIN_SIZE))
                continue;
            largest_w = high_x - largest_x;
            if (largest_w > ROOMS_MAX_SIZE)
                largest_w = ROOMS_MAX_SIZE;
            h = high_y - largest_y;
            if (h > ROOMS_MAX_SIZE)
                h = ROOMS_MAX_SIZE;
            for (; h >= ROOMS_MIN_SIZE; --h) {
                w = widest(h);
                if (w < ROOMS_MIN_SIZE)
                    continue;
                area = 0;
                for (n = h; n != 0; --n)
                    area += w;
                if (area > best_area) {
                    best_area = area;
                    best_x = largest_x;
                    best_y = largest_y;
                    size_w = w;
                    size_h = h;
                }
            }
            ++corner_x;
            return;
        }
        corner_x = 0;
    }
    if (best_area != 0) {
        spot_x = best_x;
        spot_y = best_y;
        add_room();
    }
    end_room();
}

#include "core/small_code_end.h"

/* The random places that place_room has left to try. */
WORK uint8_t attempts_left;

/* Begin to place a room in the ground of the next cell. */
static void begin_room(void)
{
    uint8_t row, column;

    row = 0;
    for (column = cell_order[next_cell]; column >= GRID_COLUMNS; column -= GRID_COLUMNS)
        ++row;
    low_x = COLUMN_LOW[column];
    high_x = COLUMN_HIGH[column];
    low_y = ROW_LOW[row];
    high_y = ROW_HIGH[row];
    find_obstacles();
    draw_size();
    attempts_left = ROOMS_ATTEMPTS;
    stage = PLACE_ROOM;
}

/* One step of placing a room in the current ground, if one fits at all: up to four random places.
 * After all of them it is up to place_largest. */
static void place_room(void)
{
    while (attempts_left != 0) {
        if (spot_is_free()) {
            add_room();
            end_room();
            return;
        }
        --attempts_left;
        if (attempts_left != 0 && (attempts_left & (TRIES_AT_ONCE - 1)) == 0)
            return;
    }
    corner_x = 0;
    corner_y = 0;
    best_area = 0;
    stage = PLACE_LARGEST;
}

/* One step of setting the priorities of the first room and the last, and drawing those of the
 * others: some rooms. */
static void assign_priorities(void)
{
    uint8_t room, priority;

    while (next_room != room_count) {
        room = next_room;
        ++next_room;
        if (room == 0)
            priority = ROOMS_PRIORITIES_FIRST;
        else if (next_room == room_count)
            priority = ROOMS_PRIORITIES_LAST;
        else
            priority = ROOMS_PRIORITIES_OTHERS_MIN
                       + BELOW(ROOMS_PRIORITIES_OTHERS_MAX - ROOMS_PRIORITIES_OTHERS_MIN + 1);
        room_priority[room] = priority;
        ROOM_SET_PRIORITY(ROOM_RECORD(room), priority);
        if ((next_room & (PRIORITIES_AT_ONCE - 1)) == 0)
            break;
    }
    if (next_room == room_count) {
        next_room = 0;
        stage = DRAW_ROOMS;
    }
}

/* Draw the walls and the floor of the room next_room. */
static void draw_room(void)
{
    figure = DRAW_ROOM;
    this_room = next_room;
    draw_figure();
}

/* One step of placing the rooms, giving them priorities, and drawing walls and floors.
 *
 * Inlined into the driver, this function, connect_rooms and dig_corridor would take more bytes, as
 * OSCAR64 replaces branches farther than 128 bytes by jumps. */
static NOINLINE void create_rooms(void)
{
    uint8_t cell;

    switch (stage) {
    case 0:
        room_count = 0;
        for (cell = 0; cell != CELL_COUNT; ++cell)
            cell_order[cell] = cell;
        last_cell = CELL_COUNT - 1;
        passes_left = GRID_SWAP_PASSES;
        next_cell = 0;
        stage = SHUFFLE;
        /* fall through */
    case SHUFFLE:
        shuffle_cells();
        break;
    case BEGIN_ROOM:
        begin_room();
        /* fall through */
    case PLACE_ROOM:
        place_room();
        break;
    case PLACE_LARGEST:
        place_largest();
        break;
    case ASSIGN_PRIORITIES:
        assign_priorities();
        break;
    default:
        do {
            draw_room();
            ++next_room;
            if (next_room == room_count) {
                stage = PHASE_DONE;
                break;
            }
        } while ((next_room & (ROOMS_AT_ONCE - 1)) != 0);
        break;
    }
}

#include "core/small_for_oscar64_end.h"

#endif
