/* A switch in a loop whose cases change what the next turn tests, with a default that goes on.
 *
 * Expect: 02 05 03 04 00 0A
 */
#include "canary.h"

static uint8_t x, y;

NOINLINE void walk(uint8_t moves, uint8_t count)
{
    for (; count != 0; --count) {
        switch (moves & 3) {
        case 0:
            --x;
            break;
        case 1:
            ++x;
            break;
        case 2:
            --y;
            break;
        default:
            ++y;
            break;
        }
        moves = (uint8_t)(moves >> 2) | (uint8_t)(moves << 6);
    }
}

NOINLINE void canary(void)
{
    x = 3;
    y = 4;
    walk(0x0C, 2);
    RESULTS[0] = x;
    RESULTS[1] = y;
    walk(0x09, 2);
    RESULTS[2] = x;
    RESULTS[3] = y;
    x = 4;
    y = 2;
    walk(0x00, 4);
    RESULTS[4] = x;
    walk(0xFF, 8);
    RESULTS[5] = y;
}
