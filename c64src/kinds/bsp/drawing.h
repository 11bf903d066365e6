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

#endif
