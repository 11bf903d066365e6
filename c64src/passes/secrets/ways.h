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

/* What `stage` says: what is done next. */
#define NEXT_TO_CONCEAL 1
#define CHECK_STAIRS 2
#define FIND_OPENING 3
#define CONCEAL_ROOM 4
#define LOOK_FOR_ENDS 5
#define FOLLOW_WAY 6

/* Whether a tile can be walked on and does not look like a wall. */
static NOINLINE uint8_t is_seen_open(uint8_t x, uint8_t y)
{
    uint8_t tile;

    tile = get_tile(x, y);
    return TILE_IS_SEEN_OPEN(tile);
}

#if SOME_SECRETS_HIDE_IS_DEAD_ENDS
/* At how many tiles one step looks for dead ends, up to the first that may be one. */

/* To the four sides: left, right, above, below. The number of the opposite one differs in bit 0. */
static const uint8_t side_across[4] = {255, 1, 0, 0}, side_down[4] = {0, 0, 255, 1};

/* The tile that is next. */
static uint8_t ending_x, ending_y;

/* The dead end that is followed: the tile at which it is now, the side of that from which it comes, the
 * one to which it goes on, and how many tiles it has so far. */
static uint8_t blind_x, blind_y, blind_back, blind_on, blind_tiles;

/* How many sides of the way's tile are open, as far as they are counted: one more than `most`. It goes
 * on to the last of them, but for the one from which it comes. */
static NOINLINE uint8_t count_ways(uint8_t most)
{
    uint8_t side, count;

    count = 0;
    for (side = 0; side != 4; ++side) {
        if (is_seen_open((uint8_t)(blind_x + side_across[side]), (uint8_t)(blind_y + side_down[side]))) {
            ++count;
            if (count > most)
                break;
            if (side != blind_back)
                blind_on = side;
        }
    }
    return count;
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
    count = count_ways(2);
    if (count == 2) {
        if (blind_tiles != LONGEST)
            ++blind_tiles;
        return 1;
    }
    if (count > 2 && blind_tiles > SECRETS_BEHIND && random_chance(SECRETS_CHANCE))
        set_tile(last_x, last_y, TILE_SECRET_PATH);
    return 0;
}

/* Go on to the next tile that may be an end. */
static NOINLINE void next_ending(void)
{
    stage = LOOK_FOR_ENDS;
    ++ending_x;
    if (ending_x == MAP_WIDTH - 1) {
        ending_x = 1;
        ++ending_y;
        if (ending_y == MAP_HEIGHT - 1)
            stage = PHASE_DONE;
    }
}

/* One step of hiding a dead end, perhaps: a tile of it is followed. */
static void hide_way(void)
{
    if (follow_on() == 0)
        next_ending();
}

/* One step of looking for dead ends: some tiles. */
static void look_for_ends(void)
{
    uint8_t left;

    left = TILES_SEEN;
    do {
        --left;
        blind_x = ending_x;
        blind_y = ending_y;
        if (is_plain()) {
            left = 0;
            blind_back = NO_SIDE;
            blind_tiles = 1;
            if (count_ways(1) == 1) {
                stage = FOLLOW_WAY;
                return;
            }
        }
        next_ending();
        if (stage == PHASE_DONE)
            return;
    } while (left != 0);
}
#endif

#endif
