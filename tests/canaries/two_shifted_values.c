/* Two values whose bits are shifted out together, each with a store of its own.
 *
 * The last store of the second one does not happen.
 * Avoided: a bit is shifted, and both values are tested with it
 * Fails: oscar64 1.32.271
 * Expect: 02 01 02 01 02 02 00 01
 */
#include "canary.h"

static uint8_t cells[8];

NOINLINE void draw(uint8_t *to, uint8_t floors, uint8_t walls)
{
    uint8_t at, floor, wall;
    uint8_t *bytes;

    bytes = to;
    floor = floors;
    wall = walls;
    for (at = 0; at != 8; ++at) {
        if (floor & 1)
            bytes[at] = 2;
        if (wall & 1)
            bytes[at] = 1;
        floor >>= 1;
        wall >>= 1;
    }
}

NOINLINE void canary(void)
{
    uint8_t n;

    for (n = 0; n != 8; ++n)
        cells[n] = 0;
    draw(cells, 0x35, 0x8A);
    for (n = 0; n != 8; ++n)
        RESULTS[n] = cells[n];
}
