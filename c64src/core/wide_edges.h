/* Edges of a world's chunk that are open wherever the land is, not only at the gates. The twin of
 * pygen/engine/generator/wide_edges.py.
 */
#ifndef UNDERCROFT_WIDE_EDGES_H
#define UNDERCROFT_WIDE_EDGES_H

#include "core/edges.h"
#include "core/generation.h"
#include "core/get_tile.h"
#include "core/tilemap.h"

/* What is known of a tile that was not closed. */
#define NO_TILE 0xFF

/* How many tiles of an edge one step looks at. */
#define PARTS_OF_EDGE (CHUNK_SIDE / OPENED_AT_ONCE)

#define LAST_OF_CHUNK (CHUNK_SIDE - 1)

/* What the tiles of each side were before they were closed. */
WORK uint8_t edge_tiles[CHUNK_EDGES * CHUNK_SIDE];

/* Begin a chunk: none of its tiles was closed. Some 1,700 cycles, 2,700 with cc65. */
static void begin_wide_edges(void)
{
    uint8_t at;

    for (at = CHUNK_EDGES * CHUNK_SIDE; at != 0; --at)
        edge_tiles[at - 1] = NO_TILE;
}

/* Keep what a tile is, if it is at the edge. A corner is kept for one of its sides. */
static void keep_edge_tile(uint8_t x, uint8_t y, uint8_t tile)
{
    uint8_t at;

    if (x == 0)
        at = SIDE_LEFT * CHUNK_SIDE + y;
    else if (x == LAST_OF_CHUNK)
        at = SIDE_RIGHT * CHUNK_SIDE + y;
    else if (y == 0)
        at = SIDE_ABOVE * CHUNK_SIDE + x;
    else if (y == LAST_OF_CHUNK)
        at = SIDE_BELOW * CHUNK_SIDE + x;
    else
        return;
    edge_tiles[at] = tile;
}

/* Make a tile of a side what it was, if it was closed and one can walk to it from within. */
static NOINLINE void reopen_tile(uint8_t side, uint8_t place)
{
    uint8_t kept, inner, across;

    across = side * CHUNK_SIDE;
    across += place;
    kept = edge_tiles[across];
    if (kept == NO_TILE)
        return;
    across = 0;
    inner = 1;
    if (side >= SIDE_RIGHT) {
        across = LAST_OF_CHUNK;
        inner = LAST_OF_CHUNK - 1;
    }
    if (side & 1) {
        inner = get_tile(place, inner);
        if (TILE_IS_WALKABLE(inner))
            set_tile(place, across, kept);
    } else {
        inner = get_tile(inner, place);
        if (TILE_IS_WALKABLE(inner))
            set_tile(across, place, kept);
    }
}

/* Make a corner what it was, if it was closed and one can walk to it along an edge. */
static NOINLINE void reopen_corner(uint8_t x, uint8_t y)
{
    uint8_t kept, beside;

    kept = y;
    if (x != 0)
        kept += SIDE_RIGHT * CHUNK_SIDE;
    kept = edge_tiles[kept];
    if (kept == NO_TILE)
        return;
    /* The column beside, and the row beside, differ from those at the edge in the last bit. */
    beside = get_tile(x ^ 1, y);
    if (!(TILE_IS_WALKABLE(beside))) {
        beside = get_tile(x, y ^ 1);
        if (!(TILE_IS_WALKABLE(beside)))
            return;
    }
    set_tile(x, y, kept);
}

/* One step of reopening what was closed at the edges: it looks at some tiles, the last one at the
 * corners. */
static void open_wide_edges(void)
{
    uint8_t side, place, end;

    if (stage == CHUNK_EDGES * PARTS_OF_EDGE) {
        reopen_corner(0, 0);
        reopen_corner(0, LAST_OF_CHUNK);
        reopen_corner(LAST_OF_CHUNK, 0);
        reopen_corner(LAST_OF_CHUNK, LAST_OF_CHUNK);
        stage = PHASE_DONE;
        return;
    }
    side = stage / PARTS_OF_EDGE;
    place = (uint8_t)(stage & (PARTS_OF_EDGE - 1)) * OPENED_AT_ONCE;
    end = place + OPENED_AT_ONCE;
    for (; place != end; ++place)
        if (place != 0 && place != LAST_OF_CHUNK)
            reopen_tile(side, place);
    ++stage;
}

#endif
