/* A variable that is compared and incremented in one expression, in a loop's condition.
 *
 * With -O the incremented value is compared, and the loop ends a round early or not at all.
 * Avoided: our code compares first, and increments in a statement of its own
 * Fails: cc65 2.18
 * Expect: 04 01 07
 */
#include "canary.h"

static uint8_t at, last, rounds;

NOINLINE void work(void)
{
    ++rounds;
}

NOINLINE uint8_t count(uint8_t from, uint8_t to)
{
    at = from;
    last = to;
    rounds = 0;
    do {
        work();
    } while (at++ != last);
    return rounds;
}

NOINLINE void canary(void)
{
    RESULTS[0] = count(3, 6);
    RESULTS[1] = count(9, 9);
    RESULTS[2] = at == 10 ? 7 : 0;
}
