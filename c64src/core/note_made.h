/* Things that passes make, by their numbers, below MOST_MADE. They are counted for those who search for seeds; and for
 * conditions, if THINGS_MADE is defined. */
#ifndef UNDERCROFT_NOTE_MADE_H
#define UNDERCROFT_NOTE_MADE_H

#include "core/generation.h"

#ifdef NATIVE
extern uint8_t native_made[MOST_MADE];
#define FIND_MADE(number) ++native_made[number]
#else
#define FIND_MADE(number) (void)0
#endif

#ifdef THINGS_MADE
/* How many things of each number the pass has made. */
WORK uint8_t things_made[THINGS_MADE];

/* No thing is made yet: before a pass whose things are counted. */
static NOINLINE void forget_made(void)
{
    uint8_t at;

    for (at = 0; at != THINGS_MADE; ++at)
        things_made[at] = 0;
}

/* Note that a thing of this number is made. */
#define note_made(number) (++things_made[number], FIND_MADE(number))
#else
#define note_made(number) FIND_MADE(number)
#endif

#endif
