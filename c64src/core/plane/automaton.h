/* A cellular automaton on a plane. */
#ifndef UNDERCROFT_PLANE_AUTOMATON_H
#define UNDERCROFT_PLANE_AUTOMATON_H

#include "core/assertion.h"
#include "core/generation.h"
#include "core/plane/plane.h"
#include "zeropage.h"

/* How many rows one step changes; 0 if a row takes several steps. */
#if PLANE_ROW_BYTES > BYTES_CHANGED
#define ROWS_CHANGED 0
#else
#define ROWS_CHANGED (SHORT_BYTES_CHANGED / PLANE_ROW_BYTES)
#endif

/* The sums of a rule that is common, and fast: a tile becomes what most of its square are. */
#define MAJORITY_BORN 0x1E0
#define MAJORITY_KEPT 0x3E0

#ifdef OTHER_RULES
/* Whether the rule is that of the majority. */
WORK uint8_t is_majority;
#endif

/* How many rounds are left, the last one included. */
WORK uint8_t rounds_left;

#if !ROWS_CHANGED
/* How many bytes of a row were changed in earlier steps. */
WORK uint8_t bytes_done;
#endif

/* Begin an automaton: bit n of `born` and of `kept` says that an open tile becomes solid, or a solid
 * one stays so, if n tiles of its square of nine are solid. There is at least one round. */
static void begin_automaton(uint16_t born, uint16_t kept, uint8_t rounds)
{
#ifdef OTHER_RULES
    uint8_t n, at;
    uint16_t bits;
#endif

    rounds_left = rounds;
#ifdef OTHER_RULES
    is_majority = born == MAJORITY_BORN && kept == MAJORITY_KEPT;
    bits = born;
    /* For each even sum its value, and the bits in which that of the next sum differs. */
    for (at = 0; at != 20;) {
        for (n = 5; n != 0; --n) {
            cells_rule[at] = (uint8_t)(bits & 1 ? 0xFF : 0);
            cells_rule[at + 1] = cells_rule[at] ^ (uint8_t)(bits & 2 ? 0xFF : 0);
            at += 2;
            bits >>= 2;
        }
        bits = kept;
    }
#else
    ASSERT("begin_automaton: not the rule of the majority", born == MAJORITY_BORN && kept == MAJORITY_KEPT);
    (void)born;
    (void)kept;
#endif
}

/* Change the tiles of some rows from row y on, or of a part of one: the bytes from `first` to that before
 * `end`. */
static void change_rows(uint8_t y, uint8_t rows, uint8_t first, uint8_t end)
{
    cells_row = plane_solid + plane_row[y];
    cells_rows = rows;
    cells_from = first;
    cells_end = end;
    change_bytes();
}

/* Begin a round: find the sums of row 1. What the kernel makes of row 0 does not matter: at the end of the
 * round it becomes the edge. */
static void begin_round(void)
{
    uint8_t at, sum;

    sum = plane_edge;
    at = PLANE_ROW_BYTES;
    do {
        --at;
        sums_ones[at] = sum;
        sums_twos[at] = sum;
    } while (at != 0);
#ifdef OTHER_RULES
    /* The rule that takes least time. */
    is_majority_rule = 1;
#endif
    change_rows(0, 1, 0, PLANE_ROW_BYTES);
    plane_y = 1;
}

/* One step of changing the tiles within the edge in rounds. The edge counts as plane_edge says until
 * the end, and is solid then. Row 0 is all edge. */
static uint8_t run_automaton(void)
{
    uint8_t edge, rows;
#if !ROWS_CHANGED
    uint8_t end;
#endif

    edge = plane_edge;
    if (rounds_left == 1)
        edge = PLANE_SOLID;
    cells_edge = edge;
#if ROWS_CHANGED
    if (plane_y == 0)
        begin_round();
    rows = MAP_HEIGHT - 1 - plane_y;
    if (rows > ROWS_CHANGED)
        rows = ROWS_CHANGED;
#ifdef OTHER_RULES
    is_majority_rule = is_majority;
#endif
    change_rows(plane_y, rows, 0, PLANE_ROW_BYTES);
#else
    /* A long row takes several steps. In a round's first row, the later ones do more, because the first one
     * finds the sums. */
    plane_at += BYTES_CHANGED;
    end = plane_at;
    if (plane_y == 0) {
        begin_round();
        bytes_done = 0;
        end -= PLANE_ROW_BYTES / 3;
    } else if (plane_y == 1)
        end -= PLANE_ROW_BYTES / 6;
    if (plane_at >= PLANE_ROW_BYTES)
        end = PLANE_ROW_BYTES;
#ifdef OTHER_RULES
    is_majority_rule = is_majority;
#endif
    if (end != bytes_done)
        change_rows(plane_y, 1, bytes_done, end);
    bytes_done = end;
    if (end != PLANE_ROW_BYTES)
        return 0;
    bytes_done = 0;
    plane_at = 0;
    rows = 1;
#endif
    plane_y += rows;
    if (plane_y != MAP_HEIGHT - 1)
        return 0;
    close_row(0, edge);
    close_row(MAP_HEIGHT - 1, edge);
    plane_y = 0;
    --rounds_left;
    if (rounds_left != 0)
        return 0;
    plane_edge = PLANE_SOLID;
    return 1;
}

#endif
