/* The rows of planes of the map. */
#ifndef UNDERCROFT_PLANE_PLANE_ROWS_H
#define UNDERCROFT_PLANE_PLANE_ROWS_H

#include "core/platform.h"

#define PLANE_ROW_BYTES ((MAP_WIDTH + 7) / 8)
#define PLANE_BYTES ((uint16_t)PLANE_ROW_BYTES * MAP_HEIGHT)

/* What the edge of a plane may count as while cells change. */
#define PLANE_SOLID 0xFF
#define PLANE_OPEN 0

/* The bits of a row's last byte that are at the edge or behind it. */
#define PLANE_EDGE_BITS ((uint8_t)(0xFF << ((MAP_WIDTH - 1) & 7)))

/* The columns of the first and of the last of the eight tiles that a byte of a row has. */
#define PLANE_FIRST_X(at) ((uint8_t)((at) << 3))
#define PLANE_LAST_X(at) ((uint8_t)(((at) << 3) + 7))

/* Where in a plane each row begins. */
static const uint16_t plane_row[MAP_HEIGHT] = { PLANE_ROWS };

#endif
