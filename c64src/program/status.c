#include "core/small_interactive_code_begin.h"
#include "program/status.h"
#include "core/generation.h"
#include "core/mapgen.h"
#include "machine/hardware.h"
#include "program/chambers.h"
#include "program/game.h"
#include "program/message.h"
#include "program/shown.h"
#include "program/text.h"

#define NAME_WIDTH 11
#define FLOOR_COLUMN 12
#define SEED_COLUMN 17
#define X_COLUMN 24
#define Y_COLUMN 29
#define Y_COLUMN_IN_WORLD 31
#define WORLD_DIGITS 5
#define ROOM_COLUMN 34
#define MODE_COLUMN 39

#ifdef CHAMBERS_ARE_ANNOUNCED
uint8_t room_shown;
#endif

static NOINLINE void show_number(uint8_t column, uint8_t value)
{
    print_number(column, STATUS_ROW, STATUS_COLOUR, value, 3);
}

#ifdef WORLDS
/* The column and row in the world that are shown. */
static uint16_t shown_x, shown_y;

/* Show one of them, unless it is there already. To count on from what is there takes a tenth of the time of
 * printing it. */
static void show_coordinate(uint8_t column, uint16_t value, uint16_t *shown)
{
    uint8_t *digit;
    uint8_t last, first;
    uint16_t by;

    by = value - *shown;
    if (by == 0)
        return;
    *shown = value;
    if (by == 1 && value != 0) {
        last = '9';
        first = '0';
    } else if (by == 0xFFFF && value != 0xFFFF) {
        last = '0';
        first = '9';
    } else {
        print_number(column, STATUS_ROW, STATUS_COLOUR, value, WORLD_DIGITS);
        return;
    }
    digit = BYTES_AT(SCREEN_START + SCREEN_COLUMNS * STATUS_ROW + WORLD_DIGITS - 1) + column;
    while (*digit == last) {
        *digit = first;
        --digit;
    }
    *digit += (uint8_t)by;
}
#endif

void show_place(void)
{
    uint8_t x, y, room;

    x = is_walking ? figure_x : view_x + (columns_shown >> 1);
    y = is_walking ? figure_y : view_y + (rows_shown >> 1);
#ifdef WORLDS
    if (world_is_shown) {
        show_coordinate(X_COLUMN + 1, world_x + x, &shown_x);
        show_coordinate(Y_COLUMN_IN_WORLD + 1, world_y + y, &shown_y);
        return;
    }
#endif
    show_number(X_COLUMN + 1, x);
    show_number(Y_COLUMN + 1, y);
    room = mapgen_find_room_at_position(x, y);
#ifdef MOST_CHAMBERS
    if (room == NO_ROOM)
        room = find_chamber(x, y);
#endif
#ifdef CHAMBERS_ARE_ANNOUNCED
    room_shown = room;
#endif
    if (room == NO_ROOM)
        print_at(ROOM_COLUMN + 1, STATUS_ROW, STATUS_COLOUR, "---");
    else
        show_number(ROOM_COLUMN + 1, room);
}

void show_status(void)
{
    message_is_shown = 0;
    clear_row(STATUS_ROW, ' ', STATUS_COLOUR);
    print_at(0, STATUS_ROW, BRIGHT_COLOUR, dungeon_name[game_dungeon]);
#ifdef WORLDS
    if (world_is_shown) {
        /* Far from what is to be shown, whatever that is. */
        shown_x = world_x + 0x8000;
        shown_y = world_y + 0x8000;
        print_at(NAME_WIDTH, STATUS_ROW, STATUS_COLOUR, " F    S      X      Y       ");
    } else
#endif
    print_at(NAME_WIDTH, STATUS_ROW, STATUS_COLOUR, " F    S      X    Y    R    ");
    print_number(FLOOR_COLUMN + 1, STATUS_ROW, STATUS_COLOUR, (uint16_t)game_floor + 1, 3);
    print_number(SEED_COLUMN + 1, STATUS_ROW, STATUS_COLOUR, game_seed, 5);
    put_character(MODE_COLUMN, STATUS_ROW, is_walking ? 'W' & 0x3F : 'C' & 0x3F, BRIGHT_COLOUR);
    show_place();
}

#include "core/small_code_end.h"
