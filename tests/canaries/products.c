/* Bytes multiplied to a word, of which the upper byte is kept: how random numbers are scaled.
 *
 * Expect: 00 00 7F FE 03 03 2C 01
 */
#include "canary.h"

NOINLINE uint8_t scaled(uint8_t factor, uint8_t count)
{
    return (uint8_t)(((uint16_t)factor * count) >> 8);
}

NOINLINE uint16_t weighed(uint8_t a, uint8_t b, uint8_t c)
{
    return (uint16_t)a + b + c;
}

NOINLINE void canary(void)
{
    uint16_t sum;

    RESULTS[0] = scaled(255, 1);
    RESULTS[1] = scaled(0, 255);
    RESULTS[2] = scaled(128, 255);
    RESULTS[3] = scaled(255, 255);
    RESULTS[4] = scaled(64, 15);
    RESULTS[5] = scaled(255, 4);
    sum = weighed(200, 99, 1);
    RESULTS[6] = (uint8_t)sum;
    RESULTS[7] = (uint8_t)(sum >> 8);
}
