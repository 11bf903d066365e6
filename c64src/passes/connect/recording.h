/* The corridors in the records of rooms, for passes that come later.
 *
 * The openings of a corridor are the first tile outside one room and the last one outside the other. Corners inside the
 * rooms do not count. */
#ifndef UNDERCROFT_CONNECT_RECORDING_H
#define UNDERCROFT_CONNECT_RECORDING_H

#include "core/generation.h"
#include "passes/connect/digging.h"
#if SOME_CONNECT_RECORDS
#include "core/write_corridor.h"

/* Where the corridor begins, where it turns into its second and into its third leg, and where it ends: columns and
 * rows. */
WORK uint8_t leg_point_x[4], leg_point_y[4];

/* Find these points; some may be equal. */
static NOINLINE void find_points(void)
{
    leg_point_x[0] = dug_at_x;
    leg_point_y[0] = dug_at_y;
    leg_point_x[3] = dug_end_x;
    leg_point_y[3] = dug_end_y;
    if (dug_is_level) {
        leg_point_x[1] = dug_turn;
        leg_point_y[1] = dug_at_y;
        leg_point_x[2] = dug_turn;
        leg_point_y[2] = dug_end_y;
    } else {
        leg_point_x[1] = dug_at_x;
        leg_point_y[1] = dug_turn;
        leg_point_x[2] = dug_end_x;
        leg_point_y[2] = dug_turn;
    }
}

/* Whether a point is in the rectangle of a room. */
static NOINLINE uint8_t is_on_floor(uint8_t room, uint8_t point)
{
    uint8_t x, y;

    x = leg_point_x[point];
    y = leg_point_y[point];
    if (x < joined_left[room] || x > joined_right[room])
        return 0;
    return y >= joined_top[room] && y <= joined_bottom[room];
}

/* Note the opening 0 or 1 of a room, on a leg of the corridor, by a point of that leg that is outside. */
static NOINLINE void note_opening(uint8_t end, uint8_t room, uint8_t leg, uint8_t outside)
{
    uint8_t x, y, wall, is_level;

    written_room[end] = room;
    x = leg_point_x[outside];
    y = leg_point_y[outside];
    is_level = dug_is_level;
    if (leg == 1)
        is_level = !is_level;
    if (is_level) {
        wall = 0;
        if (x > joined_right[room]) {
            wall = 1;
            x = joined_right[room] + 1;
        } else {
            x = joined_left[room] - 1;
        }
    } else {
        wall = 2;
        if (y > joined_bottom[room]) {
            wall = 3;
            y = joined_bottom[room] + 1;
        } else {
            y = joined_top[room] - 1;
        }
    }
    written_wall[end] = wall;
    written_x[end] = x;
    written_y[end] = y;
}

/* Whether a room's record can hold another corridor. The kinds that record corridors have a key for that. */
static NOINLINE uint8_t has_free_slot(uint8_t room)
{
    REGISTER struct room_record *record;

    record = ROOM_RECORD(room);
    return ROOM_GET_CONNECTIONS(record) < CORRIDORS_MAX_CONNECTIONS;
}

/* Write the corridor into the records of both rooms, if each has a free slot; else count it. */
static NOINLINE void record_course(void)
{
    uint8_t leg, last, count;

    if (!has_free_slot(course_one) || !has_free_slot(course_other)) {
        leave_out(0);
        return;
    }
    find_points();
    leg = 0;
    while (is_on_floor(course_one, leg + 1))
        ++leg;
    last = 2;
    while (is_on_floor(course_other, last))
        --last;
    note_opening(0, course_one, leg, leg + 1);
    note_opening(1, course_other, last, last);
    /* Without a second leg the third one goes on in the same direction. */
    count = 0;
    if (leg_point_x[1] != leg_point_x[2] || leg_point_y[1] != leg_point_y[2]) {
        while (leg != last) {
            ++leg;
            ++count;
            written_point[count] = leg_point_x[leg];
            (written_point + 4)[count] = leg_point_y[leg];
        }
    }
    written_corners = count;
    written_type = count;
    written_end = 0;
    write_end();
    written_end = 1;
    write_end();
}
#endif

/* Plan a corridor between two rooms, and record it perhaps. */
static NOINLINE void begin_corridor_of_two(uint8_t one, uint8_t other)
{
    plan_course(one, other);
#if SOME_CONNECT_RECORDS
    if (CONNECT_RECORDS)
        record_course();
#endif
}

#endif
