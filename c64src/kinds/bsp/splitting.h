/* How the map is cut into parts, and the room in each of them.
 *
 * The parts fill the map. A cut is the line of tiles that is the first column or row of its right or
 * lower part. No room has floor or walls there, so corridors can run along it.
 */
#ifndef UNDERCROFT_BSP_SPLITTING_H
#define UNDERCROFT_BSP_SPLITTING_H

#include "core/assertion.h"
#include "core/generation.h"
#include "kinds/bsp/common.h"

/* What stands for a cut at the map's edge: one at its left or upper edge, one at the others, which
 * are never the same line. Both count as crossed. */
#define NEAR_EDGE ROOMS_CAPACITY
#define FAR_EDGE (ROOMS_CAPACITY + 1)

/* The cuts at the left and at the upper side of the parts that are not cut further. */
WORK uint8_t left_line[ROOMS_CAPACITY], top_line[ROOMS_CAPACITY];

/* The parts that wait: the first column and row of each, those behind its last ones, the cuts at its
 * sides, and how many rooms and how many cuts one after the other they are to get. The last one is the current part. */
WORK uint8_t stack_left[MOST_DEPTH + 1], stack_top[MOST_DEPTH + 1];
WORK uint8_t stack_right[MOST_DEPTH + 1], stack_bottom[MOST_DEPTH + 1];
WORK uint8_t stack_left_line[MOST_DEPTH + 1], stack_right_line[MOST_DEPTH + 1];
WORK uint8_t stack_top_line[MOST_DEPTH + 1], stack_bottom_line[MOST_DEPTH + 1];
WORK uint8_t stack_rooms[MOST_DEPTH + 1], stack_depth[MOST_DEPTH + 1];
WORK uint8_t current;

/* Rooms that a part should have got but cannot have, for the part that comes next. */
WORK uint8_t spare_rooms;

/* 1 if a part of this size, both sides of which can be cut, is cut into left and right, else 0. */
static uint8_t is_cut_upright(uint8_t width, uint8_t height)
{
#if SPLIT_DIRECTION_IS_PROPORTIONAL
    random_draw();
    random_part = width;
    random_whole = (uint16_t)width + height;
    return random_is_within();
#else
#if SPLIT_DIRECTION_IS_LONGER
    if (width > height)
        return 1;
    if (width < height)
        return 0;
#elif SPLIT_DIRECTION_IS_RATIO
    if (width > RATIO_LIMIT[height])
        return 1;
    if (height > RATIO_LIMIT[width])
        return 0;
#else
    (void)width;
    (void)height;
#endif
    return random_chance(SPLIT_UPRIGHT_CHANCE);
#endif
}

/* Cut the current part; its right or lower half waits, the other one becomes the current part. 0 if
 * it is not cut.
 *
 * Each half gets half of the rooms; of an odd number, the larger half gets one more. */
static uint8_t cut_part(void)
{
    uint8_t at, other, width, height, first, second, rooms, less, is_upright;

    at = current;
    rooms = stack_rooms[at];
    if (rooms == 1 || stack_depth[at] == 0)
        return 0;
    width = stack_right[at] - stack_left[at];
    height = stack_bottom[at] - stack_top[at];
    if (CUT_CHOICES[width] == 0) {
        if (CUT_CHOICES[height] == 0)
            return 0;
        is_upright = 0;
    } else if (CUT_CHOICES[height] == 0)
        is_upright = 1;
    else
        is_upright = is_cut_upright(width, height);
    if (!is_upright)
        width = height;
    first = CUT_LEAST[width] + random_below(CUT_CHOICES[width]);
    second = width - first;
    less = rooms >> 1;
    if (first > second)
        less = rooms - less;
    other = at + 1;
    stack_rooms[at] = rooms - less;
    stack_rooms[other] = less;
    --stack_depth[at];
    stack_depth[other] = stack_depth[at];
    stack_left[other] = stack_left[at];
    stack_top[other] = stack_top[at];
    stack_right[other] = stack_right[at];
    stack_bottom[other] = stack_bottom[at];
    stack_left_line[other] = stack_left_line[at];
    stack_right_line[other] = stack_right_line[at];
    stack_top_line[other] = stack_top_line[at];
    stack_bottom_line[other] = stack_bottom_line[at];
    if (is_upright) {
        first += stack_left[at];
        stack_right[other] = first;
        stack_left[at] = first;
        stack_right_line[other] = cut_count;
        stack_left_line[at] = cut_count;
    } else {
        first += stack_top[at];
        stack_bottom[other] = first;
        stack_top[at] = first;
        stack_bottom_line[other] = cut_count;
        stack_top_line[at] = cut_count;
    }
    ++cut_count;
    current = other;
    return 1;
}

/* The side that draw_side has drawn. */
WORK uint8_t drawn_size;

/* Where a room begins in a part of this side, counted from the part's edge, and its side. Nothing is
 * drawn where there is no choice. */
static uint8_t draw_side(uint8_t side)
{
    uint8_t length, size, choices;

    length = side;
    size = ROOM_LEAST[length];
    choices = ROOM_CHOICES[length];
    if (choices != 1)
        size += random_below(choices);
    drawn_size = size;
    choices = length - MARGINS;
    choices -= size;
    if (choices == 0)
        return NEAR_MARGIN;
    ++choices;
    return NEAR_MARGIN + random_below(choices);
}

/* Give the current part its room. */
static void add_room(void)
{
    uint8_t at, room, place;
    REGISTER struct room_record *record;

    ASSERT("bsp: a record past the table's capacity", room_count < ROOMS_CAPACITY);
    at = current;
    room = room_count;
    record = ROOM_RECORD(room);
    part_left[room] = stack_left[at];
    part_right[room] = stack_right[at];
    place = draw_side(part_right[room] - part_left[room]);
    place += part_left[room];
    ROOM_SET_X(record, place);
    ROOM_SET_W(record, drawn_size);
    ring_low[room] = place - 1;
    ring_high[room] = place + drawn_size;
    part_top[room] = stack_top[at];
    part_bottom[room] = stack_bottom[at];
    place = draw_side(part_bottom[room] - part_top[room]);
    place += part_top[room];
    ROOM_SET_Y(record, place);
    ROOM_SET_H(record, drawn_size);
    ring_low[OTHER_AXIS + room] = place - 1;
    ring_high[OTHER_AXIS + room] = place + drawn_size;
    left_line[room] = stack_left_line[at];
    right_line[room] = stack_right_line[at];
    top_line[room] = stack_top_line[at];
    bottom_line[room] = stack_bottom_line[at];
    room_connections[room] = 0;
    place = FIRST_DOOR(room);
    room_doors[place] = 0;
    room_doors[place + 1] = 0;
    room_doors[place + 2] = 0;
    room_doors[place + 3] = 0;
    ++room_count;
    FIGURES->rooms = room_count;
}

/* Begin with the whole map. */
static void begin_split(void)
{
    room_count = 0;
    cut_count = 0;
    spare_rooms = 0;
    current = 0;
    stack_left[0] = 0;
    stack_top[0] = 0;
    stack_right[0] = MAP_WIDTH;
    stack_bottom[0] = MAP_HEIGHT;
    stack_left_line[0] = NEAR_EDGE;
    stack_right_line[0] = FAR_EDGE;
    stack_top_line[0] = NEAR_EDGE;
    stack_bottom_line[0] = FAR_EDGE;
    stack_rooms[0] = SPLIT_ROOMS;
    stack_depth[0] = SPLIT_DEPTH;
}

/* One step of cutting the map into parts and giving each of them a room, the left or upper half of a
 * part first: some parts. Returns 1 at the end.
 *
 * What a part should have been cut into but cannot, the part that comes next gets on top. */
static uint8_t split_map(void)
{
    uint8_t left, rooms;

    for (left = PARTS_AT_ONCE; left != 0; --left) {
        rooms = stack_rooms[current] + spare_rooms;
        stack_rooms[current] = rooms;
        spare_rooms = 0;
        if (!cut_part()) {
            spare_rooms = rooms - 1;
            add_room();
            if (current == 0)
                return 1;
            --current;
        }
    }
    return 0;
}

#endif
