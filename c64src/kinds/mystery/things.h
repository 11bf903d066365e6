/* What lies and walks on a floor, placed in rounds. */
#ifndef UNDERCROFT_MYSTERY_THINGS_H
#define UNDERCROFT_MYSTERY_THINGS_H

#include "core/generation.h"
#include "kinds/mystery/entities.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"
#include "kinds/mystery/places.h"
#if SOME_HAVE_STRUCTURES
#include "kinds/mystery/structures.h"
#endif

/* How many things of the round are left; the tries that are left for the next one. */
static uint8_t things_left;
#if !NUMBERS_IS_EXACT
static uint16_t tries_left;
#endif

/* Put a trap and three items on each island; a piece is a cell, which is long if it has one. */
static uint8_t place_islands(void)
{
#if SOME_HAVE_STRUCTURES
    uint8_t cell, x, y;

    if (!((PROPERTIES & MAY_HAVE_STRUCTURES) && ROOMS_STRUCTURES))
        return 1;
    cell = work_count;
    if (cell == CELLS)
        return 1;
    work_count = cell + 1;
    if ((cell_state[cell] & STRUCTURED) == 0)
        return 0;
    x = middle_x(cell);
    y = middle_y(cell);
#if SOME_THINGS_TRAPPED
    if (THINGS_TRAPPED)
        add_trap(x - 1, y - 1);
#endif
    add_item(x, y - 1);
    add_item(x - 1, y);
    add_item(x, y);
    is_long = 1;
    return 0;
#else
    return 1;
#endif
}

/* Whether the only room is a monster house, in which there is nothing but loot. */
static uint8_t is_single_house(void)
{
    return has_house && across == 1 && down == 1;
}

#if SOME_VARIANTS_ITEMS_IS_INCLUSIVE
#define ITEM_CHOICES (VARIANTS_ITEMS_IS_INCLUSIVE ? 5 : 4)
#else
#define ITEM_CHOICES 4
#endif

#if SOME_VARIANTS_ITEMS_IS_INCLUSIVE || SOME_VARIANTS_HOUSES_IS_ROUND
/* How many items there are in rooms. */
static uint8_t count_items(void)
{
    uint8_t count;

    count = 0;
#if SOME_THINGS_ITEMS
    if (THINGS_ITEMS) {
        count = THINGS_ITEMS + draw_few(ITEM_CHOICES);
        if (count < 3)
            count = 3;
        count -= 2;
    }
#endif
#if SOME_VARIANTS_ITEMS_IS_INCLUSIVE
    count += VARIANTS_ITEMS_IS_INCLUSIVE ^ 1;
#else
    ++count;
#endif
    return count;
}
#endif

#if SOME_VARIANTS_HOUSES_IS_ROUND
/* How many traps there are in rooms. */
static uint8_t count_traps(void)
{
    uint8_t count;

    count = draw_between(LEAST_TRAPS, TRAP_LIMIT);
    if (count > MOST_TRAPS)
        count = MOST_TRAPS;
    return count;
}

/* The items of a monster house that are left, if it has a round of its own. */
static uint8_t items_left;

/* Whether the next thing in the monster house is an item, by chance, or because some are left of its own
 * round. */
static uint8_t is_item(void)
{
#if SOME_VARIANTS_HOUSES_IS_LOOT
    if (!VARIANTS_HOUSES_IS_ROUND)
        return draw_few(2);
#endif
    if (items_left == 0)
        return 0;
    --items_left;
    return 1;
}

#define NEXT_IS_ITEM is_item()
#else
#define NEXT_IS_ITEM draw_few(2)
#endif

/* How many things a round places. */
static uint8_t count_things(void)
{
    uint8_t count;

    switch (thing_round) {
    case HIDDEN_ROUND:
        return THINGS_HIDDEN_STAIRS;
    case ITEM_ROUND:
        if (is_single_house())
            return 0;
#if SOME_VARIANTS_ITEMS_IS_INCLUSIVE || SOME_VARIANTS_HOUSES_IS_ROUND
        return count_items();
#else
        count = 1;
#if SOME_THINGS_ITEMS
        if (THINGS_ITEMS) {
            count = THINGS_ITEMS - 1 + draw_few(4);
            if (count < 2)
                count = 2;
        }
#endif
        return count;
#endif
    case BURIED_ROUND:
        count = 0;
#if SOME_THINGS_BURIED
        if (THINGS_BURIED) {
            count = THINGS_BURIED + draw_few(ITEM_CHOICES);
            if (count < 2)
                count = 2;
            count -= 2;
        }
#endif
        return count;
    case LOOT_ROUND:
        count = 0;
        if (has_house && !is_empty) {
            count = LOOT;
#if SOME_VARIANTS_HOUSES_IS_ROUND
            if (VARIANTS_HOUSES_IS_ROUND) {
                items_left = count_items();
                count = items_left + count_traps();
            }
#endif
        }
        return count;
    case TRAP_ROUND:
#if SOME_VARIANTS_HOUSES_IS_ROUND
        return count_traps();
#else
        count = draw_between(LEAST_TRAPS, TRAP_LIMIT);
        if (count > MOST_TRAPS)
            count = MOST_TRAPS;
        return count;
#endif
    case ENEMY_ROUND:
        count = LEAST_ENEMIES;
#if SOME_ENEMY_CHOICES
        if (ENEMY_CHOICES) {
            count += draw_below(ENEMY_CHOICES);
            if (count == 0)
                count = 1;
        }
#endif
        return count + 1;
    case HOUSE_ENEMY_ROUND:
        count = 0;
        if (house_is_forced) {
            count = HOUSE_ENEMIES;
            if (is_empty)
                count = EMPTY_HOUSE_ENEMIES;
        }
        return count;
    default:
        return 1;
    }
}

/* Put a thing of the round at the tile that was found. */
static void put_thing(void)
{
    uint8_t x, y;

    x = place_x;
    y = place_y;
    switch (thing_round) {
    case STAIRS_ROUND:
        stairs_x = x;
        stairs_y = y;
        add_thing(ENTITY_STAIRS, x, y);
        break;
    case HIDDEN_ROUND:
        hidden_x = x;
        hidden_y = y;
        add_thing(ENTITY_HIDDEN_STAIRS, x, y);
        break;
    case ITEM_ROUND:
    case BURIED_ROUND:
        add_item(x, y);
        break;
    case LOOT_ROUND:
        if (NEXT_IS_ITEM)
            add_item(x, y);
#if SOME_THINGS_TRAPPED
        else if (THINGS_TRAPPED)
            add_trap(x, y);
#endif
        break;
    case TRAP_ROUND:
        add_trap(x, y);
        break;
    case START_ROUND:
        start_x = x;
        start_y = y;
        add_thing(ENTITY_START, x, y);
        break;
    case HOUSE_ENEMY_ROUND:
        add_enemy(x, y);
#if !NUMBERS_IS_EXACT
        /* It does not fit again. */
        GROUND_ROW(y)[x] &= (uint8_t)~ZONE;
#endif
        break;
    default:
        add_enemy(x, y);
        break;
    }
}

#if !NUMBERS_IS_EXACT
/* Place all things, round by round; a piece is the beginning of a round, a try for a tile, or some tiles that
 * are searched because all tries were in vain. */
static uint8_t place_things(void)
{
    uint8_t is_found;

    if (work == 0) {
        work = 1;
        thing_round = 255;
        things_left = 0;
    }
    if (things_left == 0) {
        if (thing_round == LOOT_ROUND)
            behind_loot = FIGURES->entities;
        ++thing_round;
        if (thing_round == ROUNDS)
            return 1;
        if (thing_round == LOOT_ROUND)
            first_loot = FIGURES->entities;
        things_left = count_things();
        tries_left = TRIES;
        work_x = 0;
        work_y = 0;
        return 0;
    }
    if (tries_left != 0) {
        --tries_left;
        is_found = try_place();
    } else {
        is_found = search_tiles(work_x, work_y);
        work_x += SEARCHED_AT_ONCE;
        if (work_x >= MAP_WIDTH) {
            work_x = 0;
            ++work_y;
        }
    }
    if (is_found) {
        put_thing();
        --things_left;
        tries_left = TRIES;
        work_x = 0;
        work_y = 0;
    } else if (work_y == MAP_HEIGHT)
        things_left = 0;
    return 0;
}
#else

/* What place_things_exactly does next. */
#define NEXT_ROUND 0
#define COUNT_COLUMNS 1
#define CHOOSE_COUNT 2
#define PASS_SWAPS 3
#define UNDO_SWAPS 4
#define FIND_COLUMNS 5
#define FIND_ROWS 6
#define PUT_THINGS 7
#define BEGIN_UNDOING 8

/* The most things of a round, but for those that come again: 119 enemies at most vary, and 2 more. */
#define MOST_TRACKED 124

/* What is done next; by columns, how many tiles fit, and how many in all; how many swaps are left to be
 * undone, or pairs of them to be passed by. */
static uint8_t things_work;
static uint8_t column_counts[MAP_WIDTH];
static uint16_t places, swaps_pending;

/* The places of the things, as numbers among all that fit, and how many there are; then the tiles' columns
 * and numbers in them, then the tiles. */
static uint8_t tracked_low[MOST_TRACKED], tracked_high[MOST_TRACKED], tracked_count;

static uint8_t has_round(void);
static uint8_t place_round(void);

/* Place all things, round by round; a piece is the beginning of a round, a column of tiles that are looked
 * at, some swaps, or a tile that is found, or a thing. */
static uint8_t place_things_exactly(void)
{
    if (work == 0) {
        work = 1;
        thing_round = 255;
        things_work = NEXT_ROUND;
    }
    if (things_work != NEXT_ROUND) {
        things_work = place_round();
        return 0;
    }
    if (thing_round == LOOT_ROUND)
        behind_loot = FIGURES->entities;
    ++thing_round;
    if (thing_round == ROUNDS)
        return 1;
    if (thing_round == LOOT_ROUND)
        first_loot = FIGURES->entities;
    if (thing_round == START_ROUND && start_x != NOWHERE) {
        /* A failed try has left it. */
        add_thing(ENTITY_START, start_x, start_y);
        return 0;
    }
    if (has_round()) {
        things_work = COUNT_COLUMNS;
        work_x = 0;
        places = 0;
    }
    return 0;
}

/* Whether exact mode looks for the tiles of the round at all. */
static uint8_t has_round(void)
{
    if (thing_round == HIDDEN_ROUND)
        return THINGS_HIDDEN_STAIRS;
    if (thing_round == LOOT_ROUND)
        return !is_empty;
    return thing_round != HOUSE_ENEMY_ROUND || house_is_forced;
}

/* Exact mode: all floor is without traps; a piece is a row. */
static uint8_t free_floor(void)
{
    uint8_t left;
    REGISTER uint8_t *tile;

    tile = GROUND_ROW(work_y);
    for (left = MAP_WIDTH; left != 0; --left) {
        if ((uint8_t)(*tile & TERRAIN) == FLOOR)
            *tile |= FREE;
        ++tile;
    }
    ++work_y;
    return work_y == MAP_HEIGHT;
}

/* How many tiles of a column have what the things of the round need, up to the one of the number `wanted`;
 * its row is place_y then. */
static uint8_t count_column(uint8_t x, uint8_t wanted)
{
    uint8_t count, mask, value, bits, is_buried, stairs_row, hidden_row, start_row;
    REGISTER const uint8_t *tile;

    /* The start may be on the stairs, and so may enemies of a monster house. */
    stairs_row = NOWHERE;
    hidden_row = NOWHERE;
    start_row = NOWHERE;
    if (x == stairs_x && (thing_round == HIDDEN_ROUND || thing_round == ENEMY_ROUND))
        stairs_row = stairs_y;
    if (x == hidden_x && thing_round == ENEMY_ROUND)
        hidden_row = hidden_y;
    if (x == start_x && thing_round >= ENEMY_ROUND)
        start_row = start_y;
    is_buried = thing_round == BURIED_ROUND;
    count = 0;
    mask = round_mask[thing_round];
    value = round_value[thing_round];
    tile = ground + x;
    for (place_y = 0; place_y != MAP_HEIGHT; ++place_y) {
        bits = *tile;
        if ((uint8_t)(bits & mask) == value) {
            if (((uint8_t)(bits & ZONE) != SHOP || is_buried) && place_y != stairs_row
                && place_y != hidden_row && place_y != start_row) {
                if (count == wanted)
                    break;
                ++count;
            }
        }
        tile += MAP_WIDTH;
    }
    return count;
}

/* Find the column of the tile of this number among those of the round, column by column; gives its number
 * in that column. */
static uint8_t find_column(uint16_t wanted)
{
    uint8_t x, count, low, high;

    low = (uint8_t)wanted;
    high = (uint8_t)(wanted >> 8);
    x = 0;
    for (;;) {
        count = column_counts[x];
        if (low < count) {
            if (high == 0)
                break;
            --high;
        }
        low -= count;
        ++x;
    }
    place_x = x;
    return low;
}

/* How many things the round places in exact mode, in which some depend on the places there are. */
static uint8_t count_exactly(void)
{
    uint16_t least, wanted;
    uint8_t count;

    if (thing_round == LOOT_ROUND) {
        wanted = draw_far_between(places >> 1, (uint16_t)(places * 4) / 5);
        return wanted >= LOOT ? LOOT : LOOT - 1;
    }
    count = count_things();
    if (thing_round == HOUSE_ENEMY_ROUND) {
        least = (uint16_t)(places * 7) / 10;
        wanted = (uint16_t)(places * 4) / 5 - least;
        wanted = draw_place(wanted) + least;
        if (wanted == 0)
            wanted = 1;
        if (wanted < count)
            count = (uint8_t)wanted;
    }
    return count;
}

static uint8_t choose_count(void);
static uint8_t choose_places(void);

/* Do a piece of placing the things of the round; gives what is done next. Its tiles are not listed, but
 * numbered, column by column. */
static uint8_t place_round(void)
{
    uint8_t at;

    switch (things_work) {
    case COUNT_COLUMNS:
        at = count_column(work_x, 255);
        column_counts[work_x] = at;
        places += at;
        ++work_x;
        if (work_x == MAP_WIDTH)
            return CHOOSE_COUNT;
        return COUNT_COLUMNS;
    case CHOOSE_COUNT:
        return choose_count();
    case FIND_COLUMNS:
        at = work_count;
        tracked_high[at] = find_column((uint16_t)tracked_high[at] << 8 | tracked_low[at]);
        tracked_low[at] = place_x;
        work_count = at + 1;
        if (work_count != tracked_count)
            return FIND_COLUMNS;
        work_count = 0;
        return FIND_ROWS;
    case FIND_ROWS:
        at = work_count;
        count_column(tracked_low[at], tracked_high[at]);
        tracked_high[at] = place_y;
        work_count = at + 1;
        if (work_count != tracked_count)
            return FIND_ROWS;
        work_count = 0;
        return PUT_THINGS;
    case PUT_THINGS:
        at = work_count;
        place_x = tracked_low[at];
        place_y = tracked_high[at];
        put_thing();
        ++at;
        if (at == tracked_count)
            at = 0;
        work_count = at;
        --things_left;
        return things_left ? PUT_THINGS : NEXT_ROUND;
    default:
        return choose_places();
    }
}

/* Find out how many things the round places, or choose the place of its only one; gives what is done
 * next. */
static uint8_t choose_count(void)
{
    uint16_t place;

    if (places == 0) {
        if (thing_round == ENEMY_ROUND)
            count_things();
        return NEXT_ROUND;
    }
    switch (thing_round) {
    case HIDDEN_ROUND:
        /* It does not count as a draw that stairs depend on: another stream chooses it. */
        place = scaled_number(draw_secondary(), places);
        break;
    case STAIRS_ROUND:
    case START_ROUND:
        place = draw_place(places);
        break;
    default:
        things_left = count_exactly();
        if (things_left == 0)
            return NEXT_ROUND;
        swaps_pending = places;
        return PASS_SWAPS;
    }
    tracked_low[0] = (uint8_t)place;
    tracked_high[0] = (uint8_t)(place >> 8);
    tracked_count = 1;
    things_left = 1;
    work_count = 0;
    return FIND_COLUMNS;
}

static void pass_swaps(uint8_t count);
static void undo_swap(void);
static void begin_undoing(void);

/* Choose places as the original does: it shuffles a list of all, and takes as many of it as there are
 * things from a random one on and again from the first; some come again if there are too few.
 *
 * There is no list: the draws are passed by, and then taken back one by one, while the places that were
 * taken are followed to where they had been. A piece is some draws, or a swap; gives what is done
 * next. */
static uint8_t choose_places(void)
{
    if (things_work == PASS_SWAPS) {
        if (swaps_pending >= SWAPS_PASSED_AT_ONCE) {
            pass_swaps(SWAPS_PASSED_AT_ONCE);
            swaps_pending -= SWAPS_PASSED_AT_ONCE;
            return PASS_SWAPS;
        }
        pass_swaps((uint8_t)swaps_pending);
        return BEGIN_UNDOING;
    }
    if (things_work == BEGIN_UNDOING) {
        begin_undoing();
        swaps_pending = places << 1;
        return UNDO_SWAPS;
    }
    undo_swap();
    --swaps_pending;
    if (swaps_pending)
        return UNDO_SWAPS;
    restore_state();
    work_count = 0;
    return FIND_COLUMNS;
}

/* Pass by the draws of twice so many swaps. */
static void pass_swaps(uint8_t count)
{
    for (; count != 0; --count) {
        step_forward();
        step_forward();
        step_forward();
        step_forward();
        random_draws += 4;
    }
}

/* Begin to take back draws: the places that were taken are followed. */
static void begin_undoing(void)
{
    uint8_t at;
    uint16_t start;

    start = draw_place(places);
    tracked_count = things_left;
    if (places < tracked_count)
        tracked_count = (uint8_t)places;
    for (at = 0; at != tracked_count; ++at) {
        tracked_low[at] = (uint8_t)start;
        tracked_high[at] = (uint8_t)(start >> 8);
        ++start;
        if (start == places)
            start = 0;
    }
    keep_state();
    step_back();
}

/* Follow the places through a swap of two. */
static NOINLINE void follow(uint16_t one, uint16_t other)
{
    uint8_t at, bits, low, high, other_low, other_high;

    low = (uint8_t)one;
    high = (uint8_t)(one >> 8);
    other_low = (uint8_t)other;
    other_high = (uint8_t)(other >> 8);
    for (at = 0; at != tracked_count; ++at) {
        bits = tracked_low[at];
        if (bits != low && bits != other_low)
            continue;
        if (bits == low && tracked_high[at] == high) {
            tracked_low[at] = other_low;
            tracked_high[at] = other_high;
        } else if (bits == other_low && tracked_high[at] == other_high) {
            tracked_low[at] = low;
            tracked_high[at] = high;
        }
    }
}

/* Undo the last swap of the shuffled list; its draws are taken back, but still counted. */
static void undo_swap(void)
{
    uint16_t one, other;

    other = scaled_state(places);
    step_back();
    one = scaled_state(places);
    step_back();
    follow(one, other);
}
#endif

#endif
