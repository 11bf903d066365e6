/* Quotients and remainders of small numbers by a constant, in a loop that fills a table.
 *
 * From -O1 on the table stays empty.
 * Avoided: our code counts instead of dividing
 * Fails: oscar64 1.32.273
 * Expect: 00 01 02 05 06 07 0A 0B 0C 0F 10 11
 */
#include "canary.h"

static uint8_t table[12];

NOINLINE void fill(void)
{
    uint8_t n;

    for (n = 0; n != 12; ++n)
        table[n] = (uint8_t)(n % 3) + (uint8_t)(n / 3) * 5;
}

NOINLINE void canary(void)
{
    uint8_t n;

    fill();
    for (n = 0; n != 12; ++n)
        RESULTS[n] = table[n];
}
