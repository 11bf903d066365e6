/* The pass `connect`: which rooms are joined.
 *
 * A tree grows from the first room: the nearest room that is not joined is joined to the nearest one that
 * is (R. C. Prim, "Shortest Connection Networks and Some Generalizations", 1957). Two rooms are neighbours
 * if no third one is nearer to both of them than they are to each other (G. T. Toussaint, "The Relative
 * Neighbourhood Graph of a Finite Planar Set", 1980). So the pairs of such a tree are neighbours, and
 * whoever joins all neighbours joins all rooms. */
#ifndef UNDERCROFT_CONNECT_PLANNING_H
#define UNDERCROFT_CONNECT_PLANNING_H

#include "core/generation.h"
#include "core/population/areas.h"
#include "core/population/room_area.h"
#include "passes/connect/digging.h"
#include "passes/connect/recording.h"

/* Whether all pairs of rooms are looked at. */
#define CONNECTS_PAIRS (SOME_CONNECT_PATTERN_IS_NEIGHBOURS || SOME_CONNECT_LOOPS)

/* A distance that two rooms cannot have. */
#define NO_DISTANCE 255

/* What `stage` says: what is done next. */
#define READ_ROOMS 1
#define PLAN_CHAIN 2
#define NEXT_OF_CHAIN 3
#define MEASURE_ROOMS 4
#define PLAN_BRANCH 5
#define NEXT_BRANCH 6
#define NEXT_PAIR 7
#define COMPARE_PAIR 8
#define PLAN_LOOP 9
#define AFTER_LOOP 10
#define DIG_COURSE 11

/* To which room each is joined in a tree or a chain. */
WORK uint8_t joined_parent[AREA_CAPACITY];

/* The room that is next, and the stage after the corridor. */
WORK uint8_t joined_at, after_course;

#if SOME_CONNECT_PATTERN_IS_TREE
/* How far each room is from that, and whether it is joined yet. */
WORK uint8_t joined_nearest[AREA_CAPACITY], is_in_tree[AREA_CAPACITY];

/* The room that was joined last, the nearest one and its distance, and how many are joined. */
WORK uint8_t joined_last, joined_best, joined_distance, joined_in_tree;
#endif

#if CONNECTS_PAIRS
/* A pair, and how far its rooms are apart. */
WORK uint8_t pair_one, pair_other, pair_distance;
#endif

/* One step of reading where the rooms are; 1 if it was the last one. */
static NOINLINE uint8_t read_rooms(void)
{
    uint8_t left, at;

    at = joined_at;
    for (left = ROOMS_READ; left != 0 && at != joined_count; --left) {
        room_area(at);
        joined_left[at] = populated_x;
        joined_top[at] = populated_y;
        joined_right[at] = SPAN_LAST(populated_x, populated_width);
        joined_bottom[at] = SPAN_LAST(populated_y, populated_height);
        joined_x[at] = populated_x + (populated_width >> 1);
        joined_y[at] = populated_y + (populated_height >> 1);
        joined_parent[at] = at;
#if SOME_CONNECT_PATTERN_IS_TREE
        joined_nearest[at] = NO_DISTANCE;
        is_in_tree[at] = 0;
#endif
        ++at;
    }
    joined_at = at;
    return at == joined_count;
}

#if SOME_CONNECT_PATTERN_IS_TREE || CONNECTS_PAIRS
/* How far the middles of two rooms are apart, across plus down, by twos of tiles. */
static NOINLINE uint8_t distance_of_rooms(uint8_t one, uint8_t other)
{
    uint8_t first, second, distance;

    first = joined_x[one] >> 1;
    second = joined_x[other] >> 1;
    if (first < second)
        distance = second - first;
    else
        distance = first - second;
    first = joined_y[one] >> 1;
    second = joined_y[other] >> 1;
    if (first < second)
        return (uint8_t)(distance + second - first);
    return (uint8_t)(distance + first - second);
}
#endif

#if SOME_CONNECT_PATTERN_IS_CHAIN
/* Join the next room to the one before it. */
static NOINLINE void join_in_chain(void)
{
    joined_parent[joined_at] = joined_at - 1;
    begin_corridor_of_two(joined_at - 1, joined_at);
    after_course = NEXT_OF_CHAIN;
    stage = DIG_COURSE;
}
#endif

#if SOME_CONNECT_PATTERN_IS_TREE
/* Begin to measure from the room that was joined last. */
static void begin_to_measure(void)
{
    is_in_tree[joined_last] = 1;
    joined_at = 0;
    joined_best = 0;
    joined_distance = NO_DISTANCE;
    stage = MEASURE_ROOMS;
}

/* One step of joining all rooms by a tree: measuring from the room that was joined last to some of the
 * others. */
static NOINLINE void join_tree(void)
{
    uint8_t left, at, distance;

    at = joined_at;
    for (left = ROOMS_MEASURED; left != 0 && at != joined_count; --left) {
        if (!is_in_tree[at]) {
            distance = distance_of_rooms(joined_last, at);
            if (distance < joined_nearest[at]) {
                joined_nearest[at] = distance;
                joined_parent[at] = joined_last;
            }
            if (joined_nearest[at] < joined_distance) {
                joined_best = at;
                joined_distance = joined_nearest[at];
            }
        }
        ++at;
    }
    joined_at = at;
    if (at == joined_count) {
        joined_last = joined_best;
        stage = PLAN_BRANCH;
    }
}
#endif

#if CONNECTS_PAIRS
/* Go on to the next pair. */
static void next_of_pairs(void)
{
    stage = NEXT_PAIR;
    ++pair_other;
    if (pair_other == joined_count) {
        ++pair_one;
        pair_other = pair_one + 1;
        if (pair_other == joined_count)
            stage = PHASE_DONE;
    }
}

/* Whether the rooms of the pair are next to each other in the tree or the chain. */
static uint8_t are_joined(void)
{
    if (joined_parent[pair_one] == pair_other)
        return 1;
    return joined_parent[pair_other] == pair_one;
}

/* One step of joining neighbours: all of them, or of those that are not yet joined some by chance, for
 * loops. It compares the pair with some of the other rooms. */
static NOINLINE void join_neighbours(void)
{
    uint8_t left, at;

    at = joined_at;
    for (left = ROOMS_MEASURED; left != 0; --left) {
        if (at == joined_count)
            break;
        if (distance_of_rooms(pair_one, at) < pair_distance
            && distance_of_rooms(pair_other, at) < pair_distance) {
            next_of_pairs();
            return;
        }
        ++at;
    }
    joined_at = at;
    stage = COMPARE_PAIR;
    if (at != joined_count)
        return;
    if (connected_pattern == CONNECT_NEIGHBOURS || random_chance(connected_loops))
        stage = PLAN_LOOP;
    else
        next_of_pairs();
}
#endif

/* Go on after the tree or the chain. */
static void begin_further_loops(void)
{
    stage = PHASE_DONE;
#if CONNECTS_PAIRS
    if (connected_pattern == CONNECT_NEIGHBOURS || connected_loops != 0) {
        pair_one = 0;
        pair_other = 1;
        stage = NEXT_PAIR;
    }
#endif
}

/* Begin to join rooms, now that all were read. */
static NOINLINE void begin_to_connect(void)
{
    if (joined_count < 2) {
        stage = PHASE_DONE;
        return;
    }
#if SOME_CONNECT_PATTERN_IS_CHAIN
    if (connected_pattern == CONNECT_CHAIN) {
        joined_at = 1;
        stage = PLAN_CHAIN;
        return;
    }
#endif
#if SOME_CONNECT_PATTERN_IS_TREE
    if (connected_pattern == CONNECT_TREE) {
        joined_last = 0;
        joined_in_tree = 1;
        begin_to_measure();
        return;
    }
#endif
    begin_further_loops();
}

/* One step of joining all rooms, then further neighbours for loops. */
static void join_rooms(void)
{
    switch (stage) {
    case 0:
        connected_shape = CONNECT_SHAPE;
        connected_pattern = CONNECT_PATTERN;
        connected_loops = CONNECT_LOOPS;
        joined_count = COUNT_OF_AREAS;
        joined_at = 0;
        stage = READ_ROOMS;
        /* fall through */
    case READ_ROOMS:
        if (read_rooms())
            begin_to_connect();
        return;
    case DIG_COURSE:
        if (dig_course())
            stage = after_course;
        return;
#if SOME_CONNECT_PATTERN_IS_CHAIN
    case PLAN_CHAIN:
        join_in_chain();
        return;
    case NEXT_OF_CHAIN:
        ++joined_at;
        stage = PLAN_CHAIN;
        if (joined_at == joined_count)
            begin_further_loops();
        return;
#endif
#if SOME_CONNECT_PATTERN_IS_TREE
    case MEASURE_ROOMS:
        join_tree();
        return;
    case PLAN_BRANCH:
        begin_corridor_of_two(joined_parent[joined_last], joined_last);
        after_course = NEXT_BRANCH;
        stage = DIG_COURSE;
        return;
    case NEXT_BRANCH:
        ++joined_in_tree;
        if (joined_in_tree == joined_count)
            begin_further_loops();
        else
            begin_to_measure();
        return;
#endif
#if CONNECTS_PAIRS
    case NEXT_PAIR:
        if (are_joined()) {
            next_of_pairs();
            return;
        }
        pair_distance = distance_of_rooms(pair_one, pair_other);
        joined_at = 0;
        /* fall through */
    case COMPARE_PAIR:
        join_neighbours();
        return;
    case PLAN_LOOP:
        begin_corridor_of_two(pair_one, pair_other);
        after_course = AFTER_LOOP;
        stage = DIG_COURSE;
        return;
    case AFTER_LOOP:
        next_of_pairs();
        return;
#endif
    }
}

#endif
