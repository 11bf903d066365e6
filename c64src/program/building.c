#include "program/building.h"
#include "core/mapgen.h"
#include "machine/hardware.h"
#include "program.h"
#include "program/appearance.h"
#include "program/bar.h"
#include "program/figure.h"
#include "program/input.h"
#include "program/modules.h"
#include "program/shown.h"
#include "program/world/chunks.h"

/* The raster line below all that changes. The picture changes after the step in which the raster
 * comes there. After the longest of steps, that is 110 lines before the raster is at the figure
 * again on PAL, and 70 on NTSC. */
#define LINE_BELOW (SPRITE_TOP + 1 + 8 * (PHASE_ROW + 1))

/* The sprite's column is a byte, up to this pixel of the bar. */
#define FIRST_HIGH_PIXEL (256 - SPRITE_LEFT - 8 * BAR_COLUMN)

/* How many phases are done. */
#ifdef WORLDS
#define PHASES_DONE (world_is_shown ? world_phases : module_x)
#else
#define PHASES_DONE module_x
#endif

/* 256ths of the pixel behind that which the bar has reached; how many frames the figure has walked. */
static uint8_t fraction, frames_walked;

/* Show how far the bar has come. */
static void show_bar(void)
{
    uint8_t full;

    VIC_SPRITE_X = bar_end + (SPRITE_LEFT + 8 * BAR_COLUMN);
    VIC_SPRITE_X_HIGH = bar_end >= FIRST_HIGH_PIXEL;
    full = (bar_end >> 3) + 1;
    while (bar_filled != full) {
        BAR[bar_filled] = CHARACTER_BAR_FULL;
        ++bar_filled;
    }
}

/* Let the bar grow by the steps that were done in the last frame. */
static void grow_bar(void)
{
    uint8_t at, before;

    at = mapgen_steps_done;
    if (at >= MOST_STEPS)
        at = MOST_STEPS - 1;
    before = fraction;
    fraction += fractions_of_steps[at];
    bar_end += pixels_of_steps[at];
    if (fraction < before)
        ++bar_end;
    /* Some seeds take more steps than the bar is made for. */
    if (bar_end >= LAST_PIXEL)
        bar_end = LAST_PIXEL - 1;
}

/* Four frames in one pose, and four in the other. */
static void walk_on(void)
{
    ++frames_walked;
    if ((frames_walked & 3) == 0)
        draw_figure(frames_walked & 4 ? FIGURE_ROWS : 2 * FIGURE_ROWS);
}

static void show_phase(void)
{
#ifdef WORLDS
    if (world_is_shown) {
        phases_shown = world_phases;
        phase_name = phase_names + (uint16_t)phases_shown * PHASE_NAME_WIDTH;
        print_phase();
        return;
    }
#endif
    do {
        ++phases_shown;
        phase_name += PHASE_NAME_WIDTH;
    } while (phases_shown != module_x);
    print_phase();
}

#ifdef TRIES_SHOWN
/* The try that the picture shows. */
static uint8_t try_shown;

/* Show that the dungeon is built again, if it is. */
static void show_try(void)
{
    uint16_t at;
    uint8_t made;

    at = dungeon_tries[mapgen_selected];
    if (at == 0)
        return;
    made = *VOLATILE_AT(at);
    if (made != try_shown) {
        try_shown = made;
        draw_try(made);
    }
}
#endif

uint8_t build_dungeon(void)
{
    uint8_t is_more;

    VIC_RASTER = LINE_BELOW;
#ifdef WORLDS
    VIC_CONTROL = SCREEN_ON;
    if (!world_is_shown)
#endif
    mapgen_begin_dungeon();
#ifdef TRIES_SHOWN
    try_shown = 1;
#endif
    do {
        VIC_INTERRUPTS = VIC_RASTER_REACHED;
#ifdef WORLDS
        if (world_is_shown)
            is_more = world_build();
        else
#endif
        is_more = mapgen_steps_until(&VIC_INTERRUPTS, VIC_RASTER_REACHED);
#ifdef TRIES_SHOWN
        show_try();
#endif
        grow_bar();
        if (!is_more)
            bar_end = LAST_PIXEL;
        show_bar();
        walk_on();
        if (is_more && phases_shown != PHASES_DONE)
            show_phase();
    } while (is_more && !quit_is_pressed());
    draw_figure(0);
    draw_end_of_bar(0);
    return is_more ^ 1;
}
