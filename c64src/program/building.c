#include "program/building.h"
#include "characters.h"
#include "core/mapgen.h"
#include "machine/hardware.h"
#include "program/appearance.h"
#include "program/figure.h"
#include "program/input.h"
#include "program/modules.h"
#include "program/shown.h"
#include "program/text.h"
#include "program/world/chunks.h"

#define BAR_COLUMN ((SCREEN_COLUMNS - BAR_WIDTH) / 2)
#define BAR_ROW 12
#define BAR BYTES_AT(SCREEN_START + SCREEN_COLUMNS * BAR_ROW + BAR_COLUMN)
#define BOX_LEFT (BAR_COLUMN - 1)
#define BOX_RIGHT (BAR_COLUMN + BAR_WIDTH)
#define BOX_TOP (BAR_ROW - 5)
#define BOX_BOTTOM (BAR_ROW + 4)
#define PHASE_ROW (BAR_ROW + 2)

/* The raster line below all that changes. The picture changes after the step in which the raster
 * comes there. After the longest of steps, that is 110 lines before the raster is at the figure
 * again on PAL, and 70 on NTSC. */
#define LINE_BELOW (SPRITE_TOP + 1 + 8 * (PHASE_ROW + 1))

/* The sprite's column is a byte, up to this pixel of the bar. */
#define FIRST_HIGH_PIXEL (256 - SPRITE_LEFT - 8 * BAR_COLUMN)
#define LAST_PIXEL (8 * (BAR_WIDTH - 1))

#define PHASE_NAME \
    BYTES_AT(SCREEN_START + SCREEN_COLUMNS * PHASE_ROW + (SCREEN_COLUMNS - PHASE_NAME_WIDTH) / 2)

/* How many phases are done. */
#ifdef WORLDS
#define PHASES_DONE (world_is_shown ? world_phases : module_x)
#else
#define PHASES_DONE module_x
#endif

/* The pixel that the bar has reached, and 256ths of the next one. */
static uint8_t pixel, fraction;
/* By how many pixels, and 256ths of a pixel, the bar grows with 0 to MOST_STEPS - 1 steps. With at most
 * a quarter of the bar at once, its end is always a byte. */
#define MOST_STEPS 16
#define MOST_PIXELS (LAST_PIXEL / 4)
static uint8_t pixels[MOST_STEPS], fractions[MOST_STEPS];
/* The phase that is named, and its name. */
static uint8_t phases_shown;
static const uint8_t *phase_name;
/* How many characters of the bar are full, and how many frames the figure has walked. */
static uint8_t filled, frames_walked;

static void print_phase(void)
{
    uint8_t at, code;

    for (at = 0; at != PHASE_NAME_WIDTH; ++at) {
        code = phase_name[at];
        PHASE_NAME[at] = code;
    }
}

#include "core/small_interactive_code_begin.h"

/* Draw a row of the box. */
static void draw_row(uint8_t row, uint8_t left, uint8_t middle, uint8_t right)
{
    uint8_t column;

    put_character(BOX_LEFT, row, left, STATUS_COLOUR);
    for (column = BOX_LEFT + 1; column != BOX_RIGHT; ++column)
        put_character(column, row, middle, STATUS_COLOUR);
    put_character(BOX_RIGHT, row, right, STATUS_COLOUR);
}

/* Below the figure, the sprite has the end of the bar. It may be anywhere on the last two of the
 * characters that are full. `mask` is 0xFF to draw it, 0 to remove it. */
static void draw_end_of_bar(uint8_t mask)
{
    uint8_t row, at, pixels;

    at = 3 * FIGURE_ROWS;
    for (row = 0; row != 8; ++row) {
        pixels = BYTES_AT(CHARSET_START + 8 * CHARACTER_BAR_FULL)[row] & mask;
        FIGURE_SPRITE[at] = pixels;
        at += 3;
    }
}

/* How the bar of the dungeon grows. */
static void measure_bar(void)
{
    uint8_t at, whole, part, by;

    whole = 0;
    part = 0;
    by = bar_fraction;
    for (at = 0; at != MOST_STEPS; ++at) {
        pixels[at] = whole;
        fractions[at] = part;
        part += by;
        if (part < by)
            ++whole;
        whole += bar_pixels;
        if (whole > MOST_PIXELS)
            whole = MOST_PIXELS;
    }
}

void draw_building(void)
{
    uint8_t row;

    clear_screen();
    draw_row(BOX_TOP, CHARACTER_CORNER_TOP_LEFT, CHARACTER_EDGE_HORIZONTAL,
             CHARACTER_CORNER_TOP_RIGHT);
    for (row = BOX_TOP + 1; row != BOX_BOTTOM; ++row)
        draw_row(row, CHARACTER_EDGE_VERTICAL, ' ', CHARACTER_EDGE_VERTICAL);
    draw_row(BOX_BOTTOM, CHARACTER_CORNER_BOTTOM_LEFT, CHARACTER_EDGE_HORIZONTAL,
             CHARACTER_CORNER_BOTTOM_RIGHT);
    print_centred(BAR_ROW - 3, BRIGHT_COLOUR, dungeon_name[mapgen_selected]);
    draw_row(BAR_ROW, CHARACTER_EDGE_VERTICAL, CHARACTER_BAR_EMPTY, CHARACTER_EDGE_VERTICAL);
    print_centred(STATUS_ROW, TEXT_COLOUR, "Q MENU");
    phases_shown = 0;
    phase_name = phase_names;
    print_phase();
    measure_bar();
    pixel = 0;
    filled = 0;
    draw_end_of_bar(0xFF);
    show_figure(view_x + BAR_COLUMN, view_y + BAR_ROW - 1);
}

#include "core/small_code_end.h"

/* Show how far the bar has come. */
static void show_bar(void)
{
    uint8_t full;

    VIC_SPRITE_X = pixel + (SPRITE_LEFT + 8 * BAR_COLUMN);
    VIC_SPRITE_X_HIGH = pixel >= FIRST_HIGH_PIXEL;
    full = (pixel >> 3) + 1;
    while (filled != full) {
        BAR[filled] = CHARACTER_BAR_FULL;
        ++filled;
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
    fraction += fractions[at];
    pixel += pixels[at];
    if (fraction < before)
        ++pixel;
    /* Some seeds take more steps than the bar is made for. */
    if (pixel >= LAST_PIXEL)
        pixel = LAST_PIXEL - 1;
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

uint8_t build_dungeon(void)
{
    uint8_t is_more;

    VIC_RASTER = LINE_BELOW;
#ifdef WORLDS
    VIC_CONTROL = SCREEN_ON;
    if (!world_is_shown)
#endif
    mapgen_begin_dungeon();
    do {
        VIC_INTERRUPTS = VIC_RASTER_REACHED;
#ifdef WORLDS
        if (world_is_shown)
            is_more = world_build();
        else
#endif
        is_more = mapgen_steps_until(&VIC_INTERRUPTS, VIC_RASTER_REACHED);
        grow_bar();
        if (!is_more)
            pixel = LAST_PIXEL;
        show_bar();
        walk_on();
        if (is_more && phases_shown != PHASES_DONE)
            show_phase();
    } while (is_more && !quit_is_pressed());
    draw_figure(0);
    draw_end_of_bar(0);
    return is_more ^ 1;
}
