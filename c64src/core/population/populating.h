/* Placing entities: tiles are tried by chance until one is free, for each entity a bounded number; or they
 * are picked among those that fit.
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
#ifdef PICKS_TILES
#include "core/population/fitting.h"
#endif
#ifdef PICKS_PURPOSES
#include "core/population/purposes.h"
#endif
#ifdef KEEPS_APART
#include "core/population/apart.h"
#endif
#ifdef PLACES_BESIDE
#include "core/population/beside.h"
#endif
#ifdef HAS_ONCE
#include "core/population/once.h"
#endif

/* What `stage` says: what is done next. */
#define NEXT_AREA 1
#define TRY_TILES 2
#define LOOK_AT_ENTITIES 3
#define FIND_FITTING 4
#define LOOK_APART 5
#define BEGIN_PACK 6
#define TRY_BESIDE 7
#define LOOK_BESIDE 8
#define LOOK_FOR_GUARDED 9

/* What is wanted: by count, or by the rooms from a number on; how many; how far from the up stairs; how
 * many tiles are tried; and of what kinds, with which weights and what sum of them. */
WORK uint8_t wanted_by_rooms, wanted_least, wanted_choices, wanted_most, wanted_percent;
WORK uint8_t wanted_room, wanted_tries, wanted_kind, all_weights;
#ifdef OWN_KINDS_GO_ON
/* How many of the kinds have numbers from wanted_kind on, and how many numbers are left out behind them. */
WORK uint8_t kinds_in_row, kinds_gap;
#define WHERE_KINDS_GO_ON(in_row, gap) kinds_in_row = in_row; kinds_gap = gap;
#else
#define WHERE_KINDS_GO_ON(in_row, gap)
#endif
static const uint8_t *kind_weights;
#ifdef LIMITS_ROOMS
/* The fewest and the most of each room. */
WORK uint8_t room_least, room_most;
#define WHAT_ROOMS_HAVE(least, most) room_least = least; room_most = most;
#else
#define WHAT_ROOMS_HAVE(least, most)
#endif
#if defined(KEEPS_APART) || defined(COMPLETES_ROOMS)
/* The first entity of the pass. */
WORK uint8_t first_of_pass;
#endif
#ifdef KEEPS_APART
#define HOW_FAR_APART(apart) wanted_apart = apart;
#else
#define HOW_FAR_APART(apart)
#endif
#ifdef PICKS_TILES
/* Whether tiles are picked, and where. */
WORK uint8_t picks_tiles, picked_part;
#define WHERE_THEY_ARE(picks, part) picks_tiles = picks; picked_part = part;
#else
#define WHERE_THEY_ARE(picks, part)
#endif
#ifdef PICKS_IN_ZONES
#define WHICH_ZONES(zones) wanted_zones = zones;
#else
#define WHICH_ZONES(zones)
#endif
#ifdef PICKS_PURPOSES
#define WHICH_PURPOSES(purposes, high) wanted_purposes = purposes; wanted_purposes_high = high;
#else
#define WHICH_PURPOSES(purposes, high)
#endif
#ifdef PLACES_BY_FLOOR
/* Whether they are a share of the floor, and the tiles of which a share is wanted. */
WORK uint8_t wanted_by_floor;
WORK uint16_t shared_tiles;
#define WHETHER_BY_FLOOR(by_floor) wanted_by_floor = by_floor;
#else
#define shared_tiles ((uint16_t)populated_width * populated_height)
#define WHETHER_BY_FLOOR(by_floor)
#endif
#ifdef HAS_ONCE
#define LEAVE_OUT_ENTITY (leave_out(STATUS_NOT_ALL_PLACED), once_missing = 1)
#define UNLESS_ELSEWHERE(floors, at, behind, stream) \
    once_missing = 0; \
    if (!is_chosen(floors, at, behind, stream)) \
        all_weights = 0;
#else
#define LEAVE_OUT_ENTITY leave_out(STATUS_NOT_ALL_PLACED)
#define UNLESS_ELSEWHERE(floors, at, behind, stream)
#endif
#ifdef PLACES_BESIDE
/* The number of the kind that is placed beside another entity. */
WORK uint8_t company_kind;
#endif
#ifdef HAS_GUARDS
/* How many kinds have guards, and which: each with the number of its guards. The guards of all of them, and of one
 * entity; the entity that is looked at next, and the first one that was not there before. */
WORK uint8_t kinds_guarded, guards_in_all, guards_to_do, guarded_at, guarded_end;
static const uint8_t *guarded_kinds;
#define WHO_HAS_GUARDS(kinds, weights, at) \
    kinds_guarded = kinds; \
    guarded_kinds = (weights) + (at); \
    guards_in_all = 0; \
    guards_to_do = 0;
#else
#define WHO_HAS_GUARDS(kinds, weights, at)
#endif
#ifdef HAS_PACKS
/* Whether there are packs, how many kinds the table has, and the place in it of the kind that was chosen. */
WORK uint8_t wanted_packs, kinds_of_table, chosen_place;
#define WHAT_COMES_IN_PACKS(packs, kinds) wanted_packs = packs; kinds_of_table = kinds;
#else
#define WHAT_COMES_IN_PACKS(packs, kinds)
#endif

/* How many entities the area still gets, how many tries are left for the first of them, and the first
 * entity that may be at the tile that is tried. */
WORK uint8_t entities_to_do, tries_to_do, entity_at;

#if defined(AREA_RECORD) || defined(PLACES_BY_FLOOR)
/* How many entities the area is given: one for so many percent of its tiles. */
static uint8_t count_by_area(void)
{
    uint16_t tiles, high, low;

    tiles = shared_tiles;
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

/* The area is the map within its edge. */
static void take_map(void)
{
    populated_x = 1;
    populated_y = 1;
    populated_width = MAP_WIDTH - 2;
    populated_height = MAP_HEIGHT - 2;
}

#if defined(AREA_RECORD) && defined(COMPLETES_ROOMS)
/* When all rooms have theirs: the map gets those that are missing. 0 if that is done, or nothing is wanted. */
static uint8_t complete_rooms(void)
{
    if (wanted_least == 0)
        return 0;
    take_map();
    entities_to_do = COUNT_OF_ENTITIES - first_of_pass;
    if (entities_to_do > wanted_least)
        entities_to_do = wanted_least;
    entities_to_do = wanted_least - entities_to_do;
    wanted_most = entities_to_do;
    wanted_least = 0;
    return 1;
}
#endif

/* Find the next area in which entities are placed: the map within its edge, or the next room, and behind the rooms
 * the map for what they lack. 0 if there is none. */
static NOINLINE uint8_t find_areas(void)
{
    if (!wanted_by_rooms) {
        if (wanted_choices == 0)
            return 0;
        take_map();
#ifdef PLACES_BY_FLOOR
        if (wanted_by_floor) {
            shared_tiles = fitting_count;
            entities_to_do = count_by_area();
            if (entities_to_do < wanted_least)
                entities_to_do = wanted_least;
            wanted_choices = 0;
            return 1;
        }
#endif
        entities_to_do = wanted_least + random_below(wanted_choices);
        wanted_choices = 0;
        return 1;
    }
#ifdef AREA_RECORD
    if (wanted_room >= COUNT_OF_AREAS)
#ifdef COMPLETES_ROOMS
        return complete_rooms();
#else
        return 0;
#endif
    room_area(wanted_room);
    ++wanted_room;
#ifdef PLACES_BY_FLOOR
    shared_tiles = (uint16_t)populated_width * populated_height;
#endif
    entities_to_do = count_by_area();
#ifdef LIMITS_ROOMS
    if (entities_to_do > room_most)
        entities_to_do = room_most;
    if (entities_to_do < room_least)
        entities_to_do = room_least;
#endif
#ifdef AVOIDS_NEAR_ROOMS
    if (is_near_room())
        entities_to_do = 0;
#endif
#ifdef PICKS_PURPOSES
    if (!wants_room(wanted_room - 1))
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
#ifdef HAS_PACKS
    chosen_place = number;
#endif
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
            LEAVE_OUT_ENTITY;
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

#ifdef PICKS_TILES
/* Pick a tile: 1 if it is free floor and far enough from the up stairs. */
static uint8_t pick_tile(void)
{
    pick_fitting();
    tried_x = fitting_x;
    tried_y = fitting_y;
    if (is_too_near())
        return 0;
    return is_free_floor(tried_x, tried_y);
}

/* One step of picking a tile for an entity: one tile. If none is left, it is left out, and the status says so. */
static NOINLINE void pick_for_entity(void)
{
    if (fitting_count == 0) {
        LEAVE_OUT_ENTITY;
        end_entity();
        return;
    }
    if (pick_tile()) {
        entity_at = 0;
        stage = LOOK_AT_ENTITIES;
    }
}
#endif

#if defined(KEEPS_APART) || defined(HAS_PACKS)
/* Place an entity on the tile. */
static void put_entity(void)
{
#ifdef HAS_PACKS
    company_kind = choose_entity();
    add_entity(company_kind, tried_x, tried_y);
    if (wanted_packs) {
        stage = BEGIN_PACK;
        return;
    }
#else
    add_entity(choose_entity(), tried_x, tried_y);
#endif
    end_entity();
}
#endif

#ifdef KEEPS_APART
/* One step of looking whether the tile is far enough from others; if it is, an entity is placed there. */
static NOINLINE void keep_apart(void)
{
    uint8_t found;

    found = look_apart();
    if (found == 0)
        return;
    stage = TRY_TILES;
    if (found == 1)
        put_entity();
}
#endif

#ifdef HAS_PACKS
/* Begin with the pack of the entity that was placed last: how many more it has. */
static NOINLINE void begin_pack(void)
{
    const uint8_t *pack;

    pack = kind_weights + kinds_of_table + chosen_place;
    company_to_do = (uint8_t)(pack[0] + random_below(pack[kinds_of_table]) - 1);
    if (company_to_do >= entities_to_do)
        company_to_do = entities_to_do - 1;
    company_at = COUNT_OF_ENTITIES - 1;
    begin_company();
    stage = TRY_BESIDE;
    if (company_to_do == 0)
        end_entity();
}
#endif

#ifdef PLACES_BESIDE
/* The side of the entity is not free: go on to the next one, or to the next entity of the pack, or of the guards. */
static void leave_side(void)
{
    stage = TRY_BESIDE;
    if (company_sides != 0)
        return;
#ifdef HAS_GUARDS
    if (guards_to_do != 0) {
        company_at = company_next;
        ++company_next;
        if (company_at == COUNT_OF_ENTITIES)
            stage = LOOK_FOR_GUARDED;
        return;
    }
#endif
#ifdef HAS_PACKS
    ++company_at;
    if (company_at == COUNT_OF_ENTITIES)
        end_entity();
#endif
}

/* Another entity of the pack, or a guard, was placed. */
static void end_member(void)
{
    begin_company();
    stage = TRY_BESIDE;
#ifdef HAS_GUARDS
    if (guards_to_do != 0) {
        --guards_to_do;
        is_guard_new = 1;
        if (guards_to_do == 0)
            stage = LOOK_FOR_GUARDED;
        return;
    }
#endif
#ifdef HAS_PACKS
    --entities_to_do;
    --company_to_do;
    if (company_to_do == 0)
        end_entity();
#endif
}

/* One step of placing an entity beside another one: a side is tried. */
static NOINLINE void place_beside(void)
{
#ifdef HAS_GUARDS
    if (guards_to_do != 0 && is_guard_new) {
        is_guard_new = 0;
        company_kind = choose_entity();
    }
#endif
    if (try_beside()) {
        entity_at = 0;
        stage = LOOK_BESIDE;
    } else
        leave_side();
}
#endif

#ifdef HAS_GUARDS
/* The number of guards of an entity of a kind. */
static uint8_t guards_of(uint8_t kind)
{
    uint8_t left;
    REGISTER const uint8_t *guarded;

    guarded = guarded_kinds;
    for (left = kinds_guarded; left != 0; --left) {
        if (guarded[0] == kind)
            return guarded[1];
        guarded += 2;
    }
    return 0;
}

/* One step of looking for the next entity that has guards. Guards that found no place beside the last one are left
 * out, and the status says so. */
static NOINLINE void look_for_guarded(void)
{
    uint8_t left, guards;

    for (; guards_to_do != 0; --guards_to_do)
        LEAVE_OUT_ENTITY;
    for (left = GUARDED_SOUGHT;; --left) {
        if (guarded_at == guarded_end) {
            stage = NEXT_AREA;
            return;
        }
        if (left == 0)
            return;
        guards = guards_of(ENTITY_GET_KIND(ENTITY_RECORD(guarded_at)));
        if (guards > wanted_most)
            guards = wanted_most;
        company_at = guarded_at;
        ++guarded_at;
        if (guards != 0) {
            wanted_most -= guards;
            guards_in_all += guards;
            guards_to_do = guards;
            company_next = COUNT_OF_ENTITIES;
            is_guard_new = 1;
            begin_company();
            stage = TRY_BESIDE;
            return;
        }
    }
}

/* Begin with guards, or else with the first area. */
static void begin_guards(void)
{
    stage = NEXT_AREA;
    if (kinds_guarded == 0)
        return;
    take_map();
    guarded_at = 0;
    guarded_end = COUNT_OF_ENTITIES;
    stage = LOOK_FOR_GUARDED;
}
#endif

/* One step of looking for an entity at the tile; if there is none, one is placed there. */
static NOINLINE void look_at_entities(void)
{
    uint8_t count, behind;

    count = COUNT_OF_ENTITIES;
    behind = count;
    if ((uint8_t)(count - entity_at) > ENTITIES_AT_ONCE)
        behind = entity_at + ENTITIES_AT_ONCE;
    if (find_entity(tried_x, tried_y, entity_at, behind) != behind) {
#ifdef PLACES_BESIDE
        if (stage == LOOK_BESIDE) {
            leave_side();
            return;
        }
#endif
        stage = TRY_TILES;
        return;
    }
    entity_at = behind;
    if (behind == count) {
#ifdef PLACES_BESIDE
        if (stage == LOOK_BESIDE) {
            add_entity(company_kind, tried_x, tried_y);
            end_member();
            return;
        }
#endif
#ifdef KEEPS_APART
        if (wanted_apart) {
            apart_from = first_of_pass;
            stage = LOOK_APART;
            return;
        }
#endif
#if defined(KEEPS_APART) || defined(HAS_PACKS)
        put_entity();
#else
        add_entity(choose_entity(), tried_x, tried_y);
        end_entity();
#endif
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
#if defined(KEEPS_APART) || defined(COMPLETES_ROOMS)
        first_of_pass = COUNT_OF_ENTITIES;
#endif
#ifdef PLACES_BY_FLOOR
        if (wanted_by_floor)
            wanted_choices = 1;
#endif
#ifdef PICKS_TILES
        if (picks_tiles) {
            begin_fitting(picked_part);
            stage = FIND_FITTING;
            return;
        }
#endif
#ifdef HAS_GUARDS
        begin_guards();
        if (stage == LOOK_FOR_GUARDED) {
            look_for_guarded();
            return;
        }
#endif
        /* fall through */
    case NEXT_AREA:
        if (find_areas() == 0) {
            stage = PHASE_DONE;
            return;
        }
#ifdef HAS_GUARDS
        if (!wanted_by_rooms) {
            if (entities_to_do < guards_in_all)
                entities_to_do = guards_in_all;
            entities_to_do -= guards_in_all;
        }
#endif
        if (entities_to_do > wanted_most)
            entities_to_do = wanted_most;
        wanted_most -= entities_to_do;
        tries_to_do = wanted_tries;
        stage = TRY_TILES;
        if (entities_to_do == 0)
            stage = NEXT_AREA;
        return;
    case TRY_TILES:
#ifdef PICKS_TILES
        if (picks_tiles) {
            pick_for_entity();
            return;
        }
#endif
        place_entity();
        return;
#ifdef PICKS_TILES
    case FIND_FITTING:
        if (find_fitting()) {
            stage = NEXT_AREA;
#ifdef HAS_GUARDS
            begin_guards();
#endif
        }
        return;
#endif
#ifdef KEEPS_APART
    case LOOK_APART:
        keep_apart();
        return;
#endif
#ifdef HAS_PACKS
    case BEGIN_PACK:
        begin_pack();
        return;
#endif
#ifdef PLACES_BESIDE
    case TRY_BESIDE:
        place_beside();
        return;
#endif
#ifdef HAS_GUARDS
    case LOOK_FOR_GUARDED:
        look_for_guarded();
        return;
#endif
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
            WHAT_ROOMS_HAVE(PASS##_ROOM_LEAST, PASS##_ROOM_MOST) \
            HOW_FAR_APART(PASS##_APART) \
            WHERE_THEY_ARE(PASS##_PICKS, PASS##_PART) \
            WHICH_ZONES(PASS##_ZONES) \
            WHICH_PURPOSES(PASS##_PURPOSES, PASS##_PURPOSES_HIGH) \
            WHETHER_BY_FLOOR(PASS##_BY_IS_FLOOR) \
            WHO_HAS_GUARDS(PASS##_GUARDS, PASS##_WEIGHTS, PASS##_GUARDS_AT) \
            WHAT_COMES_IN_PACKS(PASS##_PACKS, PASS##_KINDS) \
            WHERE_KINDS_GO_ON(PASS##_KINDS_IN_ROW, PASS##_KINDS_GAP) \
            all_weights = PASS##_ALL_WEIGHTS; \
            kind_weights = PASS##_WEIGHTS; \
            UNLESS_ELSEWHERE(PASS##_ONCE_FLOORS, PASS##_ONCE_AT, PASS##_ONCE_BEHIND, PASS##_ONCE_STREAM) \
        } \
        populate(); \
    }

#endif
