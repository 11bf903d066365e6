/* The phase `halls`: parts and their rooms, corridors, and their drawing. */
#ifndef UNDERCROFT_BSP_HALLS_PHASE_H
#define UNDERCROFT_BSP_HALLS_PHASE_H

#include "core/generation.h"
#include "kinds/bsp/common.h"
#include "kinds/bsp/drawing.h"
#include "kinds/bsp/splitting.h"
#if HAS_PHASE_CONNECTIONS
#include "kinds/bsp/connecting.h"
#endif

/* One step of cutting the map, placing the rooms, joining them, and drawing it all. Without connections
 * there are no doors, either. */
static void build_halls(void)
{
    switch (stage) {
    case 0:
        begin_split();
        stage = SPLIT;
        /* fall through */
    case SPLIT:
        if (split_map()) {
#if HAS_PHASE_CONNECTIONS
            connect_rooms();
#else
            stage = BEGIN_WALLS;
#endif
        }
        return;
    case BEGIN_WALLS:
        begin_rectangles();
        stage = DRAW_WALLS;
        /* fall through */
    case DRAW_WALLS:
        if (draw_rectangles(TILE_WALL)) {
            begin_rectangles();
            stage = DRAW_FLOORS;
        }
        return;
    case DRAW_FLOORS:
        if (draw_rectangles(TILE_FLOOR)) {
            next_room = 0;
#if HAS_PHASE_CONNECTIONS
            stage = DRAW_DOORS;
#else
            stage = PHASE_DONE;
#endif
        }
        return;
#if HAS_PHASE_CONNECTIONS
    case DRAW_DOORS:
        if (draw_doors())
            stage = PHASE_DONE;
        return;
    default:
        /* The last thing here, so that cc65 jumps and saves two bytes of stack. */
        connect_rooms();
#endif
    }
}

#endif
