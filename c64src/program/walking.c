#include "core/small_interactive_code_begin.h"
#include "program/walking.h"
#include "core/mapgen.h"
#include "program/appearance.h"
#include "program/figure.h"
#include "program/floors.h"
#include "program/game.h"
#include "program/input.h"
#include "program/meeting.h"
#include "program/message.h"
#include "program/secrets.h"
#include "program/shown.h"
#include "program/status.h"
#include "program/text.h"
#include "program/view.h"
#include "program/world/changes.h"
#include "program/world/frames.h"
#include "program/world/tilemap.h"
#include "tiles.h"

#define BACK ((uint8_t)-1)

#ifdef WORLDS
static uint8_t world_is_full;

/* `can_enter` in a world. What is found there is a change of the world, which can be remembered or not. */
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

void move_player(void)
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

#include "core/small_code_end.h"
