/* Filling a drawing: what its marks become in one use of it, and where its places come to lie. The
 * twin of pygen/engine/drawings/filling.py; the form of the bytes is described in
 * pygen/engine/drawings/tables.py.
 *
 * A use of a drawing is: begin_drawing, perhaps choose_orientation, fill_drawing, begin_drawn, and
 * for each place next_drawn and, if it is no blank, fill_drawn.
 */
#ifndef UNDERCROFT_DRAWINGS_FILLING_H
#define UNDERCROFT_DRAWINGS_FILLING_H

#include "core/generation.h"

/* The bits of an orientation. */
#define TURN_SIDES 1
#define FLIP_COLUMNS 2
#define FLIP_ROWS 4

/* The bits of the orientations that a drawing may have. */
#define DRAWING_TURNED 1
#define DRAWING_MIRRORED 2

#define MARK_NUMBERS 16

/* The next byte of the drawing, and its size and its orientations. */
static const uint8_t *drawing_at;
static uint8_t drawing_width, drawing_height, drawing_turns;

/* What the places of each mark become: a tile, as the drawing numbers it, and a look. If mark_left
 * is not 0, it is the number of places left, of which mark_first become this; the others become
 * rest_tile and rest_look. */
static uint8_t mark_tile[MARK_NUMBERS];
static uint8_t mark_look[MARK_NUMBERS];
static uint8_t mark_first[MARK_NUMBERS];
static uint8_t mark_left[MARK_NUMBERS];
static uint8_t rest_tile[MARK_NUMBERS];
static uint8_t rest_look[MARK_NUMBERS];

/* A place: column and row on the map, and what it becomes. */
static uint8_t drawn_x, drawn_y, drawn_tile, drawn_look;

/* How many more places have the mark run_mark; how many more are in this row of the drawing; where
 * its row begins on the map; and the steps to the next place and to the next row. */
static uint8_t run_left, run_mark, row_left;
static uint8_t line_x, line_y;
static uint8_t across_x, across_y, down_x, down_y;

/* Begin with a drawing: read its size and its orientations. */
static void begin_drawing(const uint8_t *drawing)
{
    drawing_width = drawing[0];
    drawing_height = drawing[1];
    drawing_turns = drawing[2];
    drawing_at = drawing + 3;
}

/* One of the orientations that the drawing may have. */
static uint8_t choose_orientation(void)
{
    uint8_t value;

    if (drawing_turns == 0)
        return 0;
    if (drawing_turns == DRAWING_MIRRORED) {
        value = random_below(2);
        return value << 1;
    }
    if (drawing_turns != DRAWING_TURNED)
        return random_below(8);
    value = random_below(4);
    if (value == TURN_SIDES || value == FLIP_COLUMNS)
        value |= FLIP_ROWS;
    return value;
}

/* Choose what the marks of the drawing become. Takes about 100 cycles for each thing that a mark may
 * become. */
static void fill_drawing(void)
{
    const uint8_t *at;
    uint8_t marks, mark, count, value;

    at = drawing_at;
    marks = *at;
    ++at;
    for (mark = 1; mark <= marks; ++mark) {
        count = *at;
        ++at;
        mark_left[mark] = 0;
        if (count == 0) {
            mark_first[mark] = at[0];
            mark_left[mark] = at[1];
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
    drawing_at = at;
}

/* Begin with the places of the filled drawing, whose upper left place on the map is (x, y). */
static void begin_drawn(uint8_t x, uint8_t y, uint8_t orientation)
{
    uint8_t right, below;

    right = drawing_width - 1;
    below = drawing_height - 1;
    across_x = 1;
    across_y = 0;
    down_x = 0;
    down_y = 1;
    if (orientation & TURN_SIDES) {
        across_x = 0;
        across_y = 1;
        down_x = 1;
        down_y = 0;
        right = drawing_height - 1;
        below = drawing_width - 1;
    }
    if (orientation & FLIP_COLUMNS) {
        x += right;
        across_x = 0 - across_x;
        down_x = 0 - down_x;
    }
    if (orientation & FLIP_ROWS) {
        y += below;
        across_y = 0 - across_y;
        down_y = 0 - down_y;
    }
    line_x = x - down_x;
    line_y = y - down_y;
    row_left = 0;
    run_left = 0;
}

/* Go to the next place of the drawing, and return the number of its mark; 0 is a blank. */
static uint8_t next_drawn(void)
{
    if (run_left == 0) {
        run_mark = *drawing_at;
        ++drawing_at;
        run_left = (run_mark >> 4) + 1;
        run_mark &= 15;
    }
    --run_left;
    if (row_left == 0) {
        line_x += down_x;
        line_y += down_y;
        drawn_x = line_x;
        drawn_y = line_y;
        row_left = drawing_width;
    } else {
        drawn_x += across_x;
        drawn_y += across_y;
    }
    --row_left;
    return run_mark;
}

/* What the place with the mark of this number becomes. */
static void fill_drawn(uint8_t mark)
{
    uint8_t left;

    drawn_tile = mark_tile[mark];
    drawn_look = mark_look[mark];
    left = mark_left[mark];
    if (left == 0)
        return;
    mark_left[mark] = left - 1;
    if (random_below(left) < mark_first[mark]) {
        --mark_first[mark];
    } else {
        drawn_tile = rest_tile[mark];
        drawn_look = rest_look[mark];
    }
}

#endif
