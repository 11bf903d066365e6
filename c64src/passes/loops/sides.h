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
WORK uint8_t barred_x[MOST_BARRED], barred_y[MOST_BARRED], barred_count;

/* On which side each room is. */
WORK uint8_t side_of_room[ROOMS_CAPACITY];

/* The entity that is next. */
WORK uint8_t barred_at;

/* A rectangle, and whether a locked door is in one of those that were looked at. */
WORK uint8_t barred_left, barred_top, barred_right, barred_bottom, is_barred;

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
static NOINLINE void look_up_to_goal(void)
{
    barred_left = summed_x;
    barred_right = goal_x;
    if (goal_x < summed_x) {
        barred_left = goal_x;
        barred_right = summed_x;
    }
    barred_top = summed_y;
    barred_bottom = goal_y;
    if (goal_y < summed_y) {
        barred_top = goal_y;
        barred_bottom = summed_y;
    }
    look_in_rectangle();
    summed_x = goal_x;
    summed_y = goal_y;
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

/* Look whether a locked door may be in the corridor that was read, or in one of its rooms. From the last corner the
 * corridor leads straight to the other room, unless it is shared: then it may be anywhere in the rectangle up to there. Of
 * a winding corridor nothing is known. */
static NOINLINE void look_for_bars(void)
{
    uint8_t at;

    is_barred = 0;
    if (written_type == WINDING) {
        is_barred = barred_count;
        return;
    }
    goal_x = written_x[0];
    goal_y = written_y[0];
    summed_x = goal_x;
    summed_y = goal_y;
    for (at = 1; written_corners >= at; ++at) {
        goal_x = written_point[at];
        goal_y = (written_point + 4)[at];
        look_up_to_goal();
    }
    look_on_floor(written_room[0]);
    look_on_floor(written_room[1]);
    --barred_left;
    --barred_top;
    ++barred_right;
    ++barred_bottom;
    if (goal_x < barred_left)
        goal_x = barred_left;
    else if (goal_x > barred_right)
        goal_x = barred_right;
    if (goal_y < barred_top)
        goal_y = barred_top;
    else if (goal_y > barred_bottom)
        goal_y = barred_bottom;
    look_up_to_goal();
}

/* Note that both rooms of the corridor are on the same side. */
static NOINLINE void join_sides(void)
{
    uint8_t at, kept, gone;

    kept = side_of_room[written_room[0]];
    gone = side_of_room[written_room[1]];
    for (at = 0; at != looped_rooms; ++at) {
        if (side_of_room[at] == gone)
            side_of_room[at] = kept;
    }
}

/* One step of finding out which rooms are on the same side of all locked doors; 1 if it was the last one. */
static NOINLINE uint8_t find_sides(void)
{
    uint8_t left;

    for (left = LOOP_SIDES_JOINED; left != 0 && looped_at != looped_rooms; --left) {
        read_corridor();
        if (written_room[0] < written_room[1]) {
            look_for_bars();
            if (!is_barred)
                join_sides();
        }
        ++looped_slot;
        find_slot();
    }
    return looped_at == looped_rooms;
}

#endif

#endif
