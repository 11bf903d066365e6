/* Phase 1: a room in each cell of the grid, walls and all. */

/* What the rooms placed so far bar of the ground at hand: their floors and the least distance
 * around. Right and bottom are the first tiles that are free again. */
static uint8_t obstacle_count;
static uint8_t obstacle_left[CELL_COUNT], obstacle_top[CELL_COUNT];
static uint8_t obstacle_right[CELL_COUNT], obstacle_bottom[CELL_COUNT];

/* The ground at hand: a floor may take low..high-1. */
static uint8_t low_x, high_x, low_y, high_y;

static uint8_t cells[CELL_COUNT];

static NOINLINE void swap_cells(uint8_t a, uint8_t b)
{
    uint8_t cell, other, kept;

    cell = a;
    other = b;
    kept = cells[cell];
    cells[cell] = cells[other];
    cells[other] = kept;
}

/* The grid's cells in random order: a Fisher-Yates shuffle, then random neighbour swaps. */
static void shuffle_cells(void)
{
    uint8_t cell, pass;

    for (cell = 0; cell != CELL_COUNT; ++cell)
        cells[cell] = cell;
    for (cell = CELL_COUNT - 1; cell != 0; --cell)
        swap_cells(cell, random_below(cell + 1));
    for (pass = SWAP_PASSES; pass != 0; --pass) {
        for (cell = 0; cell != CELL_COUNT - 1; ++cell) {
            if (random_bit())
                swap_cells(cell, cell + 1);
        }
    }
}

static uint8_t size_w, size_h;

/* Width and height of a new room, in size_w and size_h: wide, tall, or nearly square. */
static void draw_size(void)
{
    uint8_t least, most;

    if (random_chance(RECTANGLE_THRESHOLD)) {
        size_w = LONG_SIDE_MIN + random_below(ROOM_MAX_SIZE - LONG_SIDE_MIN + 1);
        /* A rectangle's short side stays below its long one wherever the least size allows. */
        most = size_w - 1;
        if (most > SHORT_SIDE_MAX)
            most = SHORT_SIDE_MAX;
        if (most < ROOM_MIN_SIZE)
            most = ROOM_MIN_SIZE;
        size_h = ROOM_MIN_SIZE + random_below(most - ROOM_MIN_SIZE + 1);
        if (!random_bit()) {
            least = size_w;
            size_w = size_h;
            size_h = least;
        }
        return;
    }
    size_w = ROOM_MIN_SIZE + random_below(ROOM_MAX_SIZE - ROOM_MIN_SIZE + 1);
    least = ROOM_MIN_SIZE;
    if (size_w > ROOM_MIN_SIZE + SQUARE_DIFFERENCE)
        least = size_w - SQUARE_DIFFERENCE;
    most = size_w + SQUARE_DIFFERENCE;
    if (most > ROOM_MAX_SIZE)
        most = ROOM_MAX_SIZE;
    size_h = least + random_below(most - least + 1);
}

/* Collect what the placed rooms, in the order they were placed, bar of the ground at hand. */
static void find_obstacles(void)
{
    uint8_t room, left, top, right, bottom;

    obstacle_count = 0;
    for (room = 0; room != room_count; ++room) {
        right = ring_right[room] + ROOM_MIN_DISTANCE;
        bottom = ring_bottom[room] + ROOM_MIN_DISTANCE;
        if (right <= low_x || bottom <= low_y)
            continue;
        left = room_x[room] > ROOM_MIN_DISTANCE ? room_x[room] - ROOM_MIN_DISTANCE : 0;
        top = room_y[room] > ROOM_MIN_DISTANCE ? room_y[room] - ROOM_MIN_DISTANCE : 0;
        if (left < high_x && top < high_y) {
            obstacle_left[obstacle_count] = left;
            obstacle_top[obstacle_count] = top;
            obstacle_right[obstacle_count] = right;
            obstacle_bottom[obstacle_count] = bottom;
            ++obstacle_count;
        }
    }
}

/* Does a floor of size_w x size_h tiles at (x, y) keep out of every obstacle. */
static uint8_t is_free(uint8_t x, uint8_t y)
{
    uint8_t n, start_x, start_y, end_x, end_y;

    start_x = x;
    start_y = y;
    end_x = start_x + size_w;
    end_y = start_y + size_h;
    for (n = 0; n != obstacle_count; ++n) {
        if (obstacle_right[n] > start_x && obstacle_left[n] < end_x
            && obstacle_bottom[n] > start_y && obstacle_top[n] < end_y)
            return 0;
    }
    return 1;
}

static void add_room(uint8_t x, uint8_t y)
{
    REGISTER struct room_record *record;

    room_x[room_count] = x;
    room_y[room_count] = y;
    room_w[room_count] = size_w;
    room_h[room_count] = size_h;
    centre_x[room_count] = x + (size_w >> 1);
    centre_y[room_count] = y + (size_h >> 1);
    ring_left[room_count] = x - 1;
    ring_top[room_count] = y - 1;
    ring_right[room_count] = x + size_w;
    ring_bottom[room_count] = y + size_h;
    room_connections[room_count] = 0;
    room_is_secret[room_count] = 0;
    is_inside[room_count] = 0;
    walls_with_door[room_count] = 0;
    walls_with_doors[room_count] = 0;
    record = ROOM_RECORD(room_count);
    ROOM_SET_X(record, x);
    ROOM_SET_Y(record, y);
    ROOM_SET_W(record, size_w);
    ROOM_SET_H(record, size_h);
    ++room_count;
}

#include "rarely_run.h"

/* The greatest width up to `most` of a free floor of height `h` at (x, y); 0 if none. */
static uint8_t widest(uint8_t x, uint8_t y, uint8_t h, uint8_t most)
{
    uint8_t n, end_y;

    end_y = y + h;
    for (n = 0; n != obstacle_count; ++n) {
        if (y < obstacle_bottom[n] && end_y > obstacle_top[n] && x < obstacle_right[n]) {
            if (obstacle_left[n] <= x)
                return 0;
            if (obstacle_left[n] - x < most)
                most = obstacle_left[n] - x;
        }
    }
    return most;
}

/* Place the room of the largest area that fits, if even the least does.
 *
 * A free rectangle can always be pushed up and left until it touches the ground's edge or an
 * obstacle, so only those corners need to be tried. Of equal areas the first found is taken. */
static void place_largest(void)
{
    uint8_t corner_x, corner_y, x, y, h, w, n, most, best_x, best_y;
    uint16_t area, best_area;

    best_area = 0;
    best_x = 0;
    best_y = 0;
    for (corner_y = 0; corner_y <= obstacle_count; ++corner_y) {
        y = corner_y ? obstacle_bottom[corner_y - 1] : low_y;
        if (y + ROOM_MIN_SIZE > high_y)
            continue;
        for (corner_x = 0; corner_x <= obstacle_count; ++corner_x) {
            x = corner_x ? obstacle_right[corner_x - 1] : low_x;
            if (x + ROOM_MIN_SIZE > high_x)
                continue;
            most = high_x - x;
            if (most > ROOM_MAX_SIZE)
                most = ROOM_MAX_SIZE;
            h = high_y - y;
            if (h > ROOM_MAX_SIZE)
                h = ROOM_MAX_SIZE;
            for (; h >= ROOM_MIN_SIZE; --h) {
                w = widest(x, y, h, most);
                if (w < ROOM_MIN_SIZE)
                    continue;
                area = 0;
                for (n = h; n != 0; --n)
                    area += w;
                if (area > best_area) {
                    best_area = area;
                    best_x = x;
                    best_y = y;
                    size_w = w;
                    size_h = h;
                }
            }
        }
    }
    if (best_area != 0)
        add_room(best_x, best_y);
}

#include "compact_end.h"

/* Place a room in the ground at hand, if one fits at all. */
static void place_room(void)
{
    uint8_t attempt, x, y;

    find_obstacles();
    draw_size();
    for (attempt = PLACE_ATTEMPTS; attempt != 0; --attempt) {
        x = random_below(high_x - size_w - low_x + 1);
        x += low_x;
        y = random_below(high_y - size_h - low_y + 1);
        y += low_y;
        if (is_free(x, y)) {
            add_room(x, y);
            return;
        }
    }
    place_largest();
}

/* The first room placed comes first, the last one second, the others in between at random. */
static void assign_priorities(void)
{
    uint8_t room, priority;

    for (room = 0; room != room_count; ++room) {
        if (room == 0)
            priority = PRIORITY_FIRST;
        else if (room == room_count - 1)
            priority = PRIORITY_LAST;
        else
            priority = PRIORITY_OTHERS_MIN
                       + random_below(PRIORITY_OTHERS_MAX - PRIORITY_OTHERS_MIN + 1);
        room_priority[room] = priority;
        ROOM_SET_PRIORITY(ROOM_RECORD(room), priority);
    }
}

/* Fill a room's rectangle with floor, or with walls one tile wider all round. */
static void draw_room(uint8_t room, uint8_t tile)
{
    rectangle_left = room_x[room];
    rectangle_top = room_y[room];
    rectangle_right = ring_right[room] - 1;
    rectangle_bottom = ring_bottom[room] - 1;
    draw_rectangle(tile);
}

/* Place the rooms, give them priorities, draw floors and walls. */
static void create_rooms(void)
{
    uint8_t n, row, column, room;

    room_count = 0;
    shuffle_cells();
    for (n = 0; n != CELL_COUNT; ++n) {
        row = 0;
        for (column = cells[n]; column >= GRID_COLUMNS; column -= GRID_COLUMNS)
            ++row;
        low_x = COLUMN_LOW[column];
        high_x = COLUMN_HIGH[column];
        low_y = ROW_LOW[row];
        high_y = ROW_HIGH[row];
        place_room();
    }
    assign_priorities();
    for (room = 0; room != room_count; ++room) {
        draw_room(room, TILE_WALL);
        draw_room(room, TILE_FLOOR);
    }
    counters.rooms = room_count;
}
