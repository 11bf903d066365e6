#include "core/small_interactive_code_begin.h"
#include "program/display.h"
#include "characters.h"
#include "machine/hardware.h"
#include "memory.h"
#include "program.h"
#include "program/appearance.h"
#include "program/figure.h"
#include "program/text.h"

/* A row of pixels whose left half (bit 0) and right half (bit 1) are set. */
static const uint8_t halves[4] = {0x00, 0xF0, 0x0F, 0xFF};

/* Unpack the drawn characters to the charset, and make the quarter blocks of the overview and the
 * sprite. */
static void make_characters(void)
{
    uint8_t place, quarters;

    unpack_characters(charset_data, 0, CHARACTERS_DRAWN);
    for (place = 0; place != 16 * 8; ++place) {
        quarters = place >> 3;
        if (place & 4)
            quarters >>= 2;
        quarters = halves[quarters & 3];
        BYTES_AT(CHARSET_START + 8 * CHARACTER_QUADRANTS)[place] = quarters;
    }
    for (place = 0; place != SPRITE_BYTES; ++place)
        FIGURE_SPRITE[place] = 0;
    draw_figure(0);
}

/* The VIC's registers from $D010 on: the program before us may have left them in any state. There
 * are as many as the SID has. */
#define FIRST_SET 0x10
static const uint8_t vic_start[SID_REGISTER_COUNT] = {
    0,                  /* sprites are not in the right part of the screen */
    SCREEN_OFF,
    0, 0, 0,            /* $D012: raster line of an interrupt; light pen */
    0,                  /* no sprites */
    0x08,               /* 40 columns, no multicolour */
    0,                  /* sprites are not higher */
    (uint8_t)((SCREEN_START >> 10) << 4) | (uint8_t)((CHARSET_START >> 11) << 1),
    0xFF,               /* interrupts are acknowledged, */
    0,                  /* and none are wanted */
    0, 0, 0,            /* sprites are before the characters, without multicolour, and not wider */
    0, 0,               /* $D01E: collisions */
    BORDER_COLOUR,
    BACKGROUND_COLOUR,
    0, 0, 0, 0, 0,      /* $D022: colours that are not in use */
    FIGURE_COLOUR,
    0,
};

void display_start(void)
{
    uint8_t at, vic_at, value;

    vic_at = FIRST_SET;
    for (at = 0; at != SID_REGISTER_COUNT; ++at) {
        value = vic_start[at];
        VIC_REGISTERS[vic_at] = value;
        ++vic_at;
        SID_REGISTERS[at] = 0;
    }
    make_characters();
    CIA2_PORT_A = CIA2_PORT_A_BANK_0;
    CIA2_DIRECTION_A = CIA2_PORT_A_DIRECTIONS;
    clear_screen();
    VIC_CONTROL = SCREEN_ON;
}

void wait_frame(void)
{
    while (VIC_RASTER >= 250)
        ;
    while (VIC_RASTER < 250)
        ;
}

#include "core/small_code_end.h"
