; How a program built with cc65 begins: no KERNAL, no BASIC, no arguments.
;
; Execution starts at the first byte of the segment STARTUP, which the linker configuration puts
; at the start of the program. __STACK_TOP__ comes from that configuration too.

        .export         __STARTUP__ : absolute = 1      ; cc65 requires it besides main
        .import         _main
        .import         __BSS_RUN__, __BSS_SIZE__
        .import         __STACK_TOP__
        .import         __ZEROPAGE_RUN__, __ZEROPAGE_SIZE__
        .importzp       sp, ptr1

.segment        "STARTUP"

start:  cld
        ldx     #$ff
        txs
        lda $ba                 ; the device of the program, before it is overwritten
        sta $02a7

; The runtime's registers and our variables are in zero page, so its size is never 0.
        lda     #0
        ldx     #<__ZEROPAGE_SIZE__
zero:   sta     __ZEROPAGE_RUN__ - 1,x
        dex
        bne     zero

        lda     #<__BSS_RUN__
        sta     ptr1
        lda     #>__BSS_RUN__
        sta     ptr1+1
        lda     #0
        tay
        ldx     #>__BSS_SIZE__
        beq     rest
page:   sta     (ptr1),y
        iny
        bne     page
        inc     ptr1+1
        dex
        bne     page
rest:   cpy     #<__BSS_SIZE__
        beq     run
        sta     (ptr1),y
        iny
        bne     rest

run:    lda     #<__STACK_TOP__
        sta     sp
        lda     #>__STACK_TOP__
        sta     sp+1
        jsr     _main

; There is no BASIC to return to.
spin:   jmp     spin
