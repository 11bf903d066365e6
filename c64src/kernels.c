#include "kernels.h"

ZEROPAGE_BEGIN
ZEROPAGE uint8_t *fill_row;
ZEROPAGE const uint8_t *fill_pattern;
ZEROPAGE uint8_t fill_first;
ZEROPAGE uint8_t fill_last;
ZEROPAGE uint8_t fill_first_mask;
ZEROPAGE uint8_t fill_last_mask;
ZEROPAGE uint8_t fill_count;
ZEROPAGE uint8_t fill_stride;
ZEROPAGE_END

#if !KERNELS_IN_ASSEMBLY
void fill_rows(void)
{
    uint8_t at, first, last, mask, bits;
    uint8_t *row;
    const uint8_t *pattern;

    first = fill_first;
    last = fill_last;
    row = fill_row;
    pattern = fill_pattern;
    if (first == last) {
        mask = fill_first_mask & fill_last_mask;
        bits = pattern[first] & mask;
        mask = ~mask;
        do {
            row[first] = (row[first] & mask) | bits;
            row += fill_stride;
        } while (--fill_count != 0);
        return;
    }
    do {
        row[first] ^= (row[first] ^ pattern[first]) & fill_first_mask;
        for (at = first + 1; at != last; ++at)
            row[at] = pattern[at];
        row[last] ^= (row[last] ^ pattern[last]) & fill_last_mask;
        row += fill_stride;
    } while (--fill_count != 0);
}
#endif
