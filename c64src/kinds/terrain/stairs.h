/* The phase `stairs`: stairs far apart, in the same part. */
#ifndef UNDERCROFT_TERRAIN_STAIRS_H
#define UNDERCROFT_TERRAIN_STAIRS_H

#include "core/generation.h"
#include "core/plane/plane.h"
#include "core/plane/plane_bit.h"
#if !ALL_PARTS_JOIN
#include "core/plane/keep_regions.h"
#endif

/* Stairs may be at any tile that can be reached. */
#define FITS_STAIRS(x, y) ((plane_solid[plane_row[y] + ((x) >> 3)] & plane_bit[(x) & 7]) == 0)
#include "core/stairs.h"

#if !ALL_PARTS_JOIN
/* What `stage` says besides what it says in core/stairs.h. */
#define KEEP_LARGEST 16
#define LARGEST_IS_KEPT 17
#endif

/* One step of placing the up stairs at a random walkable tile, the down stairs at the one that is
 * farthest away; both in the largest part if there are several. The plane is still that of the finished
 * map, as no phase comes between. */
static void place_stairs(void)
{
#if !ALL_PARTS_JOIN
    if (stage == 0 && !PARTS_JOIN) {
        begin_to_keep(0);
        stage = KEEP_LARGEST;
    }
    if (stage == KEEP_LARGEST) {
        if (keep_regions())
            stage = LARGEST_IS_KEPT;
        return;
    }
    if (stage == LARGEST_IS_KEPT)
        stage = 0;
#endif
    place_far_stairs();
}

#endif
