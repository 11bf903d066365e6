/* The game calls unpack_map and validate, whole and in steps. The twin of pygen/calls/maps.py. */
#ifndef UNDERCROFT_CALLS_MAPS_H
#define UNDERCROFT_CALLS_MAPS_H

#include "calls/request.h"

/* Tiles that fill groups are read page by page, 256 at a time. The first page has fewer, as if it began
 * with other tiles. Then come those that fill no group, at the end of the last row. */
#if TILE_BITS == 8
#define TILES_LEFT_OVER 0
#else
#define TILES_LEFT_OVER MAP_TILES_LEFT
#endif
#define TILES_IN_GROUPS (MAP_TILES - TILES_LEFT_OVER)
#define FIRST_OF_PAGES ((uint8_t)(0u - TILES_IN_GROUPS))
#define PAGES_OF_TILES ((uint8_t)((TILES_IN_GROUPS + 255u) / 256u))

#if defined(CALLS_UNPACK_MAP_STEP) || defined(CALLS_VALIDATE) || defined(CALLS_VALIDATE_STEP)
/* Where in the packed map the next step reads. */
WORK uint8_t *map_behind;

/* Where the kernel has left map_from. A function of its own: OSCAR64 does not see that kernels change it. */
static NOINLINE void keep_map_from(void)
{
    map_behind = (uint8_t *)map_from;
}
#endif

#if TILES_LEFT_OVER
/* Write the tiles that fill no group. */
static NOINLINE void unpack_rest(uint8_t *to)
{
    uint8_t left;

    for (left = 0; left != TILES_LEFT_OVER; ++left)
        to[left] = get_tile((uint8_t)(left + (MAP_WIDTH - TILES_LEFT_OVER)), MAP_HEIGHT - 1);
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
    begin_of_page = FIRST_OF_PAGES;
    pages_left = PAGES_OF_TILES;
    unpack_pages();
#if TILES_LEFT_OVER
    unpack_rest(GAME_TO + TILES_IN_GROUPS);
#endif
    GAME_A = CALL_IS_DONE;
#endif
}
#endif

#ifdef CALLS_UNPACK_MAP_STEP
#if MAP_TILES > MOST_UNPACKED
void call_unpack_map_step(void)
{
    GAME_A = CALL_IS_REFUSED;
}
#else
/* Where the next step writes, and how many pages are left. */
WORK uint8_t *step_to;
WORK uint8_t step_pages;

/* The same, a page in each step. A: 0 for the first step. Some 5,500 cycles. */
void call_unpack_map_step(void)
{
    uint8_t begin;

    begin = 0;
    if (GAME_A == 0) {
        map_behind = BYTES_AT(MAP_START);
        step_to = GAME_TO;
        step_pages = PAGES_OF_TILES;
        begin = FIRST_OF_PAGES;
    }
    map_from = map_behind;
    pages_to = step_to;
    begin_of_page = begin;
    pages_left = 1;
    unpack_pages();
    keep_map_from();
    step_to += 256 - begin;
    --step_pages;
    GAME_A = CALL_GOES_ON;
    if (step_pages == 0) {
#if TILES_LEFT_OVER
        unpack_rest(step_to);
#endif
        GAME_A = CALL_IS_DONE;
    }
}
#endif
#endif

#if defined(CALLS_VALIDATE) || defined(CALLS_VALIDATE_STEP)
#if TILE_BITS != 8
WORK uint8_t checked_tiles[256];
#endif

/* How many tiles that fill groups are left. */
WORK uint16_t check_left;

/* What the map has behind its edges: nothing but empty tiles, or more of the world. */
#ifdef WORLD_GATES
#define CLASS_OUTSIDE 0
#else
#define CLASS_OUTSIDE CLASS_EMPTY
#endif

static NOINLINE void begin_check(void)
{
    uint8_t at;

    at = MAP_WIDTH + 2;
    do {
        --at;
        class_above[at] = CLASS_OUTSIDE;
    } while (at != 0);
    map_faults = 0;
    up_stairs_found = 0;
    down_stairs_found = 0;
    checked_column = 0;
    class_before = CLASS_OUTSIDE;
    map_behind = BYTES_AT(MAP_START);
    check_left = TILES_IN_GROUPS;
}

/* Check some of the tiles that are left: as many that a multiple of a power of 2 is left then, which is
 * one more than `mask`. */
static NOINLINE void check_part(uint8_t mask)
{
    uint8_t begin;

    begin = (uint8_t)(0u - ((uint8_t)check_left & mask));
    if (begin == 0)
        begin = (uint8_t)~mask;
    begin_of_page = begin;
#if TILE_BITS == 8
    checked_from = map_behind - begin;
    map_behind += 256 - begin;
#else
    map_from = map_behind;
    checked_from = checked_tiles;
    pages_to = checked_tiles + begin;
    pages_left = 1;
    unpack_pages();
    keep_map_from();
#endif
    check_tiles();
    check_left -= 256 - begin;
}

static NOINLINE void end_check(void)
{
    uint8_t faults, at;

    faults = map_faults;
#ifndef WORLD_GATES
    /* class_above has the last row. */
    at = MAP_WIDTH;
    do {
        if (class_above[at] == CLASS_WALKABLE)
            faults |= MAP_HAS_OPEN_EDGE;
        --at;
    } while (at != 0);
#else
    (void)at;
#endif
#ifdef WORLD_GATES
    if ((up_stairs_found | down_stairs_found) != 0)
#else
    if (up_stairs_found != ((SUMMARY->status & STATUS_NO_UP_STAIRS) == 0)
        || down_stairs_found != ((SUMMARY->status & STATUS_NO_DOWN_STAIRS) == 0))
#endif
        faults |= MAP_HAS_OTHER_STAIRS;
    map_faults = faults;
}

/* Check the tiles that fill no group, and the last row. */
static void check_rest(void)
{
#if TILES_LEFT_OVER
    unpack_rest(checked_tiles + (256 - TILES_LEFT_OVER));
    checked_from = checked_tiles;
    begin_of_page = 256 - TILES_LEFT_OVER;
    check_tiles();
#endif
    end_check();
}
#endif

#ifdef CALLS_VALIDATE
/* A: bits of what is wrong with the map, 0 if nothing is. The cycles of unpack_pages and check_tiles. */
void call_validate(void)
{
    begin_check();
    do
        check_part(255);
    while (check_left != 0);
    check_rest();
    GAME_A = map_faults;
}
#endif

#ifdef CALLS_VALIDATE_STEP
/* What check_tiles must find as it left it, and zero page does not keep. */
WORK uint8_t kept_faults, kept_up_stairs, kept_down_stairs, kept_column, kept_class;

static NOINLINE void keep_check(void)
{
    kept_faults = map_faults;
    kept_up_stairs = up_stairs_found;
    kept_down_stairs = down_stairs_found;
    kept_column = checked_column;
    kept_class = class_before;
}

static NOINLINE void restore_check(void)
{
    map_faults = kept_faults;
    up_stairs_found = kept_up_stairs;
    down_stairs_found = kept_down_stairs;
    checked_column = kept_column;
    class_before = kept_class;
}

/* The same in steps: X has the bits at the end. A: 0 for the first step. Some 7,500 cycles, and of the
 * first and last step some 25 for each column. */
void call_validate_step(void)
{
    uint8_t is_more;

    is_more = 1;
    if (GAME_A == 0)
        begin_check();
    else {
        restore_check();
        if (check_left != 0)
            check_part(63);
        else {
            check_rest();
            is_more = 0;
        }
    }
    keep_check();
    GAME_A = CALL_GOES_ON;
    if (!is_more) {
        GAME_REGISTER_X = kept_faults;
        GAME_A = CALL_IS_DONE;
    }
}
#endif

#endif
