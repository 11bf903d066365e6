/* Making a tile water, if that cuts nothing off.
 *
 * A tile of the floor may become water that nobody can cross only if at least two of its neighbours
 * left, right, above and below can be walked on, and if those are connected by the tiles around it: so
 * every way over the tile has a detour through its eight neighbours (a simple point of digital topology:
 * A. Rosenfeld, "Connectivity in Digital Pictures", 1970). Corridors and dead ends stay as they are. Doors
 * and secret paths count as what they look like: a way that nobody has found is no detour. Water that may cut
 * parts off takes floor without detours, too. */
#ifndef UNDERCROFT_WATER_FLOODING_H
#define UNDERCROFT_WATER_FLOODING_H

#include "core/generation.h"
#include "core/tilemap.h"

/* What floor becomes, and whether rock becomes water. */
#define NO_WATER 0
#define DEEP_WATER 1
#define SHALLOW_WATER 2
#define CUTTING_WATER 3
WORK uint8_t water_on_floor, water_on_rock;

#if WATER_SOME_DEEP
/* Of the bits of around_open, for each side: its own, and those of it, of the next one clockwise, and of the corner
 * between. */
static const uint8_t water_sides[4] = { 0x08, 0x02, 0x40, 0x01 };
static const uint8_t water_joined[4] = { 0x1A, 0xC2, 0x61, 0x0D };

/* Whether every way over the tile has a detour through its neighbours. */
static NOINLINE uint8_t has_detours(void)
{
    uint8_t number, opened, sides, ends, joined;

    opened = around_open;
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

    tile_column = x;
    tile_row = y;
    tile = read_surroundings();
    if (tile == TILE_FLOOR) {
        if (water_on_floor == NO_WATER)
            return;
    } else if (!water_on_rock || (tile != TILE_EMPTY && tile != TILE_WALL))
        return;
    tile_column = x;
    tile_row = y;
#if WATER_SOME_SHALLOW
    if (tile == TILE_FLOOR && water_on_floor == SHALLOW_WATER) {
        poured_tile = TILE_SHALLOW_WATER;
        around_empty = 0;
        pour_water();
        return;
    }
#endif
#if WATER_SOME_DEEP
#if WATER_SOME_CUTS
    if (tile == TILE_FLOOR && water_on_floor != CUTTING_WATER && !has_detours())
#else
    if (tile == TILE_FLOOR && !has_detours())
#endif
        return;
#endif
#if WATER_SOME_DEEP || SOME_WATER_ON_ROCK
    poured_tile = TILE_WATER;
    pour_water();
#endif
}

#endif
