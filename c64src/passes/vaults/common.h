/* Openings of vaults at which corridors may end. Only uses with such vaults have this header. */
#ifndef UNDERCROFT_VAULTS_COMMON_H
#define UNDERCROFT_VAULTS_COMMON_H

#include "core/read_around.h"
#include "core/wall_around.h"

/* For the headers that follow. */
#define HAS_VAULT_OPENINGS

/* Make the empty tiles around a walkable tile at the edge of a vault walls. */
static NOINLINE void wall_opening(uint8_t x, uint8_t y)
{
    read_around(x, y);
    wall_around(x, y);
}

#endif
