/* Tunnels that join the regions of a plane. */
#ifndef UNDERCROFT_PLANE_TUNNELS_H
#define UNDERCROFT_PLANE_TUNNELS_H

#include "core/generation.h"
#include "core/plane/copy_plane.h"
#include "core/plane/flood.h"
#include "core/plane/plane.h"
#include "core/plane/regions.h"
#include "core/plane/steps_of_kept.h"
#include "core/plane/taken.h"
#include "core/plane/tunnel.h"

/* What `join_stage` says: what is done next. */
#define JOIN_COPY 0
#define JOIN_FIND 1
#define JOIN_NEAREST 2
#define JOIN_DIG 3
#define JOIN_FLOOD 4
WORK uint8_t join_stage;

/* Whether no region was found before. */
WORK uint8_t is_first_region;

/* Whether there is only one region. A phase that has called keep_regions sets it behind begin_to_join. Then
 * the flood of that region, and the search for others, do as many steps as usual, but nothing in them. */
WORK uint8_t is_one_region;

/* Begin to join all regions by tunnels. */
static void begin_to_join(void)
{
    join_stage = JOIN_COPY;
    bytes_copied = 0;
    search_y = 1;
    search_at = 0;
    is_first_region = 1;
    is_one_region = 0;
}

/* One step of a search for further regions where there are none. */
static uint8_t find_none(void)
{
    uint8_t left;

    for (left = ROWS_SEARCHED; left != 0; --left) {
        if (search_y == MAP_HEIGHT - 1)
            return NOTHING_FOUND;
        ++search_y;
    }
    return NOT_YET;
}

/* One step of joining all regions by tunnels. */
static uint8_t join_regions(void)
{
    uint8_t result;

    switch (join_stage) {
    case JOIN_COPY:
        if (copy_plane())
            join_stage = JOIN_FIND;
        return 0;
    case JOIN_FIND:
        if (is_one_region && is_first_region == 0)
            return find_none();
        result = find_region();
        if (result != FOUND)
            return result;
        join_stage = JOIN_FLOOD;
        if (is_first_region == 0) {
            tunnel_x = found_x;
            tunnel_y = found_y;
            tunnel_distance = 0xFFFF;
            rows_away = 0;
            join_stage = JOIN_NEAREST;
            return 0;
        }
        is_first_region = 0;
        flood_from(plane_taken, found_x, found_y);
        return 0;
    case JOIN_NEAREST:
        if (find_nearest_tile())
            join_stage = JOIN_DIG;
        return 0;
    case JOIN_DIG:
        if (dig_tunnel()) {
            flood_from(plane_taken, found_x, found_y);
            join_stage = JOIN_FLOOD;
        }
        return 0;
    default:
        if (is_one_region) {
            --steps_of_kept;
            if (steps_of_kept == 0)
                join_stage = JOIN_FIND;
            return 0;
        }
        if (fill_region())
            join_stage = JOIN_FIND;
        return 0;
    }
}

#endif
