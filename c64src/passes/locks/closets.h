/* A closet for a lock that finds no passage: a small room, dug into the rock beside what is reached. The rock around it
 * stays, so that its door is the only way into it, for diagonal steps too. */
#ifndef UNDERCROFT_LOCKS_CLOSETS_H
#define UNDERCROFT_LOCKS_CLOSETS_H

#if SOME_LOCKS_MAKE_IS_CLOSET

#include "core/doorways.h"
#include "core/generation.h"
#include "core/get_tile.h"
#include "core/plane/plane.h"
#include "core/plane/plane_bit.h"
#include "core/tilemap.h"
#include "passes/locks/passages.h"
#include "passes/locks/places.h"
#include "passes/locks/reaching.h"

/* Whether a closet is made, the side that is tried next, and how many still are. */
WORK uint8_t makes_closet, closet_side, closet_sides_left;

/* The entity that is looked at next. */
WORK uint8_t inside_at;

#if SOME_LOCKS_STEPS_FROM_START
/* The tile before the door. */
WORK uint8_t closet_front_x, closet_front_y;
#endif

/* The rectangle of the closet with the rock around it, and the row and the column of it that are next. */
WORK uint8_t closet_x, closet_y, closet_right, closet_below, closet_row, closet_column;

#define CLOSET_ACROSS (LOCKS_CLOSET_WIDTH + 2)
#define CLOSET_DOWN (LOCKS_CLOSET_HEIGHT + 2)

/* Find the closet at the side of the tile that was found, with its door in the middle of its wall. 0 if it would not be
 * on the map. What is left of the map or above it is a byte of more than 240. */
static NOINLINE uint8_t find_closet_place(void)
{
    uint8_t x, y;

    x = found_at_x;
    y = found_at_y;
    closet_x = x - (uint8_t)(CLOSET_ACROSS >> 1);
    closet_y = y - (uint8_t)(CLOSET_DOWN >> 1);
    switch (place_side) {
    case SIDE_ABOVE:
        closet_y = y - CLOSET_DOWN;
        --y;
        break;
    case SIDE_RIGHT:
        ++x;
        closet_x = x;
        break;
    case SIDE_BELOW:
        ++y;
        closet_y = y;
        break;
    default:
        closet_x = x - CLOSET_ACROSS;
        --x;
        break;
    }
    lock_x[lock_count] = x;
    lock_y[lock_count] = y;
    closet_right = closet_x + (CLOSET_ACROSS - 1);
    closet_below = closet_y + (CLOSET_DOWN - 1);
    return closet_x < MAP_WIDTH && closet_right < MAP_WIDTH && closet_y < MAP_HEIGHT && closet_below < MAP_HEIGHT;
}

/* Whether the door of the closet is far enough from all locked doors. */
static NOINLINE uint8_t is_apart(void)
{
    uint8_t at, x, y;

    x = lock_x[lock_count];
    y = lock_y[lock_count];
    for (at = 0; at != lock_count; ++at) {
        if (way_to_door(x, y, at) < LOCKS_APART)
            return 0;
    }
    return 1;
}

/* Whether a closet may be at the side of the tile that was found, if there is rock. */
static NOINLINE uint8_t suits_closet(void)
{
    if (!find_closet_place() || !is_apart() || !is_free_floor(found_at_x, found_at_y))
        return 0;
    closet_row = closet_y;
    closet_column = closet_x;
#if SOME_LOCKS_STEPS_FROM_START
    closet_front_x = found_at_x;
    closet_front_y = found_at_y;
#endif
    return 1;
}

/* One step of finding out whether there is nothing but rock where the closet would be: FOUND if so. */
static NOINLINE uint8_t look_at_rock(void)
{
    uint8_t left, x, tile;

    for (left = ROCK_ROWS_AT_ONCE; left != 0; --left) {
        for (x = closet_x;; ++x) {
            tile = get_tile(x, closet_row);
            if (tile != TILE_EMPTY && tile != TILE_WALL)
                return NOTHING_FOUND;
            if (x == closet_right)
                break;
        }
        if (closet_row == closet_below)
            return FOUND;
        ++closet_row;
    }
    return NOT_YET;
}

/* One step of looking for an entity where the closet would be, such as an item that is buried in a wall. */
static NOINLINE uint8_t look_inside(void)
{
    uint8_t left, x, y;
    REGISTER struct entity_record *entity;

    entity = ENTITY_RECORD(inside_at);
    for (left = ENTITIES_PASSED; left != 0; --left) {
        if (inside_at == COUNT_OF_ENTITIES)
            return NOTHING_FOUND;
        x = ENTITY_GET_X(entity);
        y = ENTITY_GET_Y(entity);
        if (x >= closet_x && x <= closet_right && y >= closet_y && y <= closet_below)
            return FOUND;
        ++entity;
        ++inside_at;
    }
    return inside_at == COUNT_OF_ENTITIES ? NOTHING_FOUND : NOT_YET;
}

#if SOME_LOCKS_STEPS_FROM_START
/* The tile of a closet is far from the start if the tile before the door is. */
static NOINLINE void keep_far(uint8_t x, uint8_t y)
{
    if ((near_start[byte_of_tile(closet_front_x, closet_front_y)] & plane_bit[closet_front_x & 7]) == 0)
        near_start[byte_of_tile(x, y)] &= (uint8_t)~plane_bit[x & 7];
}
#else
#define keep_far(x, y)
#endif

/* One step of digging the closet. Its door stays closed, so that its floor is open but not reached. 1 if it is done. */
static NOINLINE uint8_t dig_closet(void)
{
    uint8_t left, x, y;

    for (left = CLOSET_TILES_DUG; left != 0; --left) {
        x = closet_column;
        y = closet_row;
        if ((y == closet_y || y == closet_below || x == closet_x || x == closet_right)
            && (x != lock_x[lock_count] || y != lock_y[lock_count]))
            set_tile(x, y, TILE_WALL);
        else {
            set_tile(x, y, TILE_FLOOR);
            open_tile(x, y);
            keep_far(x, y);
            ++tiles_in_all;
        }
        ++closet_column;
        if (x == closet_right) {
            closet_column = closet_x;
            ++closet_row;
            if (y == closet_below) {
                close_tile(lock_x[lock_count], lock_y[lock_count]);
                return 1;
            }
        }
    }
    return 0;
}

#endif

#endif
