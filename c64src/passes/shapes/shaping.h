/* The pass `shapes`: each room gets a shape by chance, if it stays one piece with its openings. */
#ifndef UNDERCROFT_SHAPES_SHAPING_H
#define UNDERCROFT_SHAPES_SHAPING_H

#include "core/generation.h"
#include "core/places.h"
#include "core/plane/rooms.h"
#include "core/shapes.h"
#if SHAPES_SOME_CROSS || SHAPES_SOME_L
#include "core/third_of.h"
#endif

/* Whether a room is about to change. */
WORK uint8_t is_shaping;

/* The shape of the room, and what it needs: how many rows its corners have, or how far the edges of a cave go in; how
 * many tiles the corners of a cross or an L take from a row, or where those of a circle are in the table. */
WORK uint8_t shape_now, shape_rows, shape_columns;
#if SHAPES_SOME_L
/* The corner that an L lacks: 0 and 1 are above, 0 and 2 on the left. */
WORK uint8_t shape_corner;
#endif
#if SHAPES_SOME_CAVE
/* How far the edges of a cave go in on the left and on the right. */
WORK uint8_t cave_left, cave_right;
#endif

/* What the row lacks on the left and on the right. */
WORK uint8_t lost_left, lost_right;

/* Whether the room has neither a shape nor another use. */
static NOINLINE uint8_t is_plain_room(void)
{
#ifdef CHAMBERS_CAPACITY
    REGISTER struct chamber_record *room;
#elif defined(FEATURES_CAPACITY)
    REGISTER struct feature_record *room;
#endif

    if (PLACE_GET_SHAPE(PLACE_RECORD(changing_room)) != SHAPE_RECTANGLE)
        return 0;
#ifdef CHAMBERS_CAPACITY
    room = CHAMBER_RECORD(changing_room);
    return CHAMBER_GET_USE(room) == 0;
#elif defined(FEATURES_CAPACITY)
    room = FEATURE_RECORD(changing_room);
    return FEATURE_GET_KIND(room) == 0;
#else
    return 1;
#endif
}

/* Note the shape of the room. */
static NOINLINE void note_shape(void)
{
    REGISTER struct place_record *place;

    place = PLACE_RECORD(changing_room);
    PLACE_SET_SHAPE(place, shape_now);
}

/* The chance of each shape in the room. */
WORK uint8_t shape_chances[COUNT_OF_SHAPES];

/* A shape for the room; without a draw if there is none for it. `shorter` and `longer` are its sides. */
static NOINLINE uint8_t choose_shape(uint8_t shorter, uint8_t longer)
{
    uint8_t shape, sum, number, least, most;

    sum = 0;
    for (shape = 1; shape != COUNT_OF_SHAPES; ++shape) {
        least = SHAPES_LEAST[shape];
        most = SHAPES_MOST[shape];
        shape_chances[shape] = 0;
        if (shorter >= least && longer <= most) {
            shape_chances[shape] = SHAPES_CHANCES[shape];
            sum += shape_chances[shape];
        }
    }
    if (sum == 0)
        return SHAPE_RECTANGLE;
    sum += SHAPES_CHANCES[SHAPE_RECTANGLE];
    number = random_below(sum);
    /* Chances are added: if they were subtracted from the number, OSCAR64 would forget to set the carry. */
    sum = SHAPES_CHANCES[SHAPE_RECTANGLE];
    shape = 0;
    while (number >= sum) {
        ++shape;
        sum += shape_chances[shape];
    }
    return shape;
}

/* Find out what the shape needs. */
static NOINLINE void begin_shape(uint8_t shorter)
{
    shape_rows = 0;
    shape_columns = 0;
#if SHAPES_SOME_CUT
    if (shape_now == SHAPE_CUT) {
        shape_rows = CUT_DEPTH(shorter);
        return;
    }
#endif
#if SHAPES_SOME_ROUND
    if (shape_now == SHAPE_ROUND) {
        shape_rows = ROUND_RADIUS(shorter);
        /* Those of all smaller radii come before. */
        for (shorter = 1; shorter != shape_rows; ++shorter)
            shape_columns += shorter;
        return;
    }
#endif
#if SHAPES_SOME_CROSS
    if (shape_now == SHAPE_CROSS) {
        shape_rows = third_of(populated_height);
        shape_columns = third_of(populated_width);
        return;
    }
#endif
#if SHAPES_SOME_L
    if (shape_now == SHAPE_L) {
        shape_rows = third_of((uint8_t)(populated_height + 1));
        shape_columns = third_of((uint8_t)(populated_width + 1));
        shape_corner = random_below(4);
        return;
    }
#endif
#if SHAPES_SOME_CAVE
    if (shape_now == SHAPE_CAVE) {
        shape_rows = CAVE_DEPTH(shorter);
        cave_left = 0;
        cave_right = 0;
    }
#endif
}

#if SHAPES_SOME_CAVE
/* The edge of a cave in the next row: one tile deeper, or one less. */
static NOINLINE uint8_t next_edge(uint8_t edge, uint8_t is_deeper)
{
    if (is_deeper) {
        if (edge < shape_rows)
            return edge + 1;
        return edge;
    }
    if (edge != 0)
        return edge - 1;
    return 0;
}

/* Let the edges of a cave go on, `distance` rows from its first or its last one. */
static NOINLINE void walk_edges(uint8_t distance)
{
    uint8_t bits, corner;

    random_draw();
    bits = random_low;
    cave_left = next_edge(cave_left, bits & 1);
    cave_right = next_edge(cave_right, bits & 2);
    corner = 0;
    if (distance < shape_rows)
        corner = shape_rows - distance;
    lost_left = cave_left + corner;
    lost_right = cave_right + corner;
}
#endif

/* Find what a row lacks. */
static NOINLINE void find_span(uint8_t row)
{
    uint8_t distance;

    lost_left = 0;
    lost_right = 0;
    distance = (uint8_t)(populated_height - 1 - row);
#if SHAPES_SOME_L
    if (shape_now == SHAPE_L) {
        if (shape_corner < 2)
            distance = row;
        if (distance < shape_rows) {
            if (shape_corner & 1)
                lost_right = shape_columns;
            else
                lost_left = shape_columns;
        }
        return;
    }
#endif
    if (row < distance)
        distance = row;
#if SHAPES_SOME_CAVE
    if (shape_now == SHAPE_CAVE) {
        walk_edges(distance);
        return;
    }
#endif
    if (distance >= shape_rows)
        return;
#if SHAPES_SOME_CUT
    if (shape_now == SHAPE_CUT)
        lost_left = shape_rows - distance;
#endif
#if SHAPES_SOME_ROUND
    if (shape_now == SHAPE_ROUND)
        lost_left = SHAPES_INDENTS[(uint8_t)(shape_columns + distance)];
#endif
#if SHAPES_SOME_CROSS
    if (shape_now == SHAPE_CROSS)
        lost_left = shape_columns;
#endif
    lost_right = lost_left;
}

#if SHAPES_SOME_PILLARED
/* Whether pillars of a row stand at this place of a side: every other tile, counted from both ends, but none that touch
 * each other. */
static NOINLINE uint8_t is_pillar_line(uint8_t at, uint8_t side)
{
    uint8_t distance;

    distance = side - 1;
    distance -= at;
    if (at < distance)
        distance = at;
    if ((distance & 1) == 0)
        return 0;
    distance <<= 1;
    distance += 2;
    if (distance == side)
        return 0;
    return 1;
}

/* Put a pillar into a column of the room. */
static NOINLINE void put_pillar(uint8_t column)
{
    uint8_t bits;

    changing_x = populated_x + column;
    find_room_tile();
    bits = room_wanted[room_place];
    bits |= room_bit;
    room_wanted[room_place] = bits;
}

/* Put the pillars of a row: in two lines along the longer side, beside the outermost tiles. */
static NOINLINE void put_pillars(uint8_t row)
{
    uint8_t n, last;

    last = populated_width - 2;
    if (populated_width < populated_height) {
        if (is_pillar_line(row, populated_height)) {
            put_pillar(1);
            put_pillar(last);
        }
        return;
    }
    if (row == 1 || row == (uint8_t)(populated_height - 2)) {
        for (n = 1; n <= last; ++n) {
            if (is_pillar_line(n, populated_width))
                put_pillar(n);
        }
    }
}
#endif

/* Close the tiles of the row that lie outside of span_bits. */
static NOINLINE void form_row(void)
{
    uint8_t n, at, bits;

    formed_first = populated_x + lost_left;
    formed_behind = changing_right - lost_right;
    find_span_bits();
    at = room_at;
    for (n = 0; n != changing_bytes; ++n) {
        bits = span_bits[n];
        bits ^= 0xFF;
        bits &= changing_inside[n];
        bits |= room_wanted[at];
        room_wanted[at] = bits;
        ++at;
    }
}

/* Form the room: some rows. */
static NOINLINE uint8_t form_room(void)
{
    uint8_t row;

    part_weight = ROW_FORMED;
#if SHAPES_SOME_PILLARED
    if (shape_now == SHAPE_PILLARED)
        part_weight += populated_width;
#endif
#if SHAPES_SOME_CAVE
    if (shape_now == SHAPE_CAVE)
        part_weight += CAVE_ROW;
#endif
    while (next_room_row()) {
        row = changing_row - 1;
#if SHAPES_SOME_PILLARED
        if (shape_now == SHAPE_PILLARED) {
            put_pillars(row);
            continue;
        }
#endif
        find_span(row);
        if (lost_left | lost_right)
            form_row();
    }
    return room_rows_done();
}

/* Choose the shape of a room; 0 if it stays plain. */
static NOINLINE uint8_t begin_to_shape(void)
{
    uint8_t shorter, longer;

    if (!find_changing())
        return 0;
    if (!is_plain_room())
        return 0;
    shorter = populated_width;
    longer = populated_height;
    if (shorter > longer) {
        shorter = populated_height;
        longer = populated_width;
    }
    shape_now = choose_shape(shorter, longer);
    if (shape_now == SHAPE_RECTANGLE)
        return 0;
    begin_changing();
    begin_shape(shorter);
    return 1;
}

/* One step of giving the rooms shapes; 1 if it was the last one. */
static NOINLINE uint8_t shape_some(void)
{
    uint8_t result;

    room_work = 0;
    for (;;) {
        if (!is_shaping) {
            if (changing_room == COUNT_OF_PLACES)
                return 1;
            part_weight = ROOM_CHOSEN;
            if (!room_fits())
                return 0;
            if (begin_to_shape())
                is_shaping = 1;
        } else {
            if (changing_stage == FORM_ROOM) {
                if (!form_room())
                    return 0;
                next_of_room();
            }
            result = change_room();
            if (result == ROOM_NOT_DONE)
                return 0;
            if (result == ROOM_IS_READ)
                continue;
            if (result == ROOM_CHANGED)
                note_shape();
            is_shaping = 0;
        }
        if (!is_shaping)
            ++changing_room;
    }
}

/* One step of giving the rooms shapes, one after the other. */
static void shape_rooms(void)
{
    if (stage == 0) {
        changing_room = 0;
        is_shaping = 0;
        stage = 1;
    }
    if (shape_some())
        stage = PHASE_DONE;
}

#endif
