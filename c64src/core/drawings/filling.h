/* Filling a drawing: what its marks become in one use of it, and where its places come to lie. The
 * twin of pygen/engine/drawings/filling.py; the form of the bytes is described in
 * pygen/engine/drawings/tables.py.
 *
 * A use of a drawing is: open_drawing, fill_drawing, and for each copy of it perhaps choose_orientation of
 * orientation.h, begin_drawn, and for each place next_drawn and, if it is no blank, fill_drawn.
 */
#ifndef UNDERCROFT_DRAWINGS_FILLING_H
#define UNDERCROFT_DRAWINGS_FILLING_H

#include "core/generation.h"

/* The bits of the orientations that a drawing may have. */
#define DRAWING_TURNED 1
#define DRAWING_MIRRORED 2

#define MARK_NUMBERS 16

/* The next byte of the drawing, and its size and its orientations. */
static const uint8_t *drawing_at;
static uint8_t drawing_width, drawing_height, drawing_turns;

/* Where the runs of its places begin, and how many marks it has. */
static const uint8_t *drawing_runs;
static uint8_t drawing_marks;

/* What the places of each mark become: a tile, as the drawing numbers it, and a look. If mark_places
 * is not 0, so many places have the mark, and exactly mark_exactly of them become this; the others
 * become rest_tile and rest_look. mark_left and mark_first are what is left of both numbers. */
static uint8_t mark_tile[MARK_NUMBERS];
static uint8_t mark_look[MARK_NUMBERS];
static uint8_t mark_exactly[MARK_NUMBERS];
static uint8_t mark_places[MARK_NUMBERS];
static uint8_t mark_first[MARK_NUMBERS];
static uint8_t mark_left[MARK_NUMBERS];
static uint8_t rest_tile[MARK_NUMBERS];
static uint8_t rest_look[MARK_NUMBERS];

/* A place: column and row on the map, and what it becomes. */
static uint8_t drawing_x, drawing_y, drawing_tile, drawing_look;

/* How many more places have the mark drawing_mark; how many more are in this row of the drawing; where
 * its row begins on the map; and the steps to the next place and to the next row. */
static uint8_t drawing_run, drawing_mark, drawing_row;
static uint8_t drawing_line_x, drawing_line_y;
static uint8_t drawing_across_x, drawing_across_y, drawing_down_x, drawing_down_y;

/* Begin with a drawing: read its size and its orientations. */
static void open_drawing(const uint8_t *drawing)
{
    drawing_width = drawing[0];
    drawing_height = drawing[1];
    drawing_turns = drawing[2];
    drawing_at = drawing + 3;
}

/* Choose what the marks of the drawing become. Takes about 100 cycles for each thing that a mark may
 * become. */
static void fill_drawing(void)
{
    const uint8_t *at;
    uint8_t mark, count, value;

    at = drawing_at;
    drawing_marks = *at;
    ++at;
    for (mark = 1; mark <= drawing_marks; ++mark) {
        count = *at;
        ++at;
        mark_places[mark] = 0;
        if (count == 0) {
            mark_exactly[mark] = at[0];
            mark_places[mark] = at[1];
            rest_tile[mark] = at[4];
            rest_look[mark] = at[5];
            mark_tile[mark] = at[2];
            mark_look[mark] = at[3];
            at += 6;
        } else if (count == 1) {
            mark_tile[mark] = at[0];
            mark_look[mark] = at[1];
            at += 2;
        } else {
            value = random_below(*at);
            ++at;
            while (value >= *at) {
                value -= *at;
                at += 3;
                --count;
            }
            mark_tile[mark] = at[1];
            mark_look[mark] = at[2];
            do {
                at += 3;
                --count;
            } while (count != 0);
        }
    }
    drawing_runs = at;
}

/* Begin with the places of a copy of the filled drawing, whose upper left place on the map is (x, y). */
static void begin_drawn(uint8_t x, uint8_t y, uint8_t orientation)
{
    uint8_t right, below, mark;

    drawing_at = drawing_runs;
    for (mark = 1; mark <= drawing_marks; ++mark) {
        mark_left[mark] = mark_places[mark];
        mark_first[mark] = mark_exactly[mark];
    }
    right = drawing_width - 1;
    below = drawing_height - 1;
    drawing_across_x = 1;
    drawing_across_y = 0;
    drawing_down_x = 0;
    drawing_down_y = 1;
    if (orientation & TURN_SIDES) {
        drawing_across_x = 0;
        drawing_across_y = 1;
        drawing_down_x = 1;
        drawing_down_y = 0;
        right = drawing_height - 1;
        below = drawing_width - 1;
    }
    if (orientation & FLIP_COLUMNS) {
        x += right;
        drawing_across_x = 0 - drawing_across_x;
        drawing_down_x = 0 - drawing_down_x;
    }
    if (orientation & FLIP_ROWS) {
        y += below;
        drawing_across_y = 0 - drawing_across_y;
        drawing_down_y = 0 - drawing_down_y;
    }
    drawing_line_x = x - drawing_down_x;
    drawing_line_y = y - drawing_down_y;
    drawing_row = 0;
    drawing_run = 0;
}

/* Go to the next place of the drawing, and return the number of its mark; 0 is a blank. */
static uint8_t next_drawn(void)
{
    if (drawing_run == 0) {
        drawing_mark = *drawing_at;
        ++drawing_at;
        drawing_run = (drawing_mark >> 4) + 1;
        drawing_mark &= 15;
    }
    --drawing_run;
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
    return drawing_mark;
}

/* What the place with the mark of this number becomes. If it is inlined, OSCAR64 1.32.271 tests the number of the
 * mark in place of mark_places. */
static NOINLINE void fill_drawn(uint8_t mark)
{
    uint8_t left;

    drawing_tile = mark_tile[mark];
    drawing_look = mark_look[mark];
    if (mark_places[mark] == 0)
        return;
    left = mark_left[mark];
    mark_left[mark] = left - 1;
    if (random_below(left) < mark_first[mark]) {
        --mark_first[mark];
    } else {
        drawing_tile = rest_tile[mark];
        drawing_look = rest_look[mark];
    }
}

#endif
