/* The pass `loops`: which rooms are joined.
 *
 * Each room is looked at once, from a random one on: how far the rooms behind it in this order are from it, and which of
 * those to which the way round is long can be joined to it. So each pair of rooms comes once, and each room begins one
 * loop at most.
 *
 * A later loop could make the way round shorter for an earlier one. In the shortest cycle through a loop, the loop that was
 * dug last had a long way round when it was dug. So the way round is long for all of them if the later one is not shorter
 * than the earlier ones, or if its way round was longer by the difference. */
#ifndef UNDERCROFT_LOOPS_OPENING_H
#define UNDERCROFT_LOOPS_OPENING_H

#include "core/generation.h"
#include "core/write_corridor.h"
#include "passes/loops/corridors.h"
#include "passes/loops/sides.h"
#include "passes/loops/ways.h"

/* How many rooms were looked at, the room of those and the place in the order of the one with which it may be joined; that
 * room, how many courses may still be tried for both, and how many loops may still be dug. */
static uint8_t rooms_looped, loop_one, pair_place, loop_other, loop_tries_left, loops_left;

/* The room with which the order begins. */
static uint8_t first_looped;

/* The room at a place in the order. */
static NOINLINE uint8_t looped_room(uint8_t place)
{
    uint8_t room, behind;

    room = first_looped;
    behind = looped_rooms - room;
    if (place >= behind)
        return place - behind;
    return room + place;
}

/* Whether a corridor may be added to a room. */
static NOINLINE uint8_t takes_another(uint8_t room)
{
    if (is_shut[room])
        return 0;
    return has_free_slot(room);
}

/* Whether the two rooms may be joined, if there is ground for a corridor: the way from one to the other is long, no
 * corridor joins them, and no locked door is between them. Reads the span of the other one. */
static NOINLINE uint8_t may_join(void)
{
    uint8_t left, gap;
    way_number way;

    if (looped_distance[loop_other] < LOOPS_LEAST_WAY || !takes_another(loop_other))
        return 0;
#ifdef HAS_LOCKED_DOORS
    if (side_of_room[loop_one] != side_of_room[loop_other])
        return 0;
#endif
    way = loop_first_way[loop_one];
    for (left = loop_way_count[loop_one]; left != 0; --left) {
        if (loop_way_to[way] == loop_other)
            return 0;
        ++way;
    }
    read_span(2, loop_other);
    gap = loop_gap(LOOP_LEVEL);
    if (gap > LOOPS_MAX_LENGTH)
        return 0;
    left = loop_gap(LOOP_UPRIGHT);
    if (left > LOOPS_MAX_LENGTH)
        return 0;
    gap += left;
    return gap >= LEAST_GAP && gap <= LOOPS_MAX_LENGTH;
}

/* The steps from the first to the last point of the course, just outside the openings. */
static NOINLINE uint8_t course_steps(void)
{
    uint8_t at;

    begin_way_at(course_point[0], course_point[4]);
    at = course_last;
    go_on_to(course_point[at], course_point[at + 4]);
    return summed_steps;
}

/* Sum the steps of the course from the middle of its first room to the middle of the second one. */
static NOINLINE void sum_way(void)
{
    uint8_t at;

    begin_way_at(looped_x[loop_one], looped_y[loop_one]);
    go_on_to(written_x[0], written_y[0]);
    for (at = 0; at <= course_last; ++at)
        go_on_to(course_point[at], course_point[at + 4]);
    go_on_to(written_x[1], written_y[1]);
    go_on_to(looped_x[loop_other], looped_y[loop_other]);
}

/* Whether a course is short enough, the way round long enough for all loops, and both walls may be opened. */
static NOINLINE uint8_t suits_loops(void)
{
    uint8_t least, way;

    if (course_steps() >= LOOPS_MAX_LENGTH - 2)
        return 0;
    way = looped_distance[loop_other] - LOOPS_LEAST_WAY;
    least = longest_loop;
    if (way < least) {
        sum_way();
        least -= way;
        if (summed_steps < least)
            return 0;
    }
    return may_be_opened(0, loop_one) && may_be_opened(1, loop_other);
}

/* One step of trying random courses between two rooms: a course is planned. */
static NOINLINE void find_loop(void)
{
    plan_loop();
    --loop_tries_left;
    if (suits_loops()) {
        begin_along();
        stage = TEST_LOOP;
    } else if (loop_tries_left == 0) {
        stage = NEXT_LOOP_PAIR;
    }
}

/* One step of testing whether the course is clear. */
static NOINLINE void test_loop(void)
{
    uint8_t is_clear;

    is_clear = loop_is_clear();
    if (is_clear == 2)
        return;
    stage = RECORD_LOOP;
    if (is_clear == 0) {
        stage = PLAN_LOOP_COURSE;
        if (loop_tries_left == 0)
            stage = NEXT_LOOP_PAIR;
    }
}

/* Write the corridor into the graph as a way of a room. */
static NOINLINE void add_way(uint8_t room, uint8_t to)
{
    way_number way;

    way = loop_first_way[room] + loop_way_count[room];
    loop_way_to[way] = to;
    loop_way_steps[way] = summed_steps;
    ++loop_way_count[room];
}

/* Write the loop into the records of its rooms, and into the graph. */
static NOINLINE void record_loop(void)
{
    uint8_t at;

    written_room[0] = loop_one;
    written_room[1] = loop_other;
    written_corners = course_last - 1;
    written_type = written_corners;
    written_corner_x[0] = course_point[1];
    written_corner_y[0] = course_point[5];
    written_corner_x[1] = course_point[2];
    written_corner_y[1] = course_point[6];
    write_corridor();
    sum_way();
    add_way(loop_one, loop_other);
    add_way(loop_other, loop_one);
    if (summed_steps > longest_loop)
        longest_loop = summed_steps;
    at = LOOPS_FIGURES_GET_LOOPS_OPENED(LOOPS_FIGURES) + 1;
    LOOPS_FIGURES_SET_LOOPS_OPENED(LOOPS_FIGURES, at);
    begin_legs(1);
    stage = DRAW_LOOP;
}

/* One step of joining a room to the first of others by chance to which a corridor can be dug: some pairs are looked
 * at. */
static NOINLINE void join_room(void)
{
    uint8_t left;

    for (left = LOOP_PAIRS_SEEN; left != 0 && pair_place != looped_rooms; --left) {
        loop_other = looped_room(pair_place);
        ++pair_place;
        if (may_join() && random_chance(LOOPS_CHANCE)) {
            loop_tries_left = LOOPS_TRIES;
            stage = PLAN_LOOP_COURSE;
            return;
        }
    }
    if (pair_place == looped_rooms)
        stage = NEXT_LOOP_ROOM;
}

/* Go on to the next room, if there is one to which a corridor may be added. */
static NOINLINE void next_looped(void)
{
    stage = NEXT_LOOP_ROOM;
    if (rooms_looped == looped_rooms) {
        stage = PHASE_DONE;
        return;
    }
    loop_one = looped_room(rooms_looped);
    ++rooms_looped;
    if (takes_another(loop_one)) {
        pair_place = rooms_looped;
        read_span(0, loop_one);
        begin_to_measure_rooms(loop_one);
        stage = MEASURE_ROOMS_APART;
    }
}

/* One step of measuring from a room. */
static NOINLINE void measure_from_room(void)
{
    if (measure_rooms())
        stage = NEXT_LOOP_PAIR;
}

/* One step of joining rooms to which the way round is long. */
static void open_long_ways(void)
{
    switch (stage) {
    case 0:
        looped_rooms = COUNT_OF_AREAS;
        looped_at = 0;
        longest_loop = 0;
        loops_left = LOOPS_MOST;
        stage = PHASE_DONE;
        if (looped_rooms == 0)
            return;
        stage = READ_MIDDLES;
        /* fall through */
    case READ_MIDDLES:
        if (read_middles()) {
            begin_slots();
            stage = READ_LOOP_WAYS;
        }
        return;
    case READ_LOOP_WAYS:
        if (read_ways_of_rooms()) {
            stage = BEGIN_LOOPS;
#ifdef HAS_LOCKED_DOORS
            barred_at = 0;
            barred_count = 0;
            stage = READ_LOCKS;
#endif
        }
        return;
#ifdef HAS_LOCKED_DOORS
    case READ_LOCKS:
        if (read_locked_doors()) {
            begin_sides();
            stage = FIND_SIDES;
        }
        return;
    case FIND_SIDES:
        if (find_sides())
            stage = BEGIN_LOOPS;
        return;
#endif
    case BEGIN_LOOPS:
        first_looped = random_below(looped_rooms);
        rooms_looped = 0;
        /* fall through */
    case NEXT_LOOP_ROOM:
        next_looped();
        if (stage == MEASURE_ROOMS_APART)
            measure_from_room();
        return;
    case MEASURE_ROOMS_APART:
        measure_from_room();
        return;
    case NEXT_LOOP_PAIR:
        join_room();
        return;
    case PLAN_LOOP_COURSE:
        find_loop();
        return;
    case TEST_LOOP:
        test_loop();
        return;
    case RECORD_LOOP:
        record_loop();
        return;
    case DRAW_LOOP:
        if (draw_legs()) {
            if (draws_walls)
                begin_legs(0);
            else
                stage = DIG_OPENINGS;
        }
        return;
    default:
        dig_openings();
        --loops_left;
        stage = NEXT_LOOP_ROOM;
        if (loops_left == 0)
            stage = PHASE_DONE;
    }
}

#endif
