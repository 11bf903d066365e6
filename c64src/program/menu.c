#include "core/small_interactive_code_begin.h"
#include "program/menu.h"
#include "program/game.h"
#include "program/input.h"
#include "program/loading.h"
#include "program/message.h"
#include "program/opened.h"
#include "program/parameters.h"
#include "program.h"
#include "program/shown.h"
#include "program/text.h"

#define BACK ((uint8_t)-1)

#define LINE_DUNGEON 0
#ifdef OPENED
#define LINE_PARAMETERS 1
#define LINES_MORE 1
#define FIRST_ROW 7
#define VALUE_COLUMN 22
#else
#define LINES_MORE 0
#define FIRST_ROW 9
#define VALUE_COLUMN 20
#endif
#define LINE_FLOOR (1 + LINES_MORE)
#define LINE_SEED (2 + LINES_MORE)
#define LINE_SECRETS (3 + LINES_MORE)
#define LINE_ENTER (4 + LINES_MORE)
#define LINES (5 + LINES_MORE)

#define WORD_COLUMN 10

static uint8_t line;

static const char *const words[LINES] = {
    "DUNGEON",
#ifdef OPENED
    "PARAMETERS",
#endif
    "FLOOR", "SEED", "SECRETS", "ENTER THE DUNGEON",
};

/* Draw a line among others, of which one is chosen; returns the colour of the line. */
static NOINLINE uint8_t draw_choice(uint8_t row, uint8_t column, const char *text,
                                    uint8_t is_chosen)
{
    uint8_t colour;

    colour = is_chosen ? BRIGHT_COLOUR : TEXT_COLOUR;
    clear_row(row, ' ', colour);
    print_at(column, row, colour, text);
    if (is_chosen)
        put_character(column - 2, row, CHARACTER_POINTER, STATUS_COLOUR);
    return colour;
}

static void draw_line(uint8_t which)
{
    uint8_t row, colour;
    const char *value;

    row = FIRST_ROW + 2 * which;
    colour = draw_choice(row, WORD_COLUMN, words[which], which == line);
    value = "";
    switch (which) {
    case LINE_DUNGEON:
        value = dungeon_name[game_dungeon];
        break;
#ifdef OPENED
    case LINE_PARAMETERS:
        open_choose(game_dungeon);
        value = opened_count == 0 ? "NONE" : open_is_as_in_spec() ? "DEFAULT" : "CHANGED";
        break;
#endif
    case LINE_FLOOR:
        write_digits((uint16_t)game_floor + 1);
        value = decimal + MOST_DIGITS - 3;
        break;
    case LINE_SEED:
        write_digits(game_seed);
        value = decimal;
        break;
    case LINE_SECRETS:
        value = secrets_shown ? "SHOWN" : "HIDDEN";
        break;
    default:
        break;
    }
    print_at(VALUE_COLUMN, row, colour, value);
}

static void draw_lines(void)
{
    uint8_t which;

    for (which = 0; which != LINES; ++which)
        draw_line(which);
}

static void draw_title(void)
{
    clear_screen();
    clear_row(1, CHARACTER_WALL, WALL_COLOUR);
    clear_row(3, CHARACTER_FLOOR, FLOOR_COLOUR);
    clear_row(5, CHARACTER_WALL, WALL_COLOUR);
    put_character(4, 3, CHARACTER_UP_STAIRS, UP_STAIRS_COLOUR);
    put_character(35, 3, CHARACTER_DOWN_STAIRS, DOWN_STAIRS_COLOUR);
    print_at(9, 3, BRIGHT_COLOUR, " U N D E R C R O F T ");
    print_at(2, 20, STATUS_COLOUR,
             " JOYSTICK 2, CURSOR KEYS OR W A S D\n\n"
             "0-9 SEED   R ANY SEED   L LOAD SEED\n\n"
             "   RETURN OR SPACE ENTER   Q QUIT");
    draw_lines();
}

#if DUNGEON_COUNT > 1

/* The list of all dungeons, of which a screen shows LIST_ROWS at a time. */
#define LIST_TOP 4
#define LIST_ROWS 18
#define LIST_COLUMN 12
#if DUNGEON_COUNT < LIST_ROWS
#define LIST_SHOWN DUNGEON_COUNT
#else
#define LIST_SHOWN LIST_ROWS
#endif

static uint8_t list_first;

static void draw_entry(uint8_t dungeon)
{
    draw_choice(LIST_TOP + (uint8_t)(dungeon - list_first), LIST_COLUMN, dungeon_name[dungeon],
                dungeon == game_dungeon);
}

/* Draw the part of the list in which the chosen dungeon is, if another one was chosen `before`. What
 * does not change is not drawn again, as it would flicker. */
static void draw_list(uint8_t before)
{
    uint8_t left, dungeon;

    dungeon = list_first;
    if (game_dungeon < list_first)
        list_first = game_dungeon;
    else if (game_dungeon - list_first >= LIST_SHOWN)
        list_first = game_dungeon - LIST_SHOWN + 1;
    if (dungeon == list_first && before != game_dungeon) {
        draw_entry(before);
        draw_entry(game_dungeon);
    } else {
        dungeon = list_first;
        for (left = LIST_SHOWN; left != 0; --left) {
            draw_entry(dungeon);
            ++dungeon;
        }
    }
    print_number(2, STATUS_ROW, BRIGHT_COLOUR, (uint16_t)game_dungeon + 1, 3);
    print_at(6, STATUS_ROW, STATUS_COLOUR, "OF      LEFT, RIGHT PAGE   RETURN");
    print_number(9, STATUS_ROW, STATUS_COLOUR, DUNGEON_COUNT, 3);
}

/* Move in the list by so many dungeons, forwards or backwards, up to its ends. */
static void move_in_list(uint8_t by, uint8_t forwards)
{
#ifdef CHANGES_ARE_KEPT
    forget_changes();
#endif
    if (forwards)
        game_dungeon = DUNGEON_COUNT - 1 - game_dungeon > by ? game_dungeon + by
                                                             : DUNGEON_COUNT - 1;
    else
        game_dungeon = game_dungeon > by ? game_dungeon - by : 0;
}

/* Let the player choose from the list of all dungeons. */
static void choose_dungeon(void)
{
    uint8_t dungeon;

    clear_screen();
    clear_row(0, CHARACTER_WALL, WALL_COLOUR);
    print_centred(1, BRIGHT_COLOUR, "CHOOSE A DUNGEON");
    clear_row(2, CHARACTER_WALL, WALL_COLOUR);
    list_first = 0;
    draw_list(game_dungeon);
    do {
        input_poll();
        dungeon = game_dungeon;
        if (input_dy != 0)
            move_in_list(1, input_dy == 1);
        else if (input_dx != 0)
            move_in_list(LIST_ROWS, input_dx == 1);
        if (dungeon != game_dungeon)
            draw_list(dungeon);
    } while (input_dx != 0 || input_dy != 0 || input_key == KEY_NONE);
    draw_title();
}

#endif

static void change(uint8_t step)
{
#ifdef CHANGES_ARE_KEPT
    if (line != LINE_SECRETS)
        forget_changes();
#endif
    switch (line) {
    case LINE_DUNGEON:
        game_dungeon += step;
        if (game_dungeon == BACK)
            game_dungeon = DUNGEON_COUNT - 1;
        else if (game_dungeon == DUNGEON_COUNT)
            game_dungeon = 0;
#ifdef OPENED
        draw_line(LINE_PARAMETERS);
#endif
        break;
    case LINE_FLOOR:
        game_floor += step;
        break;
    case LINE_SEED:
        if (step == 1)
            ++game_seed;
        else
            --game_seed;
        break;
    case LINE_SECRETS:
        secrets_shown ^= 1;
        break;
    default:
        break;
    }
    draw_line(line);
}

static void type_digit(uint8_t digit)
{
#ifdef CHANGES_ARE_KEPT
    forget_changes();
#endif
    if (game_seed > 6553 || (game_seed == 6553 && digit > 5))
        game_seed = 0;
    game_seed = game_seed * 10 + digit;
}

static void select_line(uint8_t which)
{
    line = which;
    draw_lines();
}

static void move_pointer(void)
{
    if (input_dy == BACK)
        select_line(line == 0 ? LINES - 1 : line - 1);
    else if (input_dy == 1)
        select_line(line == LINES - 1 ? 0 : line + 1);
    if (input_dx != 0)
        change(input_dx);
}

/* Obey a key that is no direction; 1 if the dungeon is to be entered, else 0. */
static uint8_t obey(uint8_t key)
{
    uint8_t at;

    if (key >= '0' && key <= '9') {
        type_digit(key - '0');
        select_line(LINE_SEED);
    } else if (key == KEY_DELETE) {
        write_digits(game_seed);
        game_seed = 0;
        for (at = 0; at != MOST_DIGITS - 1; ++at)
            type_digit(decimal[at] - '0');
        select_line(LINE_SEED);
    } else if (key == 'R' || (key == KEY_FIRE && line == LINE_SEED)) {
        game_seed = chance_seed();
#ifdef CHANGES_ARE_KEPT
        forget_changes();
#endif
        select_line(LINE_SEED);
#if DUNGEON_COUNT > 1
    } else if ((key == KEY_FIRE || key == KEY_RETURN) && line == LINE_DUNGEON) {
        choose_dungeon();
#endif
#ifdef OPENED
    } else if ((key == KEY_FIRE || key == KEY_RETURN) && line == LINE_PARAMETERS) {
        open_choose(game_dungeon);
        if (opened_count == 0) {
            show_message("THIS DUNGEON HAS NO PARAMETERS TO CHOOSE");
        } else {
            choose_parameters();
            draw_title();
        }
#endif
    } else if (key == KEY_FIRE && line == LINE_SECRETS) {
        change(1);
    } else if (key == 'L') {
        if (load_seed())
            draw_lines();
    } else if (key == KEY_RETURN || key == ' ' || key == KEY_FIRE) {
#ifdef OPENED
        open_choose(game_dungeon);
        if (!open_goes_together()) {
            show_message(values_are_refused_text);
            select_line(LINE_PARAMETERS);
            return 0;
        }
#endif
        return 1;
    }
    return 0;
}

uint8_t menu(void)
{
    line = LINE_ENTER;
    draw_title();
    /* Why the player is back here, if it was not his wish. */
    repeat_message();
    message_is_shown = 0;
    for (;;) {
        input_poll();
        if (input_dx != 0 || input_dy != 0)
            move_pointer();
        else if (input_key == 'Q')
            return 0;
        else if (input_key != KEY_NONE && obey(input_key))
            return 1;
    }
}

#include "core/small_code_end.h"
