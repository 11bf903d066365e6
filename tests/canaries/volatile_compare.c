/* A volatile byte is compared with its neighbour and with itself, each read for itself.
 *
 * Expect: 01 00 00 01 01 02
 */
#include "canary.h"

#define SIGNAL VOLATILE_AT(0x1D00)

NOINLINE uint8_t compare(void)
{
    return SIGNAL[0] == SIGNAL[1];
}

NOINLINE uint8_t is_magic(void)
{
    return SIGNAL[0] == 0xD5 && SIGNAL[1] == 0xC3;
}

NOINLINE void canary(void)
{
    SIGNAL[0] = 0x80;
    SIGNAL[1] = 0x80;
    RESULTS[0] = compare();
    SIGNAL[1] = 0x81;
    RESULTS[1] = compare();
    RESULTS[2] = is_magic();
    SIGNAL[0] = 0xD5;
    SIGNAL[1] = 0xC3;
    RESULTS[3] = is_magic();
    SIGNAL[0] = 1;
    RESULTS[4] = SIGNAL[0];
    ++SIGNAL[0];
    RESULTS[5] = SIGNAL[0];
}
