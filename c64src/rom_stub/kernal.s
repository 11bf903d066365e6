; The KERNAL image of the ROM stub: just enough for the machine to come out of reset, or to start a
; cartridge at $8000.
;
; The emulator's monitor puts a program into RAM and starts it, so this ROM only has to bring the
; processor into a known state and then wait, without touching anything else. A program that has its
; own character set and reads the keyboard and joysticks itself needs no more.
;
; The jump table holds one JMP for each documented KERNAL call, at the documented address. All
; calls return at once with the carry clear ("no error") and A, X, Y unchanged. The test double of
; a call goes into the CALLS segment, which has more than 7 KiB; its `entry` line below then has
; its label instead of `nothing`.
;
; Interrupts, and the calls for which the KERNAL has them, go through the vectors at $0314-$0333.
; RESTOR sets these.

        .setcpu "6502"

        .export spin

PORT_DIRECTION  = $00           ; processor port: which bits are outputs
PORT_VALUE      = $01
PORT_OUTPUTS    = %00101111
ALL_ROMS        = %00110111     ; BASIC, KERNAL and I/O visible; cassette motor off
CARTRIDGE       = $8000
VIC_CONTROL_1   = $d011
SCREEN_OFF      = %00001011     ; 25 rows, but the display bit clear: border colour only

        .segment "IDLE"

; Where the machine waits. It is the first byte of the ROM, so that tools need no label for it.
spin:   jmp spin

        .segment "RESET"

reset:  sei
        cld
        ldx #$ff
        txs
        ldx #cartridge_mark_end - cartridge_mark
mark:   lda cartridge_mark - 1,x
        cmp CARTRIDGE + 3,x     ; the mark is behind two vectors
        bne no_cartridge
        dex
        bne mark
        jmp (CARTRIDGE)         ; before anything else, as the KERNAL does
no_cartridge:
        lda #ALL_ROMS           ; value before direction, or RAM is banked in for a moment
        sta PORT_VALUE
        lda #PORT_OUTPUTS
        sta PORT_DIRECTION
        lda #NO_DRIVE           ; unless a test changes it, no drive answers
        sta FAILURE
        lda #0
        sta RECORD_USED
        sta RECORD_USED + 1
        sta ANSWER
        sta INTERRUPTS
        sta WARM_STARTS
        sta DISK
        sta MISSING
        sta RS232
        jsr restor
        lda #SCREEN_OFF         ; the contents of RAM at power-up are not worth showing
        sta VIC_CONTROL_1
        jmp spin

cartridge_mark:
        .byte $c3, $c2, $cd, "80"
cartridge_mark_end:

; Interrupts, as the KERNAL handles them. They are counted, since the program wants none.
nmi:    sei
        jmp (NMI_VECTOR)

irq:    pha
        txa
        pha
        tya
        pha
        tsx
        lda $0104,x             ; the flags when it came
        and #%00010000
        bne break
        jmp (VECTORS)
break:  jmp (BREAK_VECTOR)

on_irq: inc INTERRUPTS
        lda CIA_1 + $0d         ; only CIA 1's is acknowledged: one of the VIC comes again at once
        pla
        tay
        pla
        tax
        pla
        rti

        .segment "NMI"

; RESTORE, with RUN/STOP: BASIC's warm start, which here is to wait. The KERNAL asks first whether
; it was CIA 2; a test has no other way to send one.
on_nmi: bit CIA_1 + $01         ; RUN/STOP pulls bit 7 to ground, if its column is selected
        bpl warm_start
        rti

warm_start:
        inc WARM_STARTS
        jsr restor
        jmp spin

        .segment "RESET"

; Set all vectors.
restor: ldx #<defaults
        ldy #>defaults
        stx $c3
        sty $c4
        ldy #defaults_end - defaults - 1
vector: lda ($c3),y
        sta VECTORS,y
        dey
        bpl vector
        ldy #put_end - put - 1
code:   lda put,y
        sta PUT,y
        dey
        bpl code
        clc
        rts

VECTORS         = $0314
BREAK_VECTOR    = $0316
NMI_VECTOR      = $0318
CIA_1           = $dc00
RS232           = $02a1         ; which of its NMIs the KERNAL waits for before it uses the bus

defaults:
        .addr on_irq, warm_start, on_nmi
        .addr open, close, chkin, nothing, nothing, chrin, nothing  ; OPEN to CHROUT
        .addr nothing, nothing, nothing, warm_start                 ; STOP, GETIN, CLALL, unused
        .addr nothing, save                                         ; LOAD, SAVE
defaults_end:
        .assert defaults_end - defaults = $20, error, "there are 16 vectors"

; What the calls that use the serial bus have in common: they wait for RS-232, and leave interrupts
; enabled. Keeps A, X, Y.
serial: pha
wait:   lda RS232
        and #%00000011
        bne wait
        cli
        pla
        rts

        .segment "CALLS"

; The test double of the file calls. It records every call in the RAM beneath the chips, which only
; the emulator's monitor reads, and returns what the bytes from FAILURE on say.
;
; The record is a list of entries: a letter (L for SETLFS, N for SETNAM, S for SAVE, O for OPEN, C
; for CLOSE), the number of bytes (low, high), and those bytes. The bytes of SAVE are those of the
; file: its start address and its contents.

FAILURE         = $02b0         ; error of SAVE and OPEN, 0 for none
ANSWER          = $02b1         ; the drive's next answer, 0 to 3
FILE_SIZE       = $02b2         ; bytes of the file that OPEN finds, 0 for none
RECORD_USED     = $02b4         ; bytes in the record
SAVE_STATUS     = $02b6         ; what READST returns after SAVE
INTERRUPTS      = $02b7         ; interrupts that came, none of which the program wants
WARM_STARTS     = $02b8         ; how often BASIC was started again
ANSWERS         = $0340         ; four answers of the drive, 32 bytes each, ended by a 0
FILE            = $03c0         ; the file that OPEN finds, up to 64 bytes
DISK            = $02b9         ; which disk is in the drive; 0: OPEN finds only FILE
RECORD          = $d000
RECORD_END      = $e000         ; what does not fit is counted, but not recorded
PUT             = $02c0         ; the code of `put`, outside this ROM
NO_DRIVE        = 5

; Disks are in a GeoRAM, which VICE fills from a file and shows a page at a time. Disk n has its
; directory in page n: entries of 32 bytes with the name (16 bytes, padded by 0), the first page of
; the contents (low, high) and their size (low, high). Contents begin with a page. A name that is not
; in the directory is a missing file, and the drive says so.
GEORAM          = $de00
GEORAM_PAGE     = $dffe         ; 0 to 63
GEORAM_BLOCK    = $dfff         ; of 64 pages
ENTRY_BYTES     = 32
ENTRY_PAGE      = 16
ENTRY_SIZE      = 18

STATUS          = $90           ; zero page, as the KERNAL uses it
SECONDARY       = $b9
NAME_LENGTH     = $b7
NAME            = $bb
READING         = $a6           ; the number of bytes read
FROM            = $ac
TO              = $ae
INTO            = $c1
COUNT           = $c3
HELD            = $a7
LEFT            = $f7           ; bytes of the file that were not read yet
PAGE            = $f9           ; of the GeoRAM
RECORDED        = $fd
MISSING         = $02ba         ; not 0: the file that was opened last is not on the disk

setlfs: sta $b8
        stx $ba
        sty SECONDARY
        lda #'L'
        jsr begin
        lda $b8
        jsr record
        lda $ba
        jsr record
        lda SECONDARY
        jmp finish

setnam: sta NAME_LENGTH
        stx NAME
        sty NAME + 1
        lda #'N'
        jsr begin
        ldy #0
name:   cpy NAME_LENGTH
        beq end
        lda (NAME),y
        jsr record
        iny
        bne name
end:    jmp ended

save:   jsr serial
        stx TO
        sty TO + 1
        tax
        lda $00,x
        sta FROM
        lda $01,x
        sta FROM + 1
        lda #'S'
        jsr begin
        lda FROM
        jsr record
        lda FROM + 1
        jsr record
byte:   lda FROM
        cmp TO
        lda FROM + 1
        sbc TO + 1
        bcs saved
        ldy #0
        lda (FROM),y
        jsr record
        inc FROM
        bne byte
        inc FROM + 1
        bne byte
saved:  jsr ended
        lda SAVE_STATUS
        sta STATUS
        jmp outcome

open:   jsr serial
        lda #0
        sta READING
        sta STATUS
        lda #'O'
        jsr begin
        jsr ended
        lda SECONDARY
        cmp #15
        beq outcome
        lda DISK
        beq outcome
        jsr find
outcome:
        lda FAILURE
        cmp #1                  ; sets the carry for every error
        rts

close:  jsr serial
        lda SECONDARY
        cmp #15
        bne closed
        inc ANSWER
        lda ANSWER
        and #3
        sta ANSWER
        lda #0                  ; an answer is given once
        sta MISSING
closed: lda #'C'
        jsr begin
        jmp ended

chkin:  jsr serial
        clc
        rts

; Find the file on the disk. Without it, MISSING is not 0.
find:   sta PAGE
        lda #0
        sta PAGE + 1
        jsr show_page
        ldx #0
        stx MISSING
entry_of_disk:
        lda GEORAM,x
        beq none
        stx HELD
        ldy #0
letter: cpy #16
        beq found
        lda #0
        cpy NAME_LENGTH
        bcs ended_name
        lda (NAME),y
ended_name:
        cmp GEORAM,x
        bne next_entry
        inx
        iny
        bne letter
next_entry:
        lda HELD
        clc
        adc #ENTRY_BYTES
        tax
        bne entry_of_disk
none:   inc MISSING
        rts

found:  ldx HELD
        lda GEORAM + ENTRY_SIZE,x
        sta LEFT
        lda GEORAM + ENTRY_SIZE + 1,x
        sta LEFT + 1
        lda GEORAM + ENTRY_PAGE,x
        ldy GEORAM + ENTRY_PAGE + 1,x
        sta PAGE
        sty PAGE + 1
        ; fall through

; Make a page of the GeoRAM visible.
show_page:
        lda PAGE + 1
        sta HELD + 1
        lda PAGE
        asl
        rol HELD + 1
        asl
        rol HELD + 1
        lda PAGE
        and #63
        sta GEORAM_PAGE
        lda HELD + 1
        sta GEORAM_BLOCK
        rts

chrin:  jsr serial
        lda SECONDARY
        cmp #15
        bne from_file
        jmp answer
from_file:
        lda DISK
        bne of_disk
        ldx READING
        lda FILE,x
        inx
        stx READING
        cpx FILE_SIZE
        bcc more
last:   ldx #$40                ; end of file; a missing file is also a timeout
        ldy FILE_SIZE
        bne ends
        ldx #$42
ends:   stx STATUS
more:   clc
        rts

of_disk:
        lda MISSING
        ora LEFT
        ora LEFT + 1
        beq read_all
        lda MISSING
        bne read_all
        ldx READING
        lda GEORAM,x
        inc READING
        bne same_page
        inc PAGE
        bne shown
        inc PAGE + 1
shown:  pha
        jsr show_page
        pla
same_page:
        ldx LEFT
        bne low
        dec LEFT + 1
low:    dec LEFT
        ldx LEFT
        bne more
        ldx LEFT + 1
        bne more
        ldx #$40
        bne ends                ; always
read_all:
        ldx #$42
        bne ends                ; always

; What the drive says of the file that was opened last.
of_missing:
        ldx READING
        inc READING
        lda not_found + 1,x
        bne not_ended
        lda #$40
        sta STATUS
not_ended:
        lda not_found,x
        clc
        rts

not_found:
        .byte "62, FILE NOT FOUND,00,00", 13, 0

answer: lda DISK
        beq own_answer
        lda MISSING
        bne of_missing
own_answer:
        lda ANSWER
        asl
        asl
        asl
        asl
        asl
        adc READING
        tax
        inc READING
        ldy ANSWERS + 1,x
        bne said
        ldy #$40
        sty STATUS
said:   lda ANSWERS,x
        clc
        rts

readst: lda STATUS
        clc
        rts

; Begin an entry with the letter in A; `ended` fills in its count. Changes A, X and Y.
begin:  pha
        lda RECORD_USED
        clc
        adc #<RECORD
        sta INTO
        sta RECORDED
        lda RECORD_USED + 1
        adc #>RECORD
        sta INTO + 1
        sta RECORDED + 1
        lda #0
        sta COUNT
        sta COUNT + 1
        pla
        ldy #0
        jsr PUT
        lda #3
        jsr advance
        clc
        rts

; Add the byte in A to the entry. Keeps Y.
record: sty HELD
        pha
        lda RECORD_USED
        clc
        adc #<RECORD
        sta RECORDED
        lda RECORD_USED + 1
        adc #>RECORD
        sta RECORDED + 1
        cmp #>RECORD_END
        pla
        bcs beyond
        ldy #0
        jsr PUT
beyond: ldy HELD
        inc COUNT
        bne counted
        inc COUNT + 1
counted:
        lda #1
advance:
        clc
        adc RECORD_USED
        sta RECORD_USED
        bcc advanced
        inc RECORD_USED + 1
advanced:
        rts

finish: jsr record
ended:  lda INTO
        sta RECORDED
        lda INTO + 1
        sta RECORDED + 1
        ldy #1
        lda COUNT
        jsr PUT
        iny
        lda COUNT + 1
        jsr PUT
        clc
        rts

; Stores A below the chips. RESTOR, which a program calls first, copies this to PUT.
put:    dec PORT_VALUE          ; from $36 to $34: RAM only
        dec PORT_VALUE
        sta (RECORDED),y
        inc PORT_VALUE
        inc PORT_VALUE
        rts
put_end:

; KERNAL calls that have no test double.
nothing:
        clc
        rts

        .segment "JUMPTABLE"

        .macro entry address, target
        .assert * = address, error, "KERNAL jump table entry at the wrong address"
        jmp target
        .endmacro

        .macro vectored address, vector
        .assert * = address, error, "KERNAL jump table entry at the wrong address"
        jmp (vector)
        .endmacro

        entry $ff81, nothing    ; CINT
        entry $ff84, nothing    ; IOINIT
        entry $ff87, nothing    ; RAMTAS
        entry $ff8a, restor     ; RESTOR
        entry $ff8d, nothing    ; VECTOR
        entry $ff90, nothing    ; SETMSG
        entry $ff93, nothing    ; SECOND
        entry $ff96, nothing    ; TKSA
        entry $ff99, nothing    ; MEMTOP
        entry $ff9c, nothing    ; MEMBOT
        entry $ff9f, nothing    ; SCNKEY
        entry $ffa2, nothing    ; SETTMO
        entry $ffa5, nothing    ; ACPTR
        entry $ffa8, nothing    ; CIOUT
        entry $ffab, nothing    ; UNTLK
        entry $ffae, nothing    ; UNLSN
        entry $ffb1, nothing    ; LISTEN
        entry $ffb4, nothing    ; TALK
        entry $ffb7, readst     ; READST
        entry $ffba, setlfs     ; SETLFS
        entry $ffbd, setnam     ; SETNAM
        vectored $ffc0, $031a   ; OPEN
        vectored $ffc3, $031c   ; CLOSE
        vectored $ffc6, $031e   ; CHKIN
        vectored $ffc9, $0320   ; CHKOUT
        vectored $ffcc, $0322   ; CLRCHN
        vectored $ffcf, $0324   ; CHRIN
        vectored $ffd2, $0326   ; CHROUT
        vectored $ffd5, $0330   ; LOAD
        vectored $ffd8, $0332   ; SAVE
        entry $ffdb, nothing    ; SETTIM
        entry $ffde, nothing    ; RDTIM
        vectored $ffe1, $0328   ; STOP
        vectored $ffe4, $032a   ; GETIN
        vectored $ffe7, $032c   ; CLALL
        entry $ffea, nothing    ; UDTIM
        entry $ffed, nothing    ; SCREEN
        entry $fff0, nothing    ; PLOT
        entry $fff3, nothing    ; IOBASE

        .segment "VECTORS"

        .addr nmi
        .addr reset
        .addr irq               ; and BRK
