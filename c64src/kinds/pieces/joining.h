/* Parts of the map that cannot be reached from each other: they are joined by other pieces, and
 * what cannot be joined is dropped.
 *
 * A cell here has one piece, or none. Two cells are connected if there is a way over the border
 * between them. */
#ifndef UNDERCROFT_PIECES_JOINING_H
#define UNDERCROFT_PIECES_JOINING_H

#include "kinds/pieces/cells.h"
#include "zeropage.h"

/* What `joining_stage` says: what is done next. */
#define JOINING_SEARCH 0
#define JOINING_FLOOD 1
#define JOINING_JOIN 2
#define JOINING_FLOOD_JOINED 3
#define JOINING_COMPARE 4
#define JOINING_DROP 5
WORK uint8_t joining_stage;

/* What `join_parts` has come to, if not IS_DONE or GOES_ON. */
#define HAS_JOINED 3

/* The sides of a cell; that opposite of a side is `side ^ 1`. */
#define LEFT_SIDE 0
#define RIGHT_SIDE 1
#define TOP_SIDE 2
#define BOTTOM_SIDE 3

/* The cells of all rows, with those behind their right ends. */
#define CELLS_IN_ROWS ((COLUMNS + 1) * ROWS)

/* The cell that is looked at next, and how many are left from there on. */
WORK uint8_t *kept_cell;
WORK uint16_t kept_count;

/* The label of the part that is flooded, its cells so far, and the first of them. */
WORK uint8_t part_label;
WORK uint16_t part_size;
WORK uint8_t *part_cell;

/* The label of the next part, while one is dropped. */
WORK uint8_t next_label;

/* The same of the largest part so far. */
WORK uint8_t best_label;
WORK uint16_t best_part_size;
WORK uint8_t *best_part_cell;

/* How many joints there are, and dropped cells. */
WORK uint16_t joint_count, dropped_count;

#if SOME_JOIN_PARTS

/* The cell that is compared with its neighbours next, and whether anything was joined since the
 * first one. */
WORK uint8_t *joined_cell;
WORK uint8_t has_joined;

#endif

/* Whether any of a cell is walkable. */
static uint8_t is_walkable(const uint8_t *cell)
{
    return *cell != NO_PIECE && IS_WALKABLE[*cell];
}

/* Label a cell, and let it wait for the flood. */
static void begin_to_flood(uint8_t *cell)
{
    cell[CELL_LABEL] = part_label;
    cell[CELL_NEXT + 1] = 0;
    first_flooded = cell;
    part_size = 1;
}

/* One step of labelling all that is connected with the cells that wait: some cells. */
static uint8_t flood(void)
{
    uint8_t labelled;

    flood_label = part_label;
    flood_cells_left = CELLS_FLOODED;
    labelled = flood_cells();
    part_size += labelled & 127;
    return labelled < 128;
}

#if SOME_JOIN_PARTS

/* Give a cell the first piece that has another edge at one side, and the same ones besides. */
static void exchange_piece(uint8_t *cell, uint8_t side, uint8_t edge)
{
    uint8_t left, right, top, bottom, piece;

    piece = *cell;
    left = EDGE_LEFT[piece];
    right = EDGE_RIGHT[piece];
    top = EDGE_TOP[piece];
    bottom = EDGE_BOTTOM[piece];
    if (side == LEFT_SIDE)
        left = edge;
    else if (side == RIGHT_SIDE)
        right = edge;
    else if (side == TOP_SIDE)
        top = edge;
    else
        bottom = edge;
    piece = 0;
    while (EDGE_LEFT[piece] != left || EDGE_RIGHT[piece] != right || EDGE_TOP[piece] != top
            || EDGE_BOTTOM[piece] != bottom)
        ++piece;
    *cell = piece;
}

/* Join a cell with its neighbour at a side, if other pieces allow it. */
static uint8_t join_pair(uint8_t *cell, uint8_t *beside, uint8_t side)
{
    uint8_t both, edge, own, other;

    own = *cell;
    other = *beside;
    if (side == LEFT_SIDE)
        both = EXCHANGES_LEFT[own] & EXCHANGES_RIGHT[other];
    else if (side == RIGHT_SIDE)
        both = EXCHANGES_RIGHT[own] & EXCHANGES_LEFT[other];
    else if (side == TOP_SIDE)
        both = EXCHANGES_TOP[own] & EXCHANGES_BOTTOM[other];
    else
        both = EXCHANGES_BOTTOM[own] & EXCHANGES_TOP[other];
    if (both == 0)
        return 0;
    edge = 0;
    while ((both & 1) == 0) {
        both >>= 1;
        ++edge;
    }
    if (side < TOP_SIDE)
        edge = OPEN_ACROSS[edge];
    else
        edge = OPEN_DOWN[edge];
    exchange_piece(cell, side, edge);
    exchange_piece(beside, side ^ 1, edge);
    ++joint_count;
    return 1;
}

/* Join a cell that was dropped with a neighbour in the largest part, if there is one. */
static uint8_t join_cell(uint8_t *cell)
{
    uint8_t label;
    uint8_t *beside;

    label = best_label;
    beside = cell - CELL_BYTES;
    if (beside[CELL_LABEL] == label && join_pair(cell, beside, LEFT_SIDE))
        return 1;
    beside = cell + CELL_BYTES;
    if (beside[CELL_LABEL] == label && join_pair(cell, beside, RIGHT_SIDE))
        return 1;
    beside = cell - ROW_OF_CELLS;
    if (beside[CELL_LABEL] == label && join_pair(cell, beside, TOP_SIDE))
        return 1;
    beside = cell + ROW_OF_CELLS;
    return beside[CELL_LABEL] == label && join_pair(cell, beside, BOTTOM_SIDE);
}

/* Begin to join the largest part with those that were dropped. */
static void begin_to_exchange(void)
{
    joined_cell = all_cells + ROW_CELLS[0];
    has_joined = 0;
}

/* One step of joining the largest part with those that were dropped, again and again until there is
 * nothing to join: some cells. The first cell below the map ends them, labelled as dropped. */
static uint8_t join_parts(void)
{
    uint8_t left;
    REGISTER uint8_t *cell;

    left = WORK_COMPARED;
    cell = joined_cell;
    while (left >= WORK_OF_JOINT) {
        if (cell[CELL_LABEL] != DROPPED) {
            --left;
            cell += CELL_BYTES;
            continue;
        }
        if (cell == all_cells + ROW_CELLS[ROWS - 1] + ROW_OF_CELLS) {
            if (has_joined == 0)
                return IS_DONE;
            begin_to_exchange();
            cell = joined_cell;
            continue;
        }
        left -= WORK_OF_JOINT;
        if (join_cell(cell)) {
            has_joined = 1;
            part_label = best_label;
            begin_to_flood(cell);
            joined_cell = cell + CELL_BYTES;
            return HAS_JOINED;
        }
        cell += CELL_BYTES;
    }
    joined_cell = cell;
    return GOES_ON;
}

#endif

/* Begin to keep the largest part of the map. */
static void begin_to_keep_cells(void)
{
    joining_stage = JOINING_SEARCH;
    kept_cell = all_cells + ROW_CELLS[0];
    kept_count = CELLS_IN_ROWS;
    part_label = 1;
    best_label = 2;
    best_part_size = 0;
    best_part_cell = (uint8_t *)0;
    joint_count = 0;
    dropped_count = 0;
}

/* One step of finding a cell that was not reached: some cells. */
static uint8_t find_part(void)
{
    uint8_t left;
    REGISTER uint8_t *cell;

    left = CELLS_SEARCHED;
    if (kept_count < CELLS_SEARCHED)
        left = (uint8_t)kept_count;
    kept_count -= left;
    cell = kept_cell;
    for (; left != 0; --left) {
        if (cell[CELL_LABEL] == NOT_REACHED && is_walkable(cell)) {
            --left;
            kept_count += left;
            kept_cell = cell + CELL_BYTES;
            part_cell = cell;
            begin_to_flood(cell);
            joining_stage = JOINING_FLOOD;
            return 0;
        }
        cell += CELL_BYTES;
    }
    kept_cell = cell;
    return kept_count == 0;
}

/* Decide whether the part or the largest one before it is dropped. */
static void compare_part(void)
{
    uint8_t *cell;
    uint8_t label;

    cell = part_cell;
    if (part_size > best_part_size) {
        cell = best_part_cell;
        best_part_cell = part_cell;
        best_part_size = part_size;
        label = part_label;
        part_label = best_label;
        best_label = label;
    }
    joining_stage = JOINING_SEARCH;
    if (cell != (uint8_t *)0) {
        next_label = part_label;
        part_label = DROPPED;
        begin_to_flood(cell);
        joining_stage = JOINING_DROP;
    }
}

/* One step of keeping the largest part of the map, in cells, and the first one of several as large,
 * and of joining it with others where that is wanted and possible. All others are labelled as
 * dropped. */
static uint8_t keep_largest(void)
{
#if SOME_JOIN_PARTS
    uint8_t result;
#endif

    switch (joining_stage) {
    case JOINING_SEARCH:
        if (find_part() == 0)
            return 0;
#if SOME_JOIN_PARTS
        if (JOINS_PARTS) {
            begin_to_exchange();
            joining_stage = JOINING_JOIN;
            return 0;
        }
#endif
        return 1;
    case JOINING_FLOOD:
        if (flood())
            joining_stage = JOINING_COMPARE;
        return 0;
    case JOINING_COMPARE:
        compare_part();
        return 0;
#if SOME_JOIN_PARTS
    case JOINING_JOIN:
        result = join_parts();
        if (result == HAS_JOINED)
            joining_stage = JOINING_FLOOD_JOINED;
        return result == IS_DONE;
    case JOINING_FLOOD_JOINED:
        if (flood()) {
            dropped_count -= part_size;
            joining_stage = JOINING_JOIN;
        }
        return 0;
#endif
    default:
        if (flood()) {
            dropped_count += part_size;
            part_label = next_label;
            joining_stage = JOINING_SEARCH;
        }
        return 0;
    }
}

#endif
