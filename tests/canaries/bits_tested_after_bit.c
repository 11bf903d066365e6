/* Some bits of a byte are tested behind two tests of another bit of it.
 *
 * The second test is a BIT, which changes the flags, and the branch behind it takes them for those of the other bits.
 * Avoided: our code tests a bit once, and does behind that test all that depends on it
 * Fails: oscar64 1.32.271
 * Expect: 00 3F 3E
 */
#include "canary.h"

static uint8_t sides;
static uint8_t cells[2][100];
static uint8_t *cell;

NOINLINE void reset(void)
{
    uint8_t *below;

    below = cell + 88;
    cell[0] = 32;
    cell[6] = 63;
    if (sides & 16)
        cell[14] = 63;
    cell[7] = 62;
    if (sides & 16)
        below[7] = 62;
    if (sides & 15)
        cell[0] = 0;
}

NOINLINE void canary(void)
{
    cell = cells[1];
    sides = 5;
    reset();
    RESULTS[0] = cell[0];
    RESULTS[1] = cell[6];
    RESULTS[2] = cell[7];
}
