; The table at the start of a module that cc65 links: each call comes with arguments in the registers
; X and A, and its result goes there. Everything else that is cc65's way is made and put back here.
; docs/modules.md describes the table.

        .export         __STARTUP__ : absolute = 1      ; cc65 requires it
        .import         _module_begin, _module_step, _module_generate
        .import         _module_get_tile, _module_set_tile, _module_table
        .import         _module_unpack_row, _module_unpack_column, _module_count_tiles
        .import         _module_run
        .import         _module_a, _module_x
        .import         __STACK_TOP__
        .importzp       sp
        .include        "module_zeropage.inc"

.segment        "STARTUP"

        jmp     begin
        jmp     step
        jmp     generate
        jmp     get_tile
        jmp     set_tile
        jmp     table
        jmp     unpack_row
        jmp     unpack_column
        jmp     count_tiles
        jmp     run
; The module's description and the request block.
        .res    64 - 10 * 3, 0

begin:  jsr     enter_heavy
        jsr     _module_begin
        jmp     leave_heavy
step:   jsr     enter_heavy
        jsr     _module_step
        jmp     leave_heavy
generate:
        jsr     enter_heavy
        jsr     _module_generate
        jmp     leave_heavy
get_tile:
        jsr     enter_light
        jsr     _module_get_tile
        jmp     leave_light
set_tile:
        jsr     enter_light
        jsr     _module_set_tile
        jmp     leave_light
table:  jsr     enter_light
        jsr     _module_table
        jmp     leave_light
unpack_row:
        jsr     enter_heavy
        jsr     _module_unpack_row
        jmp     leave_heavy
unpack_column:
        jsr     enter_heavy
        jsr     _module_unpack_column
        jmp     leave_heavy
count_tiles:
        jsr     enter_heavy
        jsr     _module_count_tiles
        jmp     leave_heavy
run:    jsr     enter_heavy
        jsr     _module_run
        jmp     leave_heavy

; The calls that change little begin the list of addresses.
enter_light:
        stx     _module_x
        ldx     #LIGHT_BYTES - 1
        bne     enter
enter_heavy:
        stx     _module_x
        ldx     #HEAVY_BYTES - 1
enter:  sta     _module_a
keep:   ldy     kept_address,x
        lda     a:$0000,y
        sta     kept_bytes,x
        dex
        bpl     keep
        lda     #<__STACK_TOP__
        sta     sp
        lda     #>__STACK_TOP__
        sta     sp+1
        cld
        rts

leave_light:
        ldx     #LIGHT_BYTES - 1
        bne     restore
leave_heavy:
        ldx     #HEAVY_BYTES - 1
restore:
        ldy     kept_address,x
        lda     kept_bytes,x
        sta     a:$0000,y
        dex
        bpl     restore
        ldx     _module_x
        lda     _module_a
        rts

.segment        "RODATA"

kept_address:   .byte   HEAVY_ADDRESSES

.segment        "BSS"

kept_bytes:     .res    HEAVY_BYTES
