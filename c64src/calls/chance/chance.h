/* The game calls random and random_below: a stream of random numbers that belongs to the game. Its state
 * is in the request block, so that a game can save it. The twin of pygen/calls/chance.py. */
#ifndef UNDERCROFT_CALLS_CHANCE_H
#define UNDERCROFT_CALLS_CHANCE_H

#include "calls/request.h"
#include "random_constants.h"

/* Draw from the game's stream into random_low and random_high. The generator's own numbers are elsewhere
 * between its steps, and no draw of its is counted. */
static NOINLINE void draw_for_game(void)
{
    random_low = GAME_RANDOM_LOW;
    random_high = GAME_RANDOM_HIGH;
    if ((random_low | random_high) == 0) {
        random_low = RANDOM_SEED_ZERO & 0xFF;
        random_high = RANDOM_SEED_ZERO >> 8;
    }
    random_step();
}

static NOINLINE void keep_for_game(void)
{
    GAME_RANDOM_LOW = random_low;
    GAME_RANDOM_HIGH = random_high;
}

#ifdef CALLS_RANDOM
/* X and A: a random number 1 to 65535, the upper byte in X. */
void call_random(void)
{
    draw_for_game();
    keep_for_game();
    GAME_A = GAME_RANDOM_LOW;
    GAME_REGISTER_X = GAME_RANDOM_HIGH;
}
#endif

#ifdef CALLS_RANDOM_BELOW
/* A: a random number less than A, which is 1 to 255, or 0 for 256. */
void call_random_below(void)
{
    scale_by = GAME_A;
    draw_for_game();
    keep_for_game();
    GAME_A = scale_random();
}
#endif

#endif
