/* The smaller of two parameters by ?: with <=, after an early return.
 *
 * With -O the compiler itself ends with a memory fault.
 * Avoided: our code compares with if and else
 * Fails: cc65 2.18
 * Expect: 03 03 00
 */
#include "canary.h"

NOINLINE uint8_t least(uint8_t a, uint8_t b)
{
    uint8_t found;

    if (a == b)
        return 0;
    found = a <= b ? a : b;
    return found;
}

NOINLINE void canary(void)
{
    RESULTS[0] = least(5, 3);
    RESULTS[1] = least(3, 5);
    RESULTS[2] = least(4, 4);
}
