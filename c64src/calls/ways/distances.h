/* The game calls distances and distances_step. The twin of pygen/calls/distances.py.
 *
 * With an unpacked map a tile that is not reached has 255 where results go, and whether it counts is asked of the map
 * only if it is come by (reach_in_map). The packed map is read into where results go: 0 for tiles that count, 255 for
 * others (spread_steps). There a source has 255 while others are reached, and 0 at the end. In both, the edge of the map
 * is filled with what is never reached.
 */
#ifndef UNDERCROFT_CALLS_WAYS_DISTANCES_H
#define UNDERCROFT_CALLS_WAYS_DISTANCES_H

#include "calls/request.h"
#include "core/doors.h"

#if MAP_TILES > MOST_UNPACKED

#ifdef CALLS_DISTANCES
void call_distances(void)
{
    GAME_A = CALL_IS_REFUSED;
}
#endif

#ifdef CALLS_DISTANCES_STEP
void call_distances_step(void)
{
    GAME_A = CALL_IS_REFUSED;
}
#endif

#else

#ifdef NATIVE
#define ADDRESS_OF(pointer) ((uint16_t)((pointer) - native_memory))
#else
#define ADDRESS_OF(pointer) ((uint16_t)(pointer))
#endif

#define WAYS_PAIRS_ROW ((MAP_WIDTH + 3) / 4)
#define WAYS_PAIR_BYTES (WAYS_PAIRS_ROW * MAP_HEIGHT)

/* A packed map whose tiles are bytes is read as an unpacked one. */
#if TILE_BITS == 3
#define WAYS_GROUP 8
#define WAYS_GROUPS 31
#elif TILE_BITS == 4
#define WAYS_GROUP 2
#define WAYS_GROUPS 80
#endif

/* What is read of the packed map: the last row is the edge, where a group may end. */
#define WAYS_TILES_READ ((uint16_t)MAP_WIDTH * (MAP_HEIGHT - 1))

/* What is done next. */
#define WAYS_FILL 0
#define WAYS_READ 1
#define WAYS_ROWS 2
#define WAYS_SIDES 3
#define WAYS_SOURCES 4
#define WAYS_REACH 5
#define WAYS_END_ROWS 6
#define WAYS_END_SIDES 7
#define WAYS_END_UNREACHED 8
#define WAYS_END_SOURCES 9
#define WAYS_FIND_ENDS 10
#define WAYS_CLEAR 11
#define WAYS_BEGIN_FLIGHT 12
#define WAYS_FLEE 13
#define WAYS_RESCAN 14

WORK uint8_t ways_stage;

/* How many bytes, tiles or sources of the stage are done. */
WORK uint16_t ways_done;

/* 1 if the packed map was read into where results go. */
WORK uint8_t ways_is_read;

/* From how many tiles is gone on in a step. */
WORK uint8_t ways_at_once;

/* Safety maps: the dead ends, by the address of the tile above; by distance the first one, and by number the next one of
 * the same distance. 255: there is none. */
WORK uint8_t end_low[WAYS_MOST_ENDS];
WORK uint8_t end_high[WAYS_MOST_ENDS];
WORK uint8_t end_next[WAYS_MOST_ENDS];
WORK uint8_t end_first[256];
WORK uint8_t ends_found;

/* The distance of the ends that enter next, in how many levels they do, and which one is next. */
WORK uint8_t end_distance, end_levels, end_entering;

/* The number of the tiles from which is gone on, and whether there are ends left, and some to enter before. */
WORK uint8_t flight_number, flight_has_ends, flight_enters;

/* Which tiles count, by their codes. */
static void set_blocked(void)
{
    uint8_t code, properties;

    ways_at = ways_blocked;
    ways_byte = 255;
    ways_count = 0;
    fill_some();
    for (code = 0; code != TILE_CODES; ++code) {
        properties = tile_properties[code];
        if ((properties & GAME_PROPERTIES) == 0)
            continue;
        if ((properties & TILE_SECRET) && (GAME_PROPERTIES & WITHOUT_SECRETS))
            continue;
#ifdef TILE_IS_DOOR
        if (TILE_IS_DOOR(code) && (GAME_PROPERTIES & WITHOUT_DOORS))
            continue;
#endif
        ways_blocked[code] = 0;
    }
}

#if TILE_BITS == 3
/* What read_groups needs besides. */
static void set_sparse(void)
{
    uint8_t code, byte;

    for (code = 0; code != 8; ++code) {
        byte = ways_blocked[code];
        ways_sparse[(uint8_t)(code << 2) + 1] = byte;
        ways_sparse[(uint8_t)(code << 3) + 2] = byte;
        ways_sparse[(uint8_t)(code << 5) + 3] = byte;
    }
}
#endif

/* Begin. The status: CALL_GOES_ON, or why not. */
static uint8_t begin_distances(void)
{
    if (GAME_WAY > WAY_FLEEING && GAME_WAY != WAY_IN_PAIRS)
        return CALL_IS_REFUSED;
    set_blocked();
    ways_to = ADDRESS_OF(GAME_TO);
    ways_map = ADDRESS_OF(GAME_MAP);
    ways_is_read = 0;
#if TILE_BITS == 8
    if (ways_map == 0)
        ways_map = MAP_START;
#else
    if (ways_map == 0 && (GAME_WAY & WAY_IN_PAIRS) == 0)
        ways_is_read = 1;
#endif
#if TILE_BITS == 3
    set_sparse();
#endif
    ways_left = 0;
    ways_stage = ways_is_read ? WAYS_READ : WAYS_FILL;
    ways_done = 0;
    ways_next = 0;
    ways_behind = 0;
    ways_dropped = 0;
    ways_pauses = 0;
    ways_level = GAME_WAY & WAY_IN_PAIRS ? 0x55 : 1;
    return CALL_GOES_ON;
}

static void begin_stage(uint8_t stage)
{
    ways_stage = stage;
    ways_done = 0;
}

/* Fill some of the bytes where results go with 255: all, if so many tiles need not be filled apart. */
static void fill_part(void)
{
    uint16_t left;

    ways_at = BYTES_AT(ways_to + ways_done);
    if (GAME_WAY & WAY_IN_PAIRS) {
        left = WAYS_PAIR_BYTES - ways_done;
        ways_byte = 255;
        ways_count = 0;
        if (left < 256)
            ways_count = (uint8_t)left;
        fill_some();
        ways_done += 256;
        if (left <= 256)
            begin_stage(WAYS_SOURCES);
        return;
    }
#if MAP_TILES > 1024
    if (ways_done > MAP_TILES - 1024)
        ways_at = BYTES_AT(ways_to + (MAP_TILES - 1024));
    fill_streams();
    ways_done += 1024;
    if (ways_done < MAP_TILES)
        return;
#else
    fill_streams();
#endif
    begin_stage(WAYS_ROWS);
}

#if TILE_BITS != 8
/* How many tiles that count read_groups has found. A function of its own: OSCAR64 does not see that it changes this. */
static NOINLINE uint8_t tiles_found(void)
{
    return ways_found;
}

/* Read some of the packed map. */
static void read_part(void)
{
    uint16_t left;

    left = (WAYS_TILES_READ + WAYS_GROUP - 1 - ways_done) / WAYS_GROUP;
    groups_read = WAYS_GROUPS;
    if (left < WAYS_GROUPS)
        groups_read = (uint8_t)left;
    ways_at = BYTES_AT(ways_to + ways_done);
    ways_from = BYTES_AT(MAP_START) + ways_done / WAYS_GROUP * (WAYS_GROUP * TILE_BITS / 8);
    read_groups();
    ways_left += tiles_found();
    ways_done += WAYS_GROUPS * WAYS_GROUP;
    if (left <= WAYS_GROUPS)
        begin_stage(WAYS_ROWS);
}

/* Those tiles that were not reached get 255. */
static void end_part(void)
{
    uint16_t left;

    left = WAYS_TILES_READ - ways_done;
    ways_at = BYTES_AT(ways_to + ways_done);
    ways_count = 0;
    if (left < 256)
        ways_count = (uint8_t)(left + 3) & 0xFC;
    end_unreached();
    ways_done += 256;
    if (left <= 256)
        begin_stage(WAYS_END_SOURCES);
}
#endif

/* Fill the first and the last row. */
static void fill_edge_rows(uint8_t byte)
{
    ways_byte = byte;
    ways_count = MAP_WIDTH;
    ways_at = BYTES_AT(ways_to);
    fill_some();
    ways_at = BYTES_AT(ways_to + (MAP_TILES - MAP_WIDTH));
    fill_some();
}

/* Fill the first and the last column. */
static void fill_edge_columns(uint8_t byte)
{
    ways_byte = byte;
    ways_at = BYTES_AT(ways_to + (MAP_WIDTH - 1));
    fill_sides();
}

/* Let a tile wait, by the address of the one above, or, in pairs, by row and column. */
static NOINLINE void wait_for_steps(uint16_t place)
{
    uint8_t behind;

    ways_low[ways_behind] = (uint8_t)place;
    ways_high[ways_behind] = (uint8_t)(place >> 8);
    behind = ways_behind + 1;
    if (behind == ways_next)
        ways_dropped = 1;
    else
        ways_behind = behind;
}

/* Some of the sources: let them wait, or, at the end, set what they have to 0. Returns 1 if those were all, 2 if one is
 * not inside of the map's edge. */
static uint8_t take_sources(uint8_t at_end)
{
    REGISTER const uint8_t *source;
    REGISTER uint8_t *at;
    uint8_t left, count, x, y, mask;
    uint16_t place;

    count = GAME_SOURCE_COUNT;
    if (count == 0)
        count = 1;
    for (left = WAYS_SOURCES_AT_ONCE; left != 0; --left) {
        x = GAME_X;
        y = GAME_Y;
        if (GAME_SOURCE_COUNT) {
            source = GAME_SOURCES + (ways_done << 1);
            x = source[0];
            y = source[1];
        }
        /* 0 becomes 255. */
        if ((uint8_t)(x - 1) >= MAP_WIDTH - 2 || (uint8_t)(y - 1) >= MAP_HEIGHT - 2)
            return 2;
        if (GAME_WAY & WAY_IN_PAIRS) {
            at = BYTES_AT(ways_to + (uint16_t)y * WAYS_PAIRS_ROW + (x >> 2));
            mask = (uint8_t)(3 << ((x & 3) << 1));
            *at &= (uint8_t)~mask;
            place = (uint16_t)y << 8 | x;
        } else {
            place = ways_to + (uint16_t)y * MAP_WIDTH + x;
            at = BYTES_AT(place);
            if (at_end || ways_is_read == 0) {
                *at = 0;
            } else {
                if (*at == 0)
                    --ways_left;
                *at = 255;
            }
            place -= MAP_WIDTH;
        }
        if (at_end == 0)
            wait_for_steps(place);
        if (++ways_done == count)
            return 1;
    }
    return 0;
}

/* Go on from some of the tiles that wait. 0 if there are none, 1 if there are more, 2 if a distance is done. */
static NOINLINE uint8_t go_on_from_some(void)
{
    ways_quota = ways_at_once;
    if (GAME_WAY & WAY_IN_PAIRS)
        return reach_pairs();
    if (ways_is_read)
        return spread_steps();
    ways_apart = ways_map - ways_to;
    return reach_in_map();
}

/* Whether tiles that count were not reached, and have 0. */
static NOINLINE uint8_t has_left_some(void)
{
    return ways_left != 0;
}

/* Whether a tile found no room. A function of its own: OSCAR64 does not see that kernels change this. */
static NOINLINE uint8_t has_dropped_some(void)
{
    return ways_dropped;
}

/* The place in its part that find_way_end or find_number has found. */
static NOINLINE uint8_t place_of_found(void)
{
    return ways_end;
}

#include "calls/ways/rescan.h"
#include "calls/ways/safety.h"

/* All tiles are reached that can be. The status. */
static uint8_t end_reaching(void)
{
    if (GAME_WAY & WAY_IN_PAIRS)
        return has_dropped_some() ? CALL_IS_FULL : CALL_IS_DONE;
    if (ways_is_read)
        begin_stage(has_left_some() ? WAYS_END_UNREACHED : WAYS_END_SOURCES);
    else
        begin_stage(WAYS_END_ROWS);
    return CALL_GOES_ON;
}

/* A step. The status: CALL_GOES_ON if there is more to do. */
static uint8_t step_distances(void)
{
    uint8_t done;

    switch (ways_stage) {
    case WAYS_FILL:
        fill_part();
        break;
#if TILE_BITS != 8
    case WAYS_READ:
        read_part();
        break;
    case WAYS_END_UNREACHED:
        end_part();
        break;
#endif
    case WAYS_ROWS:
        fill_edge_rows(ways_is_read ? 255 : 0);
        ways_stage = WAYS_SIDES;
        break;
    case WAYS_SIDES:
        fill_edge_columns(ways_is_read ? 255 : 0);
        begin_stage(WAYS_SOURCES);
        break;
    case WAYS_SOURCES:
        done = take_sources(0);
        if (done == 2)
            return CALL_IS_REFUSED;
        if (done) {
            ways_level_end = ways_behind;
            begin_stage(WAYS_REACH);
        }
        break;
    case WAYS_REACH:
        done = go_on_from_some();
        if (done == 0)
            return end_reaching();
        if (done == 2)
            begin_rescan();
        break;
    case WAYS_RESCAN:
        if (rescan())
            return end_reaching();
        break;
    case WAYS_END_ROWS:
        fill_edge_rows(255);
        ways_stage = WAYS_END_SIDES;
        break;
    case WAYS_END_SIDES:
        fill_edge_columns(255);
        if (GAME_WAY != WAY_FLEEING)
            return CALL_IS_DONE;
        begin_flight();
        break;
#if TILE_BITS != 8
    case WAYS_END_SOURCES:
        if (take_sources(1) == 0)
            break;
        if (GAME_WAY != WAY_FLEEING)
            return CALL_IS_DONE;
        begin_flight();
        break;
#endif
    default:
        return step_flight();
    }
    return CALL_GOES_ON;
}

#ifdef CALLS_DISTANCES
void call_distances(void)
{
    uint8_t status;

    status = begin_distances();
    ways_at_once = 255;
    while (status == CALL_GOES_ON)
        status = step_distances();
    GAME_A = status;
}
#endif

#ifdef CALLS_DISTANCES_STEP
/* A is 0 for the first step, and CALL_GOES_ON for the others. */
void call_distances_step(void)
{
    uint8_t status;

    if (GAME_A == 0) {
        status = begin_distances();
        ways_at_once = GAME_WAY & WAY_IN_PAIRS ? WAYS_PAIRS_AT_ONCE : WAYS_TILES_AT_ONCE;
    } else {
        status = step_distances();
    }
    GAME_A = status;
}
#endif

#endif

#endif
