#include "core/small_interactive_code_begin.h"
#include "program/bar.h"
#include "core/mapgen.h"
#include "program/appearance.h"
#include "program/figure.h"
#include "program/shown.h"
#include "program/text.h"

#define BOX_LEFT (BAR_COLUMN - 1)
#define BOX_RIGHT (BAR_COLUMN + BAR_WIDTH)
#define BOX_TOP (BAR_ROW - 5)
#define BOX_BOTTOM (BAR_ROW + 4)

#define TRY_ROW (BAR_ROW + 3)
#define TRY_COLUMN ((SCREEN_COLUMNS - 6) / 2)
#define PHASE_NAME \
    BYTES_AT(SCREEN_START + SCREEN_COLUMNS * PHASE_ROW + (SCREEN_COLUMNS - PHASE_NAME_WIDTH) / 2)

uint8_t bar_end;
uint8_t pixels_of_steps[MOST_STEPS], fractions_of_steps[MOST_STEPS];
uint8_t phases_shown;
const uint8_t *phase_name;
uint8_t bar_filled;

void print_phase(void)
{
    uint8_t at, code;

    for (at = 0; at != PHASE_NAME_WIDTH; ++at) {
        code = phase_name[at];
        PHASE_NAME[at] = code;
    }
}

/* Draw a row of the box. */
static void draw_row(uint8_t row, uint8_t left, uint8_t middle, uint8_t right)
{
    uint8_t column;

    put_character(BOX_LEFT, row, left, STATUS_COLOUR);
    for (column = BOX_LEFT + 1; column != BOX_RIGHT; ++column)
        put_character(column, row, middle, STATUS_COLOUR);
    put_character(BOX_RIGHT, row, right, STATUS_COLOUR);
}

void draw_end_of_bar(uint8_t mask)
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
        pixels_of_steps[at] = whole;
        fractions_of_steps[at] = part;
        part += by;
        if (part < by)
            ++whole;
        whole += bar_pixels;
        if (whole > MOST_PIXELS)
            whole = MOST_PIXELS;
    }
}

/* An empty bar, and the first phase. */
static void begin_bar(void)
{
    draw_row(BAR_ROW, CHARACTER_EDGE_VERTICAL, CHARACTER_BAR_EMPTY, CHARACTER_EDGE_VERTICAL);
    phases_shown = 0;
    phase_name = phase_names;
    print_phase();
    bar_end = 0;
    bar_filled = 0;
}

#ifdef TRIES_SHOWN
void draw_try(uint8_t number)
{
    print_at(TRY_COLUMN, TRY_ROW, TEXT_COLOUR, "TRY");
    print_number(TRY_COLUMN + 4, TRY_ROW, TEXT_COLOUR, number, number < 10 ? 1 : 2);
    begin_bar();
}
#endif

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
    print_centred(STATUS_ROW, TEXT_COLOUR, "Q MENU");
    begin_bar();
    measure_bar();
    draw_end_of_bar(0xFF);
    show_figure(view_x + BAR_COLUMN, view_y + BAR_ROW - 1);
}

#include "core/small_code_end.h"
