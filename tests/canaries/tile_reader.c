/* A reader of packed tiles: two returns, both of which mask after a variable shift.
 *
 * The shape of the original's tile reader, all of whose maps these versions spoil.
 * Fails: oscar64 1.32.272, oscar64 1.32.273
 * Expect: 00 01 02 03 04 05 06 07 00 01 02 03 04 05 06 07
 */
#include "canary.h"

NOINLINE uint8_t read_tile(const uint8_t *at, uint8_t bit)
{
    uint8_t low_bits, first, second;

    if (bit <= 5)
        return (*at >> bit) & 7;
    low_bits = 8 - bit;
    first = *at >> bit;
    second = at[1] << low_bits;
    return (first | second) & 7;
}

NOINLINE void canary(void)
{
    uint8_t n, place;
    uint8_t *bytes;

    /* Twice the tiles 0 to 7, three bits each. */
    bytes = SCRATCH;
    bytes[0] = bytes[3] = 0x88;
    bytes[1] = bytes[4] = 0xC6;
    bytes[2] = bytes[5] = 0xFA;
    for (n = 0; n != 16; ++n) {
        place = (uint8_t)(n * 3);
        RESULTS[n] = read_tile(bytes + (place >> 3), place & 7);
    }
}
