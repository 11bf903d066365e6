#include "progress.h"
#include "characters.h"
#include "display.h"

#define BAR_WIDTH 24
#define BAR_COLUMN 8
#define BAR_ROW 12

static uint8_t phases, filled, dungeon_built;

static void show_phase(uint8_t phase)
{
    const char *name;

    name = dungeon_phase_name[dungeon_built][phase];
    clear_row(BAR_ROW + 2, ' ', TEXT_COLOUR);
    print_centred(BAR_ROW + 2, TEXT_COLOUR, name);
}

void progress_begin(uint8_t dungeon)
{
    uint8_t column;

    dungeon_built = dungeon;
    phases = dungeon_phases[dungeon];
    filled = 0;
    clear_screen();
    draw_box(BAR_COLUMN - 2, BAR_ROW - 4, BAR_WIDTH + 4, 9);
    print_centred(BAR_ROW - 2, BRIGHT_COLOUR, dungeon_name[dungeon]);
    for (column = BAR_COLUMN; column != BAR_COLUMN + BAR_WIDTH; ++column)
        put_character(column, BAR_ROW, CHARACTER_BAR_EMPTY, STATUS_COLOUR);
    show_phase(0);
}

void progress_step(uint8_t phase)
{
    uint8_t end;

    /* Nobody has asked for it, as when dungeons are built for somebody outside. */
    if (phases == 0)
        return;
    end = (uint8_t)((uint16_t)(BAR_WIDTH * phase) / phases);
    for (; filled < end; ++filled)
        put_character(BAR_COLUMN + filled, BAR_ROW, CHARACTER_BAR_FULL, STATUS_COLOUR);
    if (phase < phases)
        show_phase(phase);
}
