/* A loop that stores one value first and another one in all other rounds.
 *
 * The other value is stored in the first round, too.
 * Avoided: the first byte is stored before the loop
 * Fails: oscar64 1.32.271
 * Expect: 00 F0 FF FF 01 00 00 00
 */
#include "canary.h"

static uint8_t cells[8];

NOINLINE void fill(uint8_t first, uint8_t end, uint8_t mask)
{
    uint8_t at, bits;
    uint8_t *row;

    row = cells;
    at = first;
    bits = mask;
    while (at != end) {
        row[at] |= bits;
        bits = 0xFF;
        ++at;
    }
    row[at] |= 1;
}

NOINLINE void canary(void)
{
    uint8_t n;

    for (n = 0; n != 8; ++n)
        cells[n] = 0;
    fill(1, 4, 0xF0);
    for (n = 0; n != 8; ++n)
        RESULTS[n] = cells[n];
}
