/* Zones of a level: near, middle and far, by the steps from where the player starts. The twin of
 * pygen/engine/plane/zones.py. While they are looked for, both planes of them hold what was found so far. */
#ifndef UNDERCROFT_PLANE_ZONES_H
#define UNDERCROFT_PLANE_ZONES_H

#include "core/find_start.h"
#include "core/generation.h"
#include "core/plane/plane.h"
#include "core/plane/read_plane_as_seen.h"
#include "core/plane/walk.h"
#include "core/plane/zone_planes.h"

/* What `stage` says: what is done next. */
#define ZONES_FIND_START 1
#define ZONES_READ 2
#define ZONES_COPY_WALLS 3
#define ZONES_WALK 4
#define ZONES_REACHED 5
#define ZONES_WALK_NEAR 6
#define ZONES_COPY_NEAR 7
#define ZONES_WALK_MIDDLE 8
#define ZONES_COMBINE 9

/* The byte of the planes that is next. */
WORK uint16_t zones_byte;

/* How far the farthest tile is, and how far is walked. */
WORK uint16_t zones_longest, zones_walk_to;

/* How many of the tiles that wait are gone on from in this step. */
WORK uint8_t zones_walks;

/* Go on with the planes from the first byte on. */
static void begin_bytes_of_zones(uint8_t next)
{
    zones_byte = 0;
    stage = next;
}

/* One step of copying the plane; `to` is where the copy is put. */
static NOINLINE uint8_t copy_for_zones(uint8_t *to)
{
    uint16_t left;

    left = PLANE_BYTES - zones_byte;
    if (left > BYTES_COPIED)
        left = BYTES_COPIED;
    copied_from = plane_solid + zones_byte;
    copied_to = to + zones_byte;
    copies_left = (uint8_t)left;
    copy_bytes();
    zones_byte += left;
    return zones_byte == PLANE_BYTES;
}

/* Go on to the next bytes of the planes that are combined. How many these are. */
static uint8_t next_bytes_of_zones(void)
{
    uint16_t left;

    left = PLANE_BYTES - zones_byte;
    if (left > BYTES_OF_ZONES)
        left = BYTES_OF_ZONES;
    zones_byte += left;
    return (uint8_t)left;
}

/* One step of finding the tiles that were reached: those become zones_low, and the plane is solid everywhere else. */
static NOINLINE uint8_t find_reached_part(void)
{
    zone_low = zones_low + zones_byte;
    zone_solid = plane_solid + zones_byte;
    zone_bytes = next_bytes_of_zones();
    find_reached();
    return zones_byte == PLANE_BYTES;
}

/* One step of combining what is known: zones_low has the tiles that were reached, zones_high is solid where a tile is
 * near or was not reached, and the plane where it is not far. */
static NOINLINE uint8_t combine_zones_part(void)
{
    zone_low = zones_low + zones_byte;
    zone_high = zones_high + zones_byte;
    zone_all = plane_solid + zones_byte;
    zone_bytes = next_bytes_of_zones();
    combine_zones();
    return zones_byte == PLANE_BYTES;
}

/* Go on from some of the tiles of a distance. A function of its own: OSCAR64 does not see that walk_on changes
 * way_first. */
static NOINLINE void walk_in_zones(void)
{
    uint8_t at_once;

    at_once = way_end - way_first;
    if (at_once > zones_walks)
        at_once = zones_walks;
    zones_walks -= at_once;
    walks_left = at_once;
    walk_on();
}

/* Whether no tile waits. */
static NOINLINE uint8_t is_zone_walked(void)
{
    return way_first == way_behind;
}

/* One step of walking on until the tiles that wait are zones_walk_to steps away, or there are none, as without a start.
 * Takes some 170 cycles for a tile. */
static NOINLINE uint8_t walk_to(void)
{
    if (player_x == 0)
        return 1;
    zones_walks = TILES_ZONED;
    while (zones_walks != 0) {
        if (way_steps >= zones_walk_to || is_zone_walked())
            return 1;
        walk_in_zones();
    }
    return way_steps >= zones_walk_to || is_zone_walked();
}

/* Begin to walk from the start. */
static void begin_zones(uint16_t to, uint8_t next)
{
    begin_way(player_x, player_y);
    zones_walk_to = to;
    stage = next;
}

/* One step of finding the zones. Without a start no tile is in any. */
static void find_zones(void)
{
    switch (stage) {
    case 0:
        begin_to_find_start();
#ifdef COUNT_OF_ENTITIES
        stage = ZONES_FIND_START;
        /* fall through */
    case ZONES_FIND_START:
        if (look_for_start() == 0)
            return;
#endif
        begin_plane(PLANE_SOLID);
        stage = ZONES_READ;
        return;
    case ZONES_READ:
        if (read_plane_as_seen())
            begin_bytes_of_zones(ZONES_COPY_WALLS);
        return;
    case ZONES_COPY_WALLS:
        if (copy_for_zones(zones_low) == 0)
            return;
        zones_longest = 0;
        stage = ZONES_WALK;
        if (player_x != 0)
            begin_zones(0xFFFF, ZONES_WALK);
        return;
    case ZONES_WALK:
        if (walk_to() == 0)
            return;
        if (player_x != 0)
            zones_longest = way_steps - 1;
        begin_bytes_of_zones(ZONES_REACHED);
        return;
    case ZONES_REACHED:
        if (find_reached_part() == 0)
            return;
        stage = ZONES_WALK_NEAR;
        if (player_x != 0)
            begin_zones(zones_longest / 3, ZONES_WALK_NEAR);
        return;
    case ZONES_WALK_NEAR:
        if (walk_to())
            begin_bytes_of_zones(ZONES_COPY_NEAR);
        return;
    case ZONES_COPY_NEAR:
        if (copy_for_zones(zones_high) == 0)
            return;
        zones_walk_to = (uint16_t)((uint16_t)(zones_longest << 1) / 3);
        stage = ZONES_WALK_MIDDLE;
        return;
    case ZONES_WALK_MIDDLE:
        if (walk_to())
            begin_bytes_of_zones(ZONES_COMBINE);
        return;
    default:
        if (combine_zones_part())
            stage = PHASE_DONE;
        return;
    }
}

#endif
