/* The pass `treasures`: tiles of the floor are tried by chance until one has rock beside it that is thick
 * enough for a chamber; or they are picked among those that fit. */
#ifndef UNDERCROFT_TREASURES_HIDING_H
#define UNDERCROFT_TREASURES_HIDING_H

#include "core/doorways.h"
#include "core/generation.h"
#include "core/get_tile.h"
#if SOME_TREASURES_PICKS
#include "core/population/fitting.h"
#endif
#include "core/read_around.h"
#include "core/tilemap.h"
#include "core/wall_around.h"

/* What `stage` says: what is done next. */
#define BEGIN_TREASURE 1
#define TRY_FLOOR 2
#define LOOK_FIRST 3
#define LOOK_BEHIND 4
#define BUILD_CHAMBER 5
#define FIND_NICHES 6

/* How many treasures are left, how many tries for the current one, the side, and how many sides are left. */
WORK uint8_t treasures_to_do, chambers_to_try, niche_side, sides_to_try;

/* The tile that is tried, the wall beside it, and the chamber behind that. */
WORK uint8_t niche_from_x, niche_from_y, niche_wall_x, niche_wall_y, niche_x, niche_y;

/* Whether a tile is rock. */
static uint8_t is_rock(uint8_t code)
{
    if (TILE_IS_ROCK(code))
        return 1;
    return 0;
}

/* Try a random tile, or one of those that fit: 1 if it is floor and not in a doorway. */
static NOINLINE uint8_t try_floor(void)
{
#if SOME_TREASURES_PICKS
    if (TREASURES_PICKS) {
        pick_fitting();
        niche_from_x = fitting_x;
        niche_from_y = fitting_y;
        return is_free_floor(niche_from_x, niche_from_y);
    }
#endif
    niche_from_x = 1 + random_below(MAP_WIDTH - 2);
    niche_from_y = 1 + random_below(MAP_HEIGHT - 2);
    return is_free_floor(niche_from_x, niche_from_y);
}

/* Find the wall and the chamber to one side of the tile: left, right, up or down. 0 if the chamber would be
 * at the edge of the map or outside. */
static NOINLINE uint8_t find_side(void)
{
    niche_wall_x = niche_from_x;
    niche_wall_y = niche_from_y;
    niche_x = niche_from_x;
    niche_y = niche_from_y;
    switch (niche_side) {
    case 0:
        if (niche_from_x < 3)
            return 0;
        niche_wall_x = niche_from_x - 1;
        niche_x = niche_from_x - 2;
        return 1;
    case 1:
        niche_wall_x = niche_from_x + 1;
        niche_x = niche_from_x + 2;
        return niche_x < MAP_WIDTH - 1;
    case 2:
        if (niche_from_y < 3)
            return 0;
        niche_wall_y = niche_from_y - 1;
        niche_y = niche_from_y - 2;
        return 1;
    default:
        niche_wall_y = niche_from_y + 1;
        niche_y = niche_from_y + 2;
        return niche_y < MAP_HEIGHT - 1;
    }
}

/* Whether the tile of the chamber and all around it are rock. */
static NOINLINE uint8_t fits_chamber(void)
{
    uint8_t number;

    /* Most sides of most tiles are floor: these are soon found out. */
    if (!is_rock(get_tile(niche_wall_x, niche_wall_y)) || !is_rock(get_tile(niche_x, niche_y)))
        return 0;
    read_around(niche_x, niche_y);
    for (number = 0; number != 8; ++number) {
        if (!is_rock(around_tile[number]))
            return 0;
    }
    return 1;
}

/* Build the chamber with its treasure, and the secret path to it. */
static NOINLINE void build_chamber(void)
{
    wall_around(niche_x, niche_y);
    set_tile(niche_wall_x, niche_wall_y, TILE_SECRET_PATH);
    set_tile(niche_x, niche_y, TILE_TREASURE);
    stage = BEGIN_TREASURE;
}

/* Look for room for a chamber on one side of the tile. */
static NOINLINE void look_behind(void)
{
    if (find_side()) {
        if (fits_chamber()) {
            stage = BUILD_CHAMBER;
            return;
        }
    }
    niche_side = (niche_side + 1) & 3;
    --sides_to_try;
    stage = LOOK_BEHIND;
    if (sides_to_try == 0)
        stage = TRY_FLOOR;
}

/* Go on to the next treasure; 0 if there is none. */
static NOINLINE uint8_t next_treasure(void)
{
    if (treasures_to_do == 0) {
        stage = PHASE_DONE;
        return 0;
    }
    --treasures_to_do;
    chambers_to_try = TREASURES_TRIES;
    return 1;
}

#if SOME_TREASURES_PICKS
/* Whether all tries for the treasure were in vain. */
static NOINLINE uint8_t is_in_vain(void)
{
    if (TREASURES_PICKS)
        return fitting_count == 0;
    return chambers_to_try == 0;
}
#endif

/* One step of hiding treasures. If all tries for one were in vain it is left out, and the status says so. */
static void hide_treasures(void)
{
    switch (stage) {
    case 0:
        treasures_to_do = TREASURES_COUNT;
        chambers_to_try = 0;
#if SOME_TREASURES_PICKS
        if (TREASURES_PICKS) {
#ifdef PICKS_IN_ZONES
            wanted_zones = TREASURES_ZONES;
#endif
#ifdef PICKS_PURPOSES
            wanted_purposes = 0;
            wanted_purposes_high = 0;
#endif
            begin_fitting(TREASURES_PART);
            stage = FIND_NICHES;
            return;
        }
#endif
        /* fall through */
    case BEGIN_TREASURE:
        if (next_treasure() == 0)
            return;
        /* fall through */
    case TRY_FLOOR:
#if SOME_TREASURES_PICKS
        while (is_in_vain()) {
#else
        if (chambers_to_try == 0) {
#endif
            leave_out(STATUS_FEWER_TREASURES);
            if (next_treasure() == 0)
                return;
        }
        --chambers_to_try;
        stage = TRY_FLOOR;
        if (try_floor())
            stage = LOOK_FIRST;
        return;
#if SOME_TREASURES_PICKS
    case FIND_NICHES:
        if (find_fitting())
            stage = BEGIN_TREASURE;
        return;
#endif
    case LOOK_FIRST:
        niche_side = random_below(4);
        sides_to_try = 4;
        /* fall through */
    case LOOK_BEHIND:
        look_behind();
        return;
    default:
        build_chamber();
        return;
    }
}

#endif
