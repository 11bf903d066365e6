/* What the person is told, in the line below the window. */
#ifndef UNDERCROFT_MESSAGE_H
#define UNDERCROFT_MESSAGE_H

#include "core/platform.h"

/* Tell something. It stays until whoever owns the line writes it anew and clears `is_told`. */
void tell(const char *text);
extern uint8_t is_told;

/* The same, then wait: was it answered with Y. */
uint8_t ask(const char *text);

#endif
