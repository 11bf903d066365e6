/* The pass `vaults`: drawn places in rock beside what can be reached, or within rooms. */
#ifndef UNDERCROFT_VAULTS_PLACING_H
#define UNDERCROFT_VAULTS_PLACING_H

#include "core/generation.h"
#include "core/note_made.h"
#include "core/plane/copy_plane.h"
#include "core/plane/flood.h"
#include "core/plane/places.h"
#include "core/plane/plane.h"
#include "core/plane/reach_from.h"
#include "core/plane/read_plane_as_seen.h"
#include "passes/vaults/drawing.h"
#include "passes/vaults/keys.h"
#include "passes/vaults/sites.h"
#ifdef HAS_ONCE
#include "core/population/once.h"
#endif

/* What `stage` says: what is done next. */
#define READ_FOR_VAULTS 1
#define COPY_FOR_VAULTS 2
#define FILL_FOR_VAULTS 3
#define CHOOSE_FLOORS 4
#define COUNT_VAULTS 5
#define NEXT_VAULT 6
#define NEXT_VAULT_SIDE 7
#define FIND_VAULT_FRONT 8
#define LOOK_AT_VAULT_ROCK 9
#define LOOK_AT_VAULT_MARGIN 10
#define LOOK_INSIDE_VAULT 11
#define BEGIN_VAULT_KEY 12
#define FIND_VAULT_KEY 13
#define LOOK_AT_VAULT_KEY 14
#define DRAW_VAULT 15
#define LOOK_AT_VAULT_ROOMS 16
#define LOOK_AT_VAULT_FLOOR 17
#define FILL_VAULT 18

/* How many of each drawing may still be placed, and must be; the drawing that must be placed next, and how many vaults
 * are still placed in all. */
WORK uint8_t vaults_left[VAULTS_MOST_DRAWINGS];
#if SOME_VAULTS_NEEDED
WORK uint8_t vaults_needed[VAULTS_MOST_DRAWINGS];
#endif
WORK uint8_t needed_at, vaults_to_do;

#if SOME_VAULTS_IN_ROCK
/* How many sides are still tried. */
WORK uint8_t vault_sides_left;
#endif

#if SOME_VAULTS_IN_ROOMS
/* The room that is next, how many still are, and whether it was looked at with the sides of the drawing as they were;
 * and the room in which the site is. */
WORK uint8_t vault_room, vault_rooms_left, is_second_look, vault_in_room;
#endif

/* One step of finding out which drawings may be on this floor: one of them. 1 if that was the last one. */
static NOINLINE uint8_t choose_floor_of_vault(void)
{
#if SOME_VAULTS_HAS_ONCE
    REGISTER const uint8_t *once;
    uint8_t at;
#endif

    vaults_left[needed_at] = VAULTS_EACH_MOST[needed_at];
#if SOME_VAULTS_NEEDED
    vaults_needed[needed_at] = VAULTS_EACH_LEAST[needed_at];
#endif
#if SOME_VAULTS_HAS_ONCE
    if (VAULTS_HAS_ONCE) {
        once = VAULTS_ONCE;
        for (at = needed_at; at != 0; --at)
            once += 5;
        if (!is_chosen(once[0], once[1], once[2], WORD_OF(once[4], once[3]))) {
            vaults_left[needed_at] = 0;
#if SOME_VAULTS_NEEDED
            vaults_needed[needed_at] = 0;
#endif
        }
    }
#endif
    ++needed_at;
    return needed_at == VAULTS_DRAWINGS;
}

/* Begin to place the drawing vault_at: at a random side and mirrored or not, if it may be. */
static NOINLINE void begin_vault(void)
{
    vault_flags = VAULTS_EACH_FLAGS[vault_at];
    vault_entrance = VAULTS_EACH_ENTRANCE[vault_at];
#if SOME_VAULTS_ZONED
    vault_zone = VAULTS_EACH_ZONE[vault_at];
#endif
    drawing_at = VAULTS_BYTES + WORD_OF(VAULTS_BEGIN_HIGH[vault_at], VAULTS_BEGIN_LOW[vault_at]);
    open_drawing();
#if SOME_VAULTS_KEEP_SIDES
    vault_side = VAULTS_EACH_SIDE[vault_at];
    if (vault_flags & VAULT_IS_TURNED)
#endif
        vault_side = random_below(4);
    vault_hand = 0;
#if SOME_VAULTS_KEEP_HANDS
    if (vault_flags & VAULT_IS_MIRRORED)
#endif
        if (random_below(2) != 0)
            vault_hand = MIRRORED_VAULT;
#if SOME_VAULTS_IN_ROOMS
    if (vault_flags & VAULT_IN_ROOM) {
        vault_rooms_left = COUNT_OF_PLACES;
        vault_room = 0;
        is_second_look = 0;
        if (vault_rooms_left != 0)
            vault_room = random_below(vault_rooms_left);
        else
            random_below(1);
    }
#endif
    stage = FILL_VAULT;
}

/* Choose what the marks of the drawing become. */
static NOINLINE void fill_vault(void)
{
    fill_drawing();
#if SOME_VAULTS_IN_ROOMS
    if (vault_flags & VAULT_IN_ROOM) {
        stage = LOOK_AT_VAULT_ROOMS;
        return;
    }
#endif
#if SOME_VAULTS_IN_ROCK
    vault_sides_left = 4;
#if SOME_VAULTS_KEEP_SIDES
    if ((vault_flags & VAULT_IS_TURNED) == 0)
        vault_sides_left = 1;
#endif
    stage = NEXT_VAULT_SIDE;
#endif
}

/* Choose a drawing by weight, of those that may still be placed, as vault_at. 0 if there is none. */
static NOINLINE uint8_t choose_vault(void)
{
    uint8_t sum;

    sum = 0;
#if VAULTS_MOST_DRAWINGS == 1
    vault_at = 0;
    if (vaults_left[0])
        sum = VAULTS_EACH_WEIGHT[0];
    if (sum != 0)
        random_below(sum);
    return sum;
#else
    vault_at = VAULTS_DRAWINGS;
    do {
        --vault_at;
        if (vaults_left[vault_at])
            sum += VAULTS_EACH_WEIGHT[vault_at];
    } while (vault_at != 0);
    if (sum == 0)
        return 0;
    sum = random_below(sum);
    for (;; ++vault_at) {
        if (vaults_left[vault_at]) {
            if (sum < VAULTS_EACH_WEIGHT[vault_at])
                return 1;
            sum -= VAULTS_EACH_WEIGHT[vault_at];
        }
    }
#endif
}

/* Go on to the next vault: first those that must be there, then others by weight. */
static NOINLINE void next_vault(void)
{
#if SOME_VAULTS_NEEDED
    while (needed_at != VAULTS_DRAWINGS) {
        vault_at = needed_at;
        if (vaults_needed[vault_at] == 0)
            ++needed_at;
        else {
            --vaults_needed[vault_at];
            if (vaults_to_do != 0)
                --vaults_to_do;
            if (vaults_left[vault_at]) {
                begin_vault();
                return;
            }
        }
    }
#endif
    stage = PHASE_DONE;
    if (vaults_to_do == 0)
        return;
    --vaults_to_do;
    if (choose_vault())
        begin_vault();
}

/* A vault finds no place: it is left out, and the status says so. It is not tried again. */
static NOINLINE void leave_out_vault(void)
{
    leave_out(STATUS_NOT_ALL_PLACED);
#ifdef HAS_ONCE
    once_missing = 1;
#endif
    vaults_left[vault_at] = 0;
    stage = NEXT_VAULT;
}

/* Go on to the next place for the vault. */
static NOINLINE void try_next_place(void)
{
#if SOME_VAULTS_IN_ROCK
    stage = FIND_VAULT_FRONT;
#endif
#if SOME_VAULTS_IN_ROOMS
    if (vault_flags & VAULT_IN_ROOM)
        stage = LOOK_AT_VAULT_ROOMS;
#endif
}

/* Begin to look whether entities are in the way. */
static NOINLINE void begin_to_look_inside(void)
{
#ifdef COUNT_OF_ENTITIES
    vault_entity = 0;
    vault_front_x = found_at_x;
    vault_front_y = found_at_y;
#endif
    stage = LOOK_INSIDE_VAULT;
}

/* Begin to draw the vault. */
static NOINLINE void draw_next(void)
{
    begin_places_of_vault();
    stage = DRAW_VAULT;
}

#if SOME_VAULTS_LOCKED
/* Begin to look for a place for the key: at any tile that was reached. */
static NOINLINE void begin_vault_key(void)
{
    vault_door_x = found_at_x + vault_step_x;
    vault_door_y = found_at_y + vault_step_y;
    vault_side = NO_SIDE_OF_VAULT;
#if SOME_VAULTS_ZONED
    vault_zone = 0;
#endif
    begin_place();
    stage = FIND_VAULT_KEY;
}
#endif

/* End a vault that was drawn. */
static NOINLINE void end_vault(void)
{
#if SOME_VAULTS_IN_ROOMS
    REGISTER struct place_record *place;
#endif

#if SOME_VAULTS_LOCKED
    if (vault_flags & VAULT_IS_LOCKED)
        lock_vault();
#endif
#if SOME_VAULTS_IN_ROOMS
    if (vault_flags & VAULT_IN_ROOM) {
        place = PLACE_RECORD(vault_in_room);
        PLACE_SET_VAULT(place, vault_at + 1);
    }
#endif
    --vaults_left[vault_at];
    note_made(vault_at);
    stage = NEXT_VAULT;
}

#if SOME_VAULTS_IN_ROCK || SOME_VAULTS_LOCKED
/* The tiles of a byte that were reached, and where the entrance may be: beside rock, and in the zone of the vault. */
static NOINLINE uint8_t fronts_in_byte(void)
{
    uint8_t reached;
#if SOME_VAULTS_IN_ROCK
    uint8_t solid;
    REGISTER const uint8_t *around;
#endif

    vault_place = plane_row[byte_y] + byte_at;
    reached = reached_in_zone();
#if SOME_VAULTS_IN_ROCK
#if SOME_VAULTS_LOCKED
    if (vault_side == NO_SIDE_OF_VAULT)
        return reached;
#endif
    if (reached == 0)
        return 0;
    around = plane_solid - PLANE_ROW_BYTES + vault_place;
    /* The byte behind one at the right end may be of another row: the edge was not reached. OSCAR64 1.32.271 takes an
     * index from a table by the side as 0. */
    if (vault_side == SIDE_OF_VAULT_LEFT)
        solid = (uint8_t)(around[PLANE_ROW_BYTES] << 1) | (uint8_t)(around[PLANE_ROW_BYTES - 1] >> 7);
    else if (vault_side == SIDE_OF_VAULT_RIGHT)
        solid = (uint8_t)(around[PLANE_ROW_BYTES] >> 1) | (uint8_t)(around[PLANE_ROW_BYTES + 1] << 7);
    else if (vault_side == SIDE_OF_VAULT_UP)
        solid = around[0];
    else
        solid = around[2 * PLANE_ROW_BYTES];
    reached &= solid;
#endif
    return reached;
}

/* One step of finding the next tile before which the entrance may be, or for the key. */
static NOINLINE uint8_t find_vault_tile(void)
{
    look_bytes_left = BYTES_SEARCHED_FOR_FRONT;
    while (goes_to_byte())
        byte_bits = fronts_in_byte();
    return found_at;
}
#endif

#if SOME_VAULTS_IN_ROOMS
/* Go on to the same room with the sides of the drawing exchanged, or to the next room. */
static NOINLINE void next_look_at_room(void)
{
    if (vault_flags & VAULT_IS_TURNED) {
        vault_side ^= 2;
        is_second_look ^= 1;
        if (is_second_look)
            return;
    }
    --vault_rooms_left;
    ++vault_room;
    if (vault_room == COUNT_OF_PLACES)
        vault_room = 0;
}

/* Whether there is no vault in the room yet. */
static NOINLINE uint8_t is_room_free(void)
{
    REGISTER struct place_record *place;

    place = PLACE_RECORD(vault_in_room);
    return PLACE_GET_VAULT(place) == 0;
}

/* One step of looking for a room that is large enough. */
static NOINLINE void look_at_vault_rooms(void)
{
    uint8_t left, fits;

    for (left = ROOMS_MEASURED; left != 0 && vault_rooms_left != 0; --left) {
#ifdef PLACES_HAVE_SHAPES
        inner_rectangle(vault_room);
#else
        place_area(vault_room);
#endif
        vault_in_room = vault_room;
        fits = find_site_in_room();
        next_look_at_room();
        if (fits) {
            if (is_room_free() && suits_front_in_room()) {
                vault_row = vault_top - 1;
                stage = LOOK_AT_VAULT_FLOOR;
            }
            return;
        }
    }
    if (vault_rooms_left == 0)
        leave_out_vault();
}
#endif

/* One step of placing vaults. */
static void place_vaults(void)
{
    uint8_t found;

    switch (stage) {
    case 0:
#ifdef HAS_ONCE
        once_missing = 0;
#endif
        begin_plane(PLANE_SOLID);
        stage = READ_FOR_VAULTS;
        /* fall through */
    case READ_FOR_VAULTS:
        if (read_plane_as_seen()) {
            bytes_copied = 0;
            stage = COPY_FOR_VAULTS;
        }
        return;
    case COPY_FOR_VAULTS:
        if (copy_plane()) {
            begin_to_reach();
            stage = FILL_FOR_VAULTS;
        }
        return;
    case FILL_FOR_VAULTS:
        if (fill_region()) {
            needed_at = 0;
            stage = CHOOSE_FLOORS;
        }
        return;
    case CHOOSE_FLOORS:
        if (choose_floor_of_vault())
            stage = COUNT_VAULTS;
        return;
    case COUNT_VAULTS:
        needed_at = 0;
        vaults_to_do = VAULTS_LEAST + random_below(VAULTS_CHOICES);
        /* fall through */
    case NEXT_VAULT:
        next_vault();
        return;
    case FILL_VAULT:
        fill_vault();
        return;
#if SOME_VAULTS_IN_ROCK
    case NEXT_VAULT_SIDE:
        if (vault_sides_left == 0) {
            leave_out_vault();
            return;
        }
        turn_vault();
        begin_place();
        stage = FIND_VAULT_FRONT;
        return;
    case FIND_VAULT_FRONT:
        found = find_vault_tile();
        if (found == NOTHING_FOUND) {
            --vault_sides_left;
            vault_side = (uint8_t)(vault_side + 1) & 3;
            stage = NEXT_VAULT_SIDE;
        } else if (found == FOUND && suits_front())
            stage = LOOK_AT_VAULT_ROCK;
        return;
    case LOOK_AT_VAULT_ROCK:
        found = look_at_vault_rock();
        if (found == NOTHING_FOUND)
            stage = FIND_VAULT_FRONT;
        else if (found == FOUND) {
            begin_to_look_inside();
#if SOME_VAULTS_TRANSPARENT
            if (vault_flags & VAULT_IS_TRANSPARENT) {
                begin_margin();
                stage = LOOK_AT_VAULT_MARGIN;
            }
#endif
        }
        return;
#endif
#if SOME_VAULTS_TRANSPARENT
    case LOOK_AT_VAULT_MARGIN:
        found = look_at_margin();
        if (found == NOTHING_FOUND)
            stage = LOOK_INSIDE_VAULT;
        else if (found == FOUND)
            stage = FIND_VAULT_FRONT;
        return;
#endif
#if SOME_VAULTS_IN_ROOMS
    case LOOK_AT_VAULT_ROOMS:
        look_at_vault_rooms();
        return;
    case LOOK_AT_VAULT_FLOOR:
        found = look_at_vault_floor();
        if (found == NOTHING_FOUND)
            stage = LOOK_AT_VAULT_ROOMS;
        else if (found == FOUND)
            begin_to_look_inside();
        return;
#endif
    case LOOK_INSIDE_VAULT:
        found = look_inside_vault();
        if (found == FOUND)
            try_next_place();
        else if (found == NOTHING_FOUND) {
            draw_next();
#if SOME_VAULTS_LOCKED
            if (vault_flags & VAULT_IS_LOCKED)
                stage = BEGIN_VAULT_KEY;
#endif
        }
        return;
#if SOME_VAULTS_LOCKED
    case BEGIN_VAULT_KEY:
        begin_vault_key();
        return;
    case FIND_VAULT_KEY:
        found = find_vault_tile();
        if (found == NOTHING_FOUND)
            leave_out_vault();
        else if (found == FOUND && suits_vault_key())
            stage = LOOK_AT_VAULT_KEY;
        return;
    case LOOK_AT_VAULT_KEY:
        found = look_at_vault_key();
        if (found == FOUND)
            stage = FIND_VAULT_KEY;
        else if (found == NOTHING_FOUND)
            draw_next();
        return;
#endif
    default:
        if (draw_vault())
            end_vault();
        return;
    }
}

#endif
