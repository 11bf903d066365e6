/* The pass `secrets`: a room with a single opening becomes secret by chance.
 *
 * The opening leads nowhere else: of its four neighbours only a tile of the room and one other can be
 * walked on. So all that is outside can still be reached without the room. Ways that are hidden already do
 * not count. */
#ifndef UNDERCROFT_SECRETS_CONCEALING_H
#define UNDERCROFT_SECRETS_CONCEALING_H

#include "core/generation.h"
#include "core/get_tile.h"
#include "core/tilemap.h"
#include "passes/secrets/ways.h"
#if SOME_SECRETS_HIDE_IS_ROOMS
#include "core/population/areas.h"
#include "core/population/room_area.h"
#endif

#if SOME_SECRETS_HIDE_IS_ROOMS
/* The room that is next; the side of its walls; how many openings were found, and the first of them. */
WORK uint8_t concealed_at, opening_side, opening_count, opening_x, opening_y;

/* The tile of the room's walls that is next, and how many this side has from it on. */
WORK uint8_t wall_tile_x, wall_tile_y, wall_tiles_left;

/* Whether a tile is in the room. */
static NOINLINE uint8_t is_in_area(uint8_t x, uint8_t y)
{
    if (x < populated_x || y < populated_y)
        return 0;
    if ((uint8_t)(x - populated_x) >= populated_width)
        return 0;
    return (uint8_t)(y - populated_y) < populated_height;
}

/* Whether one of the stairs is in the room. */
static NOINLINE uint8_t holds_stairs(void)
{
    if (is_in_area(SUMMARY->up_x, SUMMARY->up_y))
        return 1;
    return is_in_area(SUMMARY->down_x, SUMMARY->down_y);
}

/* Begin with a side of the room's walls: above, below, on the left or on the right. */
static NOINLINE void begin_side(void)
{
    wall_tile_x = populated_x;
    wall_tile_y = populated_y;
    wall_tiles_left = populated_width;
    if (opening_side >= 2)
        wall_tiles_left = populated_height;
    switch (opening_side) {
    case 0:
        --wall_tile_y;
        break;
    case 1:
        wall_tile_y += populated_height;
        break;
    case 2:
        --wall_tile_x;
        break;
    default:
        wall_tile_x += populated_width;
        break;
    }
}

/* One step of finding the only opening in the room's walls: some of their tiles, some 150 cycles each. */
static NOINLINE void find_opening(void)
{
    uint8_t left, tile;

    for (left = WALL_TILES_SEEN; left != 0; --left) {
        tile = get_tile(wall_tile_x, wall_tile_y);
        if (TILE_IS_SEEN_OPEN(tile)) {
            if (opening_count != 0) {
                stage = NEXT_TO_CONCEAL;
                return;
            }
            opening_count = 1;
            opening_x = wall_tile_x;
            opening_y = wall_tile_y;
        }
        --wall_tiles_left;
        if (wall_tiles_left != 0) {
            if (opening_side < 2)
                ++wall_tile_x;
            else
                ++wall_tile_y;
            continue;
        }
        ++opening_side;
        if (opening_side == 4) {
            stage = NEXT_TO_CONCEAL;
            if (opening_count != 0)
                stage = CONCEAL_ROOM;
            return;
        }
        begin_side();
    }
}

/* Whether a tile can be walked on and does not look like a wall. */
static NOINLINE uint8_t is_seen_open(uint8_t x, uint8_t y)
{
    uint8_t tile;

    tile = get_tile(x, y);
    return TILE_IS_SEEN_OPEN(tile);
}

/* Perhaps hide the room behind its only opening, if that is a door or floor and leads nowhere else. */
static NOINLINE void conceal_room(void)
{
    uint8_t tile, sides;

    tile = get_tile(opening_x, opening_y);
#ifdef TILE_DOOR
    if (tile != TILE_FLOOR && tile != TILE_DOOR)
        return;
#else
    if (tile != TILE_FLOOR)
        return;
#endif
    sides = is_seen_open(opening_x - 1, opening_y);
    sides += is_seen_open(opening_x + 1, opening_y);
    sides += is_seen_open(opening_x, opening_y - 1);
    sides += is_seen_open(opening_x, opening_y + 1);
    if (sides == 2 && random_chance(SECRETS_CHANCE))
        set_tile(opening_x, opening_y, TILE_SECRET_PATH);
}
#endif

/* One step of hiding rooms without stairs, or dead ends. */
static void conceal(void)
{
    switch (stage) {
    case 0:
#if SOME_SECRETS_HIDE_IS_DEAD_ENDS
#if SOME_SECRETS_HIDE_IS_ROOMS
        if (SECRETS_HIDE_IS_DEAD_ENDS)
#endif
        {
            ending_x = 1;
            ending_y = 1;
#if !defined(ENDS_IN_C)
            begin_ending_rows();
#endif
            stage = LOOK_FOR_ENDS;
            look_for_ends();
            return;
        }
#endif
#if SOME_SECRETS_HIDE_IS_ROOMS
        concealed_at = 0;
        stage = NEXT_TO_CONCEAL;
        /* fall through */
    case NEXT_TO_CONCEAL:
        if (concealed_at == COUNT_OF_AREAS) {
            stage = PHASE_DONE;
            return;
        }
        room_area(concealed_at);
        ++concealed_at;
        stage = CHECK_STAIRS;
        return;
    case CHECK_STAIRS:
        opening_side = 0;
        begin_side();
        opening_count = 0;
        stage = FIND_OPENING;
        if (holds_stairs())
            stage = NEXT_TO_CONCEAL;
        else
            find_opening();
        return;
    case FIND_OPENING:
        find_opening();
        return;
#endif
#if SOME_SECRETS_HIDE_IS_DEAD_ENDS
    case LOOK_FOR_ENDS:
        look_for_ends();
        return;
#if SOME_SECRETS_HIDE_IS_ROOMS
    case FOLLOW_WAY:
#else
    default:
#endif
        hide_way();
        return;
#endif
#if SOME_SECRETS_HIDE_IS_ROOMS
    default:
        conceal_room();
        stage = NEXT_TO_CONCEAL;
        return;
#endif
    }
}

#endif
