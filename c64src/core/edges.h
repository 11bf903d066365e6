/* The edges of a world's chunk: gates lead through them to the chunks beside it. The twin of
 * pygen/engine/generator/edges.py.
 */
#ifndef UNDERCROFT_EDGES_H
#define UNDERCROFT_EDGES_H

#include "core/generation.h"
#include "core/get_tile.h"
#include "core/tilemap.h"
#include "core/worlds.h"
#include "program.h"

/* The sides of a chunk. */
#define SIDE_LEFT 0
#define SIDE_ABOVE 1
#define SIDE_RIGHT 2
#define SIDE_BELOW 3

/* Where the gates of each side are, as edge_gates. */
WORK uint8_t chunk_gates[CHUNK_EDGES * MOST_GATES];

/* Find where the gates of one side are. An edge has the numbers of the chunk on the left of it or above
 * it. */
static NOINLINE void find_gates(uint8_t side)
{
    uint8_t at, number;

    mixed_first = chunk_x;
    mixed_second = chunk_y;
    if (side == SIDE_LEFT)
        mixed_first = (mixed_first - 1) & (WORLD_CHUNKS - 1);
    if (side == SIDE_ABOVE)
        mixed_second = (mixed_second - 1) & (WORLD_CHUNKS - 1);
    if (side & 1)
        mixed_first |= LEVEL_EDGE;
    else
        mixed_first |= UPRIGHT_EDGE;
    gates_of_edge();
    at = side * MOST_GATES;
    for (number = 0; number != MOST_GATES; ++number) {
        chunk_gates[at] = edge_gates[number];
        ++at;
    }
}

/* Make a tile floor if it cannot be walked on. */
static NOINLINE void open_edge_tile(uint8_t x, uint8_t y)
{
    uint8_t tile;

    tile = get_tile(x, y);
    if (!(TILE_IS_WALKABLE(tile)))
        set_tile(x, y, TILE_FLOOR);
}

/* Open a tile of each gate of one side, so many tiles away from the edge. */
static NOINLINE void open_side(uint8_t side, uint8_t depth)
{
    uint8_t across, at, number;

    across = depth;
    if (side >= SIDE_RIGHT)
        across = CHUNK_SIDE - 1 - depth;
    at = side * MOST_GATES;
    for (number = 0; number != MOST_GATES; ++number) {
        if (chunk_gates[at]) {
            if (side & 1)
                open_edge_tile(chunk_gates[at], across);
            else
                open_edge_tile(across, chunk_gates[at]);
        }
        ++at;
    }
}

/* One step of opening the gates at the edges themselves: a side. */
static void open_edges(void)
{
    open_side(stage, 0);
    ++stage;
    if (stage == CHUNK_EDGES)
        stage = PHASE_DONE;
}

#endif
