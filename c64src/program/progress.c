#include "program/progress.h"
#include "characters.h"
#include "program/display.h"

#define BAR_WIDTH 24
#define BAR_COLUMN 8
#define BAR_ROW 12
#define BAR BYTES_AT(SCREEN_START + SCREEN_COLUMNS * BAR_ROW + BAR_COLUMN)
#define BOX_LEFT (BAR_COLUMN - 2)
#define BOX_RIGHT (BAR_COLUMN + BAR_WIDTH + 1)
#define BOX_TOP (BAR_ROW - 4)
#define BOX_BOTTOM (BAR_ROW + 4)

static uint8_t phases, filled, dungeon_built;
/* The part of a character by which the bar lags behind, times `phases`. */
static uint8_t share;

static void show_phase(uint8_t phase)
{
    const char *name;

    name = dungeon_phase_name[dungeon_built][phase];
    clear_row(BAR_ROW + 2, ' ', TEXT_COLOUR);
    print_centred(BAR_ROW + 2, TEXT_COLOUR, name);
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

void progress_begin(uint8_t dungeon)
{
    uint8_t row, column;

    dungeon_built = dungeon;
    phases = dungeon_phases[dungeon];
    filled = 0;
    share = 0;
    clear_screen();
    draw_row(BOX_TOP, CHARACTER_CORNER_TOP_LEFT, CHARACTER_EDGE_HORIZONTAL,
             CHARACTER_CORNER_TOP_RIGHT);
    for (row = BOX_TOP + 1; row != BOX_BOTTOM; ++row)
        draw_row(row, CHARACTER_EDGE_VERTICAL, ' ', CHARACTER_EDGE_VERTICAL);
    draw_row(BOX_BOTTOM, CHARACTER_CORNER_BOTTOM_LEFT, CHARACTER_EDGE_HORIZONTAL,
             CHARACTER_CORNER_BOTTOM_RIGHT);
    print_centred(BAR_ROW - 2, BRIGHT_COLOUR, dungeon_name[dungeon]);
    for (column = BAR_COLUMN; column != BAR_COLUMN + BAR_WIDTH; ++column)
        put_character(column, BAR_ROW, CHARACTER_BAR_EMPTY, STATUS_COLOUR);
    show_phase(0);
}

void progress_step(uint8_t phase)
{
    /* No bar is shown, as when a test controller has dungeons built with the screen off. */
    if (phases == 0)
        return;
    for (share += BAR_WIDTH; share >= phases; share -= phases) {
        BAR[filled] = CHARACTER_BAR_FULL;
        ++filled;
    }
    if (phase < phases)
        show_phase(phase);
}
