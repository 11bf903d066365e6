/* The game call next_step. The twin of pygen/calls/next_step.py. */
#ifndef UNDERCROFT_CALLS_WAYS_NEXT_STEP_H
#define UNDERCROFT_CALLS_WAYS_NEXT_STEP_H

#include "calls/request.h"

/* What choosing answers instead of a step: no tile beside is better, or the tile itself is not reached. */
#define NO_STEP 255
#define NOT_REACHED 254
#define STEP_PAIRS_IN_ROW ((MAP_WIDTH + 3) / 4)

static const uint8_t step_across[4] = { 255, 1, 0, 0 };
static const uint8_t step_down[4] = { 0, 0, 255, 1 };

/* Two bits of a row. */
static uint8_t pair_in_row(const uint8_t *row, uint8_t x)
{
    uint8_t byte;

    byte = row[x >> 2];
    x &= 3;
    if (x & 2)
        byte >>= 4;
    if (x & 1)
        byte >>= 2;
    return byte & 3;
}

/* The step by two bits for each tile. */
static uint8_t choose_by_pairs(void)
{
    const uint8_t *row;
    uint8_t x, wanted;

    x = GAME_X;
    row = GAME_TO + (uint16_t)GAME_Y * STEP_PAIRS_IN_ROW;
    wanted = pair_in_row(row, x);
    if (wanted == PAIR_NOT_REACHED)
        return NOT_REACHED;
    /* What a tile has that is one step farther, or nearer. */
    ++wanted;
    if ((GAME_WAY & 127) != WAY_AWAY)
        ++wanted;
    if (wanted >= 3)
        wanted -= 3;
    /* A tile that is reached is not at the edge of the map. */
    if (pair_in_row(row, x - 1) == wanted)
        return 0;
    if (pair_in_row(row, x + 1) == wanted)
        return 1;
    if (pair_in_row(row - STEP_PAIRS_IN_ROW, x) == wanted)
        return 2;
    if (pair_in_row(row + STEP_PAIRS_IN_ROW, x) == wanted)
        return 3;
    return NO_STEP;
}

/* The same by a byte for each tile. */
static uint8_t choose_by_bytes(void)
{
    uint8_t *at;

    at = GAME_TO + (uint16_t)GAME_Y * MAP_WIDTH + GAME_X;
    if (*at == STEPS_NOT_REACHED)
        return NOT_REACHED;
    ways_value = *at;
    ways_at = at - MAP_WIDTH;
    ways_byte = GAME_WAY == WAY_AWAY;
    return choose_way();
}

/* X: the number of the step; GAME_X2, GAME_Y2: where it leads. */
void call_next_step(void)
{
    uint8_t step;

    GAME_REGISTER_X = NO_STEP;
    if (GAME_X >= MAP_WIDTH || GAME_Y >= MAP_HEIGHT || (GAME_WAY & 127) > WAY_FLEEING) {
        GAME_A = CALL_IS_REFUSED;
        return;
    }
    step = GAME_WAY & WAY_IN_PAIRS ? choose_by_pairs() : choose_by_bytes();
    if (step == NOT_REACHED) {
        GAME_A = CALL_IS_UNREACHED;
        return;
    }
    GAME_A = CALL_FINDS_NOTHING;
    if (step != NO_STEP) {
        GAME_REGISTER_X = step;
        GAME_X2 = GAME_X + step_across[step];
        GAME_Y2 = GAME_Y + step_down[step];
        GAME_A = CALL_IS_DONE;
    }
}

#endif
