#include "core/small_interactive_code_begin.h"
#include "program/play.h"
#include "module_places.h"
#include "program/appearance.h"
#include "program/building.h"
#include "program/chambers.h"
#include "program/disk.h"
#include "program/entities.h"
#include "program/figure.h"
#include "program/game.h"
#include "program/input.h"
#include "core/mapgen.h"
#include "program/meeting.h"
#include "program/message.h"
#include "program/modules.h"
#include "program/overview.h"
#include "program/secrets.h"
#include "program/shown.h"
#include "program/text.h"
#include "program/view.h"
#include "program/world/changes.h"
#include "program/world/following.h"
#include "program/world/frames.h"
#include "program/world/slots.h"
#include "program/world/tilemap.h"

#define BACK ((uint8_t)-1)
#define LAST_FLOOR 255

#define NAME_WIDTH 11
#define FLOOR_COLUMN 12
#define SEED_COLUMN 17
#define X_COLUMN 24
#define Y_COLUMN 29
#define Y_COLUMN_IN_WORLD 31
#define WORLD_DIGITS 5
#define ROOM_COLUMN 34
#define MODE_COLUMN 39

static uint8_t figure_x, figure_y;
static uint8_t is_walking;
/* 0 when the player is to be back in the menu. */
static uint8_t is_playing;
#if defined(MOST_CHAMBERS) && defined(ENTITIES_SHOWN)
#define CHAMBERS_ARE_ANNOUNCED 1
/* The room that the line below the window names, and the one that was announced last. */
static uint8_t room_shown, room_announced;
#endif

/* ------------------------------------------------------------------ the line below the window */

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

static void show_place(void)
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

static void show_status(void)
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

#ifdef LOCKS_SHOWN
/* Say what has happened at a lock; 1 if anything has, else 0. */
static NOINLINE uint8_t tell_of_lock(void)
{
    const char *text;

    text = describe_lock();
    if (*text == 0)
        return 0;
    show_message(text);
    pause_repeat();
    return 1;
}
#endif

#ifdef ENTITIES_SHOWN
/* Say what is where the figure is; what it enters comes first. */
static void look_around(void)
{
    const char *text;

    if (!is_walking)
        return;
#ifdef LOCKS_SHOWN
    if (tell_of_lock())
        return;
#endif
    text = "";
#ifdef WORLDS
    if (world_is_shown) {
        text = meet_in_world(figure_x, figure_y);
        if (*text != 0) {
            show_message(text);
            pause_repeat();
        }
        return;
    }
#endif
#ifdef CHAMBERS_ARE_ANNOUNCED
    if (room_shown != room_announced) {
        room_announced = room_shown;
        if (room_shown != NO_ROOM)
            text = describe_chamber(room_shown);
    }
#endif
    if (*text == 0)
        text = describe_entity(figure_x, figure_y);
    if (*text != 0) {
        show_message(text);
        /* Otherwise a held direction would lead on before it is read. */
        pause_repeat();
    }
}
#endif

/* ------------------------------------------------------------------ floors */

#ifdef WORLDS
static NOINLINE void wait_for_world(void)
{
    show_message("WAIT");
    world_wait_for_view();
    show_status();
}

/* Wait until the chunks of a world are there that the window will show when it is moved by (dx, dy). */
static void require_world(uint8_t dx, uint8_t dy)
{
    if (!world_is_shown)
        return;
    view_x += dx;
    view_y += dy;
    if (!world_has_view(view_x, view_y))
        wait_for_world();
    view_x -= dx;
    view_y -= dy;
}
#endif

static void show_all(void)
{
    hide_figure();
    if (is_walking)
        centre_view(figure_x, figure_y);
#ifdef WORLDS
    require_world(0, 0);
#endif
    draw_view();
    if (is_walking)
        show_figure(figure_x, figure_y);
    show_status();
}

/* Where the figure starts on a floor without the stairs by which it should arrive. */
static void find_place(void)
{
    for (figure_y = 0; figure_y != dungeon_height[game_dungeon]; ++figure_y) {
        for (figure_x = 0; figure_x != dungeon_width[game_dungeon]; ++figure_x) {
            if (tile_flags[mapgen_get_tile(figure_x, figure_y)] & TILE_WALKABLE)
                return;
        }
    }
    figure_x = 0;
    figure_y = 0;
}

#ifdef WORLDS
/* Build the chunks that the window shows when the figure is in its middle; 0 if the player goes back to the
 * menu instead. */
static uint8_t build_view(void)
{
    centre_view(figure_x, figure_y);
    return build_dungeon();
}

/* 1 if a tile of a world is walkable, and nothing lies or stands there. */
static uint8_t can_stand(uint8_t tile)
{
    return tile < TILE_CODES && (tile_flags[tile] & TILE_WALKABLE);
}

/* Enter a world where the player was. In a new one the figure starts near the middle of the first chunk, and where
 * the window shows as few chunks as possible. */
static uint8_t enter_world(void)
{
    world_begin();
    if (world_has_place) {
        world_find_place(&figure_x, &figure_y);
        return build_view();
    }
    figure_x = CHUNK_SIDE + VIEW_WIDTH / 2;
    figure_y = CHUNK_SIDE + CHUNK_SIDE / 2;
    if (!build_view())
        return 0;
    while (!can_stand(*world_at(figure_x, figure_y))) {
        ++figure_x;
        if (figure_x == 2 * CHUNK_SIDE) {
            figure_x = CHUNK_SIDE;
            ++figure_y;
            if (figure_y == 2 * CHUNK_SIDE)
                figure_y = CHUNK_SIDE;
        }
    }
    world_note_place(figure_x, figure_y);
    return build_view();
}

/* The figure, or the middle of the window, was moved by (dx, dy). */
static void follow_in_world(uint8_t dx, uint8_t dy)
{
    if (is_walking)
        world_follow(figure_x, figure_y, dx, dy, 1);
    else
        world_follow(view_x + VIEW_WIDTH / 2, view_y + VIEW_HEIGHT / 2, dx, dy, 0);
    figure_x += world_turned_x;
    figure_y += world_turned_y;
}

/* Before the player walks again: the figure may be far away from the window. */
static void return_to_figure(void)
{
    if (world_find_place(&figure_x, &figure_y)) {
        follow_in_world(0, 0);
        return;
    }
    draw_building();
    is_playing = enter_world();
    clear_screen();
}
#endif

/* Generate the floor, unless the player goes back to the menu instead. The figure starts at the down
 * stairs if it comes from below, else at the up stairs. */
static void enter_floor(uint8_t from_below)
{
    shown_dungeon = game_dungeon;
    forget_secrets();
    is_playing = modules_prepare(game_dungeon);
    if (!is_playing)
        return;
    take_appearance(BYTES_AT(dungeon_appearance[game_dungeon]));
    message_is_shown = 0;
    mapgen_request(game_dungeon, game_seed, game_floor);
    draw_building();
#ifdef WORLDS
    world_is_shown = dungeon_is_world[game_dungeon];
    world_choose_memory();
    if (world_is_shown) {
        is_playing = enter_world();
        if (!is_playing)
            return;
        clear_screen();
        follow_in_world(0, 0);
        show_all();
#ifdef ENTITIES_SHOWN
        look_around();
#endif
        return;
    }
#endif
    is_playing = build_dungeon();
    if (!is_playing)
        return;
#ifdef ENTITIES_SHOWN
    take_entities();
#ifdef CHAMBERS_ARE_ANNOUNCED
    room_announced = NO_ROOM;
#endif
#endif
    clear_screen();
    if (from_below && !(SUMMARY->status & STATUS_NO_DOWN_STAIRS)) {
        figure_x = SUMMARY->down_x;
        figure_y = SUMMARY->down_y;
    } else if (!(SUMMARY->status & STATUS_NO_UP_STAIRS)) {
        figure_x = SUMMARY->up_x;
        figure_y = SUMMARY->up_y;
    } else {
        find_place();
    }
    centre_view(figure_x, figure_y);
    show_all();
#ifdef ENTITIES_SHOWN
    look_around();
#endif
}

static void go_down(void)
{
    if (game_floor == LAST_FLOOR) {
        show_message("THIS IS THE LAST FLOOR");
        return;
    }
    ++game_floor;
#ifdef CHANGES_ARE_KEPT
    forget_changes();
#endif
    enter_floor(0);
}

static void go_up(void)
{
    if (game_floor == 0) {
        show_message("THIS IS THE FIRST FLOOR");
        return;
    }
    --game_floor;
#ifdef LOCKS_SHOWN
    /* The figure would be behind doors whose keys are before them. */
    game_keys = ALL_LOCKS;
    game_doors = ALL_LOCKS;
#endif
#ifdef WORLDS
    world_forget();
#endif
    enter_floor(1);
}

/* ------------------------------------------------------------------ moving */

#ifdef WORLDS
static uint8_t world_is_full;

/* The same in a world. What is found there is a change of the world, which can be remembered or not. */
static uint8_t can_enter_in_world(uint8_t x, uint8_t y)
{
    uint8_t tile, code;

    tile = *world_at(x, y);
    code = tile & WORLD_CODE;
#ifdef ENTITIES_SHOWN
    if (code >= ENTITY_CODES)
        return 1;
#endif
    if (!(tile_flags[code] & FIGURE_ENTERS))
        return 0;
    if (TILE_IS_SECRET(code) && tile == code && !secrets_shown) {
        if (!world_change(x, y, code | WORLD_FLAG)) {
            world_is_full = 1;
            return 0;
        }
        put_character(x - view_x, y - view_y, tile_screen_code[code], tile_colour[code]);
    }
    return 1;
}
#endif

/* 1 if the figure can go there, else 0. Walking into a secret path reveals it. */
static uint8_t can_enter(uint8_t x, uint8_t y)
{
    uint8_t tile;

#ifdef WORLDS
    if (world_is_shown)
        return can_enter_in_world(x, y);
#endif
    tile = mapgen_get_tile(x, y);
    if (!(tile_flags[tile] & FIGURE_ENTERS))
        return 0;
#ifdef LOCKS_SHOWN
    if (stays_locked(x, y))
        return 0;
#endif
    if (TILE_IS_SECRET(tile) && !secret_is_known(x, y)) {
        find_secret(x, y);
        put_character(x - view_x, y - view_y, tile_screen_code[tile], tile_colour[tile]);
    }
    return 1;
}

static void follow(void)
{
    uint8_t dx, dy, column, row;

    /* Counted from 1, as the figure may be one tile outside the window. */
    column = figure_x - view_x + 1;
    row = figure_y - view_y + 1;
    dx = 0;
    dy = 0;
    if (column <= MARGIN_X)
        dx = BACK;
    else if (column > VIEW_WIDTH - MARGIN_X)
        dx = 1;
    if (row <= MARGIN_Y)
        dy = BACK;
    else if (row > VIEW_HEIGHT - MARGIN_Y)
        dy = 1;
    if (dx != 0 || dy != 0) {
#ifdef WORLDS
        require_world(dx, dy);
#endif
        scroll_view(dx, dy);
        show_figure(figure_x, figure_y);
        return;
    }
#ifdef WORLDS
    /* As long as moving the window takes. */
    if (world_is_shown) {
        world_wait_frame();
        show_figure(figure_x, figure_y);
        world_wait_frame();
        return;
    }
#endif
    show_figure(figure_x, figure_y);
}

#if defined(WORLDS) && defined(TILE_TREASURE)
/* In a world a treasure is taken by walking onto it. */
static void take_treasure(void)
{
    if (*world_at(figure_x, figure_y) != TILE_TREASURE)
        return;
    if (world_change(figure_x, figure_y, TILE_FLOOR)) {
        put_character(figure_x - view_x, figure_y - view_y, tile_screen_code[TILE_FLOOR],
                      tile_colour[TILE_FLOOR]);
        show_message("YOU TAKE THE TREASURE");
    } else {
        show_message(world_is_full_text);
    }
    pause_repeat();
}
#endif

/* One step. If a diagonal step is blocked, a straight one is tried instead. */
static void walk(uint8_t dx, uint8_t dy)
{
    uint8_t tile;

#ifdef WORLDS
    world_is_full = 0;
#endif
    if (!can_enter(figure_x + dx, figure_y + dy)) {
        if (dx != 0 && dy != 0 && can_enter(figure_x + dx, figure_y))
            dy = 0;
        else if (dx != 0 && dy != 0 && can_enter(figure_x, figure_y + dy))
            dx = 0;
        else {
#ifdef LOCKS_SHOWN
            tell_of_lock();
#endif
#ifdef WORLDS
            if (world_is_full) {
                show_message(world_is_full_text);
                pause_repeat();
            }
#endif
            return;
        }
    }
    figure_x += dx;
    figure_y += dy;
    follow();
    show_place();
#ifdef WORLDS
    if (world_is_shown) {
#ifdef TILE_TREASURE
        take_treasure();
#endif
#ifdef ENTITIES_SHOWN
        look_around();
#endif
        return;
    }
#endif
    tile = mapgen_get_tile(figure_x, figure_y);
    if (tile == TILE_DOWN_STAIRS)
        go_down();
    else if (tile == TILE_UP_STAIRS)
        go_up();
#ifdef ENTITIES_SHOWN
    else
        look_around();
#endif
}

static void move(void)
{
    if (message_is_shown)
        show_status();
#ifdef WORLDS
    /* On foot the window moves later, if at all. Without a margin the figure may step out of it. */
#if MARGIN_X != 0 && MARGIN_Y != 0
    if (!is_walking)
#endif
        require_world(input_dx, input_dy);
#endif
    if (is_walking) {
        walk(input_dx, input_dy);
    } else {
        scroll_view(input_dx, input_dy);
        show_place();
    }
#ifdef WORLDS
    if (world_is_shown)
        follow_in_world(input_dx, input_dy);
#endif
}

/* ------------------------------------------------------------------ keys */

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
            move();
        else if (input_key != KEY_NONE) {
            if (message_is_shown)
                show_status();
            obey(input_key);
        }
    }
#ifdef WORLDS
    world_is_shown = 0;
    world_choose_memory();
#endif
}

#include "core/small_code_end.h"
