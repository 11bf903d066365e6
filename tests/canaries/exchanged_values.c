/* Two values that are set and then exchanged under a condition, each computed anew.
 *
 * Both become the second value where the condition holds.
 * Avoided: our code sets both values in each of two branches
 * Fails: oscar64 1.32.271
 * Expect: 03 08 08 03 13 18 18 13
 */
#include "canary.h"

static uint8_t ring_low[2], ring_high[2], goal[2], position[2];
static uint8_t written;

NOINLINE void wind_to(uint8_t axis, uint8_t to)
{
    position[axis] = to;
    RESULTS[written] = to;
    ++written;
}

NOINLINE void wind(uint8_t axis)
{
    uint8_t low, high, front, back;

    low = ring_low[axis];
    high = ring_high[axis];
    front = low - 1;
    back = high + 1;
    if (goal[axis] < position[axis]) {
        front = back;
        back = low - 1;
    }
    if (goal[axis] >= low && goal[axis] <= high)
        back = goal[axis];
    wind_to(axis, front);
    wind_to(axis, back);
}

NOINLINE void canary(void)
{
    uint8_t n;

    written = 0;
    for (n = 0; n != 2; ++n) {
        ring_low[n] = 16 * n + 4;
        ring_high[n] = 16 * n + 7;
        position[n] = 0;
        goal[n] = 99;
    }
    wind(0);
    position[0] = 99;
    goal[0] = 0;
    wind(0);
    wind(1);
    position[1] = 99;
    goal[1] = 0;
    wind(1);
}
