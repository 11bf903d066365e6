#include "core/random16.h"
#include "random_constants.h"
#include "core/assertion.h"
#include "core/kernels.h"

ZEROPAGE_BEGIN
ZEROPAGE uint8_t random_low;
ZEROPAGE uint8_t random_high;
ZEROPAGE_END

uint16_t random_draws;

ZEROPAGE_BEGIN
ZEROPAGE uint16_t random_part;
ZEROPAGE uint16_t random_whole;
ZEROPAGE_END

#if RANDOM_LEFT_SHIFT == 7 && RANDOM_RIGHT_SHIFT == 9 && RANDOM_LAST_SHIFT == 8

#define random_step random_step_7_9_8

#if defined(__CC65__)
void random_step_7_9_8(void);
#elif defined(__OSCAR64C__)
/* As 16 bits rotate through the accumulator, x << 7 is x rotated right by one, its lowest bit going
 * to the top, and x >> 9 the upper byte shifted right by one. 39 cycles with its call. */
static void random_step_7_9_8(void)
{
    __asm volatile {
            lda random_high
            lsr
            lda random_low
            ror
            eor random_high
            sta random_high
            ror
            eor random_low
            sta random_low
            eor random_high
            sta random_high
    }
}
#else
static void random_step_7_9_8(void)
{
    uint8_t carried;

    /* x ^= x << 7: the upper byte of x << 7 is x >> 1, and one bit is left for the lower byte. */
    carried = (uint8_t)(random_high << 7) | (uint8_t)(random_low >> 1);
    random_high ^= carried;
    random_low ^= (uint8_t)(random_low << 7);
    random_low ^= (uint8_t)(random_high >> 1);
    random_high ^= random_low;
}
#endif

#else

static void random_step(void)
{
    uint16_t state;

    state = ((uint16_t)random_high << 8) | random_low;
    state ^= (uint16_t)(state << RANDOM_LEFT_SHIFT);
    state ^= (uint16_t)(state >> RANDOM_RIGHT_SHIFT);
    state ^= (uint16_t)(state << RANDOM_LAST_SHIFT);
    random_low = (uint8_t)state;
    random_high = (uint8_t)(state >> 8);
}

#endif

void random_seed(uint16_t seed)
{
    uint8_t step;

    if (seed == 0)
        seed = RANDOM_SEED_ZERO;
    random_low = (uint8_t)seed;
    random_high = (uint8_t)(seed >> 8);
    for (step = RANDOM_WARM_UP; step != 0; --step)
        random_step();
    random_draws = 0;
}

void random_draw(void)
{
    ++random_draws;
    random_step();
}

#if defined(__OSCAR64C__)

/* The high byte of a product: the bits of the random byte, from the lowest on, each add `count`,
 * and the sum is shifted right. Bits that are shifted out do not affect those above them. */
uint8_t random_below(uint8_t count)
{
    ASSERT("random_below: a count of 0", count != 0);
    random_draw();
    return __asm volatile {
            lda random_high
            sta accu + 1
            lda #0
            lsr accu + 1
            bcc bit0
            clc
            adc count
    bit0:   ror
            lsr accu + 1
            bcc bit1
            clc
            adc count
    bit1:   ror
            lsr accu + 1
            bcc bit2
            clc
            adc count
    bit2:   ror
            lsr accu + 1
            bcc bit3
            clc
            adc count
    bit3:   ror
            lsr accu + 1
            bcc bit4
            clc
            adc count
    bit4:   ror
            lsr accu + 1
            bcc bit5
            clc
            adc count
    bit5:   ror
            lsr accu + 1
            bcc bit6
            clc
            adc count
    bit6:   ror
            lsr accu + 1
            bcc bit7
            clc
            adc count
    bit7:   ror
            sta accu
    };
}

uint8_t random_is_within(void)
{
    return __asm volatile {
            lda random_high
            sta accu + 1
            ldx #8
            stx accu
    round:  asl random_part
            rol random_part + 1
            lda random_part
            cmp random_whole
            tay
            lda random_part + 1
            sbc random_whole + 1
            bcc zero
            sta random_part + 1
            tya
            sbc random_whole
            sta random_part
            asl accu + 1
            bcc within
            dex
            bne round
            beq next
    zero:   asl accu + 1
            bcs not
            dex
            bne round
    next:   lda accu
            beq end
            lda #0
            sta accu
            lda random_low
            sta accu + 1
            ldx #8
            bne round
    end:    lda random_part
            ora random_part + 1
            beq not
    within: ldx #1
            bne done
    not:    ldx #0
    done:   stx accu
    };
}
#elif !KERNELS_IN_ASSEMBLY

uint8_t random_is_within(void)
{
    uint8_t bits, left;

    bits = random_high;
    for (left = 16; left != 0; --left) {
        if (left == 8)
            bits = random_low;
        random_part <<= 1;
        if (random_part >= random_whole) {
            random_part -= random_whole;
            if (bits < 0x80)
                return 1;
        } else if (bits >= 0x80)
            return 0;
        bits <<= 1;
    }
    return random_part != 0;
}

uint8_t random_below(uint8_t count)
{
    ASSERT("random_below: a count of 0", count != 0);
    random_draw();
    return (uint8_t)(((uint16_t)random_high * count) >> 8);
}

#endif

uint8_t random_bit(void)
{
    random_draw();
    return random_high >> 7;
}

uint8_t random_chance(uint16_t threshold)
{
    random_draw();
    return (((uint16_t)random_high << 8) | random_low) <= threshold;
}
