#include "machine/measure.h"
#include "core/assertion.h"
#include "machine/hardware.h"
#include "mailbox.h"

uint8_t steps_are_measured;

void start_timer(void)
{
    /* As long as timer A runs on, it may count timer B down before it starts again. */
    CIA2_CONTROL_A = TIMER_STOP;
    CIA2_TIMERS[0] = 0xFF;
    CIA2_TIMERS[1] = 0xFF;
    CIA2_TIMERS[2] = 0xFF;
    CIA2_TIMERS[3] = 0xFF;
    CIA2_CONTROL_B = TIMER_B_COUNTS_A_FORCED;
    CIA2_CONTROL_A = TIMER_START_FORCED;
}

void stop_timer(uint8_t entry)
{
    uint8_t at;

    CIA2_CONTROL_A = TIMER_STOP;
    ASSERT("stop_timer: no such entry of the cycles", entry < MAILBOX_CYCLES_ENTRIES);
    for (at = 0; at != 4; ++at)
        MAILBOX_CYCLES[(uint8_t)(entry << 2) + at] = (uint8_t)~CIA2_TIMERS[at];
}

void measure_begin(void)
{
    if (steps_are_measured)
        start_timer();
}

void measure_end(uint8_t entry)
{
    if (steps_are_measured)
        stop_timer(entry);
}
