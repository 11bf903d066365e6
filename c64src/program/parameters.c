#include "core/small_interactive_code_begin.h"
#include "program/parameters.h"
#include "characters.h"
#include "program/game.h"
#include "program/input.h"
#include "program/opened.h"
#include "program/text.h"

/* Few parameters have three rows each, with a bar in the second one that shows where the value is;
 * more of them have two, or one. */
#define FIRST_ROW 4
#define ROWS 16
#define ROWS_WITH_BAR 3
#define WORDS_COLUMN 3
#define BAR_WIDTH_HERE 25
#define VALUE_COLUMN 29
#define RANGE_COLUMN 33
#define REFUSED_ROW 20
#define REFUSED_COLUMN 1
#define KEYS_ROW 24

/* The parameter to which the pointer points, and how many rows each has. */
static uint8_t pointed, rows_of_each;

/* Where `decimal` has the first digit of a number that is no leading 0. */
static const char *digits_of(uint8_t value)
{
    write_digits(value);
    return decimal + MOST_DIGITS - (value > 99 ? 3 : value > 9 ? 2 : 1);
}

/* Print a number without leading zeros, from this column on; returns the column behind it. */
static uint8_t print_short(uint8_t column, uint8_t row, uint8_t colour, uint8_t value)
{
    const char *digits;

    digits = digits_of(value);
    print_at(column, row, colour, digits);
    return column + (uint8_t)(decimal + MOST_DIGITS - digits);
}

/* Print a range of numbers, such as 3-12, or a single number. */
static void print_range(uint8_t column, uint8_t row, uint8_t colour, uint8_t least, uint8_t most)
{
    uint8_t end;

    end = print_short(column, row, colour, least);
    if (least != most) {
        put_character(end, row, '-', colour);
        print_short(end + 1, row, colour, most);
    }
}

/* Print some text; returns the column behind it. */
static uint8_t print_some(uint8_t column, uint8_t row, uint8_t colour, const char *text)
{
    print_at(column, row, colour, text);
    for (; *text != 0; ++text)
        ++column;
    return column;
}

/* The bar is filled as far as the value is in its range. */
static void draw_value_bar(uint8_t row, uint8_t at, uint8_t colour)
{
    uint8_t column, left, span;
    uint16_t filled, reached;

    span = opened_most[at] - opened_least[at];
    filled = 0;
    for (left = opened_values[at] - opened_least[at]; left != 0; --left)
        filled += BAR_WIDTH_HERE;
    reached = 0;
    for (column = WORDS_COLUMN; column != WORDS_COLUMN + BAR_WIDTH_HERE; ++column) {
        put_character(column, row, reached < filled ? CHARACTER_BAR_FULL : CHARACTER_BAR_EMPTY,
                      colour);
        reached += span;
    }
}

static void draw_parameter(uint8_t at)
{
    uint8_t row, left, colour, value;

    row = FIRST_ROW;
    for (left = at; left != 0; --left)
        row += rows_of_each;
    colour = at == pointed ? BRIGHT_COLOUR : TEXT_COLOUR;
    value = opened_values[at];
    clear_row(row, ' ', colour);
    if (at == pointed)
        put_character(WORDS_COLUMN - 2, row, CHARACTER_POINTER, STATUS_COLOUR);
    print_at(WORDS_COLUMN, row, colour, opened_words[at]);
    print_range(RANGE_COLUMN, row, STATUS_COLOUR, opened_least[at], opened_most[at]);
    digits_of(value);
    if (value < 100)
        decimal[MOST_DIGITS - 3] = ' ';
    if (value < 10)
        decimal[MOST_DIGITS - 2] = ' ';
    print_at(VALUE_COLUMN, row, colour, decimal + MOST_DIGITS - 3);
    if (rows_of_each == ROWS_WITH_BAR)
        draw_value_bar(row + 1, at, value == opened_in_spec[at] ? WALL_COLOUR : STATUS_COLOUR);
}

/* Say which values do not go together, if any do not. */
static void draw_refused(void)
{
    uint8_t column;

    clear_row(REFUSED_ROW, ' ', BRIGHT_COLOUR);
    clear_row(REFUSED_ROW + 2, ' ', BRIGHT_COLOUR);
    if (open_goes_together())
        return;
    print_at(REFUSED_COLUMN, REFUSED_ROW, BRIGHT_COLOUR, "WITH");
    column = print_some(REFUSED_COLUMN + 5, REFUSED_ROW, BRIGHT_COLOUR, opened_words[broken_first]);
    print_short(column + 1, REFUSED_ROW, BRIGHT_COLOUR, opened_values[broken_first]);
    column = print_some(REFUSED_COLUMN, REFUSED_ROW + 2, BRIGHT_COLOUR, opened_words[broken_second]);
    if (broken_least > broken_most) {
        print_at(column, REFUSED_ROW + 2, BRIGHT_COLOUR, " HAS NO VALUE");
        return;
    }
    print_at(column, REFUSED_ROW + 2, BRIGHT_COLOUR, " NEEDS");
    print_range(column + 7, REFUSED_ROW + 2, BRIGHT_COLOUR, broken_least, broken_most);
}

static void draw_parameters(void)
{
    uint8_t at;

    for (at = 0; at != opened_count; ++at)
        draw_parameter(at);
    draw_refused();
}

static void point_to_parameter(uint8_t which)
{
    uint8_t before;

    before = pointed;
    pointed = which;
    draw_parameter(before);
    draw_parameter(pointed);
}

/* Change the value to which the pointer points by 1, up to the ends of its range. */
static void change_value(uint8_t by)
{
    uint8_t value;

    value = opened_values[pointed];
    if (value == (by == 1 ? opened_most[pointed] : opened_least[pointed]))
        return;
    opened_values[pointed] = value + by;
#ifdef CHANGES_ARE_KEPT
    forget_changes();
#endif
    draw_parameter(pointed);
    draw_refused();
}

/* The name of the dungeon, and what can be done here. */
static void draw_head(void)
{
    uint8_t column;
    const char *letter;

    clear_screen();
    clear_row(0, CHARACTER_WALL, WALL_COLOUR);
    clear_row(1, CHARACTER_FLOOR, FLOOR_COLOUR);
    clear_row(2, CHARACTER_WALL, WALL_COLOUR);
    column = SCREEN_COLUMNS - 14;
    for (letter = dungeon_name[game_dungeon]; *letter != 0; ++letter)
        --column;
    column = print_some(column >> 1, 1, BRIGHT_COLOUR, " ");
    column = print_some(column, 1, BRIGHT_COLOUR, dungeon_name[game_dungeon]);
    print_at(column, 1, BRIGHT_COLOUR, ": PARAMETERS ");
    print_at(1, KEYS_ROW, STATUS_COLOUR, "LEFT, RIGHT CHANGE   DEL RESET   RETURN");
}

void choose_parameters(void)
{
    open_choose(game_dungeon);
    pointed = 0;
    rows_of_each = opened_count <= ROWS / ROWS_WITH_BAR ? ROWS_WITH_BAR
        : opened_count <= ROWS / 2                      ? 2
                                                        : 1;
    draw_head();
    draw_parameters();
    for (;;) {
        input_poll();
        if (input_dy == 1)
            point_to_parameter(pointed == opened_count - 1 ? 0 : pointed + 1);
        else if (input_dy != 0)
            point_to_parameter(pointed == 0 ? opened_count - 1 : pointed - 1);
        else if (input_dx != 0)
            change_value(input_dx);
        else if (input_key == KEY_DELETE) {
#ifdef CHANGES_ARE_KEPT
            forget_changes();
#endif
            open_put_back();
            draw_parameters();
        } else if (input_key != KEY_NONE)
            return;
    }
}

#include "core/small_code_end.h"
