#include "core/small_interactive_code_begin.h"
#include "program/floors.h"
#include "core/generation.h"
#include "core/mapgen.h"
#include "mailbox.h"
#include "memory.h"
#include "module_places.h"
#include "program/appearance.h"
#include "program/bar.h"
#include "program/building.h"
#include "program/entities.h"
#include "program/figure.h"
#include "program/game.h"
#include "program/meeting.h"
#include "program/message.h"
#include "program/modules.h"
#include "program/opened.h"
#include "program/secrets.h"
#include "program/shown.h"
#include "program/status.h"
#include "program/text.h"
#include "program/view.h"
#include "program/world/changes.h"
#include "program/world/following.h"
#include "program/world/frames.h"
#include "program/world/slots.h"
#include "program/world/tilemap.h"
#include "records.h"
#include "tiles.h"

#define LAST_FLOOR 255

#ifdef WORLDS
static NOINLINE void wait_for_world(void)
{
    show_message("WAIT");
    world_wait_for_view();
    show_status();
}

void require_world(uint8_t dx, uint8_t dy)
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

void show_all(void)
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

void follow_in_world(uint8_t dx, uint8_t dy)
{
    if (is_walking)
        world_follow(figure_x, figure_y, dx, dy, 1);
    else
        world_follow(view_x + VIEW_WIDTH / 2, view_y + VIEW_HEIGHT / 2, dx, dy, 0);
    figure_x += world_turned_x;
    figure_y += world_turned_y;
}

void return_to_figure(void)
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

void enter_floor(uint8_t from_below)
{
    shown_dungeon = game_dungeon;
    forget_secrets();
    is_playing = modules_prepare(game_dungeon);
    if (!is_playing)
        return;
    take_appearance(BYTES_AT(dungeon_appearance[game_dungeon]));
    message_is_shown = 0;
    mapgen_request(game_dungeon, game_seed, game_floor);
#ifdef OPENED
    if (opened_count != 0) {
        mapgen_begin_dungeon();
        if (module_a == VALUES_ARE_REFUSED) {
            show_message(values_are_refused_text);
            is_playing = 0;
            return;
        }
    }
#endif
    draw_building();
#ifdef WORLDS
    world_is_shown = dungeon_is_world[game_dungeon];
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

void go_down(void)
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

void go_up(void)
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

#include "core/small_code_end.h"
