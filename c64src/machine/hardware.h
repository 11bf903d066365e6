/* The processor's port and the chips, which the program accesses itself. It calls the KERNAL only for
 * files, and BASIC never. */
#ifndef UNDERCROFT_HARDWARE_H
#define UNDERCROFT_HARDWARE_H

#include "constants.h"
#include "core/platform.h"

/* What the processor sees beside the chips: all ROMs, or else RAM, unless a file is loaded or saved. */
#define PROCESSOR_PORT (*VOLATILE_AT(0x0001))
#define ALL_ROMS 0x37

#define RAM_BELOW_KERNAL 0xE000

#define VIC_CONTROL (*VOLATILE_AT(0xD011))
#define VIC_CONTROL_SCREEN_ON 0x10
/* Text in 25 rows, with the screen on; SCREEN_OFF has it off. */
#define SCREEN_ON 0x1B
#define VIC_CONTROL_RASTER_HIGH 0x80
#define VIC_RASTER (*VOLATILE_AT(0xD012))
/* Which lines and events have come since a 1 was last written to their bits, whether or not they
 * are to interrupt. Storing to VIC_RASTER sets the line. */
#define VIC_INTERRUPTS (*VOLATILE_AT(0xD019))
#define VIC_RASTER_REACHED 0x01
#define VIC_REGISTERS VOLATILE_AT(0xD000)
#define VIC_BORDER (*VOLATILE_AT(0xD020))
#define COLOUR_RAM BYTES_AT(0xD800)

/* The sound chip's registers that can be written. */
#define SID_REGISTERS VOLATILE_AT(0xD400)
#define SID_REGISTER_COUNT 25

/* Sprite 0, the only one. */
#define VIC_SPRITE_X (*VOLATILE_AT(0xD000))
#define VIC_SPRITE_Y (*VOLATILE_AT(0xD001))
#define VIC_SPRITE_X_HIGH (*VOLATILE_AT(0xD010))
#define VIC_SPRITES (*VOLATILE_AT(0xD015))
/* The sprite coordinates of the screen's upper left corner. */
#define SPRITE_LEFT 24
#define SPRITE_TOP 50

#define CIA1_PORT_A (*VOLATILE_AT(0xDC00))
#define CIA1_PORT_B (*VOLATILE_AT(0xDC01))
#define CIA1_DIRECTION_A (*VOLATILE_AT(0xDC02))
#define CIA1_DIRECTION_B (*VOLATILE_AT(0xDC03))
#define CIA1_TIMER_A_LOW (*VOLATILE_AT(0xDC04))
#define CIA1_TIMER_A_HIGH (*VOLATILE_AT(0xDC05))
#define CIA1_INTERRUPTS (*VOLATILE_AT(0xDC0D))
#define CIA1_CONTROL_A (*VOLATILE_AT(0xDC0E))
#define CIA1_CONTROL_B (*VOLATILE_AT(0xDC0F))
#define NO_INTERRUPTS 0x7F
#define CIA2_PORT_A (*VOLATILE_AT(0xDD00))
#define CIA2_DIRECTION_A (*VOLATILE_AT(0xDD02))
/* Port A of CIA 2 as the KERNAL has it: VIC bank 0, and a serial bus on which nobody talks. */
#define CIA2_PORT_A_BANK_0 0x07
#define CIA2_PORT_A_DIRECTIONS 0x3F
#define CIA2_INTERRUPTS (*VOLATILE_AT(0xDD0D))

/* CIA 2's timers A and B, low and high byte each, and their control registers. */
#define CIA2_TIMERS VOLATILE_AT(0xDD04)
#define CIA2_CONTROL_A (*VOLATILE_AT(0xDD0E))
#define CIA2_CONTROL_B (*VOLATILE_AT(0xDD0F))
#define TIMER_START_FORCED 0x11
#define TIMER_B_COUNTS_A_FORCED 0x51
#define TIMER_STOP 0x00

#endif
