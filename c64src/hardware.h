/* The chips that the program touches itself; it calls no KERNAL and no BASIC routine. */
#ifndef UNDERCROFT_HARDWARE_H
#define UNDERCROFT_HARDWARE_H

#include "platform.h"

#define VIC_CONTROL (*VOLATILE_AT(0xD011))
#define VIC_CONTROL_SCREEN_ON 0x10
#define VIC_CONTROL_RASTER_HIGH 0x80
#define VIC_RASTER (*VOLATILE_AT(0xD012))
#define VIC_MEMORY (*VOLATILE_AT(0xD018))
#define VIC_BORDER (*VOLATILE_AT(0xD020))
#define VIC_BACKGROUND (*VOLATILE_AT(0xD021))
#define COLOUR_RAM BYTES_AT(0xD800)

#define CIA1_PORT_A (*VOLATILE_AT(0xDC00))
#define CIA1_PORT_B (*VOLATILE_AT(0xDC01))

/* CIA 2's timers A and B, low and high byte each, and their control registers. */
#define CIA2_TIMERS VOLATILE_AT(0xDD04)
#define CIA2_CONTROL_A (*VOLATILE_AT(0xDD0E))
#define CIA2_CONTROL_B (*VOLATILE_AT(0xDD0F))
#define TIMER_START_FORCED 0x11
#define TIMER_B_COUNTS_A_FORCED 0x51
#define TIMER_STOP 0x00

#endif
