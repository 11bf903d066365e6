/* A loop that calls a function and stores two variables of the file in two arrays.
 *
 * What is stored in the arrays is not what is read from them afterwards.
 * Avoided: the arrays are read in a function of its own
 * Fails: oscar64 1.32.271
 * Expect: 04 09 0A 17
 */
#include "canary.h"

static uint8_t a, b, low[3], high[3];
static uint16_t stored;

NOINLINE void count(void)
{
    a += 3;
    b += 7;
}

NOINLINE void store(uint16_t word)
{
    stored = word;
}

NOINLINE void work(void)
{
    uint8_t i;

    for (i = 0; i != 3; ++i) {
        count();
        low[i] = a;
        high[i] = b;
    }
    store((uint16_t)(high[0] << 8) | low[0]);
}

NOINLINE void canary(void)
{
    a = 1;
    b = 2;
    work();
    RESULTS[0] = (uint8_t)stored;
    RESULTS[1] = (uint8_t)(stored >> 8);
    RESULTS[2] = low[2];
    RESULTS[3] = high[2];
}
