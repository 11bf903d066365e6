/* Deciding a tile: its surroundings and the looks of its neighbours say which rules are allowed, and it
 * gets the look of one of them. */
#ifndef UNDERCROFT_TILE_RULES_DECIDING_H
#define UNDERCROFT_TILE_RULES_DECIDING_H

#include "core/generation.h"
#include "core/get_look.h"
#include "core/looks.h"
#include "core/plane/plane.h"
#include "core/plane/taken.h"
#include "passes/tile_rules/common.h"

/* What ends the rules of a group. */
#define NO_RULE 255

/* The tiles that are undecided, a bit each. */
#define undecided_tiles plane_taken
static const uint8_t undecided_bit[8] = { 1, 2, 4, 8, 16, 32, 64, 128 };
static const uint8_t undecided_from[9] = { 0xFF, 0xFE, 0xFC, 0xF8, 0xF0, 0xE0, 0xC0, 0x80, 0 };

/* The tiles that wait: the place of the first one, and how many there are. */
WORK uint8_t waiting_x[MOST_WAITING], waiting_y[MOST_WAITING];
WORK uint8_t first_to_settle, unsettled_count;
WORK uint8_t too_many_wait;

/* What was done in this step. */
WORK uint8_t spent;

/* The tile of which the functions below are, and what its neighbours show to the north, east, south
 * and west. */
WORK uint8_t rule_x, rule_y;
WORK uint8_t around[4];

/* The groups of rules that match eight tiles, and where these are. */
WORK uint8_t groups_found[8];
WORK uint8_t groups_at, groups_y;

/* The rules that are allowed, and how many. */
WORK uint8_t allowed_rules[MOST_TOGETHER];
WORK uint8_t allowed_count;

/* The byte of the plane that is next, and which of its tiles is; NO_BYTE if it has not begun. */
WORK uint8_t rules_y, rules_at, rules_bit;
#define NO_BYTE 255

/* No undecided tile of a row has fewer possible looks. */
WORK uint8_t row_least[MAP_HEIGHT];

/* Above it all tiles are decided. */
WORK uint8_t first_undecided;

/* The group of the tile at (rule_x, rule_y). */
static uint8_t surroundings(void)
{
    uint8_t at, y;

    at = rule_x >> 3;
    y = rule_y;
    if (groups_at != at || groups_y != y) {
        groups_at = at;
        groups_y = y;
        POINT_AT_ROWS(y);
        group_byte = at;
        groups_to = groups_found;
#if TILE_RULES_SETS == 1
        group_table = TILE_RULES_GROUP_OF;
#else
        group_table = TILE_RULES_GROUP_OF;
        for (at = 0; TILE_RULES_KEYS[at] != TILE_RULES_KEY; ++at)
            group_table += 512;
#endif
        find_groups();
    }
    return groups_found[rule_x & 7];
}

/* Whether the tile at (x, y), in the map, is undecided. */
static uint8_t is_undecided(uint8_t x, uint8_t y)
{
    return undecided_tiles[plane_row[y] + (x >> 3)] & undecided_bit[x & 7];
}

/* What a neighbour in the map shows: one of the rules' looks, counted from 1, UNDECIDED, or another
 * number. `undecided` is 0 unless it is undecided. */
static uint8_t shown(uint8_t undecided, uint8_t x, uint8_t y)
{
    uint8_t look;

    if (undecided)
        return UNDECIDED;
    look = get_look(x, y);
    if (look > TILE_RULES_BEFORE_FIRST_LOOK)
        return look - TILE_RULES_BEFORE_FIRST_LOOK;
    return NO_LOOK;
}

/* Point at the row of a tile among those that are undecided, and find the tile's byte and bit. */
#define FIND_UNDECIDED(row, at, bit) \
    row = undecided_tiles + plane_row[rule_y]; \
    at = rule_x >> 3; \
    bit = undecided_bit[rule_x & 7]

/* The tile above the one so found, the next one, the one below and the one before: 0 unless it is
 * undecided. The last tile of a byte has its neighbour in the next one, and the first in that before. */
#define UNDECIDED_ABOVE(row, at, bit) ((row - PLANE_ROW_BYTES)[at] & bit)
#define UNDECIDED_BEHIND(row, at, bit) (bit == 0x80 ? row[at + 1] & 1 : row[at] & (uint8_t)(bit << 1))
#define UNDECIDED_BELOW(row, at, bit) ((row + PLANE_ROW_BYTES)[at] & bit)
#define UNDECIDED_BEFORE(row, at, bit) (bit == 1 ? row[at - 1] & 0x80 : row[at] & (bit >> 1))

/* Find out what the neighbours of a tile show. */
static void look_around(void)
{
    uint8_t at, bit;
    REGISTER const uint8_t *row;

    FIND_UNDECIDED(row, at, bit);
    around[0] = NO_LOOK;
    around[1] = NO_LOOK;
    around[2] = NO_LOOK;
    around[3] = NO_LOOK;
    if (rule_y != 0)
        around[0] = shown(UNDECIDED_ABOVE(row, at, bit), rule_x, rule_y - 1);
    if (rule_x != MAP_WIDTH - 1)
        around[1] = shown(UNDECIDED_BEHIND(row, at, bit), rule_x + 1, rule_y);
    if (rule_y != MAP_HEIGHT - 1)
        around[2] = shown(UNDECIDED_BELOW(row, at, bit), rule_x, rule_y + 1);
    if (rule_x != 0)
        around[3] = shown(UNDECIDED_BEFORE(row, at, bit), rule_x - 1, rule_y);
}

/* Find the rules of a group that are allowed. */
static void find_allowed(uint8_t group)
{
    rule_list = TILE_RULES_GROUP_RULES + TILE_RULES_GROUP_AT[group];
    neighbour_looks = around;
    rules_to = allowed_rules;
    allowed_count = find_rules();
}

/* The look of one of the allowed rules, chosen by weights; of a single one without a draw. */
static uint8_t pick_rule(void)
{
    uint8_t at, last;
    uint16_t total, part;

    last = allowed_count - 1;
    if (last != 0) {
        total = 0;
        for (at = 0; at != allowed_count; ++at)
            total += TILE_RULES_RULE_WEIGHT[allowed_rules[at]];
        random_draw();
        part = 0;
        for (at = 0; at != last; ++at) {
            part += TILE_RULES_RULE_WEIGHT[allowed_rules[at]];
            random_part = part;
            random_whole = total;
            if (random_is_within())
                return TILE_RULES_RULE_LOOK[allowed_rules[at]];
        }
    }
    return TILE_RULES_RULE_LOOK[allowed_rules[last]];
}

/* Give a tile one of the rules' looks, counted from 1; with 0 it has none. */
static void set_rule_look(uint8_t look)
{
    uint8_t number;

    number = look;
    if (number != 0)
        number += TILE_RULES_BEFORE_FIRST_LOOK;
    set_look(rule_x, rule_y, number);
}

/* Let a tile in the map wait if it is undecided; `undecided` is 0 unless it is. */
static void let_wait(uint8_t undecided, uint8_t x, uint8_t y)
{
    uint8_t at;

    if (undecided == 0)
        return;
    if (unsettled_count == MOST_WAITING) {
        too_many_wait = 1;
        return;
    }
    at = first_to_settle + unsettled_count;
    if (at >= MOST_WAITING)
        at -= MOST_WAITING;
    waiting_x[at] = x;
    waiting_y[at] = y;
    ++unsettled_count;
}

/* Give an undecided tile its look, and let its undecided neighbours wait. */
static void decide_tile(uint8_t look)
{
    uint8_t at, bit;
    REGISTER uint8_t *row;

    set_rule_look(look);
    FIND_UNDECIDED(row, at, bit);
    row[at] &= (uint8_t)~bit;
    if (rule_y != 0)
        let_wait(UNDECIDED_ABOVE(row, at, bit), rule_x, rule_y - 1);
    if (rule_x != MAP_WIDTH - 1)
        let_wait(UNDECIDED_BEHIND(row, at, bit), rule_x + 1, rule_y);
    if (rule_y != MAP_HEIGHT - 1)
        let_wait(UNDECIDED_BELOW(row, at, bit), rule_x, rule_y + 1);
    if (rule_x != 0)
        let_wait(UNDECIDED_BEFORE(row, at, bit), rule_x - 1, rule_y);
}

/* Find the rules that are allowed for an undecided tile. */
static void find_possible(void)
{
    uint8_t group;

    group = surroundings();
    look_around();
    find_allowed(group);
}

/* How many different looks the allowed rules give. */
static uint8_t count_looks(void)
{
    uint8_t at, looks, look, last;

    /* The rules of a group are in the order of their looks. */
    looks = 0;
    last = NO_LOOK;
    for (at = 0; at != allowed_count; ++at) {
        look = TILE_RULES_RULE_LOOK[allowed_rules[at]];
        if (look != last)
            ++looks;
        last = look;
    }
    return looks;
}

/* Give an undecided tile its look if only one is possible; else note how many are. */
static void settle_tile(void)
{
    uint8_t looks;

    spent += SETTLE_EFFORT;
    find_possible();
    looks = count_looks();
    if (looks == 1)
        decide_tile(TILE_RULES_RULE_LOOK[allowed_rules[0]]);
    else {
        /* No possible look is the last choice. */
        if (looks == 0)
            looks = MOST_CHOICES;
        set_look(rule_x, rule_y, looks);
        if (looks < row_least[rule_y])
            row_least[rule_y] = looks;
    }
}

/* Give an undecided tile one of the looks that are possible, by weights, or else the last resort. */
static void choose_look(void)
{
    spent += PICK_EFFORT;
    if (allowed_count == 0)
        decide_tile(TILE_RULES_LAST_RESORT);
    else
        decide_tile(pick_rule());
}

#endif
