/* Shapes of walls: which of the sides and corners of each are open. */
#ifndef UNDERCROFT_TILE_RULES_SHAPES_H
#define UNDERCROFT_TILE_RULES_SHAPES_H

#include "core/plane/plane.h"
#include "passes/tile_rules/common.h"
#include "zeropage.h"

/* One step of giving each solid tile the look of its shape, unless it is closed: a part of a row. */
static uint8_t give_shapes(void)
{
    uint8_t y;

    y = plane_y;
    POINT_AT_ROWS(y);
    looks_row = look_row[y];
    look_before = TILE_RULES_BEFORE_FIRST_LOOK;
    shape_at = plane_at;
    plane_at += BYTES_SHAPED;
    shape_end = PLANE_ROW_BYTES;
    if (plane_at < PLANE_ROW_BYTES)
        shape_end = plane_at;
    else {
        plane_at = 0;
        ++plane_y;
    }
#if SOME_TILE_RULES_SHAPES_IS_16 && SOME_TILE_RULES_SHAPES_IS_47
    if (TILE_RULES_SHAPES == 16)
        shape_by_four();
    else
        shape_by_eight();
#elif SOME_TILE_RULES_SHAPES_IS_16
    shape_by_four();
#else
    shape_by_eight();
#endif
    return plane_y == MAP_HEIGHT;
}

#endif
