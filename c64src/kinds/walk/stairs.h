/* The phase `stairs`: stairs at both ends of the walk's longest way. */
#ifndef UNDERCROFT_WALK_STAIRS_H
#define UNDERCROFT_WALK_STAIRS_H

#include "core/generation.h"
#include "core/tilemap.h"

/* Up stairs where the walk began, down stairs at its farthest tile. */
static void place_stairs(void)
{
    set_tile(SUMMARY->up_x, SUMMARY->up_y, TILE_UP_STAIRS);
    if (SUMMARY->down_x == SUMMARY->up_x && SUMMARY->down_y == SUMMARY->up_y) {
        SUMMARY->status |= STATUS_NO_DOWN_STAIRS;
        SUMMARY->down_x = 0;
        SUMMARY->down_y = 0;
        return;
    }
    set_tile(SUMMARY->down_x, SUMMARY->down_y, TILE_DOWN_STAIRS);
}

#endif
