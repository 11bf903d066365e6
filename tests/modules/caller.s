; A game that knows a module only by its include file: it makes the dungeon whose seed and floor are
; at `wanted`, counts its tiles, and says so at `done`. Assembled with -D sliced=1, it makes the dungeon
; step by step.

        .include "burrow.inc"

        .segment "STARTUP"
        jmp start
wanted: .word 0
        .byte 0
done:   .byte 0

start:  lda wanted
        sta burrow_seed
        lda wanted + 1
        sta burrow_seed + 1
        lda wanted + 2
        sta burrow_floor
.if sliced
        jsr burrow_begin
more:   jsr burrow_step
        cmp #0
        bne more
.else
        jsr burrow_generate
.endif
        jsr burrow_count_tiles
        lda #1
        sta done
stay:   jmp stay
