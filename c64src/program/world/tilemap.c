#include "program/world/tilemap.h"
#include "constants.h"
#include "memory.h"
#include "program/shown.h"
#include "program/world/slots.h"
#include "tiles.h"

uint8_t *world_at(uint8_t x, uint8_t y)
{
    uint8_t slot;

    slot = slot_of[(uint8_t)(place_of_row[y >> 5] + (x >> 5))];
    return TILE_IN(tiles_of_slot[slot], x, y);
}

/* Most tiles are seen as what they are. */
#define IS_SEEN_OTHERWISE(tile) \
    (((tile) & WORLD_FLAG) || ((tile) < TILE_CODES && TILE_IS_SECRET(tile)))

/* What the player sees of the others. */
static uint8_t seen(uint8_t tile)
{
    if (tile & WORLD_FLAG)
        return tile & WORLD_CODE;
    return secrets_shown ? tile : TILE_WALL;
}

/* How many of `left` tiles from `at` on are in the same chunk. */
static uint8_t tiles_of_chunk(uint8_t at, uint8_t left)
{
    uint8_t most;

    most = CHUNK_SIDE - (at & (CHUNK_SIDE - 1));
    return most < left ? most : left;
}

/* Rows and columns have a loop each: a row is read by an index within a page, a column goes on from page to page. */
void world_read_row(uint8_t x, uint8_t y, uint8_t count, uint8_t *out)
{
    REGISTER const uint8_t *from;
    REGISTER uint8_t *to;
    uint8_t at, row, left, piece, tile, next;

    to = out;
    at = x;
    row = y;
    left = count;
    do {
        from = world_at(at, row);
        piece = tiles_of_chunk(at, left);
        at += piece;
        left -= piece;
        next = piece;
        do {
            --next;
            tile = from[next];
            if (IS_SEEN_OTHERWISE(tile))
                tile = seen(tile);
            to[next] = tile;
        } while (next != 0);
        to += piece;
    } while (left != 0);
}

void world_read_column(uint8_t x, uint8_t y, uint8_t count, uint8_t *out)
{
    REGISTER const uint8_t *from;
    REGISTER uint8_t *to;
    uint8_t at, column, left, piece, tile, next;

    to = out;
    at = y;
    column = x;
    left = count;
    do {
        /* The page of the first tile, and its place there. */
        from = world_at(column, at);
        next = (uint8_t)(uint16_t)from;
        from -= next;
        piece = tiles_of_chunk(at, left);
        at += piece;
        left -= piece;
        do {
            tile = from[next];
            if (IS_SEEN_OTHERWISE(tile))
                tile = seen(tile);
            *to = tile;
            ++to;
            next += CHUNK_SIDE;
            if (next < CHUNK_SIDE)
                from += 256;
        } while (--piece != 0);
    } while (left != 0);
}

void find_slots(void)
{
    uint8_t slot, column, row, left, top;

    left = (uint8_t)(world_x >> 5);
    top = (uint8_t)(world_y >> 5);
    for (slot = 0; slot != PLACES; ++slot)
        slot_of[slot] = NO_SLOT;
    for (slot = 0; slot != SLOTS; ++slot) {
        column = slot_column[slot] - left;
        row = slot_row[slot] - top;
        if (is_there[slot] && column < ROW_OF_PLACES && row < ROW_OF_PLACES) {
            column += place_of_row[row];
            slot_of[column] = slot;
        }
    }
}
