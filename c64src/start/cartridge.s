; How a program on a cartridge starts. The cartridge's banks of 8 KB are seen at $8000-$9fff. Behind
; this, they hold the modules and then the resident part, which is copied to its place in memory.
;
; Nothing of the KERNAL is called: an EasyFlash starts without one, and that of Magic Desk has only
; looked for a cartridge. The build defines EASYFLASH or MAGIC_DESK, and of the resident part
;   BANK, BANK_PAGE     where its first byte is: the bank, and the page in it, 0 to 31
;   PLACE               the page of memory where it belongs, and how many pages it has
;   PAGES
;   ENTRY               where it is entered

        .setcpu "6502"

        .ifdef EASYFLASH
CONTROL         = $de02
CARTRIDGE_ON    = %00000110     ; 8 KB at $8000
CARTRIDGE_OFF   = %00000100
        .else
CONTROL         = $de00
CARTRIDGE_ON    = %00000000
CARTRIDGE_OFF   = %10000000
        .endif
SHOWN_BANK      = $de00

PORT_DIRECTION  = $00
PORT_VALUE      = $01
PORT_OUTPUTS    = %00101111
ALL_ROMS        = %00110111     ; without BASIC and the KERNAL there is no cartridge at $8000
RAM_NOT_ROMS    = %00110101
NMI_HANDLER     = $0247         ; as in program files
NMI_VECTOR      = $0318
NMI_IN_RAM      = $fffa         ; the vector if the KERNAL is not seen
VIC_CONTROL_2   = $d016
WIDE_SCREEN     = %00001000
FIRST_PAGE      = $80
END_PAGE        = $a0

        .ifdef EASYFLASH
        .segment "VECTORS"
        .addr nothing, start, nothing
        .else
        .segment "HEAD"
        .addr start, start
        .byte $c3, $c2, $cd, "80"       ; how the KERNAL recognises a cartridge: CBM80
        .endif

        .segment "START"

start:  sei
        cld
        ldx #$ff
        txs
        lda #WIDE_SCREEN        ; as the makers of EasyFlash advise: the VIC refreshes memory
        sta VIC_CONTROL_2

; As the KERNAL does, so that its file calls find no traces of what memory held at power-up.
        lda #0
        tax
page:   sta $0200,x
        sta $0300,x
        inx
        bne page
        ldx #$fe                ; the port's own addresses are left alone
zero:   sta PORT_VALUE,x
        dex
        bne zero

        ldx #code_end - copier - 1
byte:   lda __COPIER_LOAD__,x
        sta copier,x
        dex
        bpl byte
        lda #<NMI_HANDLER
        sta NMI_VECTOR
        lda #>NMI_HANDLER
        sta NMI_VECTOR + 1
        lda #ALL_ROMS           ; value before direction, or RAM is banked in for a moment
        sta PORT_VALUE
        lda #PORT_OUTPUTS
        sta PORT_DIRECTION

; This code is not there any more when the copier has switched the cartridge off.
        lda #>(hide_roms - 1)
        pha
        lda #<(hide_roms - 1)
        pha
        jmp copier

nothing:
        rti

; Copies whole pages from the banks into memory, and then switches the cartridge off. It runs in
; BASIC's input buffer, below the handler of non-maskable interrupts, and stays there: the program
; fetches its modules with it. Its arguments are operands of its own instructions, at the addresses
; that program/carriers/cartridge.c knows. The target may lie behind the cartridge, as stores always
; reach the RAM. The processor then sees what it saw before. 14 cycles a byte. Changes A and Y.

        .import __COPIER_LOAD__
        .segment "COPIER"

copier: lda PORT_VALUE
        pha
        lda #ALL_ROMS
        sta PORT_VALUE
        lda #CARTRIDGE_ON
        sta CONTROL
        ldy #0
next:   lda #BANK
bank    = next + 1
        sta SHOWN_BANK
load:   lda 256 * (FIRST_PAGE + BANK_PAGE),y
store:  sta 256 * PLACE,y
        iny
        bne load
        inc store + 2
        inc load + 2
        lda load + 2
        cmp #END_PAGE
        bne same
        lda #FIRST_PAGE
        sta load + 2
        inc bank
same:   dec pages
        bne next
        lda #CARTRIDGE_OFF
        sta CONTROL
        pla
        sta PORT_VALUE
        rts
pages:  .byte PAGES
copier_end:
        .res NMI_HANDLER - $0200 - (copier_end - copier)
        rti

hide_roms:
        lda #<NMI_HANDLER
        sta NMI_IN_RAM
        lda #>NMI_HANDLER
        sta NMI_IN_RAM + 1
        lda #RAM_NOT_ROMS
        sta PORT_VALUE
        jmp ENTRY
code_end:

        .assert copier = $0200, error, "cartridge.c calls the copier there"
        .assert bank = $020f, error, "an argument that cartridge.c sets is elsewhere"
        .assert load + 2 = $0215, error, "an argument that cartridge.c sets is elsewhere"
        .assert store + 2 = $0218, error, "an argument that cartridge.c sets is elsewhere"
        .assert pages = $023f, error, "an argument that cartridge.c sets is elsewhere"
        .assert hide_roms = NMI_HANDLER + 1, error, "the handler is elsewhere"
        .assert code_end <= $0259, error, "the KERNAL has its own variables there"
