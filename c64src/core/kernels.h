/* The few functions that are worth writing in assembly and that every kind may call. Each is a file
 * <name>.kernel.j2, one text for both compilers, beside its twin in C, which every other compiler
 * takes. Their arguments are variables in zero page.
 */
#ifndef UNDERCROFT_KERNELS_H
#define UNDERCROFT_KERNELS_H

#include "core/platform.h"
#include "zeropage.h"

/* Two bytes that a kernel may use while it runs. cc65's are defined in zeropage_cc65.inc. */
#if defined(__OSCAR64C__)
#define kernel_scratch accu
#endif

/* Store whole bytes of the pattern into each row, merging the first and the last.
 *
 * The arguments are fill_row, fill_pattern, the offsets of the first and the last byte in a row,
 * fill_first and fill_last, which of their bits are to change, the number of rows, and the bytes
 * from one row to the next. Afterwards only the pattern and the offsets still hold their values.
 *
 * 60 cycles, and for each row 34 if it is one byte wide, 56 if two, else 58 and 19 for each byte
 * between the first and the last. */
void fill_rows(void);

/* Merge two bytes of the pattern into the row's first two, each by its mask; returns the bits that
 * differed, 0 if none. The second byte is not touched if its mask is 0.
 *
 * The arguments are fill_row, fill_pattern, merge_first_mask and merge_second_mask. 47 cycles if
 * the second mask is 0, else 82, with the call. */
uint8_t merge_tile(void);

/* Unpack groups of eight tiles of three bits each, as many as groups_left says, from the bytes at
 * unpack_from to those at unpack_to. Both then point behind what was read and written. 206 cycles a
 * group. */
void unpack_groups(void);

/* Count the bytes at codes_from by their value, as many as codes_left says (0: 256), in count_low and,
 * where that comes to 256, in count_high. 25 cycles a byte. */
void count_codes(void);
extern uint8_t count_low[], count_high[];

#endif
