/* The smaller of two parameters by ?:, stored into an array at a variable index.
 *
 * With -O the comparison is thrown away and the first parameter stored.
 * Avoided: our code compares with if and else
 * Fails: cc65 2.18
 * Expect: 03 07 03 07 05 09
 */
#include "canary.h"

static uint8_t low[2], high[2];

NOINLINE void order(uint8_t at, uint8_t x0, uint8_t x1)
{
    low[at] = x0 < x1 ? x0 : x1;
    high[at] = x0 < x1 ? x1 : x0;
}

NOINLINE void least(uint8_t at, uint8_t x0, uint8_t y0, uint8_t x1, uint8_t y1)
{
    uint8_t n;

    n = at;
    low[n] = x0 < x1 ? x0 : x1;
    high[n] = y0 < y1 ? y0 : y1;
}

NOINLINE void canary(void)
{
    least(1, 5, 9, 3, 7);
    RESULTS[0] = low[1];
    RESULTS[1] = high[1];
    least(0, 3, 7, 5, 9);
    RESULTS[2] = low[0];
    RESULTS[3] = high[0];
    order(1, 9, 5);
    RESULTS[4] = low[1];
    RESULTS[5] = high[1];
}
