/* Rooms that are beside others: those that a corridor joins to them by the records, or where there are no such records
 * those whose rectangles stand side by side. */
#ifndef UNDERCROFT_PURPOSES_BESIDE_H
#define UNDERCROFT_PURPOSES_BESIDE_H

#include "core/place_area.h"

/* For each room beside which purposes it is, as bits. */
WORK uint8_t room_marks[PLACES_CAPACITY];

/* The room whose neighbours are marked, the mark, and the room that is next. */
WORK uint8_t marked_beside, beside_mark, beside_next;

#ifdef ROOMS_CAPACITY

#define begin_marking(room)

/* Give the mark to all rooms beside the room. Always 1: it takes one step. */
static NOINLINE uint8_t mark_beside(void)
{
    uint8_t slot, other;
    REGISTER struct room_record *room;

    room = ROOM_RECORD(marked_beside);
    for (slot = ROOM_GET_CONNECTIONS(room); slot != 0;) {
        --slot;
        other = CONNECTION_GET_ROOM_ID(ROOM_CONN_DATA(room, slot));
        room_marks[other] |= beside_mark;
    }
    return 1;
}

#else

/* The rectangle of the room whose neighbours are marked: its first column and row, and those behind it. */
WORK uint8_t beside_left, beside_top, beside_right, beside_bottom;

/* Begin with the rectangle of a room. */
static void begin_marking(uint8_t room)
{
    place_area(room);
    beside_left = populated_x;
    beside_top = populated_y;
    beside_right = populated_x + populated_width;
    beside_bottom = populated_y + populated_height;
}

/* How many tiles are between two spans, given by their first tiles and those behind them; 255 if they have one in
 * common. */
static uint8_t gap_beside(uint8_t start, uint8_t end, uint8_t other_start, uint8_t other_end)
{
    if (other_start >= end)
        return other_start - end;
    if (start >= other_end)
        return start - other_end;
    return 255;
}

/* Whether the area faces the rectangle, and is not far from it. */
static NOINLINE uint8_t stands_beside(void)
{
    uint8_t across, down;

    across = gap_beside(beside_left, beside_right, populated_x, populated_x + populated_width);
    down = gap_beside(beside_top, beside_bottom, populated_y, populated_y + populated_height);
    if (across == 255)
        return (uint8_t)(down + 1) <= SIDE_BY_SIDE + 1;
    return down == 255 && across <= SIDE_BY_SIDE;
}

/* One step of giving the mark to all rooms beside the room: some rooms. */
static NOINLINE uint8_t mark_beside(void)
{
    uint8_t left;

    for (left = ROOMS_MARKED; left != 0; --left) {
        if (beside_next == COUNT_OF_PLACES)
            return 1;
        place_area(beside_next);
        if (stands_beside())
            room_marks[beside_next] |= beside_mark;
        ++beside_next;
    }
    return beside_next == COUNT_OF_PLACES;
}

#endif

#endif
