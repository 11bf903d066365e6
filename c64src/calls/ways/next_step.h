/* The game call next_step. The twin of pygen/calls/next_step.py. */
#ifndef UNDERCROFT_CALLS_WAYS_NEXT_STEP_H
#define UNDERCROFT_CALLS_WAYS_NEXT_STEP_H

#include "calls/request.h"

#define NO_STEP 255

static const uint8_t step_across[4] = { 255, 1, 0, 0 };
static const uint8_t step_down[4] = { 0, 0, 255, 1 };

/* What the tile at (pair_x, pair_y) has; 255 outside of the map, or, in pairs, 3. */
static uint8_t far_of_tile(void)
{
    REGISTER const uint8_t *at;

    at = GAME_TO;
    if (pair_x >= MAP_WIDTH || pair_y >= MAP_HEIGHT)
        return GAME_WAY & WAY_IN_PAIRS ? PAIR_NOT_REACHED : STEPS_NOT_REACHED;
    if (GAME_WAY & WAY_IN_PAIRS) {
        at += (uint16_t)pair_y * ((MAP_WIDTH + 3) / 4) + (pair_x >> 2);
        return (uint8_t)(*at >> ((pair_x & 3) << 1)) & 3;
    }
    at += (uint16_t)pair_y * MAP_WIDTH + pair_x;
    return *at;
}

/* X: the number of the step; GAME_X2, GAME_Y2: where it leads. */
void call_next_step(void)
{
    uint8_t best, there, step, chosen, way;

    pair_x = GAME_X;
    pair_y = GAME_Y;
    way = GAME_WAY & 127;
    if (pair_x >= MAP_WIDTH || pair_y >= MAP_HEIGHT || way > WAY_FLEEING) {
        GAME_A = CALL_IS_REFUSED;
        return;
    }
    best = far_of_tile();
    GAME_A = CALL_FINDS_NOTHING;
    GAME_REGISTER_X = NO_STEP;
    if (best == STEPS_NOT_REACHED || ((GAME_WAY & WAY_IN_PAIRS) && best == PAIR_NOT_REACHED)) {
        GAME_A = CALL_IS_UNREACHED;
        return;
    }
    if (GAME_WAY & WAY_IN_PAIRS) {
        /* What a tile has that is one step farther, or nearer. */
        ++best;
        if (way != WAY_AWAY)
            ++best;
        if (best >= 3)
            best -= 3;
    }
    chosen = NO_STEP;
    for (step = 0; step != 4; ++step) {
        pair_x = GAME_X + step_across[step];
        pair_y = GAME_Y + step_down[step];
        there = far_of_tile();
        if (GAME_WAY & WAY_IN_PAIRS) {
            if (there != best)
                continue;
        } else if (way == WAY_AWAY) {
            if (there <= best || there == STEPS_NOT_REACHED)
                continue;
            best = there;
        } else {
            if (there >= best)
                continue;
            best = there;
        }
        chosen = step;
        GAME_X2 = pair_x;
        GAME_Y2 = pair_y;
        if (GAME_WAY & WAY_IN_PAIRS)
            break;
    }
    if (chosen != NO_STEP) {
        GAME_A = CALL_IS_DONE;
        GAME_REGISTER_X = chosen;
    }
}

#endif
