/* Whether a tile is empty, without unpacking it. Kinds that need it include this file: cc65 warns of
 * a static function that is never called.
 */
#ifndef UNDERCROFT_TILE_IS_EMPTY_H
#define UNDERCROFT_TILE_IS_EMPTY_H

#include "zeropage.h"

/* 1 if the tile at which find_tile points is empty, else 0. */
INLINE uint8_t tile_is_empty(void)
{
    if (fill_row[0] & merge_first_mask)
        return 0;
    if (merge_second_mask && (fill_row[1] & merge_second_mask))
        return 0;
    return 1;
}

#endif
