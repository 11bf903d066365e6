/* The C64 program. */
#include "core/platform.h"
#include "harness/harness.h"
#ifdef UNDERCROFT_NO_DISPLAY

int main(void)
{
    harness_is_wanted();
    harness_serve();
    return 0;
}

#else
#include "program/display.h"
#include "program/game.h"
#include "program/input.h"
#include "program/menu.h"
#include "program/play.h"

/* What the program begins with; `invoke run-vice` writes its wishes here, in the finished file:
 * dungeon, seed (low byte first), floor, and whether to go in without the menu. */
volatile uint8_t start_choices[5] = {0, 1, 0, 0, 0};

/* Start the machine anew, as when it is switched on. */
static void leave(void)
{
    *VOLATILE_AT(0x0001) = 0x37;
    ((void (*)(void))(*(uint16_t *)0xFFFC))();
}

int main(void)
{
    uint8_t goes_in;

    if (harness_is_wanted() && !harness_plays())
        harness_serve();
    game_dungeon = start_choices[0];
    game_seed = ((uint16_t)(start_choices[2]) << 8) | start_choices[1];
    game_floor = start_choices[3];
    goes_in = start_choices[4];
    secrets_shown = SECRETS_SHOWN;
    display_start();
    input_start(harness_plays());
    for (;;) {
        if (!goes_in && !menu())
            leave();
        goes_in = 0;
        play();
    }
    return 0;
}

#endif
