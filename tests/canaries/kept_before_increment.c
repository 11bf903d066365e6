/* A variable of the file that counts bits, is kept, and is incremented right behind.
 *
 * It is not incremented, or what was kept is one too many.
 * Avoided: what counts is a local variable
 * Fails: oscar64 1.32.271
 * Expect: 03 04 00 01
 */
#include "canary.h"

static uint8_t at, x;
static const uint8_t bit[8] = { 1, 2, 4, 8, 16, 32, 64, 128 };

NOINLINE void find(uint8_t bits)
{
    at = 0;
    while ((bits & bit[at]) == 0)
        ++at;
    x = at;
    ++at;
}

NOINLINE void canary(void)
{
    find(8);
    RESULTS[0] = x;
    RESULTS[1] = at;
    find(7);
    RESULTS[2] = x;
    RESULTS[3] = at;
}
