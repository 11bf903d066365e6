/* Two tables of 256 bytes that are read at an index, which is then incremented, and wraps from 255 to 0.
 *
 * The compiler increments first and reads a byte before the index: in the table before if that is 0.
 * Avoided: increments last, after the values that were read have been used
 * Fails: oscar64 1.32.271
 * Expect: 07 04
 */
#include "canary.h"

static uint8_t columns[256], rows[256], found[16];

NOINLINE void find(uint8_t at, uint8_t end)
{
    uint8_t x, y;

    while (at != end) {
        x = columns[at];
        y = rows[at];
        ++at;
        found[y] = x;
    }
}

NOINLINE void canary(void)
{
    uint8_t n;

    for (n = 0; n != 16; ++n)
        found[n] = 0;
    columns[255] = 7;
    rows[255] = 3;
    columns[0] = 4;
    rows[0] = 8;
    find(255, 1);
    RESULTS[0] = found[3];
    RESULTS[1] = found[8];
}
