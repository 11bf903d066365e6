/* The map of a floor. */
#ifndef UNDERCROFT_MYSTERY_DRAWING_H
#define UNDERCROFT_MYSTERY_DRAWING_H

#include "core/generation.h"
#include "core/tilemap.h"
#include "kinds/mystery/ground.h"

/* By the bits of terrain and zone the code of a tile. */
#define W TILE_WALL
#define F TILE_FLOOR
#define A TILE_WATER
static const uint8_t tile_of_ground[52] = {
    W, F, A, A, W, W, W, W, W, W, W, W, W, W, W, W,
    W, F, A, A, W, W, W, W, W, W, W, W, W, W, W, W,
    W, F, A, A, W, W, W, W, W, W, W, W, W, W, W, W,
    W, TILE_SHOP_FLOOR, A, A
};
#undef W
#undef F
#undef A

/* The code of a tile with this byte. */
#define tile_of(bits) tile_of_ground[(bits) & (TERRAIN | ZONE)]

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
    uint8_t left;
    REGISTER const uint8_t *tile;
    REGISTER uint8_t *to;

    tile = GROUND_ROW(y);
    to = row_start[y] + TILE_FIRST_BYTE(ROW_SKEW(y));
    left = ROW_OF_MAP;
    if (y == 0 || y == MAP_HEIGHT - 1) {
        do {
            *to = UNBREAKABLE_BYTE;
            ++to;
            --left;
        } while (left != 0);
        return;
    }
    do {
#if TILE_BITS == 8
        *to = tile_of(*tile);
        ++tile;
#else
        *to = tile_of(tile[0]) | (uint8_t)(tile_of(tile[1]) << 4);
        tile += 2;
#endif
        ++to;
        --left;
    } while (left != 0);
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
    if (stairs_x != NOWHERE)
        set_tile(stairs_x, stairs_y, TILE_DOWN_STAIRS);
    return 1;
}

#endif
