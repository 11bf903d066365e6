/* On which sides of locked doors rooms are.
 *
 * Two rooms are on the same side if a chain of corridors without locked doors joins them. Where a record does not say
 * for sure where a corridor runs, it counts as locked if it may have such a door. */
#ifndef UNDERCROFT_LOOPS_SIDES_H
#define UNDERCROFT_LOOPS_SIDES_H

#include "passes/loops/ways.h"

#ifdef HAS_LOCKED_DOORS

/* As many doors as the passes of a dungeon may lock. */
#define MOST_BARRED 8

/* The locked doors. */
static uint8_t barred_x[MOST_BARRED], barred_y[MOST_BARRED], barred_count;

/* On which side each room is. */
static uint8_t side_of_room[ROOMS_CAPACITY];

/* The entity that is next. */
static uint8_t barred_at;

/* A rectangle, and whether a locked door is in one of those that were looked at. */
static uint8_t barred_left, barred_top, barred_right, barred_bottom, is_barred;

/* One step of finding all locked doors; 1 if it was the last one. */
static NOINLINE uint8_t read_locked_doors(void)
{
    uint8_t left, kind;
    REGISTER struct entity_record *entity;

    for (left = LOOP_ENTITIES_READ; left != 0 && barred_at != COUNT_OF_ENTITIES; --left) {
        entity = ENTITY_RECORD(barred_at);
        kind = ENTITY_GET_KIND(entity);
        if (kind == ENTITY_LOCKED_DOOR) {
            barred_x[barred_count] = ENTITY_GET_X(entity);
            barred_y[barred_count] = ENTITY_GET_Y(entity);
            ++barred_count;
        }
        ++barred_at;
    }
    return barred_at == COUNT_OF_ENTITIES;
}

/* Begin with each room on a side of its own. */
static NOINLINE void begin_sides(void)
{
    uint8_t at;

    for (at = 0; at != looped_rooms; ++at)
        side_of_room[at] = at;
    begin_slots();
}

/* Look whether a locked door is in the rectangle. */
static NOINLINE void look_in_rectangle(void)
{
    uint8_t at, x, y;

    for (at = 0; at != barred_count; ++at) {
        x = barred_x[at];
        y = barred_y[at];
        if (x >= barred_left && x <= barred_right && y >= barred_top && y <= barred_bottom)
            is_barred = 1;
    }
}

/* Look in the rectangle of which the last point of the way and the next one are corners. */
static NOINLINE void look_up_to(uint8_t x, uint8_t y)
{
    barred_left = summed_x;
    barred_right = x;
    if (x < summed_x) {
        barred_left = x;
        barred_right = summed_x;
    }
    barred_top = summed_y;
    barred_bottom = y;
    if (y < summed_y) {
        barred_top = y;
        barred_bottom = summed_y;
    }
    look_in_rectangle();
    summed_x = x;
    summed_y = y;
}

/* Look on the floor of a room, whose area is then known. */
static NOINLINE void look_on_floor(uint8_t room)
{
    room_area(room);
    barred_left = populated_x;
    barred_top = populated_y;
    barred_right = SPAN_LAST(populated_x, populated_width);
    barred_bottom = SPAN_LAST(populated_y, populated_height);
    look_in_rectangle();
}

/* Look whether a locked door may be in the corridor that is next, or in one of its rooms. From the last corner the
 * corridor leads straight to the other room, unless it is shared: then it may be anywhere in the rectangle up to there. Of
 * a winding corridor nothing is known. */
static NOINLINE void look_for_bars(uint8_t to)
{
    uint8_t at, corners, x, y;
    REGISTER struct corner_record *corner;
    REGISTER struct door_record *door;
    struct room_record *record;

    is_barred = 0;
    record = ROOM_RECORD(looped_at);
    at = CONNECTION_GET_CORRIDOR_TYPE(ROOM_CONN_DATA(record, looped_slot));
    if (at == WINDING) {
        if (barred_count != 0)
            is_barred = 1;
        return;
    }
    corners = corners_of_type[at];
    door = ROOM_DOORS(record, looped_slot);
    x = DOOR_GET_X(door);
    y = DOOR_GET_Y(door);
    begin_way_at(x, y);
    for (at = 0; at != corners; ++at) {
        corner = ROOM_BREAKPOINTS(record, looped_slot, at);
        x = CORNER_GET_X(corner);
        y = CORNER_GET_Y(corner);
        look_up_to(x, y);
    }
    look_on_floor(looped_at);
    look_on_floor(to);
    x = summed_x;
    if (x < (uint8_t)(populated_x - 1))
        x = populated_x - 1;
    else if (x > (uint8_t)(populated_x + populated_width))
        x = populated_x + populated_width;
    y = summed_y;
    if (y < (uint8_t)(populated_y - 1))
        y = populated_y - 1;
    else if (y > (uint8_t)(populated_y + populated_height))
        y = populated_y + populated_height;
    look_up_to(x, y);
}

/* Note that two rooms are on the same side. */
static NOINLINE void join_sides(uint8_t one, uint8_t other)
{
    uint8_t at, kept, gone;

    kept = side_of_room[one];
    gone = side_of_room[other];
    for (at = 0; at != looped_rooms; ++at) {
        if (side_of_room[at] == gone)
            side_of_room[at] = kept;
    }
}

/* One step of finding out which rooms are on the same side of all locked doors; 1 if it was the last one. */
static NOINLINE uint8_t find_sides(void)
{
    uint8_t left, to;
    way_number way;

    for (left = LOOP_SIDES_JOINED; left != 0 && looped_at != looped_rooms; --left) {
        way = loop_first_way[looped_at] + looped_slot;
        to = loop_way_to[way];
        if (looped_at < to) {
            look_for_bars(to);
            if (!is_barred)
                join_sides(looped_at, to);
        }
        ++looped_slot;
        find_slot();
    }
    return looped_at == looped_rooms;
}

#endif

#endif
