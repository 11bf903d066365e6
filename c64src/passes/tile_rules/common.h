/* Rows of the plane, for the kernels that give shapes and find rules. */
#ifndef UNDERCROFT_TILE_RULES_COMMON_H
#define UNDERCROFT_TILE_RULES_COMMON_H

#include "core/plane/plane.h"
#include "zeropage.h"

/* Point at row y of the plane and at the rows above and below it; at the map's edge, at row y again.
 * A macro, because cc65 takes long to call a function with an argument. */
#define POINT_AT_ROWS(y) \
    centre_row = plane_solid + plane_row[y]; \
    north_row = centre_row; \
    if ((y) != 0) \
        north_row -= PLANE_ROW_BYTES; \
    south_row = centre_row; \
    if ((y) != MAP_HEIGHT - 1) \
        south_row += PLANE_ROW_BYTES

#endif
