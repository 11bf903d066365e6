/* Rectangles of wall or floor in the packed map: included after tilemap.c by the kinds that draw
 * them. The twin of TileMap.fill in pygen/reference/tilemap.py.
 */

/* Fill the tiles from rectangle_left to rectangle_right in the rows from rectangle_top to
 * rectangle_bottom with TILE_WALL or TILE_FLOOR; all of them must lie in the map. The rectangle is
 * handed over in variables, as cc65 would push arguments to a stack that costs more than the work.
 *
 * About 100 cycles and what fill_rows takes; in a map whose rows do not start at whole bytes 100 and
 * a call of it for each row. */
static void fill_rectangle(uint8_t tile)
{
    uint8_t at;

    ASSERT("fill_rectangle: no columns", rectangle_left <= rectangle_right);
    ASSERT("fill_rectangle: no rows", rectangle_top <= rectangle_bottom);
    ASSERT("fill_rectangle: too wide", rectangle_right < MAP_WIDTH);
    ASSERT("fill_rectangle: too high", rectangle_bottom < MAP_HEIGHT);
    if (tile == TILE_WALL)
        fill_pattern = wall_row;
    else
        fill_pattern = floor_row;
#if ROWS_ARE_ALIGNED
    fill_count = rectangle_bottom - rectangle_top + 1;
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
