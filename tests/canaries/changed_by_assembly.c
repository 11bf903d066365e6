/* A variable that is set, changed by inline assembly in a function, and read.
 *
 * The compiler does not look at what inline assembly stores, and takes the value that was set.
 * Avoided: C sets the arguments of a kernel and reads its results, but nothing that is both
 * Fails: oscar64 1.32.271
 * Expect: 0A 0A 0C 0C
 */
#include "canary.h"

static uint8_t count;

static void change(void)
{
#ifdef __OSCAR64C__
    __asm volatile {
        asl count
    }
#else
    count <<= 1;
#endif
}

NOINLINE uint8_t get_count(void)
{
    return count;
}

NOINLINE uint8_t set_and_change(uint8_t value)
{
    count = value;
    change();
    return count;
}

NOINLINE void canary(void)
{
    RESULTS[0] = set_and_change(5);
    RESULTS[1] = get_count();
    RESULTS[2] = set_and_change(6);
    RESULTS[3] = get_count();
}
