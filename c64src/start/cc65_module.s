; The table at the start of a module that cc65 links: each call comes with arguments in the registers
; X and A, and its result goes there. Everything else that is cc65's way is made and put back here.
; docs/modules.md describes the table.

        .export         __STARTUP__ : absolute = 1      ; cc65 requires it
        .import         _module_begin, _module_step, _module_generate
        .import         _module_a, _module_x
        .import         __STACK_TOP__
        .importzp       sp
        .include        "module_zeropage.inc"
        .include        "zeropage_cc65.inc"
        .include        "module_work.inc"
.if HAS_GET_TILE
        .import         _module_get_tile
.endif
.if HAS_SET_TILE
        .import         _module_set_tile
.endif
.if HAS_TABLE
        .import         _module_table
.endif
.if HAS_UNPACK_ROW
        .import         _module_unpack_row
.endif
.if HAS_UNPACK_COLUMN
        .import         _module_unpack_column
.endif
.if HAS_COUNT_TILES
        .import         _module_count_tiles
.endif
.if HAS_RUN
        .import         _module_run
.endif

.segment        "STARTUP"

        jmp     begin
        jmp     step
        jmp     generate
.if HAS_GET_TILE
        jmp     get_tile
.else
        jmp     left_out
.endif
.if HAS_SET_TILE
        jmp     set_tile
.else
        jmp     left_out
.endif
.if HAS_TABLE
        jmp     table
.else
        jmp     left_out
.endif
.if HAS_UNPACK_ROW
        jmp     unpack_row
.else
        jmp     left_out
.endif
.if HAS_UNPACK_COLUMN
        jmp     unpack_column
.else
        jmp     left_out
.endif
.if HAS_COUNT_TILES
        jmp     count_tiles
.else
        jmp     left_out
.endif
.if HAS_RUN
        jmp     run
.else
        jmp     left_out
.endif
; The module's description and the request block.
        .res    64 - 10 * 3, 0
.if GAME_TABLE
        .include "game_table.inc"
.elseif LEAVES_OUT
left_out:
        cld
        lda     #255
        rts
.endif

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
.if HAS_GET_TILE
get_tile:
.if KEEPS_ZERO_PAGE
        jsr     enter_light
        lda     _module_x
        sta     tile_column
        lda     _module_a
        sta     tile_row
        jsr     _module_get_tile
        sta     _module_a
        jmp     leave_light
.else
        stx     tile_column
        sta     tile_row
        cld
        jmp     _module_get_tile
.endif
.endif
.if HAS_SET_TILE
set_tile:
        jsr     enter_light
        jsr     _module_set_tile
        jmp     leave_light
.endif
.if HAS_TABLE
table:  jsr     enter_light
        jsr     _module_table
        jmp     leave_light
.endif
.if HAS_UNPACK_ROW
unpack_row:
        jsr     enter_heavy
        jsr     _module_unpack_row
        jmp     leave_heavy
.endif
.if HAS_UNPACK_COLUMN
unpack_column:
        jsr     enter_heavy
        jsr     _module_unpack_column
        jmp     leave_heavy
.endif
.if HAS_COUNT_TILES
count_tiles:
        jsr     enter_heavy
        jsr     _module_count_tiles
        jmp     leave_heavy
.endif
.if HAS_RUN
run:    jsr     enter_heavy
        jsr     _module_run
        jmp     leave_heavy
.endif

; The calls that change little begin the list of addresses.
enter_light:
        stx     _module_x
.if HEAVY_BYTES
        ldx     #LIGHT_BYTES
        bne     enter
.endif
enter_heavy:
        stx     _module_x
.if HEAVY_BYTES
        ldx     #HEAVY_BYTES
.endif
enter:  sta     _module_a
.if HEAVY_BYTES
keep:   ldy     kept_address-1,x
        lda     a:$0000,y
        sta     kept_bytes-1,x
        dex
        bne     keep
.endif
        lda     sp
        sta     kept_sp
        lda     sp+1
        sta     kept_sp+1
        lda     #<__STACK_TOP__
        sta     sp
        lda     #>__STACK_TOP__
        sta     sp+1
        cld
        rts

leave_light:
.if HEAVY_BYTES
        ldx     #LIGHT_BYTES
        bne     restore
.endif
leave_heavy:
.if HEAVY_BYTES
        ldx     #HEAVY_BYTES
restore:
        ldy     kept_address-1,x
        lda     kept_bytes-1,x
        sta     a:$0000,y
        dex
        bne     restore
.endif
        lda     kept_sp
        sta     sp
        lda     kept_sp+1
        sta     sp+1
        ldx     _module_x
        lda     _module_a
        rts

.if HEAVY_BYTES
.segment        "RODATA"

kept_address:   .byte   HEAVY_ADDRESSES
.endif

.segment        "BSS"

kept_sp:        .res    2
.if HEAVY_BYTES
kept_bytes:     .res    HEAVY_BYTES
.endif
