/* Counting cycles, for the test controller that reads them from the mailbox. */
#ifndef UNDERCROFT_MEASURE_H
#define UNDERCROFT_MEASURE_H

#include "core/platform.h"

/* Start timers A and B of CIA 2 as one 32-bit timer that counts down: B counts the underflows of
 * A. */
void start_timer(void);

/* Stop the timer and write the cycles it has counted into an entry of the mailbox, which must be
 * less than MAILBOX_CYCLES_ENTRIES: other things lie behind them. */
void stop_timer(uint8_t entry);

/* The same for a step of the window, if steps are measured. */
extern uint8_t steps_are_measured;
void measure_begin(void);
void measure_end(uint8_t entry);

#endif
