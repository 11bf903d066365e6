#include "core/small_interactive_code_begin.h"
#include "program/world/changes.h"
#include "constants.h"
#include "program/shown.h"
#include "program/world/tilemap.h"

uint8_t world_saved[MOST_WORLD_BYTES];
uint8_t world_changes, world_has_place;

void world_forget(void)
{
    world_changes = 0;
    world_has_place = 0;
}

/* Write a place of the world. */
static void write_place(uint8_t *to, uint16_t x, uint16_t y)
{
    to[0] = (uint8_t)x;
    to[1] = (uint8_t)(x >> 8);
    to[2] = (uint8_t)y;
    to[3] = (uint8_t)(y >> 8);
}

void world_note_place(uint8_t x, uint8_t y)
{
    write_place(world_saved, world_x + x, world_y + y);
    world_has_place = 1;
}

uint8_t world_find_place(uint8_t *x, uint8_t *y)
{
    uint16_t across, down;

    across = WORD_AT(world_saved, 0) - world_x;
    down = WORD_AT(world_saved, 2) - world_y;
    *x = (uint8_t)across;
    *y = (uint8_t)down;
    return across < 3 * CHUNK_SIDE && down < 3 * CHUNK_SIDE;
}

const char world_is_full_text[] = "YOU CANNOT CHANGE MORE OF THIS WORLD";

uint8_t world_change(uint8_t x, uint8_t y, uint8_t byte)
{
    REGISTER uint8_t *change;
    uint16_t across, down;
    uint8_t left;

    across = world_x + x;
    down = world_y + y;
    change = world_saved + BYTES_OF_PLACE;
    for (left = world_changes; left != 0; --left) {
        if (WORD_AT(change, 0) == across && WORD_AT(change, 2) == down)
            break;
        change += BYTES_OF_CHANGE;
    }
    if (left == 0) {
        if (world_changes == MOST_CHANGES)
            return 0;
        ++world_changes;
        write_place(change, across, down);
    }
    change[4] = byte;
    *world_at(x, y) = byte;
    return 1;
}

void make_changes(uint8_t *tiles, uint16_t chunk_x, uint16_t chunk_y)
{
    REGISTER const uint8_t *change;
    uint8_t *first;
    uint16_t left_column, top_row, across, down;
    uint8_t left, x, y;

    /* cc65 reaches locals faster than parameters. */
    first = tiles;
    left_column = chunk_x;
    top_row = chunk_y;
    change = world_saved + BYTES_OF_PLACE;
    for (left = world_changes; left != 0; --left) {
        across = WORD_AT(change, 0) - left_column;
        down = WORD_AT(change, 2) - top_row;
        if (across < CHUNK_SIDE && down < CHUNK_SIDE) {
            x = (uint8_t)across;
            y = (uint8_t)down;
            *TILE_IN(first, x, y) = change[4];
        }
        change += BYTES_OF_CHANGE;
    }
}

#include "core/small_code_end.h"
