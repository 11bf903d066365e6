/* A cellular automaton on a plane. */
#ifndef UNDERCROFT_PLANE_AUTOMATON_H
#define UNDERCROFT_PLANE_AUTOMATON_H

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

/* Of the row that is changed next, the row above it as it was before the round; and from RULE_AT on
 * the rule: five pairs of sums for open tiles, then five for solid ones. */
#define RULE_AT 32
static uint8_t row_before[RULE_AT + 20];

/* Whether the rule is that of the majority. */
static uint8_t is_majority;

/* How many rounds are left, the last one included. */
static uint8_t rounds_left;

#if !ROWS_CHANGED
/* The sums of the column to the left of the next part of a row, as before the last part changed. */
static uint8_t seam_ones, seam_twos;

/* Set them from the last byte of a part. Of the first part they do not matter: it begins at the
 * edge. */
static void seam_byte(uint8_t at)
{
    uint8_t above, here, below;
    REGISTER const uint8_t *byte;

    byte = plane_solid + plane_row[plane_y];
    byte += at;
    above = row_before[at];
    here = byte[0];
    below = byte[PLANE_ROW_BYTES];
    seam_ones = above ^ here ^ below;
    seam_twos = (uint8_t)(above & here) | (uint8_t)(below & (above | here));
}
#endif

/* Begin an automaton: bit n of `born` and of `kept` says that an open tile becomes solid, or a solid
 * one stays so, if n tiles of its square of nine are solid. There is at least one round. */
static void begin_automaton(uint16_t born, uint16_t kept, uint8_t rounds)
{
    uint8_t n, at;
    uint16_t bits;

    rounds_left = rounds;
    is_majority = born == MAJORITY_BORN && kept == MAJORITY_KEPT;
    bits = born;
    /* For each even sum its value, and the bits in which that of the next sum differs. */
    for (at = RULE_AT; at != RULE_AT + 20;) {
        for (n = 5; n != 0; --n) {
            row_before[at] = (uint8_t)(bits & 1 ? 0xFF : 0);
            row_before[at + 1] = row_before[at] ^ (uint8_t)(bits & 2 ? 0xFF : 0);
            at += 2;
            bits >>= 2;
        }
        bits = kept;
    }
}

/* Change the tiles of a part of row plane_y: the bytes from plane_at to that before `end`. */
static void change_row(uint8_t end)
{
    cells_above = row_before;
    cells_row = plane_solid + plane_row[plane_y];
    cells_from = plane_at;
    cells_end = end;
    is_majority_rule = is_majority;
    change_bytes();
}

/* One step of changing the tiles within the edge in rounds. The edge counts as plane_edge says until
 * the end, and is solid then. */
static uint8_t run_automaton(void)
{
    uint8_t edge, at;
#if ROWS_CHANGED
    uint8_t left;
#endif

    edge = plane_edge;
    if (rounds_left == 1)
        edge = PLANE_SOLID;
    if (plane_y == 0) {
        at = PLANE_ROW_BYTES;
        do {
            --at;
            row_before[at] = plane_solid[at];
        } while (at != 0);
        close_row(0, edge);
        plane_y = 1;
        plane_at = 0;
    }
#if ROWS_CHANGED
    for (left = ROWS_CHANGED; left != 0; --left) {
        cells_left_ones = 0;
        cells_left_twos = 0;
        change_row(PLANE_ROW_BYTES);
#else
    {
        /* A long row takes several steps. */
        cells_left_ones = seam_ones;
        cells_left_twos = seam_twos;
        at = PLANE_ROW_BYTES;
        if (PLANE_ROW_BYTES - plane_at > BYTES_CHANGED) {
            at = plane_at + BYTES_CHANGED;
            seam_byte(at - 1);
        }
        change_row(at);
        plane_at = at;
        if (at != PLANE_ROW_BYTES)
            return 0;
        plane_at = 0;
#endif
        close_row(plane_y, edge);
        ++plane_y;
        if (plane_y == MAP_HEIGHT - 1) {
            close_row(MAP_HEIGHT - 1, edge);
            plane_y = 0;
            --rounds_left;
            if (rounds_left != 0)
                return 0;
            plane_edge = PLANE_SOLID;
            return 1;
        }
    }
    return 0;
}

#endif
