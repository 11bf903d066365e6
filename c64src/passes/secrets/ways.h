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
/* The row of the tile that is next. */
WORK uint8_t ending_y;

/* The dead end that is followed: the tile at which it is now. */
WORK uint8_t blind_x, blind_y;

#if !defined(ENDS_IN_C)
/* The bytes of a row of bits. */
#define SEEN_ROW_BYTES ((MAP_WIDTH + 7) / 8)

/* What follow_way answers. */
#define WAY_BRANCHES 1
#define WAY_GOES_ON 2

/* A bit for each tile of the rows that were read: whether it can be walked on and does not look like a wall. */
WORK uint8_t seen_rows[SEEN_ROW_BYTES * MAP_HEIGHT];

/* How many rows were read, and where the next one is put. */
WORK uint8_t rows_seen;
WORK uint8_t *seen_to;

/* Of these the row above the tile that is next, and above that of the dead end that is followed. */
WORK uint8_t *ending_above, *blind_above;

/* Read the rows before row `behind` that were not read yet. */
static NOINLINE void see_rows(uint8_t behind)
{
    while (rows_seen < behind && rows_seen != MAP_HEIGHT) {
        read_from = row_start[rows_seen];
        read_to = seen_to;
        reads_left = SEEN_ROW_BYTES;
        read_ends();
        seen_to += SEEN_ROW_BYTES;
        ++rows_seen;
    }
}

/* Begin with row 1. */
static NOINLINE void begin_ending_rows(void)
{
    rows_seen = 0;
    seen_to = seen_rows;
    ending_above = seen_rows;
    see_rows(3);
}
#else
/* To the four sides: left, right, above, below. The number of the opposite one differs in bit 0. */
static const uint8_t side_across[4] = {255, 1, 0, 0}, side_down[4] = {0, 0, 255, 1};

/* The side to which the dead end goes on. */
WORK uint8_t blind_on;

/* How many sides of the way's tile are open, as far as they are counted. */
WORK uint8_t way_count;

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
#endif

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

/* Go on to the next row. */
static NOINLINE void next_ending_row(void)
{
    ending_x = 1;
    ++ending_y;
    if (ending_y == MAP_HEIGHT - 1)
        stage = PHASE_DONE;
#if !defined(ENDS_IN_C)
    ending_above += SEEN_ROW_BYTES;
    if ((uint8_t)(ending_y + 2) > rows_seen)
        see_rows(ending_y + 2);
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
}

#if defined(ENDS_IN_C)
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
    if (count > 2 && blind_tiles > SECRETS_BEHIND && random_chance(SECRETS_CHANCE))
        set_tile(last_x, last_y, TILE_SECRET_PATH);
    return 0;
}

/* One step of hiding a dead end, perhaps: some tiles of it are followed, some 800 cycles each. */
static void hide_way(void)
{
    uint8_t left;

    left = TILES_FOLLOWED;
    do {
        if (follow_on() == 0) {
            next_ending();
            return;
        }
    } while (--left != 0);
}

/* One step of looking for dead ends: the tiles of a row up to the next multiple of eight. */
static void look_for_ends(void)
{
    do {
        begin_to_follow();
        blind_tiles = 1;
        if (is_plain() && count_ways() == 1) {
            stage = FOLLOW_WAY;
            return;
        }
        next_ending();
    } while (ending_x != 1 && (ending_x & 7) != 0);
}
#else
/* Keep how far follow_way has come. In a function of its own, because OSCAR64 does not know that kernels
 * change variables. */
static NOINLINE void keep_way(void)
{
    blind_x = tile_column;
    blind_y = tile_row;
    blind_above = above_row;
}

/* One step of hiding a dead end, perhaps: some tiles of it are followed. */
static void hide_way(void)
{
    uint8_t found;

    if ((uint8_t)(blind_y + TILES_FOLLOWED + 2) > rows_seen)
        see_rows(blind_y + TILES_FOLLOWED + 2);
    tile_column = blind_x;
    tile_row = blind_y;
    above_row = blind_above;
    way_row = row_start[blind_y];
    way_left = TILES_FOLLOWED;
    if (blind_back == NO_SIDE)
        way_left = TILES_FOLLOWED + 1;
    found = follow_way();
    keep_way();
    if (found == WAY_GOES_ON)
        return;
    if (found == WAY_BRANCHES && blind_tiles > SECRETS_BEHIND && random_chance(SECRETS_CHANCE)) {
        set_tile(blind_x, blind_y, TILE_SECRET_PATH);
        blind_above[SEEN_ROW_BYTES + (blind_x >> 3)] &= (uint8_t)~(uint8_t)(1 << (blind_x & 7));
    }
    next_ending();
}

/* One step of looking for dead ends: the tiles of a row up to the next multiple of eight. */
static void look_for_ends(void)
{
    do {
        above_row = ending_above;
        if (!find_dead_end()) {
            if (ending_x >= MAP_WIDTH - 1)
                next_ending_row();
            return;
        }
        if (ending_x >= MAP_WIDTH - 1) {
            next_ending_row();
            return;
        }
        begin_to_follow();
        if (is_plain()) {
            blind_above = ending_above;
            blind_tiles = 0;
            stage = FOLLOW_WAY;
            return;
        }
        next_ending();
    } while (ending_x != 1 && (ending_x & 7) != 0);
}
#endif
#endif

#endif
