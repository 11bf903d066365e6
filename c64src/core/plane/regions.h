/* Regions of a plane: open tiles that are connected left, right, above and below. Needs the kernel
 * core/plane/take_entries. */
#ifndef UNDERCROFT_PLANE_REGIONS_H
#define UNDERCROFT_PLANE_REGIONS_H

#include "core/plane/flood.h"
#include "core/plane/plane.h"
#include "core/plane/taken.h"
#include "core/platform.h"

/* At how many rows one step of a search for regions looks. */
#define ROWS_SEARCHED (ROW_BYTES_SEARCHED / PLANE_ROW_BYTES)

/* The byte that a search looks at next. */
WORK uint8_t search_y, search_at;

/* The first tile of the region that it has found. A flood of this region keeps it. */
WORK uint8_t found_x, found_y;

/* Begin to take the region whose first tile, row by row, is at (x, y). If it were inlined, join_regions could
 * get so long that OSCAR64 goes on in a wrong case of its switch (docs/compilers.md). */
static NOINLINE void flood_from(uint8_t *plane, uint8_t x, uint8_t y)
{
    flooded_plane = plane;
    region_size = 0;
    flood_steps = 0;
    has_overflowed = 0;
    has_lost = 0;
    is_searching = 0;
    push_entry(x, y, DOWNWARD);
}

/* One step of finding the next region that is not taken: its first tile, row by row. */
static uint8_t find_region(void)
{
    uint8_t left, at;
    REGISTER const uint8_t *row;

    row = plane_taken + plane_row[search_y];
    at = search_at;
    for (left = ROWS_SEARCHED; left != 0; --left) {
        if (search_y == MAP_HEIGHT - 1)
            return NOTHING_FOUND;
        do {
            if (row[at] != 0xFF) {
                found_x = first_column((uint8_t)~row[at], at);
                found_y = search_y;
                search_at = at;
                return FOUND;
            }
            ++at;
        } while (at != PLANE_ROW_BYTES);
        at = 0;
        row += PLANE_ROW_BYTES;
        ++search_y;
    }
    search_at = 0;
    return NOT_YET;
}

#endif
