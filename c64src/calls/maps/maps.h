/* The game calls unpack_map and validate. The twin of pygen/calls/maps.py. */
#ifndef UNDERCROFT_CALLS_MAPS_H
#define UNDERCROFT_CALLS_MAPS_H

#include "calls/request.h"

/* Tiles that fill groups are read page by page, 256 at a time. The first page has fewer, as if it began
 * with other tiles. Then come those that fill no group, at the end of the last row. */
#if TILE_BITS == 8
#define TILES_IN_GROUPS MAP_TILES
#else
#define TILES_IN_GROUPS (MAP_TILES - MAP_TILES_LEFT)
#endif
#define FIRST_OF_PAGES ((uint8_t)(0u - TILES_IN_GROUPS))
#define PAGES_OF_TILES ((uint8_t)((TILES_IN_GROUPS + 255u) / 256u))

#if TILE_BITS != 8 && MAP_TILES_LEFT
/* Write the tiles that fill no group. */
static void unpack_rest(uint8_t *to)
{
    uint8_t left;

    for (left = 0; left != MAP_TILES_LEFT; ++left)
        to[left] = get_tile((uint8_t)(left + (MAP_WIDTH - MAP_TILES_LEFT)), MAP_HEIGHT - 1);
}
#endif

#ifdef CALLS_UNPACK_MAP
/* Write all tiles to GAME_TO, a byte each, row by row. The cycles of the kernel unpack_pages. */
void call_unpack_map(void)
{
#if MAP_TILES > MOST_UNPACKED
    GAME_A = CALL_IS_REFUSED;
#else
    map_from = BYTES_AT(MAP_START);
    pages_to = GAME_TO;
    page_begin = FIRST_OF_PAGES;
    pages_left = PAGES_OF_TILES;
    unpack_pages();
#if TILE_BITS != 8 && MAP_TILES_LEFT
    unpack_rest(GAME_TO + TILES_IN_GROUPS);
#endif
    GAME_A = CALL_IS_DONE;
#endif
}
#endif

#ifdef CALLS_VALIDATE
#if TILE_BITS != 8
WORK uint8_t checked_tiles[256];
#endif

/* What the map has behind its edges: nothing but empty tiles, or more of the world. */
#ifdef WORLD_GATES
#define CLASS_OUTSIDE 0
#else
#define CLASS_OUTSIDE CLASS_EMPTY
#endif

static NOINLINE void begin_check(void)
{
    uint8_t at;

    for (at = 0; at != MAP_WIDTH + 2; ++at)
        class_above[at] = CLASS_OUTSIDE;
    map_faults = 0;
    up_stairs_found = 0;
    down_stairs_found = 0;
    checked_column = 0;
    class_before = CLASS_OUTSIDE;
}

static NOINLINE void end_check(void)
{
    uint8_t faults;
#ifndef WORLD_GATES
    uint8_t at;
#endif

    faults = map_faults;
#ifndef WORLD_GATES
    /* class_above has the last row. */
    for (at = 1; at != MAP_WIDTH + 1; ++at) {
        if (class_above[at] == CLASS_WALKABLE)
            faults |= MAP_HAS_OPEN_EDGE;
    }
#endif
    if (up_stairs_found != ((SUMMARY->status & STATUS_NO_UP_STAIRS) == 0)
        || down_stairs_found != ((SUMMARY->status & STATUS_NO_DOWN_STAIRS) == 0))
        faults |= MAP_HAS_OTHER_STAIRS;
    GAME_A = faults;
}

/* A: bits of what is wrong with the map, 0 if nothing is. The cycles of unpack_pages and check_tiles. */
void call_validate(void)
{
    uint8_t pages;

    begin_check();
    page_begin = FIRST_OF_PAGES;
#if TILE_BITS == 8
    checked_from = BYTES_AT(MAP_START) - FIRST_OF_PAGES;
    for (pages = PAGES_OF_TILES; pages != 0; --pages) {
        check_tiles();
        checked_from += 256;
        page_begin = 0;
    }
#else
    map_from = BYTES_AT(MAP_START);
    checked_from = checked_tiles;
    pages_to = checked_tiles + FIRST_OF_PAGES;
    for (pages = PAGES_OF_TILES; pages != 0; --pages) {
        pages_left = 1;
        unpack_pages();
        check_tiles();
        page_begin = 0;
        pages_to = checked_tiles;
    }
#if MAP_TILES_LEFT
    unpack_rest(checked_tiles + (256 - MAP_TILES_LEFT));
    page_begin = 256 - MAP_TILES_LEFT;
    check_tiles();
#endif
#endif
    end_check();
}
#endif

#endif
