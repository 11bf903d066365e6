#include "core/small_interactive_code_begin.h"
#include "program/world/heading.h"
#include "memory.h"
#include "program/shown.h"
#include "program/world/ahead.h"

/* For how many moves the player was not heading in the remembered direction, each way; for how many frames there was
 * no move. Somebody who stands still may go anywhere. On foot a way winds, so a direction is remembered for more
 * moves. */
#define MOVES_REMEMBERED_FLYING 3
#define MOVES_REMEMBERED_WALKING 16
#define FRAMES_REMEMBERED 30
static uint8_t since_x, since_y, frames_still, moves_remembered;

/* How far the player can go from one place to the other before coming as near to it as the margin. */
static uint8_t room_between(uint8_t first, uint8_t last, uint8_t margin)
{
    uint8_t between;

    between = last - first;
    return between > margin ? between - margin : 0;
}

void expect_flight(void)
{
    is_flying = 1;
    sideways = SIDEWAYS_FLYING;
    corner = 0;
    moves_remembered = MOVES_REMEMBERED_FLYING;
    room_left = 0;
    room_right = 0;
    room_above = 0;
    room_below = 0;
}

void expect_walk(uint8_t x, uint8_t y)
{
    uint8_t last;

    is_flying = 0;
    sideways = SIDEWAYS_WALKING;
    corner = CORNER_WALKING;
    moves_remembered = MOVES_REMEMBERED_WALKING;
    last = view_x + VIEW_WIDTH - 1;
    room_left = room_between(view_x, x, MARGIN_X);
    room_right = room_between(x, last, MARGIN_X);
    last = view_y + VIEW_HEIGHT - 1;
    room_above = room_between(view_y, y, MARGIN_Y);
    room_below = room_between(y, last, MARGIN_Y);
}

void heading_begin(void)
{
    has_all = 0;
    heading_x = 0;
    heading_y = 0;
    expect_flight();
}

/* The player heads for where the last moves led, but not for ever. */
static void note_heading(uint8_t *heading, uint8_t *since, uint8_t by)
{
    if (by != 0) {
        *heading = by;
        *since = 0;
    } else {
        ++*since;
        if (*since >= moves_remembered) {
            *since = 0;
            *heading = 0;
        }
    }
}

void note_move(uint8_t dx, uint8_t dy)
{
    note_heading(&heading_x, &since_x, dx);
    note_heading(&heading_y, &since_y, dy);
    has_all = 0;
    frames_still = 0;
}

void note_frame(void)
{
    ++frames_still;
    if (frames_still == FRAMES_REMEMBERED) {
        heading_x = 0;
        heading_y = 0;
        has_all = 0;
    }
}

#include "core/small_code_end.h"
