#include "core/small_interactive_code_begin.h"
#include "program/world/frames.h"
#include "machine/hardware.h"
#include "program/shown.h"
#include "program/world/ahead.h"
#include "program/world/chunks.h"
#include "program/world/heading.h"
#include "program/world/raster.h"
#include "program/world/slots.h"

/* 1 if the next frame is awaited already. */
static uint8_t frame_is_awaited;

void frames_begin(void)
{
    measure_frame();
    frame_is_awaited = 0;
}

/* Work until that line has come. */
static void work_until_reached(void)
{
    while (!(VIC_INTERRUPTS & VIC_RASTER_REACHED))
        do_work();
}

void world_wait_frame(void)
{
    if (!frame_is_awaited)
        await(frame_line);
    frame_is_awaited = 0;
    work_until_reached();
    await(last_line);
    note_frame();
}

uint8_t world_begin_move(uint8_t dx)
{
    uint8_t more;

    work_until_reached();
    if (world_is_ntsc)
        return 0;
    more = dx == 0 ? MOVE_LATER : 0;
    if (is_before_move(more)) {
        moves_next = 1;
        await(MOVE_LINE + more);
        work_until_reached();
        moves_next = 0;
    }
    return dx == 0 ? LATE_LINE + LATE_LATER : LATE_LINE;
}

void world_await_frame(void)
{
    await(frame_line);
    frame_is_awaited = 1;
}

void world_wait_for_view(void)
{
    while (!world_has_view(view_x, view_y))
        world_wait_frame();
}

void world_wait_for_all(void)
{
    uint8_t place;

    all_are_wanted = 1;
    has_all = 0;
    for (place = 0; place != PLACES; ++place) {
        while (slot_of[place] == NO_SLOT)
            world_wait_frame();
    }
    all_are_wanted = 0;
}

#include "core/small_code_end.h"
