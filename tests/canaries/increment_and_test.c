/* A counter in a table is incremented and tested for its carry in one expression, drawn inline.
 *
 * From -O1 on the test takes another value than the counter's.
 * Avoided: our code tests before it increments
 * Fails: oscar64 1.32.271, oscar64 1.32.272, oscar64 1.32.273
 * Expect: 58 02 58 02 00 00
 */
#include "canary.h"

static uint8_t low[16], high[16];

INLINE void count(uint8_t kind)
{
    if (++low[kind] == 0)
        ++high[kind];
}

NOINLINE void count_all(void)
{
    const uint8_t *at;
    uint16_t left;

    at = SCRATCH;
    for (left = 600; left != 0; --left) {
        count(*at & 15);
        count(*at >> 4);
        ++at;
    }
}

NOINLINE void canary(void)
{
    uint16_t n;

    for (n = 0; n != 600; ++n)
        SCRATCH[n] = 0x21;
    for (n = 0; n != 16; ++n)
        low[n] = high[n] = 0;
    count_all();
    RESULTS[0] = low[1];
    RESULTS[1] = high[1];
    RESULTS[2] = low[2];
    RESULTS[3] = high[2];
    RESULTS[4] = low[0];
    RESULTS[5] = high[0];
}
