#include "core/kernels.h"

ZEROPAGE_BEGIN
ZEROPAGE uint8_t *fill_row;
ZEROPAGE const uint8_t *fill_pattern;
ZEROPAGE uint8_t fill_first;
ZEROPAGE uint8_t fill_last;
ZEROPAGE uint8_t fill_first_mask;
ZEROPAGE uint8_t fill_last_mask;
ZEROPAGE uint8_t fill_first_bits;
ZEROPAGE uint8_t fill_last_bits;
ZEROPAGE uint8_t fill_count;
ZEROPAGE uint8_t fill_stride;
ZEROPAGE uint8_t merge_first_mask;
ZEROPAGE uint8_t merge_second_mask;
ZEROPAGE uint8_t tile_place;
ZEROPAGE_END

#if defined(__OSCAR64C__)

void fill_rows(void)
{
    __asm volatile {
            ldx fill_count
            ldy fill_first
            cpy fill_last
            bne several

            lda fill_first_mask
            and fill_last_mask
            sta fill_first_mask
            eor #$ff
            sta fill_last_mask
            lda (fill_pattern),y
            and fill_first_mask
            sta fill_first_mask
    one:    lda (fill_row),y
            and fill_last_mask
            ora fill_first_mask
            sta (fill_row),y
            tya
            clc
            adc fill_stride
            tay
            bcc same
            inc fill_row + 1
    same:   dex
            bne one
            beq done

    several:
            lda (fill_pattern),y
            and fill_first_mask
            sta fill_first_bits
            lda fill_first_mask
            eor #$ff
            sta fill_first_mask
            ldy fill_last
            lda (fill_pattern),y
            and fill_last_mask
            sta fill_last_bits
            lda fill_last_mask
            eor #$ff
            sta fill_last_mask
            dey
            cpy fill_first
            bne many

            dec fill_stride
    two:    lda (fill_row),y
            and fill_first_mask
            ora fill_first_bits
            sta (fill_row),y
            iny
            bne second
            inc fill_row + 1
    second: lda (fill_row),y
            and fill_last_mask
            ora fill_last_bits
            sta (fill_row),y
            tya
            clc
            adc fill_stride
            tay
            bcc below
            inc fill_row + 1
    below:  dex
            bne two
            beq done

    many:   ldy fill_first
            lda (fill_row),y
            and fill_first_mask
            ora fill_first_bits
            sta (fill_row),y
            iny
    between:
            lda (fill_pattern),y
            sta (fill_row),y
            iny
            cpy fill_last
            bne between
            lda (fill_row),y
            and fill_last_mask
            ora fill_last_bits
            sta (fill_row),y
            lda fill_row
            clc
            adc fill_stride
            sta fill_row
            bcc next
            inc fill_row + 1
    next:   dex
            bne many
    done:
    }
}

uint8_t merge_tile(void)
{
    return __asm volatile {
            ldy #0
            lda (fill_row),y
            eor (fill_pattern),y
            and merge_first_mask
            sta accu
            eor (fill_row),y
            sta (fill_row),y
            lda merge_second_mask
            beq done
            iny
            lda (fill_row),y
            eor (fill_pattern),y
            and merge_second_mask
            tax
            eor (fill_row),y
            sta (fill_row),y
            txa
            ora accu
            sta accu
    done:
    };
}

#elif !KERNELS_IN_ASSEMBLY
uint8_t merge_tile(void)
{
    uint8_t first, second;

    first = (fill_row[0] ^ fill_pattern[0]) & merge_first_mask;
    fill_row[0] ^= first;
    if (merge_second_mask == 0)
        return first;
    second = (fill_row[1] ^ fill_pattern[1]) & merge_second_mask;
    fill_row[1] ^= second;
    return first | second;
}

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
