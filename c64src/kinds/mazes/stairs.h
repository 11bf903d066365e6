/* The phase `stairs`: stairs at both ends of the longest way through the maze. */
#ifndef UNDERCROFT_MAZES_STAIRS_H
#define UNDERCROFT_MAZES_STAIRS_H

#include "core/generation.h"
#include "core/tilemap.h"
#include "kinds/mazes/cells.h"

/* From how many cells a flood still has to go on. */
WORK uint16_t flood_left;

/* Begin to flood the maze from a cell, given like cell_at, once more. */
static void begin_flood(uint8_t *cell)
{
#if MAY_HAVE_LOOPS
    waiting[1] = cell;
    /* Before a flood bit 7 of all cells is the same. */
    flood_mark = cell[STRIDE] & 0x80;
    flood_new_mark = flood_mark ^ 0x80;
    cell[STRIDE] ^= 0x80;
    entry_at = (uint8_t *)waiting;
    newest_at = (uint8_t *)(waiting + 1);
    farthest_at = (uint8_t *)(waiting + 1);
#else
    cell_at = cell;
    newest_at = (uint8_t *)waiting;
    flood_back = 0;
    flood_distance = 0;
#endif
    flood_level = 0;
    flood_left = cell_count;
}

/* What a flood has found: the cell that it reached last of those that are farthest from where it
 * began, and how far that is. */
#if MAY_HAVE_LOOPS
#define FLOODED_LAST waiting[cell_count]
#define FLOODED_WAY flood_distance
#else
#define FLOODED_LAST farthest_at
#define FLOODED_WAY (flood_distance - 1)
#endif

/* One step of a flood: some cells. Returns 1 at its end. */
static uint8_t flood(void)
{
    uint8_t count;

    count = FLOODED_AT_ONCE;
    if (flood_left < FLOODED_AT_ONCE)
        count = (uint8_t)flood_left;
    flood_left -= count;
    work_left = count;
#if MAY_HAVE_LOOPS
    flood_on();
#else
    flood_tree();
#endif
    return flood_left == 0;
}

#define FLOOD_FOR_UP_STAIRS 1
#define FLOOD_FOR_DOWN_STAIRS 2

/* Up stairs in the cell that is farthest from the last one, down stairs in that which is farthest
 * from there; of several, in the one that a flood reaches last. In a tree these are the ends of the
 * longest way. If the phase `maze` has found the cell that is farthest from its first one, that gets
 * the up stairs. */
static void place_stairs(void)
{
    if (stage == 0) {
        stage = FLOOD_FOR_UP_STAIRS;
#if SOME_KNOWS_DEEPEST
        if (KNOWS_DEEPEST) {
            set_tile(SUMMARY->up_x, SUMMARY->up_y, TILE_UP_STAIRS);
            stage = FLOOD_FOR_DOWN_STAIRS;
        }
#endif
        begin_flood(last_cell);
        return;
    }
    if (!flood())
        return;
    last_cell = FLOODED_LAST;
    find_tile_of(last_cell);
#if !ALL_KNOWS_DEEPEST
    if (stage == FLOOD_FOR_UP_STAIRS) {
        SUMMARY->up_x = tile_x;
        SUMMARY->up_y = tile_y;
        set_tile(tile_x, tile_y, TILE_UP_STAIRS);
        begin_flood(last_cell);
        stage = FLOOD_FOR_DOWN_STAIRS;
        return;
    }
#endif
    SUMMARY->down_x = tile_x;
    SUMMARY->down_y = tile_y;
    set_tile(tile_x, tile_y, TILE_DOWN_STAIRS);
    MAZES_FIGURES_SET_WAY_LENGTH(FIGURES, FLOODED_WAY);
    stage = PHASE_DONE;
}

#endif
