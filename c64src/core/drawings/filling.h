/* Filling a drawing: what its marks become in one use of it, and where its places come to lie. The
 * twin of pygen/engine/drawings/filling.py; the form of the bytes is described in
 * pygen/engine/drawings/tables.py.
 *
 * A use of a drawing is: open_drawing, fill_drawing, and for each copy of it turn_drawing, perhaps with an
 * orientation from orientation.h, begin_drawn, and for each place next_drawn and, if it is no blank, fill_drawn.
 */
#ifndef UNDERCROFT_DRAWINGS_FILLING_H
#define UNDERCROFT_DRAWINGS_FILLING_H

#include "core/generation.h"

/* The bits of the orientations that a drawing may have. */
#define DRAWING_TURNED 1
#define DRAWING_MIRRORED 2

/* The next byte of the drawing, and its size and its orientations. */
static const uint8_t *drawing_at;
WORK uint8_t drawing_width, drawing_height, drawing_turns;

/* Where the runs of its places begin. */
static const uint8_t *drawing_runs;

/* What the places of each mark become: a tile, as the drawing numbers it, and a look. */
WORK uint8_t mark_tile[MARKS_OF_DRAWINGS + 1];
#ifdef LOOK_BITS
WORK uint8_t mark_look[MARKS_OF_DRAWINGS + 1];
#endif

#if DRAWINGS_COUNT
/* If mark_places is not 0, so many places have the mark, and exactly mark_exactly of them become what mark_tile and
 * mark_look say; the others become rest_tile and rest_look. mark_left and mark_first are what is left of both numbers. */
WORK uint8_t drawing_marks;
WORK uint8_t mark_exactly[MARKS_OF_DRAWINGS + 1];
WORK uint8_t mark_places[MARKS_OF_DRAWINGS + 1];
WORK uint8_t mark_first[MARKS_OF_DRAWINGS + 1];
WORK uint8_t mark_left[MARKS_OF_DRAWINGS + 1];
WORK uint8_t rest_tile[MARKS_OF_DRAWINGS + 1];
#ifdef LOOK_BITS
WORK uint8_t rest_look[MARKS_OF_DRAWINGS + 1];
#endif
#endif

/* A place: column and row on the map, and what it becomes. */
WORK uint8_t drawing_x, drawing_y, drawing_tile;
#ifdef LOOK_BITS
WORK uint8_t drawing_look;
#endif

/* The number of its mark, and how many more places have this mark, times 16; how many more are in this row of the
 * drawing; where its row begins on the map; and the steps to the next place and to the next row. */
WORK uint8_t drawing_run, drawing_row;
WORK uint8_t drawing_line_x, drawing_line_y;
WORK uint8_t drawing_across_x, drawing_across_y, drawing_down_x, drawing_down_y;

/* How far the last column and the last row on the map are from the first ones; and the row before the first one of the
 * drawing, from the upper left tile on. */
WORK uint8_t drawing_right, drawing_below, drawing_first_x, drawing_first_y;

/* The step to the next place by orientation. That to the next row is the step to the next place of a drawing whose
 * sides are exchanged. */
static const uint8_t drawing_step_x[8] = { 1, 0, 255, 0, 1, 0, 255, 0 };
static const uint8_t drawing_step_y[8] = { 0, 1, 0, 1, 0, 255, 0, 255 };

/* The next byte of the drawing. */
static NOINLINE uint8_t take_of_drawing(void)
{
    uint8_t value;

    value = *drawing_at;
    ++drawing_at;
    return value;
}

/* Begin with the drawing at drawing_at: read its size and its orientations. */
static NOINLINE void open_drawing(void)
{
    drawing_width = take_of_drawing();
    drawing_height = take_of_drawing();
    drawing_turns = take_of_drawing();
}

/* The mark that is filled. */
WORK uint8_t mark_filled;

/* Take what its places become. */
static NOINLINE void take_thing(void)
{
    uint8_t value;

    value = take_of_drawing();
    mark_tile[mark_filled] = value;
    value = take_of_drawing();
#ifdef LOOK_BITS
    mark_look[mark_filled] = value;
#endif
}

/* Choose what the marks of the drawing become. Takes about 300 cycles for each thing that a mark may
 * become. */
static NOINLINE void fill_drawing(void)
{
    uint8_t left;
#if DRAWINGS_CHOOSE || DRAWINGS_COUNT
    uint8_t count, value;
#endif
#if DRAWINGS_CHOOSE
    uint8_t weight;
#endif

    left = take_of_drawing();
#if DRAWINGS_COUNT
    drawing_marks = left;
#endif
    mark_filled = 0;
    do {
        ++mark_filled;
#if DRAWINGS_CHOOSE || DRAWINGS_COUNT
        count = take_of_drawing();
#else
        /* One thing. */
        ++drawing_at;
#endif
#if DRAWINGS_COUNT
        mark_places[mark_filled] = 0;
        if (count == 0) {
            value = take_of_drawing();
            mark_exactly[mark_filled] = value;
            value = take_of_drawing();
            mark_places[mark_filled] = value;
            take_thing();
            value = take_of_drawing();
            rest_tile[mark_filled] = value;
            value = take_of_drawing();
#ifdef LOOK_BITS
            rest_look[mark_filled] = value;
#endif
        } else
#endif
#if DRAWINGS_CHOOSE
        if (count != 1) {
            value = random_below(take_of_drawing());
            do {
                weight = take_of_drawing();
                if (value < weight) {
                    take_thing();
                    /* No other one is chosen: all weights together are at most 255. */
                    value = 255;
                } else {
                    value -= weight;
                    drawing_at += 2;
                }
                --count;
            } while (count != 0);
        } else
#endif
            take_thing();
        --left;
    } while (left != 0);
    drawing_runs = drawing_at;
}

/* Find the steps through a copy of the drawing in an orientation, and its size on the map. */
static NOINLINE void turn_drawing(uint8_t orientation)
{
    uint8_t turned;

    turned = orientation;
    drawing_across_x = drawing_step_x[turned];
    drawing_across_y = drawing_step_y[turned];
    drawing_right = drawing_width - 1;
    drawing_below = drawing_height - 1;
    if (turned & TURN_SIDES) {
        drawing_right = drawing_height - 1;
        drawing_below = drawing_width - 1;
    }
    turned ^= TURN_SIDES;
    drawing_down_x = drawing_step_x[turned];
    drawing_down_y = drawing_step_y[turned];
    drawing_first_x = 0 - drawing_down_x;
    if (turned & FLIP_COLUMNS)
        drawing_first_x += drawing_right;
    drawing_first_y = 0 - drawing_down_y;
    if (turned & FLIP_ROWS)
        drawing_first_y += drawing_below;
}

/* Begin with the places of a copy of the filled drawing, which was turned; drawing_x and drawing_y are its upper left
 * tile. */
static NOINLINE void begin_drawn(void)
{
#if DRAWINGS_COUNT
    uint8_t mark;

    for (mark = 1; mark <= drawing_marks; ++mark) {
        mark_left[mark] = mark_places[mark];
        mark_first[mark] = mark_exactly[mark];
    }
#endif
    drawing_at = drawing_runs;
    drawing_line_x = drawing_x + drawing_first_x;
    drawing_line_y = drawing_y + drawing_first_y;
    drawing_row = 0;
    drawing_run = 0;
}

/* Go to the next place of the drawing, and return the number of its mark; 0 is a blank. drawing_row is 0 at the end of
 * a row. */
static NOINLINE uint8_t next_drawn(void)
{
    if (drawing_run < 16)
        drawing_run = take_of_drawing();
    else
        drawing_run -= 16;
    if (drawing_row == 0) {
        drawing_line_x += drawing_down_x;
        drawing_line_y += drawing_down_y;
        drawing_x = drawing_line_x;
        drawing_y = drawing_line_y;
        drawing_row = drawing_width;
    } else {
        drawing_x += drawing_across_x;
        drawing_y += drawing_across_y;
    }
    --drawing_row;
    return drawing_run & 15;
}

/* What the place that is next becomes, which is no blank. If it is inlined, OSCAR64 1.32.271 tests the number of the
 * mark in place of mark_places. */
static NOINLINE void fill_drawn(void)
{
    uint8_t mark;
#if DRAWINGS_COUNT
    uint8_t left;
#endif

    mark = drawing_run & 15;
    drawing_tile = mark_tile[mark];
#ifdef LOOK_BITS
    drawing_look = mark_look[mark];
#endif
#if DRAWINGS_COUNT
    if (mark_places[mark] == 0)
        return;
    left = mark_left[mark];
    mark_left[mark] = left - 1;
    if (random_below(left) < mark_first[mark]) {
        --mark_first[mark];
    } else {
        drawing_tile = rest_tile[mark];
#ifdef LOOK_BITS
        drawing_look = rest_look[mark];
#endif
    }
#endif
}

#endif
