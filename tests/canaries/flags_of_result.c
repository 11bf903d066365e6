/* The result of a function that is stored and then compared with 0, where the function returns with other flags.
 *
 * Z is taken for that of the result. A function in C leaves it so, but a kernel ends with the upper byte, 0.
 * Avoided: something else is done between the store of a kernel's result and its comparison
 * Fails: cc65 2.18
 * Expect: 00 01
 */
#include "canary.h"

static uint8_t count, given, calls;

NOINLINE uint8_t take(void)
{
#ifdef __CC65__
    __asm__("lda %v", given);
    __asm__("inc %v", calls);
    return __A__;
#else
    return given;
#endif
}

NOINLINE uint8_t is_done(void)
{
    count = take();
    return count == 0;
}

NOINLINE void canary(void)
{
    given = 3;
    RESULTS[0] = is_done();
    given = 0;
    RESULTS[1] = is_done();
}
