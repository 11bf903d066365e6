/* A variable of the file that counts the places of a row down.
 *
 * The places are one too high.
 * Avoided: what counts is a local variable
 * Fails: oscar64 1.32.271
 * Expect: 00 01 02 03 04 00 00 00 00 00 0A 0B
 */
#include "canary.h"

static uint8_t at;
static uint8_t cells[24];

NOINLINE void clear(uint8_t y)
{
    at = 5;
    do {
        --at;
        cells[(uint8_t)(y * 5) + at] = 0;
    } while (at != 0);
}

NOINLINE void canary(void)
{
    uint8_t n;

    for (n = 0; n != 24; ++n)
        cells[n] = n;
    clear(1);
    for (n = 0; n != 12; ++n)
        RESULTS[n] = cells[n];
}
