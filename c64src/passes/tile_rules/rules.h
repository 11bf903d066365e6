/* Rules: which looks are possible for a tile follows from its surroundings and from the looks of its
 * neighbours.
 *
 * At first each tile whose rules have no conditions gets its look. The others are undecided. A tile
 * that has only one possible look left gets that, and its undecided neighbours wait to be looked at
 * again. If none waits, the undecided tile with the fewest possible looks gets one of them. */
#ifndef UNDERCROFT_TILE_RULES_RULES_H
#define UNDERCROFT_TILE_RULES_RULES_H

#include "core/generation.h"
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
static uint8_t waiting_x[MOST_WAITING], waiting_y[MOST_WAITING];
static uint8_t first_to_settle, waiting_count;
static uint8_t too_many_wait;

/* What was done in this step. */
static uint8_t spent;

/* What `rules_stage` says: what is done next. */
#define RULES_MATCH 0
#define RULES_SETTLE_ALL 1
#define RULES_FIND 2
#define RULES_FIND_TILE 3
#define RULES_LOOK 4
#define RULES_CHOOSE 5
#define RULES_SETTLE 6
static uint8_t rules_stage;

/* The tile of which the functions below are, and what its neighbours show to the north, east, south
 * and west. */
static uint8_t rule_x, rule_y;
static uint8_t around[4];

/* The groups of rules that match eight tiles, and where these are. */
static uint8_t groups_found[8];
static uint8_t groups_at, groups_y;

/* The rules that are allowed, and how many. */
static uint8_t allowed_rules[MOST_TOGETHER];
static uint8_t allowed_count;

/* The byte of the plane that is next, and which of its tiles is; NO_BYTE if it has not begun. */
static uint8_t rules_y, rules_at, rules_bit;
#define NO_BYTE 255

/* No undecided tile of a row has fewer possible looks. */
static uint8_t row_least[MAP_HEIGHT];

/* Above it all tiles are decided. */
static uint8_t first_undecided;

/* Of the undecided tiles that were looked at, the one with the fewest possible looks. */
static uint8_t least_looks, least_x, least_y;
/* The fewest that any row may have. */
static uint8_t fewest_looks;

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
    if (waiting_count == MOST_WAITING) {
        too_many_wait = 1;
        return;
    }
    at = first_to_settle + waiting_count;
    if (at >= MOST_WAITING)
        at -= MOST_WAITING;
    waiting_x[at] = x;
    waiting_y[at] = y;
    ++waiting_count;
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

/* Find the rules that match a tile, and give it a look if none of them has conditions. */
static void match_tile(void)
{
    uint8_t group, look;

    ++spent;
    /* The next seven tiles are found with this one. */
    if ((rule_x & 7) == 0)
        surroundings();
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
    while (waiting_count != 0) {
        if (spent >= RULES_EFFORT)
            return 0;
        rule_x = waiting_x[first_to_settle];
        rule_y = waiting_y[first_to_settle];
        ++first_to_settle;
        if (first_to_settle == MOST_WAITING)
            first_to_settle = 0;
        --waiting_count;
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
            rule_x = (rules_at << 3) + bit;
            rule_y = rules_y;
            rules_bit = bit + 1;
            settle_tile();
        }
    }
}

/* Begin to find a tile. */
static void begin_to_find(void)
{
    uint8_t y;

    y = first_undecided;
    while (y != MAP_HEIGHT - 1 && row_least[y] == NONE_LEFT)
        ++y;
    first_undecided = y;
    rules_y = y;
    fewest_looks = NONE_LEFT;
    rules_stage = RULES_FIND;
}

/* One step of finding the fewest possible looks that any row may have, and the first row that has so
 * many: some rows. */
static uint8_t compare_rows(void)
{
    uint8_t left, y;

    y = rules_y;
    for (left = ROWS_COMPARED; left != 0; --left) {
        if (row_least[y] < fewest_looks) {
            fewest_looks = row_least[y];
            least_y = y;
        }
        ++y;
        if (y == MAP_HEIGHT)
            return 1;
    }
    rules_y = y;
    return 0;
}

/* One step of finding the fewest possible looks of an undecided tile of row least_y, and the first tile
 * that has so many; one that has as few as the row may have ends the search. Some bytes. */
static uint8_t least_in_row(void)
{
    uint8_t left, at, bits, x, looks;
    REGISTER const uint8_t *row;

    row = undecided_tiles + plane_row[least_y];
    at = rules_at;
    for (left = LOOKS_COMPARED; left != 0; --left) {
        x = at << 3;
        for (bits = row[at]; bits != 0; bits >>= 1) {
            if (bits & 1) {
                looks = get_look(x, least_y);
                if (looks < least_looks) {
                    least_looks = looks;
                    least_x = x;
                    if (looks == fewest_looks)
                        return 1;
                }
            }
            ++x;
        }
        ++at;
        if (at == PLANE_ROW_BYTES)
            return 1;
    }
    rules_at = at;
    return 0;
}

/* Begin to follow the rules. */
static void begin_rules(void)
{
    rule_x = 0;
    rule_y = 0;
    groups_y = MAP_HEIGHT;
    first_undecided = 0;
    first_to_settle = 0;
    waiting_count = 0;
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
    return 0;
}

#endif
