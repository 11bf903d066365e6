/* The pass `tile_rules`: the map is read into a plane, of which looks follow. */
#ifndef UNDERCROFT_TILE_RULES_GIVING_H
#define UNDERCROFT_TILE_RULES_GIVING_H

#include "core/generation.h"
#include "core/plane/plane.h"
#include "core/plane/read_plane_as_seen.h"
#ifdef WORLD_GATES
#include "core/edges.h"
#include "core/get_tile.h"
#endif
#if TILE_RULES_SETS
#include "passes/tile_rules/rules.h"
#endif
#if SOME_TILE_RULES_SHAPES_IS_16 || SOME_TILE_RULES_SHAPES_IS_47
#include "passes/tile_rules/shapes.h"
#endif

/* What `stage` says: what is done next. */
#define TILE_RULES_READ 1
#define TILE_RULES_GIVE 2
#define TILE_RULES_OPEN 3

#ifdef WORLD_GATES

#include "core/plane/plane_bit.h"
#include "core/seen_open.h"

/* The side of the map, and the first tile there, that are next. */
WORK uint8_t side_opened, first_opened;

/* Open what is open at one side of the map, some tiles from `first` on: planes take them all as solid, but
 * ways lead through the edges of a world's chunk. Some 1,700 cycles, with cc65 4,800. */
static void open_edge(uint8_t side, uint8_t first)
{
    uint8_t at, x, y, tile;

    for (at = first; at != first + TILES_OPENED; ++at) {
        x = side < SIDE_RIGHT ? 0 : CHUNK_SIDE - 1;
        y = at;
        if (side & 1) {
            y = x;
            x = at;
        }
        tile = get_tile(x, y);
        if (TILE_IS_SEEN_OPEN(tile))
            plane_solid[(uint16_t)(plane_row[y] + (x >> 3))] &= (uint8_t)~plane_bit[x & 7];
    }
}

#endif

/* One step of giving looks to walls by their shapes, or to all tiles by rules. */
static void give_looks(void)
{
    switch (stage) {
    case 0:
        begin_plane(PLANE_SOLID);
        stage = TILE_RULES_READ;
        /* fall through */
    case TILE_RULES_READ:
        if (read_plane_as_seen()) {
#if TILE_RULES_SETS
            begin_rules();
#endif
#ifdef WORLD_GATES
            side_opened = 0;
            first_opened = 0;
            stage = TILE_RULES_OPEN;
#else
            stage = TILE_RULES_GIVE;
#endif
        }
        return;
#ifdef WORLD_GATES
    case TILE_RULES_OPEN:
        open_edge(side_opened, first_opened);
        first_opened = (first_opened + TILES_OPENED) & (CHUNK_SIDE - 1);
        if (first_opened == 0)
            ++side_opened;
        if (side_opened == CHUNK_EDGES)
            stage = TILE_RULES_GIVE;
        return;
#endif
    default:
        break;
    }
#if TILE_RULES_SETS && (SOME_TILE_RULES_SHAPES_IS_16 || SOME_TILE_RULES_SHAPES_IS_47)
    if (TILE_RULES_SHAPES) {
        if (give_shapes())
            stage = PHASE_DONE;
    } else if (follow_rules())
        stage = PHASE_DONE;
#elif TILE_RULES_SETS
    if (follow_rules())
        stage = PHASE_DONE;
#else
    if (give_shapes())
        stage = PHASE_DONE;
#endif
}

#endif
