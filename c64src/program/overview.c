#include "core/small_interactive_code_begin.h"
#include "program/overview.h"
#include "program/appearance.h"
#include "program/entities.h"
#include "program/input.h"
#include "core/mapgen.h"
#include "program/scroll.h"
#include "program/secrets.h"
#include "program/shown.h"
#include "program/text.h"
#include "program/world/tilemap.h"

/* A quarter of a character covers `cell` x `cell` tiles, and is filled if any of them is walkable.
 * The tile of the highest rank in a character gives it its colour. */
static uint8_t cell;
static uint8_t quarters[SCREEN_COLUMNS];
static uint8_t top_tile[SCREEN_COLUMNS];

/* The number of characters for a side of `side` tiles. */
static uint8_t characters(uint8_t side)
{
    uint8_t count;

    for (count = 1; side > (uint8_t)(2 * cell); ++count)
        side -= 2 * cell;
    return count;
}

static uint8_t rank(uint8_t tile)
{
    if (TILE_IS_SECRET(tile))
        return 2;
#ifdef ENTITIES_SHOWN
    if (tile >= ENTITY_CODES)
        return tile;
#endif
    switch (tile) {
    case TILE_UP_STAIRS:
    case TILE_DOWN_STAIRS:
        return 255;
    case TILE_FLOOR:
        return 0;
    default:
        return 1;
    }
}

#ifdef ENTITIES_SHOWN
#define IS_FILLED(tile) ((tile) >= ENTITY_CODES || (tile_flags[tile] & FIGURE_ENTERS))
#else
#define IS_FILLED(tile) (tile_flags[tile] & FIGURE_ENTERS)
#endif

/* Add the tiles of row y; `half` is 0 in the upper and 2 in the lower half of the characters. */
static void gather(uint8_t y, uint8_t half)
{
    const uint8_t *tiles;
    uint8_t x, left, column, tile, in_cell, side;

    column = 0;
    side = 1;
    in_cell = cell;
    left = 0;
    tiles = tiles_in_row;
    for (x = 0; x != dungeon_width[shown_dungeon]; ++x) {
        if (left == 0) {
#ifdef WORLDS
            if (world_is_shown) {
                left = dungeon_width[shown_dungeon] - x;
                if (left > VIEW_WIDTH)
                    left = VIEW_WIDTH;
                world_read_row(x, y, left, tiles_in_row);
                tiles = tiles_in_row;
            } else {
#endif
            tiles = dungeon_unpack_row(shown_dungeon, x, y, tiles_in_row);
            left = VIEW_WIDTH;
#ifdef ENTITIES_SHOWN
            first_x = x;
            first_y = y;
            show_entities_of_row((uint8_t *)tiles, VIEW_WIDTH);
#endif
#ifdef WORLDS
            }
#endif
        }
        tile = *tiles;
        ++tiles;
        --left;
        if (TILE_IS_SECRET(tile) && !secret_is_known(x, y))
            tile = TILE_EMPTY;
        if (IS_FILLED(tile)) {
            quarters[column] |= side << half;
            if (rank(tile) > rank(top_tile[column]))
                top_tile[column] = tile;
        }
        if (--in_cell == 0) {
            in_cell = cell;
            side ^= 3;
            if (side == 1)
                ++column;
        }
    }
}

static void show_map(uint8_t left, uint8_t top, uint8_t columns)
{
    uint8_t y, column, rows_left, half;

    y = 0;
    while (y != dungeon_height[shown_dungeon]) {
        for (column = 0; column != columns; ++column) {
            quarters[column] = 0;
            top_tile[column] = TILE_FLOOR;
        }
        for (half = 0; half != 4; half += 2) {
            for (rows_left = cell; rows_left != 0; --rows_left) {
                if (y == dungeon_height[shown_dungeon])
                    break;
                gather(y, half);
                ++y;
            }
        }
        for (column = 0; column != columns; ++column)
            put_character(left + column, top, CHARACTER_QUADRANTS + quarters[column],
                          tile_colour[top_tile[column]]);
        ++top;
    }
}

/* The first of `count` characters that are centred in `room`. */
static uint8_t middle_of(uint8_t room, uint8_t count)
{
    return (uint8_t)(room - count) >> 1;
}

void show_overview(uint8_t x, uint8_t y)
{
    uint8_t columns, rows, left, top, column, row;

    cell = 1;
    while (characters(dungeon_width[shown_dungeon]) > SCREEN_COLUMNS
           || characters(dungeon_height[shown_dungeon]) > STATUS_ROW)
        ++cell;
    columns = characters(dungeon_width[shown_dungeon]);
    rows = characters(dungeon_height[shown_dungeon]);
    left = middle_of(SCREEN_COLUMNS, columns);
    top = middle_of(STATUS_ROW, rows);
    clear_screen();
    show_map(left, top, columns);
    column = left + characters(x + 1) - 1;
    row = top + characters(y + 1) - 1;
    COLOUR_OF(column, row) = BRIGHT_COLOUR;
#ifdef WORLDS
    if (world_is_shown)
        print_centred(STATUS_ROW, STATUS_COLOUR, "THE LAND AROUND - ANY KEY TO GO ON");
    else
#endif
    print_centred(STATUS_ROW, STATUS_COLOUR, "THE WHOLE FLOOR - ANY KEY TO GO ON");
    wait_key();
}

#include "core/small_code_end.h"
