/* What the person does: joystick 2, and the keyboard's matrix read from the chip. */
#ifndef UNDERCROFT_INPUT_H
#define UNDERCROFT_INPUT_H

#include "core/platform.h"

/* Keys are ASCII; those without are these. Directions are keys, too, for whoever asks for one. */
#define KEY_NONE 0
#define KEY_RETURN 13
#define KEY_LEFT_ARROW 1
#define KEY_RIGHT_ARROW 2
#define KEY_UP_ARROW 3
#define KEY_DOWN_ARROW 4
#define KEY_DELETE 8
#define KEY_FIRE 5

/* Set up the chip; the timer begins to run. Keys may also come from the mailbox. */
void input_start(uint8_t from_mailbox);

/* Wait for the next frame and look. A direction stays while it is held (repeating), everything else
 * is there once. */
void input_poll(void);

/* -1, 0 or 1 each (as bytes): cursor keys, W A S D, joystick. */
extern uint8_t input_dx, input_dy;

/* What was pressed, or KEY_NONE; also directions, and fire as KEY_FIRE. */
extern uint8_t input_key;

/* Wait until something is pressed; it is returned. */
uint8_t wait_key(void);

/* A number that nobody foresees: timer, raster and how long the person waited. */
uint16_t chance_seed(void);

#endif
