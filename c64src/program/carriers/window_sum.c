#include "program/carriers/window_sum.h"
#include "module_places.h"

volatile uint8_t sum_at[2], sum_first, sum_rounds, sum_low, sum_high;

#ifdef __OSCAR64C__

/* The twin for cc65 is window_sum_cc65.s. */
NOINLINE void sum_window(void)
{
    __asm volatile {
        lda sum_at
        sta byte + 1
        lda sum_at + 1
        sta byte + 2
        ldy sum_first
        ldx #0
        stx sums + 1
add:    clc
        txa
byte:   adc 0xffff,y
        tax
        clc
sums:   adc #0
        sta sums + 1
        iny
        bne add
        inc byte + 2
        dec sum_rounds
        bne add
        stx sum_low
        sta sum_high
    }
}

/* Called through a pointer, as OSCAR64 does not know what becomes of the registers. If the pointer had its
 * value from the start, OSCAR64 1.32.271 would call the function itself, although the pointer is volatile; so
 * it is set in a function that is not inlined. */
static void (*volatile sum)(void);

static NOINLINE void prepare_to_sum(void)
{
    sum = sum_window;
}

#else
#define sum sum_window
#define prepare_to_sum()
#endif

uint16_t window_sum(uint16_t bytes)
{
    uint16_t at;

    /* Only the first round may be shorter, as all end where the index becomes 0. */
    sum_first = (uint8_t)(0 - bytes);
    at = MODULE_WINDOW - sum_first;
    sum_at[0] = (uint8_t)at;
    sum_at[1] = (uint8_t)(at >> 8);
    sum_rounds = (uint8_t)((bytes + 0xFF) >> 8);
    prepare_to_sum();
    sum();
    return (uint16_t)sum_high << 8 | sum_low;
}
