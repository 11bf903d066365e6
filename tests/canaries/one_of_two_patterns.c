/* Bits of a row are replaced by those of one of two constant tables, chosen by a pointer.
 *
 * In large programs 1.32.271 has been seen to take the bytes of a pointer for one another here.
 * Expect: 12 13 14 15 92 93 14 15 50 A4
 */
#include "canary.h"

static const uint8_t low_row[8] = {0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18};
static const uint8_t high_row[8] = {0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98};
static uint8_t first, last, first_mask, last_mask;

NOINLINE void merge(uint8_t *row, uint8_t is_high)
{
    uint8_t at;
    const uint8_t *pattern;

    if (is_high)
        pattern = high_row;
    else
        pattern = low_row;
    row[first] ^= (row[first] ^ pattern[first]) & first_mask;
    for (at = first + 1; at != last; ++at)
        row[at] = pattern[at];
    row[last] ^= (row[last] ^ pattern[last]) & last_mask;
}

NOINLINE void canary(void)
{
    uint8_t n;
    uint8_t *row;

    row = SCRATCH;
    for (n = 0; n != 8; ++n)
        row[n] = 0;
    first = 1;
    last = 4;
    first_mask = last_mask = 0xFF;
    merge(row, 0);
    for (n = 0; n != 4; ++n)
        RESULTS[n] = row[n + 1];
    last = 3;
    last_mask = 0x00;
    merge(row, 1);
    for (n = 0; n != 4; ++n)
        RESULTS[n + 4] = row[n + 1];
    row[1] = 0x50;
    row[3] = 0xA0;
    first_mask = 0x08;
    last_mask = 0x05;
    merge(row, 1);
    RESULTS[8] = row[1];
    RESULTS[9] = row[3];
}
