#include "harness/harness.h"
#include "core/assertion.h"
#include "machine/hardware.h"
#include "machine/measure.h"
#include "mailbox.h"
#include "core/mapgen.h"
#include "program/bar.h"
#include "program/building.h"
#include "program/modules.h"

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

/* Build the requested dungeon, and count its cycles. Returns 1, or 0 if its module cannot be
 * fetched. */
static uint8_t build_requested_dungeon(void)
{
    if (!modules_prepare(MAILBOX_DUNGEON))
        return 0;
    mapgen_request(MAILBOX_DUNGEON, (uint16_t)(MAILBOX_SEED[1]) << 8 | MAILBOX_SEED[0],
                   MAILBOX_FLOOR);
    start_timer();
    stop_timer(ENTRY_MEASURING);
#ifndef UNDERCROFT_NO_DISPLAY
    if (MAILBOX_FLAGS & MAILBOX_FLAG_SCREEN_ON) {
        draw_building();
        start_timer();
        build_dungeon();
        stop_timer(ENTRY_BUILT);
        return 1;
    }
#endif
    start_timer();
    mapgen_generate_dungeon();
    stop_timer(ENTRY_BUILT);
    return 1;
}

static void serve_request(void)
{
    uint8_t at;

    for (at = 0; at != 4 * MAILBOX_CYCLES_ENTRIES; ++at)
        MAILBOX_CYCLES[at] = 0;
    if (build_requested_dungeon() && MAILBOX_FLAGS & MAILBOX_FLAG_STATISTICS)
        mapgen_get_statistics();
}

void harness_serve(void)
{
    /* With the screen off, the VIC takes no cycles from the processor, so that measured cycles are
     * exactly repeatable. */
    VIC_CONTROL = MAILBOX_FLAGS & MAILBOX_FLAG_SCREEN_ON ? SCREEN_ON : SCREEN_OFF;
    wait_for_frame();
    wait_for_frame();
    for (;;) {
        while (MAILBOX_COMMAND == 0)
            ;
        serve_request();
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
