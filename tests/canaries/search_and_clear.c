/* A loop that looks through the bits of each byte, and clears the bytes before the one it finds.
 *
 * The byte is never read again: the loop does not end.
 * Avoided: our code searches first, and stores afterwards
 * Fails: oscar64 1.32.271
 * Expect: 02 00 00 50
 */
#include "canary.h"

static uint8_t cells[8], wanted;

NOINLINE uint8_t find(uint8_t *cell)
{
    uint8_t at, bits;

    for (at = 0;; ++at) {
        for (bits = cell[at]; bits != 0; bits >>= 1) {
            if ((bits & 7) == wanted)
                break;
        }
        if (bits != 0)
            break;
        cell[at] = 0;
    }
    return at;
}

NOINLINE void canary(void)
{
    cells[0] = 0x11;
    cells[1] = 0x22;
    cells[2] = 0x50;
    cells[3] = 0xFF;
    wanted = 5;
    RESULTS[0] = find(cells);
    RESULTS[1] = cells[0];
    RESULTS[2] = cells[1];
    RESULTS[3] = cells[2];
}
