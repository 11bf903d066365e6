/* Placing entities: tiles are tried by chance until one is free, for each entity a bounded number.
 *
 * The twin is pygen/engine/population/populating.py. A pass gets its function by POPULATES. */
#ifndef UNDERCROFT_POPULATION_POPULATING_H
#define UNDERCROFT_POPULATION_POPULATING_H

#include "core/add_entity.h"
#include "core/find_entity.h"
#include "core/generation.h"
#include "core/population/areas.h"
#include "core/population/trying.h"
#ifdef AREA_RECORD
#include "core/population/room_area.h"
#endif

/* What `stage` says: what is done next. */
#define NEXT_AREA 1
#define TRY_TILES 2
#define LOOK_AT_ENTITIES 3

/* What is wanted: by count, or by the rooms from a number on; how many; how far from the up stairs; how
 * many tiles are tried; and of what kinds, with which weights and what sum of them. */
static uint8_t wanted_by_rooms, wanted_least, wanted_choices, wanted_most, wanted_percent;
static uint8_t wanted_room, wanted_tries, wanted_kind, all_weights;
#ifdef OWN_KINDS_GO_ON
/* How many of the kinds have numbers from wanted_kind on, and how many numbers are left out behind them. */
static uint8_t kinds_in_row, kinds_gap;
#define WHERE_KINDS_GO_ON(in_row, gap) kinds_in_row = in_row; kinds_gap = gap;
#else
#define WHERE_KINDS_GO_ON(in_row, gap)
#endif
static const uint8_t *kind_weights;

/* How many entities the area still gets, how many tries are left for the first of them, and the first
 * entity that may be at the tile that is tried. */
static uint8_t entities_to_do, tries_to_do, entity_at;

#ifdef AREA_RECORD
/* How many entities the area is given: one for so many percent of its tiles. */
static uint8_t count_by_area(void)
{
    uint16_t tiles, high, low;

    tiles = (uint16_t)populated_width * populated_height;
    high = (uint16_t)(uint8_t)(tiles >> 8) * wanted_percent;
    low = (uint16_t)(uint8_t)tiles * wanted_percent;
    /* Together they are at most 25,600 and 25,500: the quotient is a byte if the first is below 100. */
    if (high >= 100)
        return 255;
    tiles = (uint16_t)((high << 8) + low) / 100;
    if (tiles > 255)
        return 255;
    return (uint8_t)tiles;
}
#endif

#if defined(AREA_RECORD) && defined(AVOIDS_NEAR_ROOMS)
/* Whether the middle of the room is nearer to the up stairs than its entities may be. If not, at least
 * about half of its tiles are far enough: of two that face each other across the middle one is. */
static NOINLINE uint8_t is_near_room(void)
{
    tried_x = populated_x + (uint8_t)(populated_width >> 1);
    tried_y = populated_y + (uint8_t)(populated_height >> 1);
    return is_too_near();
}
#endif

/* Find the next area in which entities are placed: the map within its edge, or the next room. 0 if there
 * is none. */
static NOINLINE uint8_t find_areas(void)
{
    if (!wanted_by_rooms) {
        if (wanted_choices == 0)
            return 0;
        populated_x = 1;
        populated_y = 1;
        populated_width = MAP_WIDTH - 2;
        populated_height = MAP_HEIGHT - 2;
        entities_to_do = wanted_least + random_below(wanted_choices);
        wanted_choices = 0;
        return 1;
    }
#ifdef AREA_RECORD
    if (wanted_room >= COUNT_OF_AREAS)
        return 0;
    room_area(wanted_room);
    ++wanted_room;
    entities_to_do = count_by_area();
#ifdef AVOIDS_NEAR_ROOMS
    if (is_near_room())
        entities_to_do = 0;
#endif
    return 1;
#else
    return 0;
#endif
}

/* A kind of the table, by weight. */
static uint8_t choose_entity(void)
{
    uint8_t left, number, weight;
    REGISTER const uint8_t *weights;

    weights = kind_weights;
    left = random_below(all_weights);
    number = 0;
    /* cc65 compares a variable with another one in half the cycles that an entry takes. */
    weight = weights[0];
    while (left >= weight) {
        left -= weight;
        ++number;
        weight = weights[number];
    }
#ifdef OWN_KINDS_GO_ON
    if (number >= kinds_in_row)
        number += kinds_gap;
#endif
    return wanted_kind + number;
}

/* Go on to the next entity. */
static void end_entity(void)
{
    tries_to_do = wanted_tries;
    --entities_to_do;
    stage = TRY_TILES;
    if (entities_to_do == 0)
        stage = NEXT_AREA;
}

/* One step of placing an entity in the area. If all tries were in vain, it is left out, and the status says
 * so. */
static NOINLINE void place_entity(void)
{
    uint8_t left;

    for (left = PLACES_TRIED; left != 0; --left) {
        if (tries_to_do == 0) {
            leave_out(STATUS_NOT_ALL_PLACED);
            end_entity();
            return;
        }
        --tries_to_do;
        if (try_tile()) {
            entity_at = 0;
            stage = LOOK_AT_ENTITIES;
            return;
        }
    }
}

/* One step of looking for an entity at the tile; if there is none, one is placed there. */
static NOINLINE void look_at_entities(void)
{
    uint8_t count, behind;

    count = COUNT_OF_ENTITIES;
    behind = count;
    if ((uint8_t)(count - entity_at) > ENTITIES_AT_ONCE)
        behind = entity_at + ENTITIES_AT_ONCE;
    if (find_entity(tried_x, tried_y, entity_at, behind) != behind) {
        stage = TRY_TILES;
        return;
    }
    entity_at = behind;
    if (behind == count) {
        add_entity(choose_entity(), tried_x, tried_y);
        end_entity();
    }
}

/* One step of placing entities: in each area as many as it is given, and no more than the most in all. */
static void populate(void)
{
    switch (stage) {
    case 0:
        if (all_weights == 0) {
            stage = PHASE_DONE;
            return;
        }
        /* fall through */
    case NEXT_AREA:
        if (find_areas() == 0) {
            stage = PHASE_DONE;
            return;
        }
        if (entities_to_do > wanted_most)
            entities_to_do = wanted_most;
        wanted_most -= entities_to_do;
        tries_to_do = wanted_tries;
        stage = TRY_TILES;
        if (entities_to_do == 0)
            stage = NEXT_AREA;
        return;
    case TRY_TILES:
        place_entity();
        return;
    default:
        look_at_entities();
        return;
    }
}

/* The function that does one step of a pass that places entities of one sort. What is wanted is in the
 * constants whose names begin with that of the pass. */
#define POPULATES(function, PASS) \
    static void function(void) \
    { \
        if (stage == 0) { \
            wanted_by_rooms = PASS##_BY_IS_ROOMS; \
            wanted_least = PASS##_LEAST; \
            wanted_choices = PASS##_CHOICES; \
            wanted_most = PASS##_MOST; \
            wanted_percent = PASS##_PERCENT; \
            wanted_room = PASS##_FIRST_ROOM; \
            wanted_distance = PASS##_FROM_STAIRS; \
            wanted_tries = PASS##_TRIES; \
            wanted_kind = PASS##_FIRST_KIND; \
            WHERE_KINDS_GO_ON(PASS##_KINDS_IN_ROW, PASS##_KINDS_GAP) \
            all_weights = PASS##_ALL_WEIGHTS; \
            kind_weights = PASS##_WEIGHTS; \
        } \
        populate(); \
    }

#endif
