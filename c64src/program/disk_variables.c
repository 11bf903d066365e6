#include "program/disk_calls.h"

uint8_t disk_is_saving;
uint8_t disk_secondary;
uint8_t disk_name_length;
uint8_t disk_name[DISK_MOST_NAME];
uint16_t disk_first, disk_end;
volatile uint16_t disk_count;
volatile uint8_t disk_head[DISK_HEAD];
volatile uint16_t disk_counter;
volatile uint8_t disk_error, disk_status;

#ifdef __OSCAR64C__

/* The KERNAL's zero page, $90-$FF. */
static uint8_t disk_zeropage[0x70];

/* The twin for cc65 is disk_cc65.s, which has the comments. */
static NOINLINE void call_kernal(void)
{
    __asm volatile {
        ldx #0x6f
keep:   lda 0x90,x
        sta disk_zeropage,x
        lda #0
        sta 0x90,x
        dex
        bpl keep
        lda #0x36
        sta 0x01
        jsr 0xff8a
        lda #0x02
        sta 0x0319
        lda #0x47
        sta 0x0318
        lda #0xff
        sta 0x91
        lda #0
        sta 0x02a1
        sta disk_count
        sta disk_count + 1
        sta disk_error
        sta disk_status
        jsr 0xffe7
        lda #0
        jsr 0xff90
        ldx 0x02a7
        cpx #8
        bcc eight
        cpx #31
        bcc device
eight:  ldx #8
device: lda disk_secondary
        tay
        jsr 0xffba
        lda disk_name_length
        ldx #<disk_name
        ldy #>disk_name
        jsr 0xffbd
        lda disk_first
        sta 0xfb
        lda disk_first + 1
        sta 0xfc
        lda disk_is_saving
        beq reads
        lda #0xfb
        ldx disk_end
        ldy disk_end + 1
        jsr 0xffd8
        bcs fails
        jsr 0xffb7
        sta disk_status
        jmp closes
reads:  jsr 0xffc0
        bcs fails
        ldx disk_secondary
        jsr 0xffc6
        bcs fails
byte:   jsr 0xffcf
        ldx disk_count + 1
        bne behind
        ldx disk_count
        cpx #2
        bcs behind
        sta disk_head,x
        bcc more
behind: ldy #0
        sta (0xfb),y
        inc 0xfb
        bne more
        inc 0xfc
        lda disk_counter + 1
        beq more
        sta 0xfe
        lda disk_counter
        sta 0xfd
        iny
        lda (0xfd),y
        cmp #0x30
        bne ones
        dey
        lda (0xfd),y
        sbc #1
        sta (0xfd),y
        iny
        lda #0x3a
ones:   sec
        sbc #1
        sta (0xfd),y
more:   inc disk_count
        bne status
        inc disk_count + 1
status: jsr 0xffb7
        sta disk_status
        lda disk_status
        bne closes
        lda 0xfb
        cmp disk_end
        bne byte
        lda 0xfc
        cmp disk_end + 1
        bne byte
        jmp closes
fails:  ora #0
        bne error
        lda #30
error:  sta disk_error
closes: lda disk_secondary
        jsr 0xffc3
        jsr 0xffcc
        sei
        cld
        lda #0x35
        sta 0x01
        ldx #0x6f
back:   lda disk_zeropage,x
        sta 0x90,x
        dex
        bpl back
    }
}

/* Called through a pointer, as OSCAR64 does not know what memory is read and written: then it expects
 * what any function may do. If the pointer had its value from the start, OSCAR64 1.32.271 would call the
 * function itself, although the pointer is volatile; so it is set in a function that is not inlined. */
static void (*volatile call)(void);

static NOINLINE void prepare_to_call(void)
{
    call = call_kernal;
}

void disk_call(void)
{
    prepare_to_call();
    call();
}

#endif
