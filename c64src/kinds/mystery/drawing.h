/* The map of a floor. */
#ifndef UNDERCROFT_MYSTERY_DRAWING_H
#define UNDERCROFT_MYSTERY_DRAWING_H

#include "core/generation.h"
#include "core/tilemap.h"
#include "kinds/mystery/ground.h"

/* How many bytes of the map a row has. */
#if TILE_BITS == 8
#define ROW_OF_MAP MAP_WIDTH
#define UNBREAKABLE_BYTE TILE_UNBREAKABLE
#else
#define ROW_OF_MAP (MAP_WIDTH / 2)
#define UNBREAKABLE_BYTE (TILE_UNBREAKABLE * 17)
#endif

/* Write a row of the map. */
static void draw_row(uint8_t y)
{
    if (y == 0 || y == MAP_HEIGHT - 1) {
        first_tile = row_start[y] + TILE_FIRST_BYTE(ROW_SKEW(y));
        tile_count = ROW_OF_MAP;
        bits_kept = 0;
        bits_added = UNBREAKABLE_BYTE;
        change_tiles();
        return;
    }
#if SOME_WATER_LAVA
    liquid_bit = is_lava ? 64 : 0;
#endif
    first_tile = GROUND_ROW(y);
    fill_row = row_start[y] + TILE_FIRST_BYTE(ROW_SKEW(y));
    draw_tiles();
    set_tile(0, y, TILE_UNBREAKABLE);
    set_tile(MAP_WIDTH - 1, y, TILE_UNBREAKABLE);
}

/* Write the tiles of the map, then stairs and start; a piece is a row. */
static uint8_t draw_floor(void)
{
    if (work_y != MAP_HEIGHT) {
        draw_row(work_y);
        ++work_y;
        return 0;
    }
    if (hidden_x != NOWHERE)
        set_tile(hidden_x, hidden_y, TILE_HIDDEN_STAIRS);
    if (start_x != NOWHERE)
        set_tile(start_x, start_y, TILE_UP_STAIRS);
    if (stairs_at_x != NOWHERE)
        set_tile(stairs_at_x, stairs_at_y, TILE_DOWN_STAIRS);
    return 1;
}

#endif
