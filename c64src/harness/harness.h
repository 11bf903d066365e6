/* How somebody outside the machine has dungeons built and measured: through the mailbox. */
#ifndef UNDERCROFT_HARNESS_H
#define UNDERCROFT_HARNESS_H

#include "core/platform.h"

/* Is somebody outside there. */
uint8_t harness_is_wanted(void);

/* Build the dungeon that the mailbox asks for. A simulator without a way to stop the machine can
 * call this by its label, any number of times, in place of main. */
void harness_build_one(void);

/* Is the program to be played from outside: keys come from the mailbox then, and the window's steps
 * are measured. */
uint8_t harness_plays(void);

/* Build dungeons as the mailbox asks for them; never returns. */
void harness_serve(void);

#endif
