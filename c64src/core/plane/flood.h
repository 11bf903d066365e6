/* Flooding a plane: taking open tiles that are connected left, right, above and below. Needs the kernel
 * core/plane/take_entries. With regions.h the twin of pygen/engine/plane/regions.py. */
#ifndef UNDERCROFT_PLANE_FLOOD_H
#define UNDERCROFT_PLANE_FLOOD_H

#include "core/generation.h"
#include "core/plane/entries.h"
#include "core/plane/plane.h"
#include "core/plane/taken.h"

/* How many entries of the stack one step of a flood takes. */
#define ENTRIES_ESTIMATED (FLOOD_CYCLES / (ENTRY_CYCLES + ENTRY_BYTE_CYCLES * PLANE_ROW_BYTES))
#define ENTRIES_AT_ONCE (ENTRIES_ESTIMATED ? ENTRIES_ESTIMATED : 1)

/* The plane that the flood changes, the tiles that it has taken, and whether an entry was dropped
 * because the stack was full. */
WORK uint8_t *flooded_plane;
WORK uint16_t region_size;
WORK uint8_t has_overflowed;

/* How many steps fill_region has done of this flood. */
WORK uint16_t flood_steps;

/* Whether any entry of this flood was dropped, and whether what it has left is being searched for. */
WORK uint8_t has_lost, is_searching;

/* Take some entries from the stack, each with the first span of open tiles that it has.
 *
 * What is behind that span waits, and so does what is beside it in both rows. A span that begins
 * before the entry or ends behind it may have more beside it where it came from. What is beside it in
 * the direction of the entry is taken next. */
static NOINLINE void take_some(void)
{
    flood_stack = entries;
    flooded_tiles = flooded_plane;
    stack_size = entry_count;
    entries_left = ENTRIES_AT_ONCE;
    entry_count = take_entries();
    region_size += flood_size;
    if (has_dropped)
        has_overflowed = 1;
}

/* The byte at which a search for what dropped entries have left looks next. */
WORK uint8_t lost_y, lost_at;

/* What one step of a search has come to. */
#define NOT_YET 0
#define FOUND 1
#define NOTHING_FOUND 2

/* One step of finding an open tile above or below one that was taken: a dropped entry would have led
 * to it. Puts it on the stack. */
static uint8_t find_lost(void)
{
    uint8_t left, opened, lost;
    uint16_t place;

    for (left = BYTES_SEARCHED; left != 0; --left) {
        if (lost_y == MAP_HEIGHT - 1)
            return NOTHING_FOUND;
        place = plane_row[lost_y] + lost_at;
        opened = (uint8_t)~plane_taken[place];
        if (opened) {
            place -= PLANE_ROW_BYTES;
            lost = opened & plane_taken[place] & (uint8_t)~plane_solid[place];
            if (lost) {
                push_entry(first_column(lost, lost_at), lost_y, DOWNWARD);
                return FOUND;
            }
            place += 2 * PLANE_ROW_BYTES;
            lost = opened & plane_taken[place] & (uint8_t)~plane_solid[place];
            if (lost) {
                push_entry(first_column(lost, lost_at), lost_y, UPWARD);
                return FOUND;
            }
        }
        ++lost_at;
        if (lost_at == PLANE_ROW_BYTES) {
            lost_at = 0;
            ++lost_y;
        }
    }
    return NOT_YET;
}

/* One step of taking the whole region that the stack leads to: some entries, or a search for what
 * dropped entries have left. */
static uint8_t fill_region(void)
{
    uint8_t left;

    ++flood_steps;
    if (is_searching) {
        left = find_lost();
        if (left == NOT_YET)
            return 0;
        is_searching = 0;
        return left == NOTHING_FOUND;
    }
    if (entry_count) {
        take_some();
        if (entry_count)
            return 0;
    }
    if (has_overflowed) {
        has_overflowed = 0;
        has_lost = 1;
        lost_y = 1;
        lost_at = 0;
    }
    if (has_lost == 0)
        return 1;
    is_searching = 1;
    return 0;
}

#endif
