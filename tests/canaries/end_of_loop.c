/* A local variable that a loop's condition compares, and that the function then compares with 0 to return the result.
 *
 * With -O the flags of the loop's comparison are taken for those of the second one, and 1 is returned.
 * Avoided: our code compares the other variable, which then has the same value
 * Fails: cc65 2.18
 * Expect: 00 01
 */
#include "canary.h"

static uint8_t at;

NOINLINE void work(void)
{
    ++at;
}

NOINLINE uint8_t count(uint8_t more)
{
    uint8_t end;

    end = at + more;
    do {
        work();
    } while (at != end);
    return end == 0;
}

NOINLINE void canary(void)
{
    at = 3;
    RESULTS[0] = count(32);
    at = 250;
    RESULTS[1] = count(6);
}
