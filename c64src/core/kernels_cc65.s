; Kernels for cc65. Their twins in C are in kernels.c and random16.c; the headers say what they do.

        .importzp       _fill_row, _fill_pattern, _fill_first, _fill_last
        .importzp       _fill_first_mask, _fill_last_mask, _fill_count, _fill_stride
        .importzp       _fill_first_bits, _fill_last_bits
        .importzp       _merge_first_mask, _merge_second_mask
        .importzp       _random_low, _random_high, _random_part, _random_whole
        .importzp       tmp1, tmp2
        .import         _random_draw
        .export         _fill_rows, _merge_tile, _random_step_7_9_8, _random_below
        .export         _random_is_within

.segment        "CODE"

; void fill_rows(void)

_fill_rows:
        ldx     _fill_count
        ldy     _fill_first
        cpy     _fill_last
        bne     @several

        lda     _fill_first_mask
        and     _fill_last_mask
        sta     _fill_first_mask
        eor     #$ff
        sta     _fill_last_mask
        lda     (_fill_pattern),y
        and     _fill_first_mask
        sta     _fill_first_mask
@one:   lda     (_fill_row),y
        and     _fill_last_mask
        ora     _fill_first_mask
        sta     (_fill_row),y
        tya
        clc
        adc     _fill_stride
        tay
        bcc     @same
        inc     _fill_row+1
@same:  dex
        bne     @one
        rts

@several:
        lda     (_fill_pattern),y
        and     _fill_first_mask
        sta     _fill_first_bits
        lda     _fill_first_mask
        eor     #$ff
        sta     _fill_first_mask
        ldy     _fill_last
        lda     (_fill_pattern),y
        and     _fill_last_mask
        sta     _fill_last_bits
        lda     _fill_last_mask
        eor     #$ff
        sta     _fill_last_mask
        dey
        cpy     _fill_first
        bne     @many

        dec     _fill_stride
@two:   lda     (_fill_row),y
        and     _fill_first_mask
        ora     _fill_first_bits
        sta     (_fill_row),y
        iny
        bne     @second
        inc     _fill_row+1
@second:
        lda     (_fill_row),y
        and     _fill_last_mask
        ora     _fill_last_bits
        sta     (_fill_row),y
        tya
        clc
        adc     _fill_stride
        tay
        bcc     @below
        inc     _fill_row+1
@below: dex
        bne     @two
        rts

@many:  ldy     _fill_first
        lda     (_fill_row),y
        and     _fill_first_mask
        ora     _fill_first_bits
        sta     (_fill_row),y
        iny
@between:
        lda     (_fill_pattern),y
        sta     (_fill_row),y
        iny
        cpy     _fill_last
        bne     @between
        lda     (_fill_row),y
        and     _fill_last_mask
        ora     _fill_last_bits
        sta     (_fill_row),y
        lda     _fill_row
        clc
        adc     _fill_stride
        sta     _fill_row
        bcc     @next
        inc     _fill_row+1
@next:  dex
        bne     @many
        rts

; unsigned char merge_tile(void)

_merge_tile:
        ldy     #0
        lda     (_fill_row),y
        eor     (_fill_pattern),y
        and     _merge_first_mask
        tax
        eor     (_fill_row),y
        sta     (_fill_row),y
        lda     _merge_second_mask
        beq     @done
        stx     tmp1
        iny
        lda     (_fill_row),y
        eor     (_fill_pattern),y
        and     _merge_second_mask
        tax
        eor     (_fill_row),y
        sta     (_fill_row),y
        txa
        ora     tmp1
        tax
@done:  txa
        ldx     #0
        rts

; void random_step_7_9_8(void): 39 cycles with its call.
;
; As 16 bits rotate through the accumulator, x << 7 is x rotated right by one, its lowest bit going
; to the top, and x >> 9 the upper byte shifted right by one.

_random_step_7_9_8:
        lda     _random_high
        lsr
        lda     _random_low
        ror
        eor     _random_high
        sta     _random_high
        ror
        eor     _random_low
        sta     _random_low
        eor     _random_high
        sta     _random_high
        rts

; unsigned char random_below(unsigned char count): about 180 cycles.
;
; The high byte of a product: the bits of the random byte, from the lowest on, each add `count`,
; and the sum is shifted right. Bits that are shifted out do not affect those above them.

_random_below:
        pha
        jsr     _random_draw
        pla
        sta     tmp1
        lda     _random_high
        sta     tmp2
        lda     #0
        .repeat 8
        lsr     tmp2
        bcc     :+
        clc
        adc     tmp1
:       ror
        .endrepeat
        ldx     #0
        rts

; unsigned char random_is_within(void)

_random_is_within:
        lda     _random_high
        sta     tmp1
        ldx     #8
        stx     tmp2
@round: asl     _random_part
        rol     _random_part+1
        lda     _random_part
        cmp     _random_whole
        tay
        lda     _random_part+1
        sbc     _random_whole+1
        bcc     @zero
        sta     _random_part+1
        tya
        sbc     _random_whole
        sta     _random_part
        asl     tmp1
        bcc     @within
        dex
        bne     @round
        beq     @next
@zero:  asl     tmp1
        bcs     @not
        dex
        bne     @round
@next:  lda     tmp2
        beq     @end
        lda     #0
        sta     tmp2
        lda     _random_low
        sta     tmp1
        ldx     #8
        bne     @round
@end:   lda     _random_part
        ora     _random_part+1
        beq     @not
@within:
        lda     #1
        ldx     #0
        rts
@not:   lda     #0
        tax
        rts
