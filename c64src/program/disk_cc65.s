; One call of the KERNAL's file routines; see disk_calls.h. The twin for OSCAR64 is disk_call in
; disk_variables.c.

        .import _disk_is_saving, _disk_secondary, _disk_name_length, _disk_name
        .import _disk_first, _disk_end, _disk_count, _disk_head, _disk_counter
        .import _disk_error, _disk_status
        .export _disk_call

KERNAL_VARIABLES = $90          ; up to $ff
STOP_KEY        = $91
POINTER         = $fb
COUNTER         = $fd
HEAD            = 2             ; bytes that are kept apart
START_DEVICE    = $02a7         ; the device of the program; the start-up code stores it
ANY_ERROR       = 30            ; the KERNAL returned 0: the STOP key
RS232           = $02a1         ; not 0: the KERNAL waits for an NMI of RS-232 first
NMI_VECTOR      = $0318
NMI_HANDLER     = $0247         ; the mover put it there, see pygen/compilers/program.py

PROCESSOR_PORT  = $01
KERNAL_ONLY     = $36
RAM_ONLY        = $35

RESTOR = $ff8a
SETMSG = $ff90
READST = $ffb7
SETLFS = $ffba
SETNAM = $ffbd
OPEN   = $ffc0
CLOSE  = $ffc3
CHKIN  = $ffc6
CLRCHN = $ffcc
CHRIN  = $ffcf
SAVE   = $ffd8
CLALL  = $ffe7

        .bss

kept:   .res 256 - KERNAL_VARIABLES

        .code

_disk_call:
        ldx #255 - KERNAL_VARIABLES
keep:   lda KERNAL_VARIABLES,x
        sta kept,x
        lda #0
        sta KERNAL_VARIABLES,x
        dex
        bpl keep
        lda #KERNAL_ONLY
        sta PROCESSOR_PORT
        jsr RESTOR              ; what was in memory before us may have changed vectors
        lda #>NMI_HANDLER       ; in this order, as in the mover
        sta NMI_VECTOR + 1
        lda #<NMI_HANDLER
        sta NMI_VECTOR
        lda #$ff                ; the STOP key is not pressed
        sta STOP_KEY
        lda #0
        sta RS232
        sta _disk_count
        sta _disk_count + 1
        sta _disk_error
        sta _disk_status
        jsr CLALL
        lda #0                  ; no messages on our screen
        jsr SETMSG
        ldx START_DEVICE
        cpx #8
        bcc eight
        cpx #31
        bcc device
eight:  ldx #8
device: lda _disk_secondary     ; also the file number: some replacements of the KERNAL
        tay                     ; confuse the two
        jsr SETLFS
        lda _disk_name_length
        ldx #<_disk_name
        ldy #>_disk_name
        jsr SETNAM
        lda _disk_first
        sta POINTER
        lda _disk_first + 1
        sta POINTER + 1
        lda _disk_is_saving
        beq reads

        lda #POINTER
        ldx _disk_end
        ldy _disk_end + 1
        jsr SAVE
        bcs fails
        jsr READST
        sta _disk_status
        jmp closes

reads:  jsr OPEN
        bcs fails
        ldx _disk_secondary
        jsr CHKIN
        bcs fails
byte:   jsr CHRIN
        ldx _disk_count + 1
        bne behind
        ldx _disk_count
        cpx #HEAD
        bcs behind
        sta _disk_head,x
        bcc more                ; always
behind: ldy #0
        sta (POINTER),y
        inc POINTER
        bne more
        inc POINTER + 1
        lda _disk_counter + 1
        beq more
        sta COUNTER + 1
        lda _disk_counter
        sta COUNTER
        iny
        lda (COUNTER),y
        cmp #'0'
        bne ones
        dey
        lda (COUNTER),y
        sbc #1                  ; the carry is set
        sta (COUNTER),y
        iny
        lda #'9' + 1
ones:   sec
        sbc #1
        sta (COUNTER),y
more:   inc _disk_count
        bne counted
        inc _disk_count + 1
counted:
        jsr READST
        sta _disk_status
        lda _disk_status
        bne closes
        lda POINTER
        cmp _disk_end
        bne byte
        lda POINTER + 1
        cmp _disk_end + 1
        bne byte
        jmp closes

fails:  ora #0
        bne error
        lda #ANY_ERROR
error:  sta _disk_error
closes: lda _disk_secondary
        jsr CLOSE
        jsr CLRCHN
        sei                     ; the KERNAL leaves interrupts on
        cld
        lda #RAM_ONLY
        sta PROCESSOR_PORT
        ldx #255 - KERNAL_VARIABLES
back:   lda kept,x
        sta KERNAL_VARIABLES,x
        dex
        bpl back
        rts
