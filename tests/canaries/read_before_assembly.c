/* A variable that is read, changed by inline assembly in a function, and read again in a loop.
 *
 * It is read only once.
 * Avoided: what a kernel changes is read in a function of its own, which calls it once
 * Fails: oscar64 1.32.271
 * Expect: 15 15 00
 */
#include "canary.h"

static uint8_t state;

static void change(void)
{
#ifdef __OSCAR64C__
    __asm volatile {
        inc state
        inc state
        inc state
    }
#else
    state += 3;
#endif
}

NOINLINE uint8_t get_state(void)
{
    return state;
}

/* Change the state until it is large enough; without a change nothing else helps. */
NOINLINE uint8_t change_until(uint8_t least)
{
    uint8_t before, after;

    before = state;
    change();
    for (;;) {
        after = state;
        if (after >= least)
            return 0;
        if (after == before)
            return 1;
        change();
        before = after;
    }
}

NOINLINE void canary(void)
{
    state = 0;
    RESULTS[2] = change_until(20);
    RESULTS[0] = get_state();
    state = 9;
    RESULTS[2] |= change_until(20);
    RESULTS[1] = get_state();
}
