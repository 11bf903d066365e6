/* The sum by which a damaged module is recognised. */
#ifndef UNDERCROFT_WINDOW_SUM_H
#define UNDERCROFT_WINDOW_SUM_H

#include "core/platform.h"

/* The sum of the first `bytes` bytes of the window, one or more: that of `checksum` in
 * pygen/emit/module_layout.py. 23 to 24 cycles a byte. */
uint16_t window_sum(uint16_t bytes);

/* For the assembly, which adds up in rounds of 256 bytes: the address of the first round, which
 * begins at `sum_first` bytes behind it, and the number of rounds. Then the sum of the bytes, and
 * the sum of those sums. */
extern volatile uint8_t sum_at[2], sum_first, sum_rounds, sum_low, sum_high;
void sum_window(void);

#endif
