#include "core/small_interactive_code_begin.h"
#include "program/play.h"
#include "characters.h"
#include "program.h"
#include "program/figure.h"
#include "program/floors.h"
#include "program/game.h"
#include "program/input.h"
#include "program/loading.h"
#include "program/meeting.h"
#include "program/message.h"
#include "program/overview.h"
#include "program/saving.h"
#include "program/shown.h"
#include "program/status.h"
#include "program/text.h"
#include "program/walking.h"
#include "program/world/changes.h"
#include "program/world/frames.h"
#include "program/world/slots.h"

static void show_help(void)
{
    clear_screen();
    print_centred(2, BRIGHT_COLOUR, "HELP");
    print_at(3, 5, TEXT_COLOUR,
             "W A S D, CURSOR, JOYSTICK 2: MOVE\n\n"
             "F OR FIRE  WALK, OR FLY OVER IT\n"
             "O          OVERVIEW\n"
             "X          SHOW OR HIDE SECRETS\n"
             "SPACE      A NEW DUNGEON\n"
             ". AND ,    NEXT, PREVIOUS FLOOR\n"
             "M          SAVE MAP AND SEED\n"
             "L          LOAD SEED\n"
             "Q          QUIT\n\n"
             "WALK INTO WALLS: SOME ARE NONE.");
    wait_key();
    clear_screen();
    show_all();
}

static void obey(uint8_t key)
{
#ifdef WORLDS
    if (world_is_shown && is_walking)
        world_note_place(figure_x, figure_y);
#endif
    switch (key) {
    case 'Q':
        is_playing = 0;
        break;
    case ' ':
        game_seed = chance_seed();
        game_floor = 0;
#ifdef CHANGES_ARE_KEPT
        forget_changes();
#endif
        enter_floor(0);
        break;
    case 'F':
    case KEY_RETURN:
    case KEY_FIRE:
        is_walking ^= 1;
#ifdef WORLDS
        if (world_is_shown && is_walking) {
            return_to_figure();
            if (!is_playing)
                break;
        }
#endif
        show_all();
#ifdef ENTITIES_SHOWN
        look_around();
#endif
        break;
    case 'O':
#ifdef WORLDS
        if (world_is_shown)
            world_wait_for_all();
#endif
        if (is_walking)
            show_overview(figure_x, figure_y);
        else
            show_overview(view_x + (columns_shown >> 1), view_y + (rows_shown >> 1));
        clear_screen();
        show_all();
        break;
    case 'X':
        secrets_shown ^= 1;
        show_all();
        break;
    case '.':
        go_down();
        break;
    case ',':
        go_up();
        break;
    case 'M':
        hide_figure();
        save_dungeon();
        if (is_walking)
            show_figure(figure_x, figure_y);
        break;
    case 'L':
        hide_figure();
        if (load_seed())
            enter_floor(0);
        else if (is_walking)
            show_figure(figure_x, figure_y);
        break;
    case 'H':
        show_help();
        break;
    default:
        break;
    }
}

void play(void)
{
    is_walking = 0;
    enter_floor(0);
    while (is_playing) {
        input_poll();
        if (input_dx != 0 || input_dy != 0)
            move_player();
        else if (input_key != KEY_NONE) {
            if (message_is_shown)
                show_status();
            obey(input_key);
        }
    }
#ifdef WORLDS
    world_is_shown = 0;
#endif
}

#include "core/small_code_end.h"
