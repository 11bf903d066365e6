/* Things in exact mode, round by round: the tiles of all things of a round are chosen at once. */
#ifndef UNDERCROFT_MYSTERY_EXACT_THINGS_H
#define UNDERCROFT_MYSTERY_EXACT_THINGS_H

#include "core/generation.h"
#include "kinds/mystery/entities.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"
#include "kinds/mystery/places.h"
#include "kinds/mystery/things.h"

/* What place_things does next. */
#define NEXT_ROUND 0
#define COUNT_COLUMNS 1
#define CHOOSE_COUNT 2
#define PASS_SWAPS 3
#define UNDO_SWAPS 4
#define FIND_COLUMNS 5
#define FIND_ROWS 6
#define PUT_THINGS 7
#define BEGIN_UNDOING 8

/* What is done next. */
WORK uint8_t things_work;

/* There may be two enemies at a tile. */
static void take_house_tile(void)
{
}

static uint8_t has_round(void);
static uint8_t place_round(void);

/* A piece is the beginning of a round, a column of tiles that are looked
 * at, some swaps, or a tile that is found, or a thing. */
static uint8_t place_things(void)
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

/* Whether it looks for the tiles of the round at all. */
static uint8_t has_round(void)
{
    if (thing_round == HIDDEN_ROUND)
        return THINGS_HIDDEN_STAIRS;
    if (thing_round == LOOT_ROUND)
        return !is_empty;
    return thing_round != HOUSE_ENEMY_ROUND || house_is_forced;
}

/* How many things the round places: some numbers depend on the places there are. */
static uint8_t count_exactly(void)
{
    uint16_t least, wanted;
    uint8_t count;

    if (thing_round == LOOT_ROUND) {
        wanted = draw_far_between(places >> 1, (uint16_t)(places * 4) / 5);
        if (wanted < LEAST_LOOT)
            wanted = LEAST_LOOT;
        return wanted < MONSTER_HOUSE_LOOT ? (uint8_t)wanted : MONSTER_HOUSE_LOOT;
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
        tracked_high[at] = find_column(WORD_OF(tracked_high[at], tracked_low[at]));
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
        swaps_pending = (uint16_t)(places << 1);
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

#endif
