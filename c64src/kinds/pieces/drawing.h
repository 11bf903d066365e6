/* Drawing the pieces on the map, row by row. */
#ifndef UNDERCROFT_PIECES_DRAWING_H
#define UNDERCROFT_PIECES_DRAWING_H

#include "core/generation.h"
#include "kinds/pieces/cells.h"

/* How many cells of a row of tiles one step draws. */
#define CELLS_DRAWN (TILES_DRAWN / (SIDE + TILES_BESIDES))

/* How many tiles of a row are those of cells, which are all drawn; nothing is behind them. */
#if IS_LEARNED
#define TILES_OF_CELLS MAP_WIDTH
#else
#define TILES_OF_CELLS (COLUMNS * LAST_LINE + 1)
#endif

/* A row of marks, one for each tile. Before it are those of the row above that share a group of
 * eight with its first ones, and some that are skipped are behind it. */
WORK uint8_t row_tiles[MAP_WIDTH + 15];

/* The row of tiles that is next, and the first of its tiles in row_tiles. */
WORK uint8_t drawn_y;
WORK uint8_t *drawn_at;

/* Begin the row of tiles drawn_y with those of the row above that share its first group. Nothing is
 * in its first tile, nor behind the cells. */
static void begin_row_of_tiles(void)
{
    uint8_t left, skew;
    REGISTER uint8_t *to;
    REGISTER uint8_t *from;

    to = row_tiles;
    skew = ROW_SKEW(drawn_y);
    if (drawn_y != 0) {
        from = to + ROW_SKEW(drawn_y - 1) + MAP_WIDTH - skew;
        for (left = skew; left != 0; --left) {
            *to = *from;
            ++to;
            ++from;
        }
    }
    drawn_at = row_tiles + skew;
    *drawn_at = 0;
    to = drawn_at + TILES_OF_CELLS;
    for (left = MAP_WIDTH + 8 - TILES_OF_CELLS; left != 0; --left) {
        *to = 0;
        ++to;
    }
}

#if IS_OPEN

/* Let a mark be a wall if it is walkable. */
static void close_mark(uint8_t *mark)
{
    if (*mark > 1)
        *mark = 1;
}

/* Close the first or the last row of tiles: the outermost ring of the cells becomes wall. */
static void close_row_of_tiles(void)
{
    uint8_t left;
    REGISTER uint8_t *mark;

    mark = row_tiles + ROW_SKEW(drawn_y);
    for (left = TILES_OF_CELLS; left != 0; --left) {
        if (*mark > 1)
            *mark = 1;
        ++mark;
    }
}

#endif

/* Write the row of tiles into the map. */
static void write_tile_row(void)
{
#if IS_OPEN
    uint8_t *mark;

    mark = row_tiles + ROW_SKEW(drawn_y);
    close_mark(mark);
    close_mark(mark + TILES_OF_CELLS - 1);
#endif
    marks_from = row_tiles;
    packed_to = row_start[drawn_y];
    packs_left = (uint8_t)(MAP_WIDTH + 7 + ROW_SKEW(drawn_y)) >> 3;
    pack_tiles();
}

#if IS_LEARNED

/* The piece of a cell, unless it was dropped. */
static uint8_t drawn_piece(const uint8_t *cell)
{
#if SOME_REGIONS_KEEP_IS_LARGEST
    if (cell[CELL_LABEL] == DROPPED)
        return NO_PIECE;
#endif
    return *cell;
}

/* Three rows of marks, one before and one behind each: above, here and below. They take turns. */
#define ROW_OF_MARKS (MAP_WIDTH + 2)
WORK uint8_t row_marks[3 * ROW_OF_MARKS];
WORK uint8_t *marks_above;
WORK uint8_t *marks_here;
WORK uint8_t *marks_below;

/* What is done next. */
#define DRAW_OPEN 0
#define DRAW_WALLS 1
#define DRAW_ROW 2
#define BEGIN_ROW 3
#define CLEAR_MARKS 4
WORK uint8_t draw_stage;

/* How many marks one step collects at most, or looks at for walls, and the one that is next: those
 * of the map begin with 1. */
WORK uint8_t mark_x;

/* The mark behind the last one of this step. */
static uint8_t end_of_marks(void)
{
    if ((uint8_t)(MAP_WIDTH + 1 - mark_x) > MARKS_AT_ONCE)
        return mark_x + MARKS_AT_ONCE;
    return MAP_WIDTH + 1;
}

/* Collect the marks of some cells of a row, one of each, below the row that is drawn. */
static void open_marks(uint8_t y)
{
    uint8_t x, end, piece;
    REGISTER uint8_t *to;
    REGISTER const uint8_t *cell;

    x = mark_x;
    end = end_of_marks();
    to = marks_below + x;
    cell = all_cells;
    if (y < ROWS && x <= COLUMNS)
        cell += ROW_CELLS[y] + COLUMN_CELLS[x - 1];
    for (; x != end; ++x) {
        *to = 0;
        if (y < ROWS && x <= COLUMNS) {
            piece = drawn_piece(cell);
            if (piece != NO_PIECE)
                *to = MARKS[piece];
            cell += CELL_BYTES;
        }
        ++to;
    }
    mark_x = x;
}

/* Make some tiles of a row of the marks: walls beside what is walkable. */
static void wall_marks(void)
{
    uint8_t x, end, before, here, behind, mark;
    REGISTER uint8_t *to;

    x = mark_x;
    end = end_of_marks();
    to = drawn_at + x - 1;
    before = 0;
    if (x != 1)
        before = marks_above[x - 1] | marks_here[x - 1] | marks_below[x - 1];
    here = marks_above[x] | marks_here[x] | marks_below[x];
    for (; x != end; ++x) {
        behind = 0;
        if (x != MAP_WIDTH)
            behind = marks_above[x + 1] | marks_here[x + 1] | marks_below[x + 1];
        mark = marks_here[x];
        if (mark == 0 && (before | here | behind))
            mark = 1;
        *to = mark;
        ++to;
        before = here;
        here = behind;
    }
    mark_x = x;
}

/* Clear the rows of marks: nothing is above the first row. */
static void clear_marks(void)
{
    uint8_t left;

    for (left = 0; left != ROW_OF_MARKS; ++left) {
        row_marks[left] = 0;
        row_marks[ROW_OF_MARKS + left] = 0;
    }
    marks_above = row_marks;
    marks_here = row_marks + ROW_OF_MARKS;
    marks_below = row_marks + 2 * ROW_OF_MARKS;
}

/* Begin to draw. */
static void begin_to_draw(void)
{
    drawn_y = 0;
    mark_x = 1;
    draw_stage = CLEAR_MARKS;
}

/* One step of drawing a map that was learned: a tile of each cell, and walls around what is
 * walkable. It collects some of a row, begins it, looks at some of it for walls, or writes it. */
static void draw_cells(void)
{
    uint8_t *row;

    switch (draw_stage) {
    case CLEAR_MARKS:
        clear_marks();
        draw_stage = DRAW_OPEN;
        return;
    case DRAW_OPEN:
        open_marks(drawn_y + 1);
        if (mark_x == MAP_WIDTH + 1)
            draw_stage = BEGIN_ROW;
        return;
    case BEGIN_ROW:
        begin_row_of_tiles();
        mark_x = 1;
        draw_stage = DRAW_WALLS;
        return;
    case DRAW_WALLS:
        wall_marks();
        if (mark_x == MAP_WIDTH + 1)
            draw_stage = DRAW_ROW;
        return;
    default:
        write_tile_row();
        row = marks_above;
        marks_above = marks_here;
        marks_here = marks_below;
        marks_below = row;
        if (drawn_y == ROWS)
            stage = PHASE_DONE;
        ++drawn_y;
        mark_x = 1;
        draw_stage = DRAW_OPEN;
    }
}

#else

/* Whether the row of tiles has begun, and is 2 if it is closed; the line of the pieces that is drawn, the cell that is next,
 * and how many are left in the row. */
WORK uint8_t row_has_begun;
WORK uint8_t drawn_line;
WORK uint8_t *drawn_cell;
WORK uint8_t drawn_columns;

/* Begin to draw. */
static void begin_to_draw(void)
{
    drawn_y = 0;
    drawn_line = 0;
    drawn_columns = COLUMNS;
    drawn_cell = all_cells + ROW_CELLS[0];
    row_has_begun = 0;
}

/* One step of drawing the pieces of all cells.
 *
 * A row of tiles is collected from the cells, and from those above if the row is a border between
 * them. One step takes some of them, or writes the row. */
static void draw_pieces(void)
{
    uint8_t count;

    if (row_has_begun == 0) {
        begin_row_of_tiles();
        row_has_begun = 1;
    }
    count = drawn_columns;
    if (count != 0) {
        if (count > CELLS_DRAWN)
            count = CELLS_DRAWN;
        this_cell = drawn_cell;
        marks_to = drawn_at;
        line_cells_left = count;
        line_at = MARKS + LINE_AT[drawn_line];
        collect_line();
        if (drawn_line == 0) {
            this_cell = drawn_cell - ROW_OF_CELLS;
            marks_to = drawn_at;
            line_cells_left = count;
            line_at = MARKS + LINE_AT[LAST_LINE];
            add_line();
        }
        drawn_columns -= count;
        drawn_cell += COLUMN_CELLS[count];
        drawn_at += count * LAST_LINE;
        return;
    }
#if IS_OPEN
    if (row_has_begun == 1 && (drawn_y == 0 || drawn_y == LAST_LINE * ROWS)) {
        row_has_begun = 2;
        close_row_of_tiles();
        return;
    }
#endif
    write_tile_row();
    if (drawn_y == LAST_LINE * ROWS) {
        stage = PHASE_DONE;
        return;
    }
    ++drawn_y;
    ++drawn_line;
    drawn_columns = COLUMNS;
    if (drawn_line == LAST_LINE) {
        /* The next row of cells, behind the one that stands for the outside. */
        drawn_line = 0;
        drawn_cell += CELL_BYTES;
    } else
        drawn_cell -= CELL_BYTES * COLUMNS;
    row_has_begun = 0;
}

#endif

#endif
