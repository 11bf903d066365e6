/* `continue` in a `do ... while`: the condition must be evaluated next.
 *
 * The compiler goes on at the start of the loop, so that the last round may be missed.
 * Avoided: our loops with `continue` are `for` and `while` loops
 * Fails: oscar64 1.32.271
 * Expect: 04 02
 */
#include "canary.h"

NOINLINE void canary(void)
{
    uint8_t left, rounds, odd;

    left = 4;
    rounds = 0;
    odd = 0;
    do {
        --left;
        ++rounds;
        if ((left & 1) == 0)
            continue;
        ++odd;
    } while (left != 0 && rounds != 9);
    RESULTS[0] = rounds;
    RESULTS[1] = odd;
}
