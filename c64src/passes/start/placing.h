/* The pass `start`: at the up stairs, in the middle of a room, or far from enemies. */
#ifndef UNDERCROFT_START_PLACING_H
#define UNDERCROFT_START_PLACING_H

#include "core/add_entity.h"
#include "core/generation.h"
#if SOME_START_AT && SOME_START_AT_IS_ROOM
#include "core/doorways.h"
#endif
#if SOME_START_AT
#include "core/population/areas.h"
#include "core/population/trying.h"
#endif
#if SOME_START_AT_IS_ROOM
#include "core/population/room_area.h"
#endif

/* Where the start is to be. */
#define START_AT_UP_STAIRS 0
#define START_IN_ROOM 1

#if SOME_START_AT
/* To how many entities one step measures the way, and the greatest distance that is told from others. */
#define FAR_AWAY 254

/* What `stage` says: what is done next. */
#define TRY_START 1
#define MEASURE_START 2

/* The best tile, and how far it is from the nearest enemy; the edge of the map stands for none. */
WORK uint8_t best_start_x, best_start_y, farthest_start;

/* How many tiles are still tried, the entity that is next, and how far the nearest enemy is. */
WORK uint8_t start_tries, measured_at, nearest_enemy;

/* Whether a kind of entities is an enemy. */
static uint8_t is_enemy(uint8_t kind)
{
#ifdef OWN_KINDS_GO_ON
    if ((uint8_t)(kind - FIRST_MORE_ENEMY) < MORE_ENEMY_KINDS)
        return 1;
#endif
    return kind == ENTITY_ENEMY || (uint8_t)(kind - FIRST_OWN_ENEMY) < OWN_ENEMY_KINDS;
}

/* One step of measuring how far the nearest enemy is from the tile, across plus down; 0 if any entity is
 * there. 1 if that was the last one. */
static NOINLINE uint8_t measure_distance(void)
{
    uint8_t left, across, down, place;
    REGISTER struct entity_record *entity;

    left = COUNT_OF_ENTITIES - measured_at;
    if (left == 0)
        return 1;
    entity = ENTITY_RECORD(measured_at);
    if (left > DISTANCES_MEASURED)
        left = DISTANCES_MEASURED;
    measured_at += left;
    for (; left != 0; --left) {
        place = ENTITY_GET_X(entity);
        across = place - tried_x;
        if (place < tried_x)
            across = tried_x - place;
        place = ENTITY_GET_Y(entity);
        down = place - tried_y;
        if (place < tried_y)
            down = tried_y - place;
        across += down;
        if (across < down || across > FAR_AWAY)
            across = FAR_AWAY;
        if (across < nearest_enemy) {
            place = ENTITY_GET_KIND(entity);
            if (across == 0 || is_enemy(place))
                nearest_enemy = across;
        }
        ++entity;
    }
    return measured_at == COUNT_OF_ENTITIES;
}

/* Begin with the area in which tiles are tried: the room, or the map within its edge. */
static void begin_start(void)
{
#if SOME_START_AT_IS_ROOM
    uint8_t room;
#endif

    populated_x = 1;
    populated_y = 1;
    populated_width = MAP_WIDTH - 2;
    populated_height = MAP_HEIGHT - 2;
#if SOME_START_AT_IS_ROOM
    room = COUNT_OF_AREAS;
#if SOME_START_AT_IS_AWAY
    if (START_AT != START_IN_ROOM)
        room = 0;
#endif
    if (room != 0) {
        --room;
        if (START_ROOM < room)
            room = START_ROOM;
        room_area(room);
    }
#endif
}

/* Try the next tile: 1 if it is free floor. The middle of a room comes first. */
static uint8_t find_tile_for_start(void)
{
#if SOME_START_AT_IS_ROOM
#if SOME_START_AT_IS_AWAY
    if (START_AT == START_IN_ROOM)
#endif
        if (start_tries == START_TRIES) {
            tried_x = populated_x + (populated_width >> 1);
            tried_y = populated_y + (populated_height >> 1);
            return is_free_floor(tried_x, tried_y);
        }
#endif
    return try_tile();
}
#endif

/* Add the start to the entities. Without a place there is none, and the status says so. */
static NOINLINE void put_start(uint8_t x, uint8_t y)
{
    if (x == 0)
        leave_out(STATUS_NOT_ALL_PLACED);
    else
        add_entity(ENTITY_START, x, y);
}

#if SOME_START_AT
/* One step of placing the start. */
static void place_start(void)
{
    uint8_t found;

    switch (stage) {
    case 0:
#if SOME_START_AT_IS_UP_STAIRS
        if (START_AT == START_AT_UP_STAIRS) {
            put_start(SUMMARY->up_x, SUMMARY->up_y);
            stage = PHASE_DONE;
            return;
        }
#endif
        begin_start();
        wanted_distance = 0;
        best_start_x = 0;
        best_start_y = 0;
        farthest_start = 0;
        start_tries = START_TRIES;
        stage = TRY_START;
        /* fall through */
    case TRY_START:
        if (start_tries == 0) {
            put_start(best_start_x, best_start_y);
            stage = PHASE_DONE;
            return;
        }
        found = find_tile_for_start();
        --start_tries;
        if (found) {
            measured_at = 0;
            nearest_enemy = FAR_AWAY + 1;
            stage = MEASURE_START;
        }
        return;
    default:
        if (measure_distance() == 0)
            return;
        if (nearest_enemy > farthest_start) {
            best_start_x = tried_x;
            best_start_y = tried_y;
            farthest_start = nearest_enemy;
        }
        if (farthest_start > FAR_AWAY)
            start_tries = 0;
#if SOME_START_AT_IS_ROOM
#if SOME_START_AT_IS_AWAY
        if (START_AT == START_IN_ROOM)
#endif
            if (farthest_start != 0)
                start_tries = 0;
#endif
        stage = TRY_START;
        return;
    }
}
#else
/* Place the start in a single step. */
static void place_start(void)
{
    put_start(SUMMARY->up_x, SUMMARY->up_y);
    stage = PHASE_DONE;
}
#endif

#endif
