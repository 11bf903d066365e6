#include "harness/harness.h"
#include "core/assertion.h"
#include "machine/hardware.h"
#include "machine/measure.h"
#include "mailbox.h"
#include "core/mapgen.h"
#ifdef UNDERCROFT_WINDOW
#include "program/building.h"
#include "program/modules.h"
#else

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

#endif

static uint8_t magic_is_there(void)
{
    return MAILBOX_MAGIC[0] == MAILBOX_MAGIC_LOW && MAILBOX_MAGIC[1] == MAILBOX_MAGIC_HIGH;
}

uint8_t harness_is_wanted(void)
{
    /* A request can be written only after the program has moved to its final address. So a test
     * controller stops the machine at the store to MAILBOX_COMMAND below, and then writes the
     * magic and its request. Without a controller the magic stays 0. */
    MAILBOX_MAGIC[0] = 0;
    MAILBOX_MAGIC[1] = 0;
    MAILBOX_ASSERTION[0] = 0;
    MAILBOX_ASSERTION[1] = 0;
    MAILBOX_FLOOR = 0;
    MAILBOX_KEY = 0;
    MAILBOX_COMMAND = 0;
    return magic_is_there();
}

uint8_t harness_plays(void)
{
    steps_are_measured = magic_is_there() && (MAILBOX_FLAGS & MAILBOX_FLAG_PLAY) != 0;
    return steps_are_measured;
}

/* Wait for raster line 256, below the visible lines, so that switching the screen on or off has
 * taken effect. */
static void wait_for_frame(void)
{
    while (VIC_CONTROL & VIC_CONTROL_RASTER_HIGH)
        ;
    while (!(VIC_CONTROL & VIC_CONTROL_RASTER_HIGH))
        ;
}

#ifndef UNDERCROFT_WINDOW

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

#endif

/* Never inlined: the simulator calls it by its label, see harness.h. */
NOINLINE void harness_build_one(void)
{
    uint8_t entry;

    for (entry = 0; entry != 4 * MAILBOX_CYCLES_ENTRIES; ++entry)
        MAILBOX_CYCLES[entry] = 0;
#ifdef UNDERCROFT_WINDOW
    if (!modules_prepare(MAILBOX_DUNGEON))
        return;
#endif
    mapgen_request(MAILBOX_DUNGEON, (uint16_t)(MAILBOX_SEED[1]) << 8 | MAILBOX_SEED[0],
                   MAILBOX_FLOOR);
#ifdef UNDERCROFT_WINDOW
    start_timer();
    stop_timer(0);
#ifndef UNDERCROFT_NO_DISPLAY
    if (MAILBOX_FLAGS & MAILBOX_FLAG_SCREEN_ON)
        draw_building();
#endif
    start_timer();
#ifndef UNDERCROFT_NO_DISPLAY
    if (MAILBOX_FLAGS & MAILBOX_FLAG_SCREEN_ON)
        build_dungeon();
    else
#endif
        mapgen_generate_dungeon();
    stop_timer(1);
#else
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
#endif
    if (MAILBOX_FLAGS & MAILBOX_FLAG_STATISTICS)
        mapgen_get_statistics();
}

void harness_serve(void)
{
    /* With the screen off, the VIC takes no cycles from the processor, so that measured cycles are
     * exactly repeatable. */
    VIC_CONTROL = MAILBOX_FLAGS & MAILBOX_FLAG_SCREEN_ON ? 0x1B : 0x0B;
    wait_for_frame();
    wait_for_frame();
    for (;;) {
        while (MAILBOX_COMMAND == 0)
            ;
        harness_build_one();
        MAILBOX_COMMAND = 0;
    }
}

#ifdef UNDERCROFT_DEV
void assertion_failed(const char *what)
{
    MAILBOX_ASSERTION[0] = (uint8_t)(uint16_t)what;
    MAILBOX_ASSERTION[1] = (uint8_t)((uint16_t)what >> 8);
    VIC_BORDER = 2;
    for (;;)
        MAILBOX_COMMAND = 0;
}
#endif
