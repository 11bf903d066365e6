/* Protecting the tiles of pieces that are protected, for passes that dig. */
#ifndef UNDERCROFT_PIECES_PROTECTING_H
#define UNDERCROFT_PIECES_PROTECTING_H

#include "core/plane/plane_bit.h"
#include "core/plane/plane_rows.h"
#include "core/plane/protected.h"
#include "kinds/pieces/cells.h"
#include "kinds/pieces/drawing.h"

/* At how many cells of a row one step looks. */
#define CELLS_PROTECTED (TILES_PROTECTED / (SIDE + TILES_BESIDES))

/* A row of a plane: the protected tiles of the row of cells, and those of the row above. */
WORK uint8_t protected_here[PLANE_ROW_BYTES];
WORK uint8_t protected_above[PLANE_ROW_BYTES];

/* The column of the next cell's first tile, and how many rows of cells are left. */
WORK uint8_t protected_x;
WORK uint8_t protected_rows;

/* Begin to protect. drawn_y, drawn_line, drawn_columns and drawn_cell are those of drawing. */
static void begin_to_protect(void)
{
    uint8_t at;

    begin_to_draw();
    drawn_columns = 0;
    protected_rows = ROWS;
    for (at = 0; at != PLANE_ROW_BYTES; ++at)
        protected_here[at] = 0;
}

/* Begin a row of cells; below the last one there is nothing. */
static void begin_protected_row(void)
{
    uint8_t at;

    row_has_begun = 1;
    for (at = 0; at != PLANE_ROW_BYTES; ++at) {
        protected_above[at] = protected_here[at];
        protected_here[at] = 0;
    }
    if (protected_rows != 0) {
        --protected_rows;
        drawn_columns = COLUMNS;
        protected_x = 0;
    }
}

/* Protect the tiles of the next piece in its row of cells, from protected_x on. */
static void protect_piece(void)
{
    uint8_t at, end, from, to;

    at = protected_x >> 3;
    from = BITS_FROM[protected_x & 7];
    end = protected_x + LAST_LINE;
    to = (uint8_t)~(uint8_t)(BITS_FROM[end & 7] << 1);
    end >>= 3;
    if (at == end) {
        protected_here[at] |= from & to;
        return;
    }
    protected_here[at] |= from;
    protected_here[end] |= to;
    /* A side has at most nine tiles. */
    ++at;
    if (at != end)
        protected_here[at] = 0xFF;
}

/* Look at some cells of the row. */
static void look_at_cells(void)
{
    uint8_t left;

    left = drawn_columns;
    if (left > CELLS_PROTECTED)
        left = CELLS_PROTECTED;
    drawn_columns -= left;
    for (; left != 0; --left) {
        if (IS_PROTECTED[drawn_cell[CELL_PIECE]])
            protect_piece();
        protected_x += LAST_LINE;
        drawn_cell += CELL_BYTES;
    }
    /* Behind a row is a cell that stands for the outside. */
    if (drawn_columns == 0)
        drawn_cell += CELL_BYTES;
}

/* Write the row of tiles drawn_y. A row between cells belongs to those above, too. The edge of the map is
 * protected. */
static void write_protected_row(void)
{
    uint8_t at;
    REGISTER uint8_t *to;

    to = plane_protected + plane_row[drawn_y];
    for (at = 0; at != PLANE_ROW_BYTES; ++at) {
        *to = protected_here[at];
        if (drawn_line == 0)
            *to |= protected_above[at];
        if (drawn_y == 0 || drawn_y == MAP_HEIGHT - 1)
            *to = 0xFF;
        ++to;
    }
    to = plane_protected + plane_row[drawn_y];
    *to |= 1;
    to[PLANE_ROW_BYTES - 1] |= PLANE_EDGE_BITS;
}

/* One step of finding the protected tiles: all of each protected piece, with the ring that it shares
 * with others. It looks at some cells of a row, or writes a row of tiles. Returns 1 if it was the
 * last one, else 0. */
static uint8_t protect_pieces(void)
{
    if (drawn_line == 0 && row_has_begun == 0)
        begin_protected_row();
    if (drawn_columns != 0) {
        look_at_cells();
        return 0;
    }
    write_protected_row();
    if (drawn_y == MAP_HEIGHT - 1)
        return 1;
    ++drawn_y;
    ++drawn_line;
    if (drawn_line == LAST_LINE) {
        drawn_line = 0;
        row_has_begun = 0;
    }
    return 0;
}

#endif
