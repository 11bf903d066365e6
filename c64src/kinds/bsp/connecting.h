/* Which rooms are joined.
 *
 * A part has at most four cuts at its sides. A spanning tree that leaves each room a slot for every
 * cut beside it that no corridor crosses yet can always be completed: across such a cut any pair may
 * be joined, and once both sides of each cut are joined, all rooms are.
 */
#ifndef UNDERCROFT_BSP_CONNECTING_H
#define UNDERCROFT_BSP_CONNECTING_H

#include "core/generation.h"
#include "kinds/bsp/common.h"
#include "kinds/bsp/corridors.h"
#include "kinds/bsp/splitting.h"
#if HAS_PAIRS
#include "kinds/bsp/pairs.h"
#endif

#if CONNECT_IS_CHAIN
#define AFTER_PAIRS JOIN_LOOPS
#else
#define AFTER_PAIRS JOIN_ALL
#endif

#if !CONNECT_IS_CHAIN && !CONNECT_IS_SIBLINGS
/* The same number for rooms that are joined. */
WORK uint8_t room_group[ROOMS_CAPACITY];
#endif

#if !CONNECT_IS_CHAIN
/* Whether a corridor crosses a cut. */
WORK uint8_t is_crossed[ROOMS_CAPACITY + 2];
#endif

#if !CONNECT_IS_CHAIN

#if !CONNECT_IS_SIBLINGS
/* 1 if a room has a slot besides those for the cuts beside it that nothing crosses yet, else 0. */
static uint8_t may_spare(uint8_t room)
{
    uint8_t at, used;

    at = room;
    used = room_connections[at];
    if (!is_crossed[left_line[at]])
        ++used;
    if (!is_crossed[right_line[at]])
        ++used;
    if (!is_crossed[top_line[at]])
        ++used;
    if (!is_crossed[bottom_line[at]])
        ++used;
    return used < CORRIDORS_MAX_CONNECTIONS;
}
#endif

/* 1 if a pair is joined so that all rooms will be, and not for a loop, else 0. */
static uint8_t is_wanted(uint8_t pair)
{
#if CONNECT_IS_SIBLINGS
    return !is_crossed[pair_line[pair]];
#else
    uint8_t at;

    at = pair;
    if (room_group[pair_first[at]] == room_group[pair_second[at]])
        return 0;
    if (!is_crossed[pair_line[at]])
        return 1;
    return may_spare(pair_first[at]) && may_spare(pair_second[at]);
#endif
}

#endif

#if HAS_PAIRS
/* Begin to dig the corridor of a pair. */
static void join_pair(uint8_t pair)
{
    uint8_t at;

    at = pair;
#if !CONNECT_IS_CHAIN
    is_crossed[pair_line[at]] = 1;
#endif
    begin_corridor(pair_first[at], pair_second[at]);
    pair_first[at] = NO_ROOM;
}
#endif

#if !CONNECT_IS_CHAIN && !CONNECT_IS_SIBLINGS
/* All rooms that are joined to one of two rooms are joined to the other one, too. */
static void join_groups(uint8_t first, uint8_t second)
{
    uint8_t room, kept, gone;

    kept = room_group[first];
    gone = room_group[second];
    room = room_count;
    do {
        --room;
        if (room_group[room] == gone)
            room_group[room] = kept;
    } while (room != 0);
}
#endif

#if CONNECT_IS_CHAIN
/* One step of joining each room to the next one, from next_room on. Returns 1 at the end. */
static uint8_t join_chain(void)
{
    if (!digging)
        begin_corridor(next_room, next_room + 1);
    if (!dig_corridor())
        return 0;
    ++next_room;
    return (uint8_t)(next_room + 1) == room_count;
}
#else

/* One step of looking at the pairs in random order, and joining those that are wanted until all rooms
 * are joined. Returns 1 at the end.
 *
 * A pair that has been looked at is exchanged with the last one of those that have not been. */
static uint8_t join_all(void)
{
    uint8_t tries, chosen, first, second, line;

    for (tries = TRIES_AT_ONCE; digging == 0; --tries) {
        if (tries == 0)
            return 0;
        chosen = random_below(pairs_left);
        --pairs_left;
        first = pair_first[chosen];
        second = pair_second[chosen];
        line = pair_line[chosen];
        pair_first[chosen] = pair_first[pairs_left];
        pair_second[chosen] = pair_second[pairs_left];
        pair_line[chosen] = pair_line[pairs_left];
        pair_first[pairs_left] = first;
        pair_second[pairs_left] = second;
        pair_line[pairs_left] = line;
        if (is_wanted(pairs_left)) {
#if !CONNECT_IS_SIBLINGS
            join_groups(first, second);
#endif
            join_pair(pairs_left);
        }
    }
    return dig_corridor() && (uint8_t)(corridor_count + 1) == room_count;
}

#endif

#if SOME_CORRIDORS_LOOP_CHANCE
/* One step of joining further pairs by chance, first those that were not wanted, then those not
 * looked at. Returns 1 at the end.
 *
 * A pair is dropped if one of its rooms has no free slot. */
static uint8_t join_loops(void)
{
    uint8_t tries;

    for (tries = TRIES_AT_ONCE; digging == 0; --tries) {
        if (pairs_left == 0)
            return 1;
        if (tries == 0)
            return 0;
        --pairs_left;
        if (pair_first[pairs_left] == NO_ROOM || !random_chance(CORRIDORS_LOOP_CHANCE))
            continue;
        if (room_connections[pair_first[pairs_left]] == CORRIDORS_MAX_CONNECTIONS
            || room_connections[pair_second[pairs_left]] == CORRIDORS_MAX_CONNECTIONS) {
            ++FIGURES->dropped;
            continue;
        }
        join_pair(pairs_left);
        ++FIGURES->loops;
    }
    return dig_corridor() && pairs_left == 0;
}
#endif

/* One step of joining all rooms, and further pairs of neighbours for loops. */
static void connect_rooms(void)
{
#if !CONNECT_IS_CHAIN
    uint8_t room;
#endif

    switch (stage) {
    case SPLIT:
        corridor_count = 0;
        digging = 0;
#if HAS_PAIRS
        pair_count = 0;
#endif
        next_room = 0;
#if !CONNECT_IS_CHAIN
        for (room = 0; room != room_count; ++room) {
#if !CONNECT_IS_SIBLINGS
            room_group[room] = room;
#endif
            is_crossed[room] = 0;
        }
        is_crossed[NEAR_EDGE] = 1;
        is_crossed[FAR_EDGE] = 1;
#endif
#if CONNECT_IS_CHAIN
        stage = JOIN_CHAIN;
        return;
    case JOIN_CHAIN:
        if (!join_chain())
            return;
        stage = BEGIN_WALLS;
#if SOME_CORRIDORS_LOOP_CHANCE
        if (CORRIDORS_LOOP_CHANCE) {
            next_room = 0;
            begin_pairs();
            stage = FIND_PAIRS;
        }
#endif
        return;
#else
        begin_pairs();
        stage = FIND_PAIRS;
        return;
#endif
#if HAS_PAIRS
    case FIND_PAIRS:
        if (find_pairs()) {
            pairs_left = pair_count;
            stage = AFTER_PAIRS;
        }
        return;
#endif
#if !CONNECT_IS_CHAIN
    case JOIN_ALL:
        if (!join_all())
            return;
        stage = BEGIN_WALLS;
#if SOME_CORRIDORS_LOOP_CHANCE
        if (CORRIDORS_LOOP_CHANCE) {
            pairs_left = pair_count;
            stage = JOIN_LOOPS;
        }
#endif
        return;
#endif
#if SOME_CORRIDORS_LOOP_CHANCE
    case JOIN_LOOPS:
        if (join_loops())
            stage = BEGIN_WALLS;
        return;
#endif
    }
}

#endif
