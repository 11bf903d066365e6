/* Messages, in the line below the window. */
#ifndef UNDERCROFT_MESSAGE_H
#define UNDERCROFT_MESSAGE_H

#include "core/platform.h"

/* Show a message. It stays until the status line is drawn again, which clears message_is_shown. */
void show_message(const char *text);
extern uint8_t message_is_shown;

/* Show the last message again, if the screen was drawn since and it still is to be shown. */
void repeat_message(void);

/* Show a question and wait for a key; 1 if it is Y, else 0. */
uint8_t ask_yes_no(const char *text);

#endif
