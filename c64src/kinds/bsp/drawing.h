/* How rooms and corridors are drawn: all walls first, so that no wall can seal a floor. */
#ifndef UNDERCROFT_BSP_DRAWING_H
#define UNDERCROFT_BSP_DRAWING_H

#include "core/filled_rows.h"
#include "core/generation.h"
#include "core/tilemap.h"
#include "kinds/bsp/common.h"
#if HAS_PHASE_CONNECTIONS
#include "kinds/bsp/corridors.h"
#endif

/* Begin to draw all floors or, one tile wider all round, all walls. Not inlined, because OSCAR64 ignores
 * that draw_slices changes these variables. */
static NOINLINE void begin_rectangles(void)
{
    next_room = 0;
#if HAS_PHASE_CONNECTIONS
    next_corridor = 0;
    next_leg = 0;
#endif
    drawn_bottom = 0;
}

/* One step of drawing all floors or, one tile wider all round, all walls: a few slices. Returns 1 at
 * the end. */
static uint8_t draw_rectangles(uint8_t tile)
{
    SELECT_FILLED_ROW(tile);
    drawn_border = tile == TILE_WALL;
    slices_left = SLICES_AT_ONCE;
    return draw_slices();
}

#if HAS_PHASE_CONNECTIONS
/* One step of putting doors into the walls that have one, each by chance, otherwise it is open: some
 * walls. Returns 1 at the end. */
static uint8_t draw_doors(void)
{
    uint8_t left, door, place, at;

    door = FIRST_DOOR(next_room);
    for (left = DOORS_AT_ONCE; left != 0; --left) {
        place = room_doors[door];
        if (place != NO_DOOR && random_chance(DOORS_CHANCE)) {
            at = beside_wall(next_room, door & 3);
            if (door & 2)
                set_tile(place, at, TILE_DOOR);
            else
                set_tile(at, place, TILE_DOOR);
        }
        ++door;
        if ((door & 3) == 0) {
            ++next_room;
            if (next_room == room_count)
                return 1;
        }
    }
    return 0;
}
#endif

#endif
