/* The pass `furnish`: room by room, drawings are chosen among those that suit, and placed. */
#ifndef UNDERCROFT_FURNISH_FURNISHING_H
#define UNDERCROFT_FURNISH_FURNISHING_H

#include "core/drawings/filling.h"
#include "core/generation.h"
#include "core/get_tile.h"
#include "core/note_made.h"
#include "core/places.h"
#include "core/room_sorts.h"
#include "core/tilemap.h"
#include "passes/furnish/placing.h"
#include "passes/furnish/suiting.h"
#ifdef LOOK_BITS
#include "core/looks.h"
#endif

/* What `stage` says: what is done next. */
#define FURNISH_ROOM 1
#define FURNISH_SUITS 2
#define FURNISH_PICK 3
#define FURNISH_FILL 4
#define FURNISH_COPY 5
#define FURNISH_ENTITY 6
#define FURNISH_ROW 7
#define FURNISH_DRAW 8

#if ALL_FURNISH_SEES_ZONES
#define BEGIN_ROOM_EFFORT ZONE_ENTERING_EFFORT
#elif FURNISH_LOOKS_AT_ZONES
#define BEGIN_ROOM_EFFORT (FURNISH_SEES_ZONES ? ZONE_ENTERING_EFFORT : ENTERING_EFFORT)
#else
#define BEGIN_ROOM_EFFORT ENTERING_EFFORT
#endif

/* The effort of this step, and that of the piece which comes next. */
WORK uint8_t furnish_spent, furnish_weight;

/* How many more drawings may be in the room, and the entity that is looked at. */
WORK uint8_t drawings_left, furnish_at;

/* The weights of the drawings that suit it and were not chosen, in all; how many more rows are drawn; whether a copy
 * of the drawing was drawn. */
WORK uint8_t furnish_total, lines_left, is_drawn;

/* Go on with `what`, whose effort is `effort`. A macro, because both are constants. */
#define FURNISH_NEXT(what, effort) (stage = (what), furnish_weight = (effort))

/* Begin the pass: none of its drawings is used. */
static void begin_furnishing(void)
{
    uint8_t number;

#if FURNISH_LISTS != 1
    for (number = 0; FURNISH_KEYS[number] != FURNISH_KEY; ++number)
        ;
    furnish_first = FURNISH_FIRST[number];
    furnish_behind = FURNISH_BEHIND[number];
#endif
    for (number = 0; number != FURNISH_DRAWINGS; ++number)
        furnish_used[number] = 0;
    furnished_room = 0;
    FURNISH_NEXT(FURNISH_ROOM, BEGIN_ROOM_EFFORT);
}

/* Go on with the next room. */
static void leave_room(void)
{
    ++furnished_room;
    FURNISH_NEXT(FURNISH_ROOM, BEGIN_ROOM_EFFORT);
    if (furnished_room == COUNT_OF_PLACES)
        stage = PHASE_DONE;
}

/* Whether to furnish a room, and begin with it. */
static void enter_room(void)
{
    struct place_record *place;

    place = PLACE_RECORD(furnished_room);
    if (!IS_ROOM(furnished_room) || PLACE_GET_VAULT(place) != 0 || !random_chance(FURNISH_CHANCE)) {
        leave_room();
        return;
    }
    begin_furnished();
    furnish_number = furnish_first;
    furnish_total = 0;
    drawings_left = FURNISH_PER_ROOM;
    FURNISH_NEXT(FURNISH_SUITS, SUITING_EFFORT);
}

/* Choose another drawing if one may follow and any suits, or go on with the next room. */
static NOINLINE void choose_next(void)
{
    if (drawings_left != 0 && furnish_total != 0) {
        FURNISH_NEXT(FURNISH_PICK, PICKING_EFFORT);
        return;
    }
    if (drawings_left != FURNISH_PER_ROOM)
        ++FURNISH_FIGURES->furnished;
    leave_room();
}

/* See whether the next drawing suits the room. */
static NOINLINE void look_at_drawing(void)
{
    uint8_t weight;

    weight = 0;
    if (suits_room())
        weight = FURNISH_WEIGHT[furnish_number];
    furnish_weights[furnish_number] = weight;
    furnish_total += weight;
    ++furnish_number;
    if (furnish_number == furnish_behind)
        choose_next();
}

/* Choose a drawing among those that suit the room, by weight. It is not chosen again. */
static NOINLINE void pick_drawing(void)
{
    uint8_t number, value, weight;

    value = random_below(furnish_total);
    number = furnish_first;
    for (;;) {
        weight = furnish_weights[number];
        if (value < weight)
            break;
        value = value - weight;
        ++number;
    }
    furnish_total = furnish_total - weight;
    furnish_weights[number] = 0;
    furnish_number = number;
    is_drawn = 0;
    FURNISH_NEXT(FURNISH_FILL, FURNISH_FILL_EFFORT[number]);
}

/* Go on with the next copy of the drawing, if there is one. */
static void leave_copy(void)
{
    if (copy_number != copy_count) {
        FURNISH_NEXT(FURNISH_COPY, COPYING_EFFORT);
        return;
    }
    if (is_drawn) {
        ++furnish_used[furnish_number];
        note_made(furnish_number - furnish_first);
        --drawings_left;
    }
    choose_next();
}

/* Draw the copy. */
static void begin_drawing_copy(void)
{
    drawing_x = copy_x;
    drawing_y = copy_y;
    begin_drawn();
    lines_left = drawing_height;
    FURNISH_NEXT(FURNISH_DRAW, PLACE_DRAWING_EFFORT);
}

/* Test the tiles of the copy and around it. */
static void begin_testing_copy(void)
{
    tested_row = copy_y - 1;
    tested_last = copy_y + copy_height;
    FURNISH_NEXT(FURNISH_ROW, ROW_TESTING_EFFORT + 2 * TILE_TESTING_EFFORT);
    for (furnish_at = copy_width; furnish_at != 0; --furnish_at)
        furnish_weight += TILE_TESTING_EFFORT;
}

/* Find out where the next copy lies. */
static void begin_copy(void)
{
    next_copy();
    if (furniture_margin == 0) {
        begin_drawing_copy();
        return;
    }
#ifdef ENTITIES_CAPACITY
    furnish_at = 0;
    if (COUNT_OF_ENTITIES != 0) {
        FURNISH_NEXT(FURNISH_ENTITY, ENTITY_TESTING_EFFORT);
        return;
    }
#endif
    begin_testing_copy();
}

/* Test a row of tiles. */
static void test_row(void)
{
    if (row_is_right() == 0) {
        leave_copy();
        return;
    }
    if (tested_row == tested_last)
        begin_drawing_copy();
    ++tested_row;
}

/* Draw the next place of the copy: only floor is changed. */
static void draw_furniture(void)
{
    uint8_t mark;

    mark = next_drawn();
    if (mark != 0) {
        furnish_spent += PLACE_CHANGING_EFFORT;
        fill_drawn();
        if (get_tile(drawing_x, drawing_y) == TILE_FLOOR) {
            is_drawn = 1;
            set_tile(drawing_x, drawing_y, FURNISH_TILES[drawing_tile]);
#ifdef LOOK_BITS
            set_look(drawing_x, drawing_y, drawing_look);
#endif
        }
    }
    if (drawing_row == 0) {
        --lines_left;
        if (lines_left == 0)
            leave_copy();
    }
}

/* One step of furnishing the rooms, one after the other. */
static void furnish_rooms(void)
{
    furnish_spent = 0;
    if (stage == 0) {
        if (COUNT_OF_PLACES == 0) {
            stage = PHASE_DONE;
            return;
        }
        begin_furnishing();
    }
    do {
        if (furnish_spent != 0 && (uint8_t)(furnish_spent + furnish_weight) > FURNISH_EFFORT)
            return;
        furnish_spent += furnish_weight;
        switch (stage) {
        case FURNISH_ROOM:
            enter_room();
            break;
        case FURNISH_SUITS:
            look_at_drawing();
            break;
        case FURNISH_PICK:
            pick_drawing();
            break;
        case FURNISH_FILL:
            begin_copies();
            FURNISH_NEXT(FURNISH_COPY, COPYING_EFFORT);
            break;
        case FURNISH_COPY:
            begin_copy();
            break;
#ifdef ENTITIES_CAPACITY
        case FURNISH_ENTITY:
            if (entity_is_there(furnish_at)) {
                leave_copy();
                break;
            }
            ++furnish_at;
            if (furnish_at == COUNT_OF_ENTITIES)
                begin_testing_copy();
            break;
#endif
        case FURNISH_ROW:
            test_row();
            break;
        default:
            draw_furniture();
            break;
        }
    } while (stage != PHASE_DONE);
}

#endif
