/* The few functions that are worth writing in assembly. Each has a twin in C, which says what it
 * does and which the host's compiler takes.
 *
 * The kernels for OSCAR64 are inline assembly beside the twins, those for cc65 are in
 * kernels_cc65.s.
 */
#ifndef UNDERCROFT_KERNELS_H
#define UNDERCROFT_KERNELS_H

#include "core/platform.h"

#if defined(__CC65__) || defined(__OSCAR64C__)
#define KERNELS_IN_ASSEMBLY 1
#else
#define KERNELS_IN_ASSEMBLY 0
#endif

/* The arguments of fill_rows: the first row, and a row full of the tile to draw; the offsets of
 * the first and the last byte in a row, and which of their bits are to change; the number of rows,
 * and the bytes from one row to the next. fill_first_bits and fill_last_bits are its own.
 * Afterwards only the pattern and the offsets still hold their values. */
ZEROPAGE_EXTERN(uint8_t *, fill_row);
ZEROPAGE_EXTERN(const uint8_t *, fill_pattern);
ZEROPAGE_EXTERN(uint8_t, fill_first);
ZEROPAGE_EXTERN(uint8_t, fill_last);
ZEROPAGE_EXTERN(uint8_t, fill_first_mask);
ZEROPAGE_EXTERN(uint8_t, fill_last_mask);
ZEROPAGE_EXTERN(uint8_t, fill_first_bits);
ZEROPAGE_EXTERN(uint8_t, fill_last_bits);
ZEROPAGE_EXTERN(uint8_t, fill_count);
ZEROPAGE_EXTERN(uint8_t, fill_stride);

/* Store whole bytes of the pattern into each row, merging the first and the last.
 *
 * 60 cycles, and for each row 34 if it is one byte wide, 56 if two, else 58 and 19 for each byte
 * between the first and the last. */
void fill_rows(void);

/* The arguments of merge_tile besides fill_row and fill_pattern: which bits of the row's first
 * byte are to change, and which of its second. */
ZEROPAGE_EXTERN(uint8_t, merge_first_mask);
ZEROPAGE_EXTERN(uint8_t, merge_second_mask);

/* The number of a tile in its group, which find_tile sets for TILE_PATTERN_AT. Maps of 4 and 8
 * bits per tile do not need it. */
ZEROPAGE_EXTERN(uint8_t, tile_place);

/* Merge two bytes of the pattern into the row's first two, each by its mask; returns the bits that
 * differed, 0 if none. The second byte is not touched if its mask is 0.
 *
 * 42 cycles if the second mask is 0, else 70. */
uint8_t merge_tile(void);

#endif
