/* The phase `pieces`: all of it but the stairs. */
#ifndef UNDERCROFT_PIECES_PIECES_PHASE_H
#define UNDERCROFT_PIECES_PIECES_PHASE_H

#include "core/generation.h"
#include "kinds/pieces/cells.h"
#include "kinds/pieces/drawing.h"
#ifdef HAS_PROTECTED
#include "kinds/pieces/protecting.h"
#endif
#include "kinds/pieces/solving.h"
#if SOME_REGIONS_KEEP_IS_LARGEST
#include "kinds/pieces/joining.h"
#endif
#if SOME_IS_CHECKED
#include "kinds/pieces/checking.h"
#endif

/* What else `stage` says: what is done next. */
#define KEEP_PART 5
#define DRAW 6
#define CHECK_MAP 13
#define PROTECT 14

/* Whether all attempts have failed, and the row of the fallback that is next. */
WORK uint8_t has_failed;
static const uint8_t *fallback_row;

/* Make a cell that no label has yet of the one at this_cell. */
INLINE void name_cell(uint8_t piece)
{
    this_cell[CELL_PIECE] = piece;
    this_cell[CELL_LABEL] = 0;
    this_cell += CELL_BYTES;
}

/* Take from some cells, from this_cell on, which piece each of them is. */
static void name_row(uint8_t count)
{
    uint8_t left, byte, piece;

    for (left = count; left != 0; --left) {
        byte = CELL_OPTIONS;
        piece = 0;
        while (this_cell[byte] == 0) {
            ++byte;
            piece += 8;
        }
        /* Below a single bit there are as many as its number is. */
        name_cell(piece + BIT_COUNT[(uint8_t)(this_cell[byte] - 1)]);
    }
}

/* Take the pieces of some cells, from this_cell on, from the dungeon that always fits. */
static void take_fallback(uint8_t count)
{
    uint8_t left;

    for (left = count; left != 0; --left) {
        name_cell(*fallback_row);
        ++fallback_row;
    }
}

/* Name the cells of a row above the map or below it, where there is nothing. */
static void name_outside(uint8_t *row)
{
    uint8_t left;
    REGISTER uint8_t *cell;

    cell = row;
    for (left = COLUMNS + 1; left != 0; --left) {
        cell[CELL_PIECE] = NO_PIECE;
        cell[CELL_LABEL] = DROPPED;
        cell += CELL_BYTES;
    }
}

/* One step of taking the pieces of all cells: some of a row, or a row outside the map. */
static void name_cells(void)
{
    uint8_t count;

    if (next_row == ROWS) {
        name_outside(all_cells);
        ++next_row;
        return;
    }
    if (next_row == ROWS + 1) {
        name_outside(all_cells + ROW_CELLS[ROWS - 1] + ROW_OF_CELLS);
        stage = DRAW;
#if SOME_REGIONS_KEEP_IS_LARGEST
        if (REGIONS_KEEP_IS_LARGEST) {
            begin_to_keep_cells();
            stage = KEEP_PART;
            return;
        }
#endif
#ifdef HAS_PROTECTED
        begin_to_protect();
        stage = PROTECT;
        return;
#else
        begin_to_draw();
        return;
#endif
    }
    count = COLUMNS - next_column;
    if (count > CELLS_NAMED)
        count = CELLS_NAMED;
    this_cell = all_cells + ROW_CELLS[next_row] + COLUMN_CELLS[next_column];
    if (has_failed)
        take_fallback(count);
    else
        name_row(count);
    next_column += count;
    if (next_column == COLUMNS) {
        name_cell(NO_PIECE);
        next_column = 0;
        ++next_row;
    }
}

/* Begin to name the cells, if their pieces are known. */
static void begin_to_name(void)
{
    if (stage != NAME_CELLS)
        return;
    FIGURES->repairs = repair_count;
    has_failed = attempts_left == 0;
    FIGURES->fallback = has_failed;
    fallback_row = FALLBACK;
    next_row = 0;
    next_column = 0;
}

#if SOME_IS_CHECKED

/* One step of checking the map. If it is not good enough, another attempt begins. */
static void check(void)
{
    switch (check_map()) {
    case MAP_IS_GOOD:
        begin_to_draw();
        stage = DRAW;
        return;
    case MAP_IS_BAD:
        try_again();
        begin_to_name();
        return;
    default:
        return;
    }
}

#endif

/* One step of finding a piece for each cell, joining the parts of the map or dropping them, and
 * drawing them. */
static void build_pieces(void)
{
    switch (stage) {
    case 0:
        begin_to_solve();
        /* fall through */
    case BEGIN_CELLS:
    case RESET_CELLS:
    case SPREAD_CHOICES:
    case CHOOSE:
#if COMES_FIRST
    case PIN_CELLS:
    case PLACE_PIECE:
    case LOOK_FOR_PLACE:
#if HAS_LIMITED
    case CLOSE_CELLS:
#endif
#endif
#if SOME_SOLVING_ORDER_IS_ROWS
    case BEGIN_ROW_OF_CHOICES:
#endif
        solve();
        begin_to_name();
        return;
    case NAME_CELLS:
        name_cells();
        return;
#if SOME_REGIONS_KEEP_IS_LARGEST
    case KEEP_PART:
        if (keep_largest()) {
            PIECES_FIGURES_SET_JOINTS(FIGURES, joint_count);
            PIECES_FIGURES_SET_DROPPED(FIGURES, dropped_count);
#if SOME_IS_CHECKED
            if (IS_CHECKED && has_failed == 0) {
                begin_to_check();
                stage = CHECK_MAP;
                return;
            }
#endif
            begin_to_draw();
            stage = DRAW;
        }
        return;
#endif
#ifdef HAS_PROTECTED
    case PROTECT:
        if (protect_pieces()) {
            begin_to_draw();
            stage = DRAW;
        }
        return;
#endif
#if SOME_IS_CHECKED
    case CHECK_MAP:
        check();
        return;
#endif
    default:
#if IS_LEARNED
        draw_cells();
#else
        draw_pieces();
#endif
    }
}

#endif
