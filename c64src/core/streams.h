/* Separate streams of random numbers for the passes of a dungeon. The twin of
 * pygen/engine/random/streams.py.
 */
#ifndef UNDERCROFT_STREAMS_H
#define UNDERCROFT_STREAMS_H

#include "core/floors.h"
#include "core/generation.h"

/* The state with which the floor's own random numbers began. */
WORK uint16_t first_state;

/* The seed of a stream. */
static uint16_t stream_seed(uint16_t stream)
{
    uint8_t left;

    random_low = (uint8_t)(first_state ^ stream);
    random_high = (uint8_t)((first_state ^ stream) >> 8);
    left = MORE_STEPS + 1;
    do {
        floor_number = 1;
        floor_seed();
        random_low = floor_seed_high;
        random_high = floor_seed_low;
        --left;
    } while (left != 0);
    return WORD_OF(floor_seed_high, floor_seed_low);
}

#ifdef PHASES_HAVE_STREAMS
/* Seed the random numbers anew for a stream; the draws are counted on.
 *
 * Not inlined: OSCAR64 does not see that kernels draw, and where it finds this beside the store to
 * first_state it takes the current state for it (tests/canaries/changed_by_assembly.c). */
static NOINLINE void begin_stream(uint16_t stream)
{
    uint16_t draws;

    draws = random_draws;
    random_seed(stream_seed(stream));
    random_draws = draws;
}
#endif

#ifdef SALT_STREAM
/* Seed the random numbers of the floor anew, for the dungeon's salt. Some 4,000 cycles. Not inlined, as
 * above. */
static NOINLINE void begin_salted(void)
{
    first_state = WORD_OF(random_high, random_low);
    random_seed(stream_seed(SALT_STREAM));
}
#endif

#endif
