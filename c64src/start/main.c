/* The C64 program. */
#include "core/platform.h"
#include "harness/harness.h"
#include "machine/hardware.h"
#ifdef UNDERCROFT_NO_DISPLAY

int main(void)
{
    harness_is_wanted();
    harness_serve();
    return 0;
}

#else
#include "characters.h"
#include "program/display.h"
#include "program/game.h"
#include "program/input.h"
#include "program/menu.h"
#include "program/play.h"
#include "program/shown.h"

/* The choices with which the program starts: dungeon, seed (low byte first), floor, and 1 to skip
 * the menu. `invoke run-vice` writes those it is given into the finished file. */
volatile uint8_t start_choices[5] = {0, 1, 0, 0, 0};

/* Code that has the KERNAL be seen must not be below it. */
#ifdef __CC65__
#pragma code-name(push, "LOWCODE")
#endif

/* Reset the machine, as if it were switched on. */
static void leave(void)
{
    PROCESSOR_PORT = ALL_ROMS;
    ((void (*)(void))(*(uint16_t *)0xFFFC))();
}

#ifdef __CC65__
#pragma code-name(pop)
#endif

int main(void)
{
    uint8_t skips_menu;

    if (harness_is_wanted() && !harness_plays())
        harness_serve();
    game_dungeon = start_choices[0];
    game_seed = ((uint16_t)(start_choices[2]) << 8) | start_choices[1];
    game_floor = start_choices[3];
    skips_menu = start_choices[4];
    secrets_shown = SECRETS_SHOWN;
    display_start();
    input_start(harness_plays());
    for (;;) {
        if (!skips_menu && !menu())
            leave();
        skips_menu = 0;
        play();
    }
    return 0;
}

#endif
