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
    uint8_t at;

    if (fill_first == fill_last) {
        fill_first_mask &= fill_last_mask;
        fill_last_mask = fill_pattern[fill_first] & fill_first_mask;
        fill_first_mask = ~fill_first_mask;
        do {
            fill_row[fill_first] = (fill_row[fill_first] & fill_first_mask) | fill_last_mask;
            fill_row += fill_stride;
        } while (--fill_count != 0);
        return;
    }
    do {
        fill_row[fill_first] ^=
            (fill_row[fill_first] ^ fill_pattern[fill_first]) & fill_first_mask;
        for (at = fill_first + 1; at != fill_last; ++at)
            fill_row[at] = fill_pattern[at];
        fill_row[at] ^= (fill_row[at] ^ fill_pattern[at]) & fill_last_mask;
        fill_row += fill_stride;
    } while (--fill_count != 0);
}
#endif
