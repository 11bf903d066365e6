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

/* The drawing that is placed: its number, flags and zone, the column of its entrance, and where its places begin. */
static uint8_t vault_at, vault_flags, vault_entrance;
#if SOME_VAULTS_ZONED
static uint8_t vault_zone;
#endif
static const uint8_t *vault_places;

/* The side of the tile before its entrance at which it is, whether it is mirrored, and how it is turned. */
static uint8_t vault_side, vault_is_mirrored, vault_turn;

/* The tile before the entrance, that of the entrance, and where this is from the upper left tile on; the first and the
 * last column and row of the rectangle. */
static uint8_t vault_front_x, vault_front_y, vault_door_x, vault_door_y, vault_door_column, vault_door_row;
static uint8_t vault_left, vault_right, vault_top, vault_bottom;

/* How many rows are still to be looked at or drawn, or the row that is next; and the entity that is looked at next. */
static uint8_t vault_row, vault_entity;

#define SIDE_OF_VAULT_LEFT 0
#define SIDE_OF_VAULT_RIGHT 1
#define SIDE_OF_VAULT_TOP 2
static const uint8_t vault_side_x[4] = { 255, 1, 0, 0 };
static const uint8_t vault_side_y[4] = { 0, 0, 255, 1 };

/* How a drawing is turned whose entrance is in its first row, by the side at which the rest of it is. */
static const uint8_t turn_of_side[4] = { TURN_SIDES | FLIP_COLUMNS, TURN_SIDES | FLIP_ROWS, FLIP_COLUMNS | FLIP_ROWS, 0 };

/* Find how the drawing is turned, and where its entrance is then. */
static NOINLINE void find_turn_of_vault(void)
{
    uint8_t orientation, along, across;

    orientation = turn_of_side[vault_side];
    if (vault_is_mirrored) {
        if (orientation & TURN_SIDES)
            orientation ^= FLIP_ROWS;
        else
            orientation ^= FLIP_COLUMNS;
    }
    vault_turn = orientation;
    along = vault_entrance;
    across = 0;
    if (orientation & TURN_SIDES) {
        if (orientation & FLIP_ROWS)
            along = (uint8_t)(drawing_width - 1 - along);
        if (orientation & FLIP_COLUMNS)
            across = drawing_height - 1;
        vault_door_column = across;
        vault_door_row = along;
    } else {
        if (orientation & FLIP_COLUMNS)
            along = (uint8_t)(drawing_width - 1 - along);
        if (orientation & FLIP_ROWS)
            across = drawing_height - 1;
        vault_door_column = along;
        vault_door_row = across;
    }
}

/* Find the last column and row of the rectangle. */
static NOINLINE void find_end_of_vault(void)
{
    if (vault_turn & TURN_SIDES) {
        vault_right = (uint8_t)(vault_left + drawing_height - 1);
        vault_bottom = (uint8_t)(vault_top + drawing_width - 1);
    } else {
        vault_right = (uint8_t)(vault_left + drawing_width - 1);
        vault_bottom = (uint8_t)(vault_top + drawing_height - 1);
    }
}

/* Begin with the places of the drawing. */
static NOINLINE void begin_places_of_vault(void)
{
    drawing_at = vault_places;
    begin_drawn(vault_left, vault_top, vault_turn);
    vault_row = drawing_height;
}

#if SOME_VAULTS_IN_ROCK
/* Find the rectangle of a vault by the tile before its entrance. What is left of the map or above it is a byte that is no
 * column and no row. */
static NOINLINE void find_site_of_vault(void)
{
    find_turn_of_vault();
    vault_door_x = vault_front_x + vault_side_x[vault_side];
    vault_door_y = vault_front_y + vault_side_y[vault_side];
    vault_left = vault_door_x - vault_door_column;
    vault_top = vault_door_y - vault_door_row;
    find_end_of_vault();
}

/* Whether the rectangle is within the edge of the map. */
static NOINLINE uint8_t is_vault_on_map(void)
{
    return (uint8_t)(vault_left - 1) < MAP_WIDTH - 2 && (uint8_t)(vault_right - 1) < MAP_WIDTH - 2
           && (uint8_t)(vault_top - 1) < MAP_HEIGHT - 2 && (uint8_t)(vault_bottom - 1) < MAP_HEIGHT - 2;
}

/* Whether the rectangle at the side of the tile that was found is on the map, and that tile is free floor. */
static NOINLINE uint8_t suits_front(void)
{
    vault_front_x = found_at_x;
    vault_front_y = found_at_y;
    find_site_of_vault();
    if (!is_vault_on_map() || !is_free_floor(vault_front_x, vault_front_y))
        return 0;
    begin_places_of_vault();
    return 1;
}

/* Whether there is nothing but rock in the row that is next, where it has anything. Takes some 250 cycles a tile. */
static NOINLINE uint8_t is_row_rock(void)
{
    uint8_t left, tile;

    for (left = drawing_width; left != 0; --left) {
        if (next_drawn() != 0) {
            tile = get_tile(drawing_x, drawing_y);
            if (tile != TILE_EMPTY && tile != TILE_WALL)
                return 0;
        }
    }
    return 1;
}

/* One step of finding out whether there is nothing but rock where the drawing has anything: FOUND if so. */
static NOINLINE uint8_t look_at_vault_rock(void)
{
    uint8_t tiles;

    tiles = 0;
    do {
        if (!is_row_rock())
            return NOTHING_FOUND;
        --vault_row;
        if (vault_row == 0)
            return FOUND;
        tiles += drawing_width;
    } while ((uint8_t)(tiles + drawing_width) <= VAULT_TILES_SEEN);
    return NOT_YET;
}
#endif

#if SOME_VAULTS_TRANSPARENT
/* The tile around the rectangle that is next. */
static uint8_t margin_x, margin_y;

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
/* Find the rectangle of a vault in the middle of the room that is looked at; 0 if the room has no ring of floor round
 * it. */
static NOINLINE uint8_t find_site_in_room(void)
{
    uint8_t wide, high;

    find_turn_of_vault();
    wide = drawing_width;
    high = drawing_height;
    if (vault_turn & TURN_SIDES) {
        wide = drawing_height;
        high = drawing_width;
    }
    if (populated_width < (uint8_t)(wide + 2) || populated_height < (uint8_t)(high + 2))
        return 0;
    vault_left = populated_x + (uint8_t)((uint8_t)(populated_width - wide) >> 1);
    vault_top = populated_y + (uint8_t)((uint8_t)(populated_height - high) >> 1);
    find_end_of_vault();
    vault_door_x = vault_left + vault_door_column;
    vault_door_y = vault_top + vault_door_row;
    vault_front_x = vault_door_x - vault_side_x[vault_side];
    vault_front_y = vault_door_y - vault_side_y[vault_side];
    return 1;
}

/* Whether the tile before the entrance was reached and is in the zone of the vault. */
static NOINLINE uint8_t suits_front_in_room(void)
{
#if SOME_VAULTS_ZONED
    uint8_t low, high, bit;
    uint16_t place;
#endif

    if (!is_reached(vault_front_x, vault_front_y))
        return 0;
#if SOME_VAULTS_ZONED
    if (vault_zone != 0) {
        place = byte_of_tile(vault_front_x, vault_front_y);
        bit = plane_bit[vault_front_x & 7];
        low = zones_low[place] & bit;
        high = zones_high[place] & bit;
        if (vault_zone == 1)
            return low && !high;
        if (vault_zone == 2)
            return !low && high;
        return low && high;
    }
#endif
    return 1;
}

/* Begin with the ring around the rectangle. */
static NOINLINE void begin_ring_of_vault(void)
{
    vault_row = vault_top - 1;
}

/* One step of finding out whether there is nothing but floor in the rectangle and in the ring around it: FOUND if so.
 * Takes some 200 cycles a tile. */
static NOINLINE uint8_t look_at_vault_floor(void)
{
    uint8_t tiles, x, across;

    tiles = 0;
    across = vault_right - vault_left + 3;
    do {
        for (x = vault_left - 1; x != (uint8_t)(vault_right + 2); ++x) {
            if (get_tile(x, vault_row) != TILE_FLOOR)
                return NOTHING_FOUND;
        }
        if (vault_row == (uint8_t)(vault_bottom + 1))
            return FOUND;
        ++vault_row;
        tiles += across;
    } while ((uint8_t)(tiles + across) <= VAULT_TILES_SEEN);
    return NOT_YET;
}
#endif

#ifdef COUNT_OF_ENTITIES
/* Whether a tile is within the rectangle. */
static NOINLINE uint8_t vault_holds(uint8_t x, uint8_t y)
{
    return x >= vault_left && x <= vault_right && y >= vault_top && y <= vault_bottom;
}
#endif

/* One step of looking for an entity within the rectangle or before the entrance: FOUND if there is one. */
static NOINLINE uint8_t look_inside_vault(void)
{
#ifdef COUNT_OF_ENTITIES
    uint8_t left, x, y;
    REGISTER struct entity_record *entity;

    entity = ENTITY_RECORD(vault_entity);
    for (left = ENTITIES_SEEN; left != 0; --left) {
        if (vault_entity == COUNT_OF_ENTITIES)
            return NOTHING_FOUND;
        x = ENTITY_GET_X(entity);
        y = ENTITY_GET_Y(entity);
        if (vault_holds(x, y) || (x == vault_front_x && y == vault_front_y))
            return FOUND;
        ++entity;
        ++vault_entity;
    }
    return vault_entity == COUNT_OF_ENTITIES ? NOTHING_FOUND : NOT_YET;
#else
    return NOTHING_FOUND;
#endif
}

#endif
