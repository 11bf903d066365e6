/* For a program of modules: the cycles are those of the whole dungeon. */
#include "harness/requested_dungeon.h"
#include "core/mapgen.h"
#include "machine/measure.h"
#include "mailbox.h"
#include "program/building.h"
#include "program/modules.h"

uint8_t build_requested_dungeon(void)
{
    if (!modules_prepare(MAILBOX_DUNGEON))
        return 0;
    mapgen_request(MAILBOX_DUNGEON, (uint16_t)(MAILBOX_SEED[1]) << 8 | MAILBOX_SEED[0],
                   MAILBOX_FLOOR);
    start_timer();
    stop_timer(0);
#ifndef UNDERCROFT_NO_DISPLAY
    if (MAILBOX_FLAGS & MAILBOX_FLAG_SCREEN_ON) {
        draw_building();
        start_timer();
        build_dungeon();
        stop_timer(1);
        return 1;
    }
#endif
    start_timer();
    mapgen_generate_dungeon();
    stop_timer(1);
    return 1;
}
