#include "core/small_interactive_code_begin.h"
#include "program/text.h"
#include "machine/hardware.h"
#include "program.h"
#include "zeropage.h"
#include "program/figure.h"

void clear_screen(void)
{
    uint8_t row;

    hide_figure();
    for (row = 0; row != SCREEN_ROWS; ++row)
        clear_row(row, ' ', TEXT_COLOUR);
}

static const uint16_t powers[MOST_DIGITS] = {10000, 1000, 100, 10, 1};
char decimal[MOST_DIGITS + 1];

static NOINLINE void point_to(uint8_t column, uint8_t row)
{
    uint16_t offset;

    offset = (uint16_t)row * SCREEN_COLUMNS + column;
    put_codes = BYTES_AT(SCREEN_START) + offset;
    put_colours = COLOUR_RAM + offset;
}

void clear_row(uint8_t row, uint8_t character, uint8_t colour)
{
    REGISTER uint8_t *codes;
    REGISTER uint8_t *colours;
    uint8_t column, code, shade;

    /* cc65 reaches locals faster than parameters, and register variables fastest. */
    code = character;
    shade = colour;
    point_to(0, row);
    codes = put_codes;
    colours = put_colours;
    for (column = SCREEN_COLUMNS; column != 0; --column) {
        *codes = code;
        ++codes;
        *colours = shade;
        ++colours;
    }
}

NOINLINE void put_character(uint8_t column, uint8_t row, uint8_t code, uint8_t colour)
{
    point_to(column, row);
    *put_codes = code;
    *put_colours = colour;
}

void print_at(uint8_t column, uint8_t row, uint8_t colour, const char *text)
{
    REGISTER const char *from;
    REGISTER uint8_t *codes;
    REGISTER uint8_t *colours;
    uint8_t letter, room, shade;

    from = text;
    shade = colour;
    do {
        point_to(column, row);
        ++row;
        codes = put_codes;
        colours = put_colours;
        room = SCREEN_COLUMNS - column;
        for (letter = *from; letter >= ' '; letter = *from) {
            if (room != 0) {
                --room;
                *codes = letter & 0x3F;
                ++codes;
                *colours = shade;
                ++colours;
            }
            ++from;
        }
        ++from;
    } while (letter != 0);
}

void print_centred(uint8_t row, uint8_t colour, const char *text)
{
    const char *from;
    uint8_t length;

    from = text;
    for (length = 0; from[length] != 0; ++length)
        ;
    print_at((uint8_t)(SCREEN_COLUMNS - length) >> 1, row, colour, text);
}

void write_digits(uint16_t value)
{
    uint8_t place, digit;
    uint16_t power;

    for (place = 0; place != MOST_DIGITS; ++place) {
        power = powers[place];
        for (digit = '0'; value >= power; ++digit)
            value -= power;
        decimal[place] = (char)digit;
    }
}

void print_number(uint8_t column, uint8_t row, uint8_t colour, uint16_t value, uint8_t digits)
{
    write_digits(value);
    print_at(column, row, colour, decimal + MOST_DIGITS - digits);
}

#include "core/small_code_end.h"
