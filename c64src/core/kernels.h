/* The few pieces of work that are worth assembly. Each has a twin in C beside it, which says what it
 * does and is what the host's compiler takes.
 *
 * cc65's kernels are in kernels_cc65.s; OSCAR64's stand as inline assembly beside the twins.
 */
#ifndef UNDERCROFT_KERNELS_H
#define UNDERCROFT_KERNELS_H

#include "core/platform.h"

#if defined(__CC65__) || defined(__OSCAR64C__)
#define KERNELS_IN_ASSEMBLY 1
#else
#define KERNELS_IN_ASSEMBLY 0
#endif

/* What fill_rows works on: the first row, and a row full of the tile to draw; the offsets of the
 * first and the last byte in a row, which of their bits are to change, and what they become (which
 * it works out itself); the number of rows, and the bytes from one row to the next. All but the
 * pattern and the offsets is gone afterwards. */
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
 * 34 cycles a row of one byte, 56 of two, else 58 and 19 for each byte between; 60 before them. */
void fill_rows(void);

/* What merge_tile works on, apart from fill_row and fill_pattern: which bits of the row's first byte
 * are to change, and which of its second; the place of a tile among those that fill whole bytes, which
 * find_tile leaves for TILE_PATTERN_AT. */
ZEROPAGE_EXTERN(uint8_t, merge_first_mask);
ZEROPAGE_EXTERN(uint8_t, merge_second_mask);
ZEROPAGE_EXTERN(uint8_t, tile_place);

/* Merge two bytes of the pattern into the row's first two, each by its mask; returns the bits that
 * differed, 0 if none. The second byte is not touched if its mask is 0.
 *
 * 42 cycles if the second mask is 0, else 70. */
uint8_t merge_tile(void);

#endif
