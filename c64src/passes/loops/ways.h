/* The graph of rooms: the ways along the corridors in the records, and how far rooms are apart.
 *
 * The way of a corridor leads from the middle of one of its rooms through both doors and round all corners to the
 * middle of the other room, in steps: columns plus rows. How far two rooms are apart is the shortest chain of such
 * ways. */
#ifndef UNDERCROFT_LOOPS_WAYS_H
#define UNDERCROFT_LOOPS_WAYS_H

#include "core/generation.h"
#include "core/get_tile.h"
#include "core/population/areas.h"
#include "core/population/room_area.h"
#include "core/write_corridor.h"

/* What `stage` says: what is done next. */
#define READ_MIDDLES 1
#define READ_LOOP_WAYS 2
#define READ_LOCKS 3
#define FIND_SIDES 4
#define BEGIN_LOOPS 5
#define NEXT_LOOP_ROOM 6
#define MEASURE_ROOMS_APART 7
#define NEXT_LOOP_PAIR 8
#define PLAN_LOOP_COURSE 9
#define TEST_LOOP 10
#define RECORD_LOOP 11
#define DRAW_LOOP 12
#define DIG_OPENINGS 13

/* The number of a way: of a room and one of its slots. */
#if ROOMS_CAPACITY * ROOM_CONN_DATA_COUNT > 256
typedef uint16_t way_number;
#else
typedef uint8_t way_number;
#endif

/* The rooms: how many there are, whether no corridor may be added, how many ways each has, and the number of its first
 * way. */
WORK uint8_t looped_rooms;
WORK uint8_t is_shut[ROOMS_CAPACITY];
WORK uint8_t loop_way_count[ROOMS_CAPACITY];
WORK way_number loop_first_way[ROOMS_CAPACITY];

/* Each way: to which room it leads, and in how many steps. */
WORK uint8_t loop_way_to[ROOMS_CAPACITY * ROOM_CONN_DATA_COUNT], loop_way_steps[ROOMS_CAPACITY * ROOM_CONN_DATA_COUNT];

/* The room and the slot that are next. */
WORK uint8_t looped_at, looped_slot;

/* The way that is measured: its last point, the steps so far, and the point to which it goes on. */
WORK uint8_t summed_x, summed_y, summed_steps, goal_x, goal_y;

/* The steps that are added. */
WORK uint8_t more_steps;

/* The room to whose middle a way goes on. */
WORK uint8_t goal_room;

/* The number of the first way of the next room. */
WORK way_number next_way;

/* How far the rooms are from the one from which they were measured last; the ring of those that wait for their ways to
 * be followed, where it begins, how many wait, and which. Ways of so many steps are not followed. */
WORK uint8_t looped_distance[ROOMS_CAPACITY], ring_of_rooms[ROOMS_CAPACITY], is_in_ring[ROOMS_CAPACITY];
WORK uint8_t ring_begins, ring_filled, loop_way_limit;

/* The longest way of the loops. */
WORK uint8_t longest_loop;

/* Add steps to the way, up to FARTHEST. */
static NOINLINE void add_steps(void)
{
    uint8_t sum;

    sum = summed_steps + more_steps;
    if (sum < more_steps)
        sum = FARTHEST;
    summed_steps = sum;
}

/* Go on to a point. */
static NOINLINE void go_on(void)
{
    more_steps = goal_x - summed_x;
    if (goal_x < summed_x)
        more_steps = summed_x - goal_x;
    add_steps();
    more_steps = goal_y - summed_y;
    if (goal_y < summed_y)
        more_steps = summed_y - goal_y;
    add_steps();
    summed_x = goal_x;
    summed_y = goal_y;
}

/* Go on to the middle of a room. */
static NOINLINE void go_on_to_room(void)
{
    room_area(goal_room);
    goal_x = populated_x + (populated_width >> 1);
    goal_y = populated_y + (populated_height >> 1);
    go_on();
}

/* Sum the steps of the corridor in the variables of write_corridor.h, from the middle of its first room through the first
 * opening and round all corners to the middle of the second room. The second opening is on this way. */
static NOINLINE void sum_way(void)
{
    uint8_t at;

    goal_room = written_room[0];
    go_on_to_room();
    summed_steps = 0;
    goal_x = written_x[0];
    goal_y = written_y[0];
    go_on();
    for (at = 1; written_corners >= at; ++at) {
        goal_x = written_point[at];
        goal_y = (written_point + 4)[at];
        go_on();
    }
    goal_room = written_room[1];
    go_on_to_room();
}

/* One step of reading how many corridors the rooms have, and which rooms are secret; 1 if it was the last one. */
static NOINLINE uint8_t read_middles(void)
{
    uint8_t left, at, value;

    at = looped_at;
    for (left = LOOP_ROOMS_READ; left != 0 && at != looped_rooms; --left) {
        value = ROOM_GET_STATE(ROOM_RECORD(at)) & 1;
        is_shut[at] = value;
        value = ROOM_GET_CONNECTIONS(ROOM_RECORD(at));
        loop_way_count[at] = value;
        loop_first_way[at] = next_way;
        next_way += ROOM_CONN_DATA_COUNT;
        ++at;
    }
    looped_at = at;
    return at == looped_rooms;
}

/* Go on to a way, from the slot that is next on. */
static NOINLINE void find_slot(void)
{
    while (looped_at != looped_rooms && looped_slot == loop_way_count[looped_at]) {
        looped_slot = 0;
        ++looped_at;
    }
}

/* Begin with the first way of all rooms. */
static void begin_slots(void)
{
    looped_at = 0;
    looped_slot = 0;
    find_slot();
}

/* Read the corridor in the slot that is next, from its end there. */
static NOINLINE void read_corridor(void)
{
    written_room[0] = looped_at;
    written_slot = looped_slot;
    read_end();
}

/* Read a corridor from its end in the slot that is next. */
static NOINLINE void read_way(void)
{
    uint8_t to;
    way_number way;

    read_corridor();
#ifdef TILE_SECRET_PATH
    if (written_secret == 0 && get_tile(written_x[0], written_y[0]) == TILE_SECRET_PATH)
        is_shut[looped_at] = 1;
#endif
    sum_way();
    way = loop_first_way[looped_at] + looped_slot;
    to = written_room[1];
    loop_way_to[way] = to;
    loop_way_steps[way] = summed_steps;
}

/* One step of reading the corridors of all rooms; 1 if it was the last one. A room behind a secret path is shut; a room
 * with the door to a secret room is not. */
static NOINLINE uint8_t read_ways_of_rooms(void)
{
    uint8_t left;

    for (left = LOOP_WAYS_READ; left != 0 && looped_at != looped_rooms; --left) {
        read_way();
        ++looped_slot;
        find_slot();
    }
    return looped_at == looped_rooms;
}

/* Begin to measure how far the rooms are from the first room of a loop. */
static NOINLINE void begin_to_measure_rooms(void)
{
    uint8_t at;

    for (at = 0; at != looped_rooms; ++at) {
        looped_distance[at] = FARTHEST;
        is_in_ring[at] = 0;
    }
    at = written_room[0];
    looped_distance[at] = 0;
    ring_of_rooms[0] = at;
    ring_begins = 0;
    ring_filled = 1;
    loop_way_limit = LOOPS_LEAST_WAY + longest_loop;
    if (loop_way_limit < longest_loop)
        loop_way_limit = FARTHEST;
}

/* Follow the ways of the room that has waited longest. */
static NOINLINE void follow_ways(void)
{
    uint8_t to, steps, there, most;
    way_number way, end;

    to = ring_of_rooms[ring_begins];
    is_in_ring[to] = 0;
    ++ring_begins;
    if (ring_begins == looped_rooms)
        ring_begins = 0;
    --ring_filled;
    steps = looped_distance[to];
    /* A room that waits is nearer than the limit. */
    most = loop_way_limit - steps;
    way = loop_first_way[to];
    end = way + loop_way_count[to];
    /* Counted last: OSCAR64 counts before the steps are read otherwise, and misreads those of way 0. */
    for (; way != end; ++way) {
        there = loop_way_steps[way];
        if (there >= most)
            continue;
        to = loop_way_to[way];
        there += steps;
        if (there >= looped_distance[to])
            continue;
        looped_distance[to] = there;
        if (is_in_ring[to])
            continue;
        is_in_ring[to] = 1;
        there = ring_begins + ring_filled;
        if (there >= looped_rooms)
            there -= looped_rooms;
        ring_of_rooms[there] = to;
        ++ring_filled;
    }
}

/* One step of measuring how far the rooms are from one. */
static NOINLINE void measure_rooms(void)
{
    uint8_t left;

    for (left = LOOP_ROOMS_REACHED; left != 0; --left) {
        if (ring_filled == 0)
            break;
        follow_ways();
    }
    if (ring_filled == 0)
        stage = NEXT_LOOP_PAIR;
}

#endif
