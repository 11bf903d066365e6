/* The test harness: a test controller outside the machine has dungeons built and measured through
 * the mailbox. */
#ifndef UNDERCROFT_HARNESS_H
#define UNDERCROFT_HARNESS_H

#include "core/platform.h"

/* 1 if a test controller is there, else 0. Clears the mailbox first. */
uint8_t harness_is_wanted(void);

/* 1 if a test controller wants to play the program, else 0: keys then come from the mailbox as
 * well, and the steps of the window are measured. */
uint8_t harness_plays(void);

/* Build dungeons as the mailbox asks for them; never returns. */
void harness_serve(void);

#endif
