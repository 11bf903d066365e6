; The KERNAL image of the ROM stub: just enough for the machine to come out of reset.
;
; The emulator's monitor puts a program into RAM and starts it, so this ROM only has to bring the
; processor into a known state and then wait, touching nothing else. A program that brings its own
; character set and reads the keyboard and joysticks itself needs no more.
;
; The jump table holds one JMP for each documented KERNAL call, at the documented address. All
; calls return at once with the carry clear ("no error") and A, X, Y unchanged. A test double for
; a call goes into the CALLS segment, which has more than 7 KiB, and its `entry` line below is given
; the label instead of `nothing`.

        .setcpu "6502"

        .export spin

PORT_DIRECTION  = $00           ; processor port: which bits are outputs
PORT_VALUE      = $01
PORT_OUTPUTS    = %00101111
ALL_ROMS        = %00110111     ; BASIC, KERNAL and I/O visible; cassette motor off
VIC_CONTROL_1   = $d011
SCREEN_OFF      = %00001011     ; 25 rows, but the display bit clear: border colour only

        .segment "IDLE"

; Where the machine waits: the first byte of the ROM, so that tools know it without labels.
spin:   jmp spin

        .segment "RESET"

reset:  sei
        cld
        ldx #$ff
        txs
        lda #ALL_ROMS           ; value before direction, or the banks flicker through RAM
        sta PORT_VALUE
        lda #PORT_OUTPUTS
        sta PORT_DIRECTION
        lda #SCREEN_OFF         ; what lies in RAM at power-up is nothing to look at
        sta VIC_CONTROL_1
        jmp spin

; An interrupt that a program did not ask for must not change anything.
interrupt:
        rti

        .segment "CALLS"

; KERNAL calls that have no test double.
nothing:
        clc
        rts

        .segment "JUMPTABLE"

        .macro entry address, target
        .assert * = address, error, "KERNAL jump table entry at the wrong address"
        jmp target
        .endmacro

        entry $ff81, nothing    ; CINT
        entry $ff84, nothing    ; IOINIT
        entry $ff87, nothing    ; RAMTAS
        entry $ff8a, nothing    ; RESTOR
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
        entry $ffb7, nothing    ; READST
        entry $ffba, nothing    ; SETLFS
        entry $ffbd, nothing    ; SETNAM
        entry $ffc0, nothing    ; OPEN
        entry $ffc3, nothing    ; CLOSE
        entry $ffc6, nothing    ; CHKIN
        entry $ffc9, nothing    ; CHKOUT
        entry $ffcc, nothing    ; CLRCHN
        entry $ffcf, nothing    ; CHRIN
        entry $ffd2, nothing    ; CHROUT
        entry $ffd5, nothing    ; LOAD
        entry $ffd8, nothing    ; SAVE
        entry $ffdb, nothing    ; SETTIM
        entry $ffde, nothing    ; RDTIM
        entry $ffe1, nothing    ; STOP
        entry $ffe4, nothing    ; GETIN
        entry $ffe7, nothing    ; CLALL
        entry $ffea, nothing    ; UDTIM
        entry $ffed, nothing    ; SCREEN
        entry $fff0, nothing    ; PLOT
        entry $fff3, nothing    ; IOBASE

        .segment "VECTORS"

        .addr interrupt         ; NMI
        .addr reset
        .addr interrupt         ; IRQ and BRK
