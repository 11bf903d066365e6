/* Making a tile water, if that cuts nothing off.
 *
 * A tile of the floor may become water that nobody can cross only if at least two of its neighbours
 * left, right, above and below can be walked on, and if those are connected by the tiles around it: so
 * every way over the tile has a detour through its eight neighbours (a simple point of digital topology:
 * A. Rosenfeld, "Connectivity in Digital Pictures", 1970). Corridors and dead ends stay as they are. Doors
 * and secret paths count as what they look like: a way that nobody has found is no detour. */
#ifndef UNDERCROFT_WATER_FLOODING_H
#define UNDERCROFT_WATER_FLOODING_H

#include "core/doors.h"
#include "core/generation.h"
#include "core/get_tile.h"
#include "core/read_around.h"
#include "core/seen_open.h"
#include "core/tilemap.h"
#if WATER_SOME_DEEP || SOME_WATER_ON_ROCK
#include "core/wall_around.h"
#endif

/* What floor becomes, and whether rock becomes water. */
#define NO_WATER 0
#define DEEP_WATER 1
#define SHALLOW_WATER 2
static uint8_t water_on_floor, water_on_rock;

/* Whether the tile is in a doorway: a door or a secret path is on one of its sides. */
static NOINLINE uint8_t is_beside_door(void)
{
#ifdef TILE_IS_DOOR
    return TILE_IS_DOOR(around_tile[AROUND_ABOVE]) || TILE_IS_DOOR(around_tile[AROUND_RIGHT])
           || TILE_IS_DOOR(around_tile[AROUND_BELOW]) || TILE_IS_DOOR(around_tile[AROUND_LEFT]);
#else
    return 0;
#endif
}

#if WATER_SOME_DEEP
/* Of eight bits for the neighbours, for each side: its own, and those of it, of the next one, and of the
 * corner between. */
static const uint8_t water_sides[4] = { 0x01, 0x04, 0x10, 0x40 };
static const uint8_t water_joined[4] = { 0x07, 0x1C, 0x70, 0xC1 };

/* Whether every way over the tile has a detour through its neighbours. */
static NOINLINE uint8_t has_detours(void)
{
    uint8_t number, bit, tile, opened, sides, ends, joined;

    opened = 0;
    bit = 1;
    for (number = 0; number != 8; ++number) {
        tile = around_tile[number];
        if (TILE_IS_SEEN_OPEN(tile))
            opened |= bit;
        bit <<= 1;
    }
    sides = 0;
    ends = 0;
    for (number = 0; number != 4; ++number) {
        if (opened & water_sides[number]) {
            ++sides;
            joined = water_joined[number];
            if ((uint8_t)(opened & joined) != joined)
                ++ends;
        }
    }
    return sides >= 2 && ends <= 1;
}
#endif

/* Make a tile water, if it may be; it is not at the edge of the map. */
static NOINLINE void wet_tile(uint8_t x, uint8_t y)
{
    uint8_t tile;

    tile = get_tile(x, y);
    if (tile == TILE_FLOOR) {
        if (water_on_floor == NO_WATER)
            return;
    } else if (!water_on_rock || (tile != TILE_EMPTY && tile != TILE_WALL))
        return;
    read_around(x, y);
    if (is_beside_door())
        return;
#if WATER_SOME_SHALLOW
    if (tile == TILE_FLOOR && water_on_floor == SHALLOW_WATER) {
        set_tile(x, y, TILE_SHALLOW_WATER);
        return;
    }
#endif
#if WATER_SOME_DEEP
    if (tile == TILE_FLOOR && !has_detours())
        return;
#endif
#if WATER_SOME_DEEP || SOME_WATER_ON_ROCK
    set_tile(x, y, TILE_WATER);
    wall_around(x, y);
#endif
}

#endif
