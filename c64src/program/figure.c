#include "core/small_interactive_code_begin.h"
#include "program/figure.h"
#include "machine/hardware.h"
#include "program/shown.h"
#include "program.h"

void show_figure(uint8_t x, uint8_t y)
{
    uint16_t left;

    left = (uint16_t)(uint8_t)(x - view_x) * 8 + SPRITE_LEFT;
    BYTES_AT(SCREEN_START)[0x3F8] = (uint8_t)(CHARSET_START >> 6) + CHARACTER_SPRITE / 8;
    VIC_SPRITE_X = (uint8_t)left;
    VIC_SPRITE_X_HIGH = (uint8_t)(left >> 8);
    VIC_SPRITE_Y = (uint8_t)((uint8_t)(y - view_y) * 8 + SPRITE_TOP);
    VIC_SPRITES = 1;
}

void draw_figure(uint8_t first_row)
{
    uint8_t row, at, pixels;

    row = first_row;
    for (at = 0; at != 3 * FIGURE_ROWS; at += 3) {
        pixels = figure_data[row];
        FIGURE_SPRITE[at] = pixels;
        ++row;
    }
}

void hide_figure(void)
{
    VIC_SPRITES = 0;
}

#include "core/small_code_end.h"
