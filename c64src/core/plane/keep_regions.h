/* Keeping some regions of a plane. */
#ifndef UNDERCROFT_PLANE_KEEP_REGIONS_H
#define UNDERCROFT_PLANE_KEEP_REGIONS_H

#include "core/generation.h"
#include "core/plane/copy_plane.h"
#include "core/plane/flood.h"
#include "core/plane/plane.h"
#include "core/plane/regions.h"
#include "core/plane/steps_of_kept.h"
#include "core/plane/some_bytes.h"
#include "core/plane/taken.h"

/* What `keep_stage` says: what is done next. */
#define KEEP_COPY 0
#define KEEP_FIND 1
#define KEEP_FLOOD 2
#define KEEP_DROP 3
#define KEEP_COPY_AGAIN 4
#define KEEP_FLOOD_BEST 5
#define KEEP_DROP_REST 6
WORK uint8_t keep_stage;

/* The fewest tiles of a region that is kept; 0 if only the largest one is. */
WORK uint8_t least_size;

/* The first tile of the largest region so far, and its tiles. */
WORK uint8_t best_region_x, best_region_y;
WORK uint16_t best_region_size;

/* How many regions were kept; 2 for several. */
WORK uint8_t regions_kept;

/* Whether a region is left that is too large to be filled at once. */
WORK uint8_t is_rest_left;

/* One step of making all tiles solid that were not taken: some bytes. */
static uint8_t drop_rest(void)
{
    uint8_t left;
    REGISTER const uint8_t *from;
    REGISTER uint8_t *to;

    CHANGE_SOME_BYTES(bytes_copied, BYTES_DROPPED, plane_taken, plane_solid, *to |= (uint8_t)~*from);
    return bytes_copied == PLANE_BYTES;
}

/* Begin to keep the regions of `least` tiles or more, 1 to MOST_ENTRIES, or with 0 only the
 * largest, the first one row by row if several are as large. The others become solid. */
static void begin_to_keep(uint8_t least)
{
#ifdef REWRITES_PLANES
    change_all_rows();
#endif
    least_size = least;
    keep_stage = KEEP_COPY;
    bytes_copied = 0;
    search_y = 1;
    search_at = 0;
    best_region_size = 0;
    is_rest_left = 0;
    regions_kept = 0;
}

/* Decide, now that a region was taken, whether it or the largest one before it is dropped. A small
 * one is filled at once. Of larger ones the stack might not do for that: if there are any, all that is
 * not the largest one is filled at the end. */
static void judge_region(void)
{
    uint16_t size;
    uint8_t x, y;

    keep_stage = KEEP_FIND;
    size = region_size;
    if (least_size) {
        if (size >= least_size) {
            if (regions_kept != 2)
                ++regions_kept;
            steps_of_kept = flood_steps;
            return;
        }
        x = found_x;
        y = found_y;
    } else if (size > best_region_size) {
        x = best_region_x;
        y = best_region_y;
        best_region_x = found_x;
        best_region_y = found_y;
        size = best_region_size;
        best_region_size = region_size;
        regions_kept = 1;
        steps_of_kept = flood_steps;
    } else {
        x = found_x;
        y = found_y;
    }
    if (size >= MOST_ENTRIES)
        is_rest_left = 1;
    else if (size != 0) {
        flood_from(plane_solid, x, y);
        keep_stage = KEEP_DROP;
    }
}

/* One step of keeping regions. */
static uint8_t keep_regions(void)
{
    uint8_t result;

    switch (keep_stage) {
    case KEEP_COPY:
        if (copy_plane())
            keep_stage = KEEP_FIND;
        return 0;
    case KEEP_FIND:
        result = find_region();
        if (result == FOUND) {
            flood_from(plane_taken, found_x, found_y);
            keep_stage = KEEP_FLOOD;
            return 0;
        }
        if (result == NOT_YET)
            return 0;
        keep_stage = KEEP_COPY_AGAIN;
        return is_rest_left == 0;
    case KEEP_FLOOD:
        if (fill_region())
            judge_region();
        return 0;
    case KEEP_DROP:
        if (fill_region())
            keep_stage = KEEP_FIND;
        return 0;
    case KEEP_COPY_AGAIN:
        if (copy_plane()) {
            flood_from(plane_taken, best_region_x, best_region_y);
            keep_stage = KEEP_FLOOD_BEST;
        }
        return 0;
    case KEEP_FLOOD_BEST:
        if (fill_region())
            keep_stage = KEEP_DROP_REST;
        return 0;
    default:
        return drop_rest();
    }
}

#endif
