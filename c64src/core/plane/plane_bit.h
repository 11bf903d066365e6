/* The bit of a tile in its byte of a plane. */
#ifndef UNDERCROFT_PLANE_PLANE_BIT_H
#define UNDERCROFT_PLANE_PLANE_BIT_H

#include "core/plane/plane_rows.h"

static const uint8_t plane_bit[8] = { 1, 2, 4, 8, 16, 32, 64, 128 };

#endif
