/* The pass `secrets`: a dead end becomes secret by chance.
 *
 * A dead end is a way from a tile with one open side over tiles with two, up to one with more. The last
 * tile before that becomes a secret path. Nothing branches off from it, so all that is outside can still
 * be reached. Ways that are hidden already do not count. */
#ifndef UNDERCROFT_SECRETS_WAYS_H
#define UNDERCROFT_SECRETS_WAYS_H

#include "core/generation.h"
#include "core/get_tile.h"
#include "core/seen_open.h"
#include "core/tilemap.h"
#include "zeropage.h"

/* What `stage` says: what is done next. */
#define NEXT_TO_CONCEAL 1
#define CHECK_STAIRS 2
#define FIND_OPENING 3
#define CONCEAL_ROOM 4
#define LOOK_FOR_ENDS 5
#define FOLLOW_WAY 6

#if SOME_SECRETS_HIDE_IS_DEAD_ENDS
/* At how many tiles one step looks for dead ends, up to the first that may be one. */

/* To the four sides: left, right, above, below. The number of the opposite one differs in bit 0. */
static const uint8_t side_across[4] = {255, 1, 0, 0}, side_down[4] = {0, 0, 255, 1};

/* The row of the tile that is next. */
static uint8_t ending_y;

/* The dead end that is followed: the tile at which it is now, the side of that from which it comes, the
 * one to which it goes on, and how many tiles it has so far. */
static uint8_t blind_x, blind_y, blind_back, blind_on, blind_tiles;

#if !defined(ENDS_IN_C)
/* The bytes of a row of bits. */
#define BITS_OF_ROW ((MAP_WIDTH + 7) / 8)

/* What find_dead_end answers behind the last tile of a row. */
#define ROW_ENDS 0x80

/* Go on to look for dead ends in a row, the next one. */
static NOINLINE void begin_ending_row(uint8_t y)
{
    read_from = row_start[y + 1];
    reads_left = BITS_OF_ROW;
    read_ends();
}

/* Begin with row 1: nothing is open above it. */
static NOINLINE void begin_ending_rows(void)
{
    uint8_t at;

    for (at = 0; at != BITS_OF_ROW; ++at)
        open_below[at] = 0;
    begin_ending_row(0);
    begin_ending_row(1);
}

/* A tile that has become a secret path is not open any more, wherever it was known as such. */
static NOINLINE void forget_tile(uint8_t x, uint8_t y)
{
    uint8_t at, others;

    at = x >> 3;
    others = (uint8_t)~(uint8_t)(1 << (x & 7));
    if (y == ending_y) {
        plain_tiles[at] &= others;
        open_tiles_here[at] &= others;
    } else if (y == (uint8_t)(ending_y - 1))
        open_above[at] &= others;
    else if (y == (uint8_t)(ending_y + 1)) {
        open_below[at] &= others;
        plain_below[at] &= others;
    }
}
#endif

/* How many sides of the way's tile are open, as far as they are counted. */
static uint8_t way_count;

/* Count a side, whose tile is at (tile_column, tile_row), if that is open. The way goes on to the last one, but for
 * the one from which it comes. */
static NOINLINE void count_side(uint8_t side)
{
    uint8_t tile;

    tile = tile_at();
    if (TILE_IS_SEEN_OPEN(tile)) {
        ++way_count;
        if (side != blind_back)
            blind_on = side;
    }
}

/* How many sides of the way's tile are open. */
static NOINLINE uint8_t count_ways(void)
{
    way_count = 0;
    tile_row = blind_y;
    tile_column = blind_x - 1;
    count_side(0);
    tile_column += 2;
    count_side(1);
    --tile_column;
    --tile_row;
    count_side(2);
    tile_row += 2;
    count_side(3);
    return way_count;
}

/* Whether the way's tile is floor or a door: nothing that must stay in sight. */
static NOINLINE uint8_t is_plain(void)
{
    uint8_t tile;

    tile = get_tile(blind_x, blind_y);
#ifdef TILE_DOOR
    if (tile == TILE_DOOR)
        return 1;
#endif
    return tile == TILE_FLOOR;
}

/* Follow a dead end to its next tile. If more than two sides of that are open, the tile before it
 * perhaps becomes a secret path. Whether the way goes on. */
static uint8_t follow_on(void)
{
    uint8_t last_x, last_y, count;

    last_x = blind_x;
    last_y = blind_y;
    blind_x += side_across[blind_on];
    blind_y += side_down[blind_on];
    blind_back = blind_on ^ 1;
    if (!is_plain())
        return 0;
    count = count_ways();
    if (count == 2) {
        if (blind_tiles != LONGEST)
            ++blind_tiles;
        return 1;
    }
    if (count > 2 && blind_tiles > SECRETS_BEHIND && random_chance(SECRETS_CHANCE)) {
        set_tile(last_x, last_y, TILE_SECRET_PATH);
#if !defined(ENDS_IN_C)
        forget_tile(last_x, last_y);
#endif
    }
    return 0;
}

/* Go on to the next row. */
static NOINLINE void next_ending_row(void)
{
    ending_x = 1;
    ++ending_y;
    if (ending_y == MAP_HEIGHT - 1)
        stage = PHASE_DONE;
#if !defined(ENDS_IN_C)
    else
        begin_ending_row(ending_y);
#endif
}

/* Go on to the next tile that may be an end. */
static NOINLINE void next_ending(void)
{
    stage = LOOK_FOR_ENDS;
    ++ending_x;
    if (ending_x == MAP_WIDTH - 1)
        next_ending_row();
}

/* Begin to follow a way from its dead end. */
static NOINLINE void begin_to_follow(void)
{
    blind_x = ending_x;
    blind_y = ending_y;
    blind_back = NO_SIDE;
    blind_tiles = 1;
}

/* One step of hiding a dead end, perhaps: a tile of it is followed. */
static void hide_way(void)
{
    if (follow_on() == 0)
        next_ending();
}

#if defined(ENDS_IN_C)
/* One step of looking for dead ends: some tiles. */
static void look_for_ends(void)
{
    uint8_t left;

    left = TILES_SEEN;
    do {
        --left;
        begin_to_follow();
        if (is_plain()) {
            left = 0;
            if (count_ways() == 1) {
                stage = FOLLOW_WAY;
                return;
            }
        }
        next_ending();
        if (stage == PHASE_DONE)
            return;
    } while (left != 0);
}
#else
/* One step of looking for dead ends: some tiles. */
static void look_for_ends(void)
{
    uint8_t found;

    found = ROW_ENDS | TILES_SEEN;
    do {
        ends_left = found & 15;
        found = find_dead_end();
        if (found < NO_SIDE) {
            begin_to_follow();
            blind_on = found;
            stage = FOLLOW_WAY;
            return;
        }
        if (found < ROW_ENDS)
            return;
        next_ending_row();
        if (stage == PHASE_DONE)
            return;
    } while (found != ROW_ENDS);
}
#endif
#endif

#endif
