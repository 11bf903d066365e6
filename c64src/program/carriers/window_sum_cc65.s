; The sum of the window; see window_sum.h. The twin for OSCAR64 is sum_window in window_sum.c.

        .import _sum_at, _sum_first, _sum_rounds, _sum_low, _sum_high
        .export _sum_window

        .code

_sum_window:
        lda _sum_at
        sta byte + 1
        lda _sum_at + 1
        sta byte + 2
        ldy _sum_first
        ldx #0
        stx sums + 1
add:    clc
        txa
byte:   adc $ffff,y
        tax
        clc
sums:   adc #0
        sta sums + 1
        iny
        bne add
        inc byte + 2
        dec _sum_rounds
        bne add
        stx _sum_low
        sta _sum_high
        rts
