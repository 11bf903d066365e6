/* The player's input: joystick 2, and the keyboard, whose matrix is read from the chip. */
#ifndef UNDERCROFT_INPUT_H
#define UNDERCROFT_INPUT_H

#include "core/platform.h"

/* Keys are ASCII codes; keys without one have these. Directions count as keys as well. */
#define KEY_NONE 0
#define KEY_RETURN 13
#define KEY_LEFT_ARROW 1
#define KEY_RIGHT_ARROW 2
#define KEY_UP_ARROW 3
#define KEY_DOWN_ARROW 4
#define KEY_DELETE 8
#define KEY_FIRE 5

/* Set up the chip and start the timer of chance_seed. If from_mailbox is 1, keys also come from the
 * mailbox. */
void input_start(uint8_t from_mailbox);

/* Wait for the next frame and read the input. A direction repeats while it is held; all other keys
 * are reported once. */
void input_poll(void);

/* -1, 0 or 1 each (as bytes): cursor keys, W A S D, joystick. */
extern uint8_t input_dx, input_dy;

/* The key that was pressed, or KEY_NONE; directions are included, and fire is KEY_FIRE. */
extern uint8_t input_key;

/* If a direction is held, let it repeat only after a while. */
void pause_repeat(void);

/* 1 if Q is pressed, else 0. Waits for nothing, and leaves all other keys to input_poll, which will
 * not report this Q. */
uint8_t quit_is_pressed(void);

/* Wait until a key is pressed, and return it. */
uint8_t wait_key(void);

/* A number that cannot be predicted: from the timer, the raster and how long the player waited. */
uint16_t chance_seed(void);

#endif
