/* A number plus a step that wraps around is the index of a table, in a function that is inlined.
 *
 * The number becomes part of the table's address, and the sum of that and the step is not wrapped.
 * Avoided: our code has no steps that wrap around
 * Fails: oscar64 1.32.271
 * Expect: 01 01 01
 */
#include "canary.h"

static const uint8_t step[3] = {255, 252, 4};
static uint8_t bits[16];

static uint8_t other(uint8_t n, uint8_t direction)
{
    return (uint8_t)(n + step[direction]);
}

NOINLINE void mark(uint8_t direction)
{
    bits[other(7, direction)] |= 1;
}

NOINLINE void canary(void)
{
    mark(0);
    mark(1);
    mark(2);
    RESULTS[0] = bits[6];
    RESULTS[1] = bits[3];
    RESULTS[2] = bits[11];
}
