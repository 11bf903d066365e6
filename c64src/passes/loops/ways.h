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

/* The rooms: how many there are, their middles, whether no corridor may be added, how many ways each has, and the
 * number of its first way. */
static uint8_t looped_rooms;
static uint8_t looped_x[ROOMS_CAPACITY], looped_y[ROOMS_CAPACITY], is_shut[ROOMS_CAPACITY];
static uint8_t loop_way_count[ROOMS_CAPACITY];
static way_number loop_first_way[ROOMS_CAPACITY];

/* Each way: to which room it leads, and in how many steps. */
static uint8_t loop_way_to[ROOMS_CAPACITY * ROOM_CONN_DATA_COUNT], loop_way_steps[ROOMS_CAPACITY * ROOM_CONN_DATA_COUNT];

/* How many corners each type of corridors has: straight, L, Z, winding, shared. */
static const uint8_t corners_of_type[5] = {0, 1, 2, 2, 1};

/* The room and the slot that are next. */
static uint8_t looped_at, looped_slot;

/* The way that is measured: the last point, and the steps so far. */
static uint8_t summed_x, summed_y, summed_steps;

/* How far the rooms are from the one from which they were measured last; the ring of those that wait for their ways to
 * be followed, where it begins, how many wait, and which. Ways of so many steps are not followed. */
static uint8_t looped_distance[ROOMS_CAPACITY], ring_of_rooms[ROOMS_CAPACITY], is_in_ring[ROOMS_CAPACITY];
static uint8_t ring_begins, ring_filled, loop_way_limit;

/* The longest way of the loops. */
static uint8_t longest_loop;

/* Begin a way at a point. */
static void begin_way_at(uint8_t x, uint8_t y)
{
    summed_x = x;
    summed_y = y;
    summed_steps = 0;
}

/* Add so many steps to the way, up to FARTHEST. */
static NOINLINE void add_steps(uint8_t steps)
{
    uint8_t sum;

    sum = summed_steps + steps;
    if (sum < steps)
        sum = FARTHEST;
    summed_steps = sum;
}

/* Go on to a point. */
static NOINLINE void go_on_to(uint8_t x, uint8_t y)
{
    uint8_t last;

    last = summed_x;
    if (x < last)
        add_steps(last - x);
    else
        add_steps(x - last);
    last = summed_y;
    if (y < last)
        add_steps(last - y);
    else
        add_steps(y - last);
    summed_x = x;
    summed_y = y;
}

/* One step of reading where the middles of the rooms are, and which rooms are secret; 1 if it was the last one. */
static NOINLINE uint8_t read_middles(void)
{
    uint8_t left, at;
    way_number way;
    REGISTER struct room_record *record;

    at = looped_at;
    for (left = LOOP_ROOMS_READ; left != 0 && at != looped_rooms; --left) {
        room_area(at);
        looped_x[at] = populated_x + (populated_width >> 1);
        looped_y[at] = populated_y + (populated_height >> 1);
        record = ROOM_RECORD(at);
        is_shut[at] = ROOM_GET_STATE(record) & 1;
        loop_way_count[at] = ROOM_GET_CONNECTIONS(record);
        way = 0;
        if (at != 0)
            way = loop_first_way[at - 1] + ROOM_CONN_DATA_COUNT;
        loop_first_way[at] = way;
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

/* Read a corridor from its end in the slot that is next. */
static NOINLINE void read_way(void)
{
    uint8_t to, at, corners, x, y;
    way_number way;
    REGISTER struct corner_record *corner;
    REGISTER struct door_record *door;
    struct room_record *record;

    record = ROOM_RECORD(looped_at);
    begin_way_at(looped_x[looped_at], looped_y[looped_at]);
    door = ROOM_DOORS(record, looped_slot);
    x = DOOR_GET_X(door);
    y = DOOR_GET_Y(door);
    go_on_to(x, y);
#ifdef TILE_SECRET_PATH
    if (DOOR_GET_IS_SECRET_DOOR(door) == 0 && get_tile(x, y) == TILE_SECRET_PATH)
        is_shut[looped_at] = 1;
#endif
    at = CONNECTION_GET_CORRIDOR_TYPE(ROOM_CONN_DATA(record, looped_slot));
    corners = corners_of_type[at];
    for (at = 0; at != corners; ++at) {
        corner = ROOM_BREAKPOINTS(record, looped_slot, at);
        x = CORNER_GET_X(corner);
        y = CORNER_GET_Y(corner);
        go_on_to(x, y);
    }
    to = CONNECTION_GET_ROOM_ID(ROOM_CONN_DATA(record, looped_slot));
    go_on_to(looped_x[to], looped_y[to]);
    way = loop_first_way[looped_at] + looped_slot;
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

/* Begin to measure how far the rooms are from one of them. */
static NOINLINE void begin_to_measure_rooms(uint8_t room)
{
    uint8_t at;

    for (at = 0; at != looped_rooms; ++at) {
        looped_distance[at] = FARTHEST;
        is_in_ring[at] = 0;
    }
    looped_distance[room] = 0;
    ring_of_rooms[0] = room;
    ring_begins = 0;
    ring_filled = 1;
    loop_way_limit = LOOPS_LEAST_WAY + longest_loop;
    if (loop_way_limit < longest_loop)
        loop_way_limit = FARTHEST;
}

/* Let a room wait for its ways to be followed. */
static NOINLINE void let_room_wait(uint8_t room)
{
    uint8_t at;

    if (is_in_ring[room])
        return;
    is_in_ring[room] = 1;
    at = ring_begins + ring_filled;
    if (at >= looped_rooms)
        at -= looped_rooms;
    ring_of_rooms[at] = room;
    ++ring_filled;
}

/* Follow the ways of the room that has waited longest. */
static NOINLINE void follow_ways(void)
{
    uint8_t room, to, steps, there, left;
    way_number way;

    room = ring_of_rooms[ring_begins];
    is_in_ring[room] = 0;
    ++ring_begins;
    if (ring_begins == looped_rooms)
        ring_begins = 0;
    --ring_filled;
    steps = looped_distance[room];
    way = loop_first_way[room];
    for (left = loop_way_count[room]; left != 0; --left) {
        to = loop_way_to[way];
        there = steps + loop_way_steps[way];
        if (there >= steps && there < loop_way_limit && there < looped_distance[to]) {
            looped_distance[to] = there;
            let_room_wait(to);
        }
        ++way;
    }
}

/* One step of measuring how far the rooms are from one; 1 if it was the last one. */
static NOINLINE uint8_t measure_rooms(void)
{
    uint8_t left;

    for (left = LOOP_ROOMS_REACHED; left != 0 && ring_filled != 0; --left)
        follow_ways();
    return ring_filled == 0;
}

#endif
