/* Counting cycles, for somebody outside who reads the mailbox. */
#ifndef UNDERCROFT_MEASURE_H
#define UNDERCROFT_MEASURE_H

#include "core/platform.h"

/* Timers A and B of CIA 2 count down as one 32-bit timer: B counts how often A runs out. */
void start_timer(void);

/* Stop the timer and write the cycles it has counted into an entry of the mailbox. */
void stop_timer(uint8_t entry);

/* The same for a step of the window, if it is to be measured. */
extern uint8_t steps_are_measured;
void measure_begin(void);
void measure_end(uint8_t entry);

#endif
