/* For a program of linked generators: the cycles are those of each phase, or of the longest step. */
#include "harness/requested_dungeon.h"
#include "core/mapgen.h"
#include "machine/hardware.h"
#include "machine/measure.h"
#include "mailbox.h"

static uint8_t is_measuring;

void phase_done(uint8_t phase)
{
    if (!is_measuring)
        return;
    stop_timer(phase);
    store_random_figures();
    MAILBOX_PHASE = phase;
    start_timer();
}

#include "core/small_interactive_code_begin.h"

/* Write a word into the figures of the steps. */
static void write_steps(uint8_t at, uint16_t value)
{
    MAILBOX_STEPS[at] = (uint8_t)value;
    MAILBOX_STEPS[at + 1] = (uint8_t)(value >> 8);
}

/* Generate the dungeon step by step, up to the step that the mailbox names. */
static void build_steps(void)
{
    uint16_t wanted, made, cycles, longest;
    uint8_t is_more;

    wanted = (uint16_t)(MAILBOX_STEPS[1]) << 8 | MAILBOX_STEPS[0];
    start_timer();
    stop_timer(0);
    mapgen_begin_dungeon();
    made = 0;
    longest = 0;
    do {
        start_timer();
        is_more = mapgen_step();
        stop_timer(1);
        ++made;
        cycles = (uint16_t)(MAILBOX_CYCLES[5]) << 8 | MAILBOX_CYCLES[4];
        if (MAILBOX_CYCLES[6] != 0 || MAILBOX_CYCLES[7] != 0)
            cycles = 0xFFFF;
        if (cycles > longest) {
            longest = cycles;
            write_steps(2, cycles);
            write_steps(4, made);
        }
    } while (is_more && made != wanted);
    store_random_figures();
    write_steps(0, made);
}

#include "core/small_code_end.h"

uint8_t build_requested_dungeon(void)
{
    mapgen_request(MAILBOX_DUNGEON, (uint16_t)(MAILBOX_SEED[1]) << 8 | MAILBOX_SEED[0],
                   MAILBOX_FLOOR);
    if (MAILBOX_FLAGS & MAILBOX_FLAG_STEPS) {
        build_steps();
    } else {
        is_measuring = 1;
        start_timer();
        phase_done(0);
        mapgen_generate_dungeon();
        is_measuring = 0;
    }
    CIA2_CONTROL_A = TIMER_STOP;
    return 1;
}
