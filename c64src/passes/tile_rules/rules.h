/* Rules: which looks are possible for a tile follows from its surroundings and from the looks of its
 * neighbours.
 *
 * At first each tile whose rules have no conditions gets its look. The others are undecided. A tile
 * that has only one possible look left gets that, and its undecided neighbours wait to be looked at
 * again. If none waits, the undecided tile with the fewest possible looks gets one of them. */
#ifndef UNDERCROFT_TILE_RULES_RULES_H
#define UNDERCROFT_TILE_RULES_RULES_H

#include "core/generation.h"
#include "core/get_look.h"
#include "core/looks.h"
#include "core/plane/plane.h"
#include "passes/tile_rules/choosing.h"
#include "passes/tile_rules/deciding.h"

/* What `rules_stage` says: what is done next. */
#define RULES_MATCH 0
#define RULES_SETTLE_ALL 1
#define RULES_FIND 2
#define RULES_FIND_TILE 3
#define RULES_LOOK 4
#define RULES_CHOOSE 5
#define RULES_SETTLE 6
WORK uint8_t rules_stage;

/* Find the rules that match a tile, and give it a look if none of them has conditions. */
static void match_tile(void)
{
    uint8_t group, look;

    ++spent;
    /* The next seven tiles are found with this one. */
    if ((rule_x & 7) == 0)
        surroundings();
#if SOME_TILE_RULES_KEEPS_LOOKS
    if (get_look(rule_x, rule_y) != 0)
        return;
#endif
    group = groups_found[rule_x & 7];
    look = TILE_RULES_ONLY_LOOK[group];
    if (look == NO_LOOK) {
        if (TILE_RULES_IS_OPEN[group]) {
            undecided_tiles[plane_row[rule_y] + (rule_x >> 3)] |= undecided_bit[rule_x & 7];
            return;
        }
        if (TILE_RULES_GROUP_RULES[TILE_RULES_GROUP_AT[group]] == NO_RULE) {
            look = TILE_RULES_LAST_RESORT;
            if (look == NO_LOOK)
                return;
        } else {
            find_allowed(group);
            spent += PICK_EFFORT;
            look = pick_rule();
        }
    }
    set_rule_look(look);
}

/* Begin to match the tiles of a row: none is undecided. */
static void begin_row_of_rules(void)
{
    uint8_t at;
    REGISTER uint8_t *row;

    row = undecided_tiles + plane_row[rule_y];
    row_least[rule_y] = NONE_LEFT;
    for (at = 0; at != PLANE_ROW_BYTES; ++at)
        row[at] = 0;
}

/* One step of matching all tiles, row by row. */
static uint8_t match_tiles(void)
{
    do {
        if (rule_x == 0)
            begin_row_of_rules();
        match_tile();
        ++rule_x;
        if (rule_x == MAP_WIDTH) {
            rule_x = 0;
            ++rule_y;
            if (rule_y == MAP_HEIGHT)
                return 1;
        }
    } while (spent < RULES_EFFORT);
    return 0;
}

/* One step of settling the tiles that wait, the first one first. */
static uint8_t settle_waiting(void)
{
    while (unsettled_count != 0) {
        if (spent >= RULES_EFFORT)
            return 0;
        rule_x = waiting_x[first_to_settle];
        rule_y = waiting_y[first_to_settle];
        ++first_to_settle;
        if (first_to_settle == MOST_WAITING)
            first_to_settle = 0;
        --unsettled_count;
        if (is_undecided(rule_x, rule_y))
            settle_tile();
    }
    return 1;
}

/* Begin with the first byte of the plane. */
static void begin_rows(void)
{
    rules_y = 0;
    rules_at = 0;
    rules_bit = NO_BYTE;
    too_many_wait = 0;
}

/* Go on to the next byte. */
static void next_rules_byte(void)
{
    rules_bit = NO_BYTE;
    ++rules_at;
    if (rules_at == PLANE_ROW_BYTES) {
        rules_at = 0;
        ++rules_y;
    }
}

/* One step of settling all undecided tiles, row by row, and after each of them those that wait; again as
 * long as too many had to wait. */
static uint8_t settle_all(void)
{
    uint8_t bits, bit;

    for (;;) {
        if (settle_waiting() == 0)
            return 0;
        if (rules_bit == NO_BYTE) {
            if (rules_y == MAP_HEIGHT) {
                if (too_many_wait == 0)
                    return 1;
                begin_rows();
            }
            if (spent >= RULES_EFFORT)
                return 0;
            ++spent;
            rules_bit = 0;
        }
        bits = undecided_tiles[plane_row[rules_y] + rules_at] & undecided_from[rules_bit];
        if (bits == 0)
            next_rules_byte();
        else {
            if (spent >= RULES_EFFORT)
                return 0;
            /* With a variable of the file instead of a local one OSCAR64 counts one too many. */
            bit = rules_bit;
            while ((bits & undecided_bit[bit]) == 0)
                ++bit;
            rule_x = PLANE_FIRST_X(rules_at) + bit;
            rule_y = rules_y;
            rules_bit = bit + 1;
            settle_tile();
        }
    }
}

/* Begin to follow the rules. */
static void begin_rules(void)
{
    rule_x = 0;
    rule_y = 0;
    groups_y = MAP_HEIGHT;
    first_undecided = 0;
    first_to_settle = 0;
    unsettled_count = 0;
    rules_stage = RULES_MATCH;
}

/* One step of giving looks by the rules until no tile is undecided. */
static uint8_t follow_rules(void)
{
    spent = 0;
    switch (rules_stage) {
    case RULES_MATCH:
        if (match_tiles()) {
            begin_rows();
            rules_stage = RULES_SETTLE_ALL;
        }
        return 0;
    case RULES_FIND:
        if (compare_rows() == 0)
            return 0;
        if (fewest_looks == NONE_LEFT)
            return 1;
        rules_at = 0;
        least_looks = NONE_LEFT;
        rules_stage = RULES_FIND_TILE;
        /* fall through */
    case RULES_FIND_TILE:
        if (least_in_row() == 0)
            return 0;
        rules_stage = RULES_LOOK;
        if (least_looks != fewest_looks) {
            /* They have become more, or there are none left. */
            row_least[least_y] = least_looks;
            begin_to_find();
            rules_stage = RULES_FIND;
        }
        return 0;
    case RULES_LOOK:
        rule_x = least_x;
        rule_y = least_y;
        find_possible();
        rules_stage = RULES_CHOOSE;
        return 0;
    case RULES_CHOOSE:
        choose_look();
        rules_stage = RULES_SETTLE;
        /* fall through */
    case RULES_SETTLE:
        if (settle_waiting() == 0)
            return 0;
        if (too_many_wait == 0)
            break;
        begin_rows();
        rules_stage = RULES_SETTLE_ALL;
        /* fall through */
    default:
        if (settle_all() == 0)
            return 0;
        break;
    }
    begin_to_find();
    rules_stage = RULES_FIND;
    return 0;
}

#endif
