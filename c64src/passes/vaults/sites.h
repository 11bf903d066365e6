/* Where a vault may be: which tile each place of its drawing has, and whether these tiles suit it. */
#ifndef UNDERCROFT_VAULTS_SITES_H
#define UNDERCROFT_VAULTS_SITES_H

#include "core/doorways.h"
#include "core/drawings/filling.h"
#include "core/generation.h"
#include "core/get_tile.h"
#include "core/plane/flood.h"
#include "core/plane/places.h"
#include "core/plane/plane.h"
#include "core/plane/plane_bit.h"
#include "core/plane/reach_from.h"
#include "core/plane/taken.h"
#if SOME_VAULTS_TRANSPARENT || SOME_VAULTS_IN_ROOMS
#include "core/plane/is_reached.h"
#endif
#if SOME_VAULTS_ZONED
#include "core/plane/zone_planes.h"
#endif
#if SOME_VAULTS_IN_ROOMS
#ifdef PLACES_HAVE_SHAPES
#include "core/inner_rectangle.h"
#else
#include "core/place_area.h"
#endif
#include "core/places.h"
#endif

/* The drawing that is placed: its number, its flags, and the column of its entrance. */
WORK uint8_t vault_at, vault_flags, vault_entrance;
#if SOME_VAULTS_ZONED
/* Its zone, from 1; 0: anywhere. */
WORK uint8_t vault_zone;
#endif

/* The side of the tile before its entrance at which it is; and MIRRORED_VAULT if it is mirrored, else 0. */
WORK uint8_t vault_side, vault_hand;
#define MIRRORED_VAULT 4

/* Where the upper left tile of the rectangle is from the tile before the entrance on; its first and its last column and
 * row. The tile before the entrance is the one that was found: found_at_x and found_at_y. */
WORK uint8_t vault_from_x, vault_from_y;
WORK uint8_t vault_left, vault_right, vault_top, vault_bottom;

/* How many rows are still to be looked at or drawn, or the row that is next. */
WORK uint8_t vault_row;

#ifdef COUNT_OF_ENTITIES
/* The entity that is looked at next, the tile before the entrance, and the tile that is looked at. */
WORK uint8_t vault_entity, vault_front_x, vault_front_y, vault_x, vault_y;
#endif

#if SOME_VAULTS_LOCKED
/* The tile of the entrance, and where it is from the tile before it on. */
WORK uint8_t vault_door_x, vault_door_y, vault_step_x, vault_step_y;
#endif

#define SIDE_OF_VAULT_LEFT 0
#define SIDE_OF_VAULT_RIGHT 1
#define SIDE_OF_VAULT_UP 2
#define NO_SIDE_OF_VAULT 4
static const uint8_t vault_side_x[4] = { 255, 1, 0, 0 };
static const uint8_t vault_side_y[4] = { 0, 0, 255, 1 };

/* How a drawing is turned whose entrance is in its first row, by the side at which the rest of it is; and then how if it
 * is mirrored. */
static const uint8_t vault_turns[8] = {
    TURN_SIDES | FLIP_COLUMNS, TURN_SIDES | FLIP_ROWS, FLIP_COLUMNS | FLIP_ROWS, 0,
    TURN_SIDES | FLIP_COLUMNS | FLIP_ROWS, TURN_SIDES, FLIP_ROWS, FLIP_COLUMNS,
};

/* Turn the drawing as its side says, and find where its entrance is then. */
static NOINLINE void turn_vault(void)
{
    uint8_t left;

    turn_drawing(vault_turns[(uint8_t)(vault_side | vault_hand)]);
    drawing_x = 0;
    drawing_y = 0;
    begin_drawn();
    left = vault_entrance;
    do {
        next_drawn();
        --left;
    } while (left != 255);
    vault_from_x = vault_side_x[vault_side] - drawing_x;
    vault_from_y = vault_side_y[vault_side] - drawing_y;
#if SOME_VAULTS_LOCKED
    vault_step_x = vault_side_x[vault_side];
    vault_step_y = vault_side_y[vault_side];
#endif
}

/* Find the last column and row of the rectangle. */
static NOINLINE void find_end_of_vault(void)
{
    vault_right = vault_left + drawing_right;
    vault_bottom = vault_top + drawing_below;
}

/* Begin with the places of the drawing. */
static NOINLINE void begin_places_of_vault(void)
{
    drawing_x = vault_left;
    drawing_y = vault_top;
    vault_row = drawing_height;
    begin_drawn();
}

#if SOME_VAULTS_ZONED || SOME_VAULTS_IN_ROOMS || SOME_VAULTS_IN_ROCK
/* A byte of the plane, and those of its tiles that were reached and are in the zone of the vault. */
WORK uint16_t vault_place;

static NOINLINE uint8_t reached_in_zone(void)
{
    uint8_t reached;
#if SOME_VAULTS_ZONED
    uint8_t low, high;
#endif

    reached = plane_taken[vault_place] & (uint8_t)~plane_solid[vault_place];
#if SOME_VAULTS_ZONED
    if (vault_zone != 0) {
        low = zones_low[vault_place];
        high = zones_high[vault_place];
        if (vault_zone == 1)
            high = ~high;
        else if (vault_zone == 2)
            low = ~low;
        reached &= low & high;
    }
#endif
    return reached;
}
#endif

#if SOME_VAULTS_IN_ROCK
/* Whether the rectangle at the side of the tile that was found is on the map, within its edge, and that tile is free
 * floor. What is left of the map or above it is a byte that is no column and no row. */
static NOINLINE uint8_t suits_front(void)
{
    vault_left = found_at_x + vault_from_x;
    vault_top = found_at_y + vault_from_y;
    find_end_of_vault();
    if ((uint8_t)(vault_left - 1) >= MAP_WIDTH - 2 || vault_right >= MAP_WIDTH - 1)
        return 0;
    if ((uint8_t)(vault_top - 1) >= MAP_HEIGHT - 2 || vault_bottom >= MAP_HEIGHT - 1)
        return 0;
    if (!is_free_floor(found_at_x, found_at_y))
        return 0;
    begin_places_of_vault();
    return 1;
}

/* One step of finding out whether there is nothing but rock where the drawing has anything: FOUND if so. Takes some 300
 * cycles a tile. */
static NOINLINE uint8_t look_at_vault_rock(void)
{
    uint8_t tiles, tile;

    tiles = VAULT_TILES_SEEN;
    do {
        do {
            if (next_drawn() != 0) {
                tile = get_tile(drawing_x, drawing_y);
                if (tile != TILE_EMPTY && tile != TILE_WALL)
                    return NOTHING_FOUND;
            }
        } while (drawing_row != 0);
        --vault_row;
        if (vault_row == 0)
            return FOUND;
        tiles -= drawing_width;
    } while (tiles >= drawing_width);
    return NOT_YET;
}
#endif

#if SOME_VAULTS_TRANSPARENT
/* The tile around the rectangle that is next. */
WORK uint8_t margin_x, margin_y;

/* Begin with the tiles around the rectangle. */
static NOINLINE void begin_margin(void)
{
    margin_x = vault_left - 1;
    margin_y = vault_top - 1;
}

/* One step of looking for a tile around the rectangle that can be walked on, but was not reached: FOUND if there is one. */
static NOINLINE uint8_t look_at_margin(void)
{
    uint8_t left, tile;

    for (left = MARGIN_TILES_SEEN; left != 0; --left) {
        tile = get_tile(margin_x, margin_y);
        if (TILE_IS_WALKABLE(tile) && !is_reached(margin_x, margin_y))
            return FOUND;
        if (margin_x == (uint8_t)(vault_right + 1)) {
            if (margin_y == (uint8_t)(vault_bottom + 1))
                return NOTHING_FOUND;
            ++margin_y;
            margin_x = vault_left - 1;
        } else if (margin_x == (uint8_t)(vault_left - 1) && margin_y >= vault_top && margin_y <= vault_bottom)
            margin_x = vault_right + 1;
        else
            ++margin_x;
    }
    return NOT_YET;
}
#endif

#if SOME_VAULTS_IN_ROOMS
/* Find the rectangle of a vault in the middle of the area; 0 if this has no ring of floor round it. */
static NOINLINE uint8_t find_site_in_room(void)
{
    turn_vault();
    if (populated_width < (uint8_t)(drawing_right + 3) || populated_height < (uint8_t)(drawing_below + 3))
        return 0;
    vault_left = populated_x + (uint8_t)((uint8_t)(populated_width - 1 - drawing_right) >> 1);
    vault_top = populated_y + (uint8_t)((uint8_t)(populated_height - 1 - drawing_below) >> 1);
    find_end_of_vault();
    found_at_x = vault_left - vault_from_x;
    found_at_y = vault_top - vault_from_y;
    return 1;
}

/* Whether the tile before the entrance was reached and is in the zone of the vault. */
static NOINLINE uint8_t suits_front_in_room(void)
{
    vault_place = byte_of_tile(found_at_x, found_at_y);
    return reached_in_zone() & plane_bit[found_at_x & 7];
}

/* One step of finding out whether there is nothing but floor in the rectangle and in the ring around it, from row
 * vault_row on: FOUND if so. Takes some 200 cycles a tile. */
static NOINLINE uint8_t look_at_vault_floor(void)
{
    uint8_t tiles, x, across;

    tiles = VAULT_TILES_SEEN;
    across = drawing_right + 3;
    do {
        for (x = vault_left - 1; x != (uint8_t)(vault_right + 2); ++x) {
            if (get_tile(x, vault_row) != TILE_FLOOR)
                return NOTHING_FOUND;
        }
        if (vault_row == (uint8_t)(vault_bottom + 1))
            return FOUND;
        ++vault_row;
        tiles -= across;
    } while (tiles < VAULT_TILES_SEEN && tiles >= across);
    return NOT_YET;
}
#endif

#ifdef COUNT_OF_ENTITIES
/* Whether the tile that is looked at is within the rectangle, or before the entrance. */
static NOINLINE uint8_t vault_needs_tile(void)
{
    if (vault_x == vault_front_x && vault_y == vault_front_y)
        return 1;
    return vault_x >= vault_left && vault_x <= vault_right && vault_y >= vault_top && vault_y <= vault_bottom;
}
#endif

/* One step of looking for an entity within the rectangle or before the entrance: FOUND if there is one. */
static NOINLINE uint8_t look_inside_vault(void)
{
#ifdef COUNT_OF_ENTITIES
    uint8_t left;
    REGISTER struct entity_record *entity;

    entity = ENTITY_RECORD(vault_entity);
    for (left = ENTITIES_SEEN; vault_entity != COUNT_OF_ENTITIES; --left) {
        if (left == 0)
            return NOT_YET;
        vault_x = ENTITY_GET_X(entity);
        vault_y = ENTITY_GET_Y(entity);
        if (vault_needs_tile())
            return FOUND;
        ++entity;
        ++vault_entity;
    }
#endif
    return NOTHING_FOUND;
}

#endif
