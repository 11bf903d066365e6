/* The phase `walk`: a random walk that digs its way through solid ground. */
#ifndef UNDERCROFT_WALK_WALKING_H
#define UNDERCROFT_WALK_WALKING_H

#include "core/generation.h"
#include "kinds/walk/covering.h"
#include "kinds/walk/digging.h"

#if SOME_HAVE_WALKERS
/* How many walkers are left, this one included. */
WORK uint8_t walkers_left;

/* Let another walker begin: where the first one began, or at the farthest tile so far. */
static void begin_again(void)
{
    walker_x = SUMMARY->up_x;
    walker_y = SUMMARY->up_y;
#if SOME_WALK_BEGIN_IS_FARTHEST
    if (WALK_BEGIN_IS_FARTHEST) {
        walker_x = SUMMARY->down_x;
        walker_y = SUMMARY->down_y;
    }
#endif
#if defined(HAS_WEIGHT_MAP)
    find_weight();
#endif
    moves_left = WALK_STEPS;
}
#endif

#if SOME_SHARE_TILES
/* Keep how many tiles are to be dug after a step. */
static NOINLINE void keep_tiles(void)
{
    tiles_to_dig = tiles_left;
}
#endif

#if SOME_HAVE_WALKERS || SOME_SHARE_TILES || SOME_WANTED_SECTIONS
/* Go on after the last move of a walker: with the next one, with sections without floor, or not at
 * all. */
static void end_moves(void)
{
#if SOME_WANTED_SECTIONS
    if (stage == WANDER) {
        stage = CHOOSE_ANOTHER;
        return;
    }
#endif
#if SOME_HAVE_WALKERS
    --walkers_left;
    if (walkers_left != 0) {
        begin_again();
        return;
    }
#endif
#if SOME_SHARE_TILES
    if (SHARE_TILES)
        SUMMARY->status |= STATUS_FEWER_PARTS;
#endif
#if SOME_WANTED_SECTIONS
    if (WANTED_SECTIONS) {
        stage = BEGIN_TO_LOOK;
        return;
    }
#endif
    stage = PHASE_DONE;
}
#endif

/* Walk from a random tile, dig, and remember start and farthest tile; one step is a few moves.
 *
 * A move onto the map's outermost ring is not made, but counts. The farthest tile is the first one at
 * the greatest Manhattan distance from the start, so a tile dug earlier needs no second look. Each
 * walker begins at a tile that is dug, so every tile is reachable. If a share of the map is asked for,
 * the walk ends with the tile that completes it. If its sections are to be covered, it goes on until
 * they are. */
static void walk(void)
{
    uint8_t moves, is_complete;

    if (stage == 0) {
        begin_walk();
        moves_left = WALK_STEPS;
#if SOME_HAVE_WALKERS
        walkers_left = WALK_WALKERS;
#endif
        stage = 1;
        return;
    }
#if SOME_WANTED_SECTIONS
    if (stage != 1 && stage != WANDER) {
        cover();
        return;
    }
#endif
    moves = MOVES_AT_ONCE;
    if (moves_left < MOVES_AT_ONCE)
        moves = (uint8_t)moves_left;
    moves_left -= moves;
    moves_now = moves;
#if SOME_SHARE_TILES
    tiles_left = tiles_to_dig;
#endif
#if !defined(MOVES_IN_C)
    begin_step();
#endif
    is_complete = make_moves();
#if !defined(MOVES_IN_C)
    end_step(moves);
#endif
#if SOME_SHARE_TILES
    keep_tiles();
#endif
#if SOME_HAVE_WALKERS || SOME_SHARE_TILES || SOME_WANTED_SECTIONS
    if (is_complete)
        stage = PHASE_DONE;
    else if (moves_left == 0)
        end_moves();
#else
    if (is_complete || moves_left == 0)
        stage = PHASE_DONE;
#endif
}

#endif
