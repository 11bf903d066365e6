/* Rectangles of one tile in the packed map. Any kind that draws them includes this file; the
 * twin is TileMap.fill in pygen/engine/dungeon/tilemap.py.
 */
#ifndef UNDERCROFT_FILL_RECTANGLE_H
#define UNDERCROFT_FILL_RECTANGLE_H

#include "core/assertion.h"
#include "core/filled_rows.h"
#include "core/kernels.h"

/* Fill the tiles from rectangle_left to rectangle_right in the rows from rectangle_top to
 * rectangle_bottom with one of the tiles that the kind says it fills; all of them must lie in the
 * map. The rectangle is passed in variables, because with cc65 passing arguments on the stack would
 * cost more than the work itself.
 *
 * About 100 cycles and those of fill_rows; in a map whose rows do not all start at whole bytes, 100
 * and a call of fill_rows for each row. */
static void fill_rectangle(uint8_t tile)
{
    uint8_t at;

    ASSERT("fill_rectangle: no columns", rectangle_left <= rectangle_right);
    ASSERT("fill_rectangle: no rows", rectangle_top <= rectangle_bottom);
    ASSERT("fill_rectangle: too wide", rectangle_right < MAP_WIDTH);
    ASSERT("fill_rectangle: too high", rectangle_bottom < MAP_HEIGHT);
    ASSERT("fill_rectangle: not a tile of `filled`", IS_FILLED(tile));
    SELECT_FILLED_ROW(tile);
#if ROWS_ARE_ALIGNED
    fill_count = SPAN_COUNT(rectangle_top, rectangle_bottom);
    fill_stride = ROW_BYTES;
#else
    fill_stride = 0;
    for (;; ++rectangle_top) {
    fill_count = 1;
#endif
    at = rectangle_left + ROW_SKEW(rectangle_top);
    fill_first = TILE_FIRST_BYTE(at);
    fill_first_mask = TILE_FIRST_MASK(at);
    at = rectangle_right + ROW_SKEW(rectangle_top);
    fill_last = TILE_LAST_BYTE(at);
    fill_last_mask = TILE_LAST_MASK(at);
    fill_row = row_start[rectangle_top];
    fill_rows();
#if !ROWS_ARE_ALIGNED
    if (rectangle_top == rectangle_bottom)
        break;
    }
#endif
}

#endif
