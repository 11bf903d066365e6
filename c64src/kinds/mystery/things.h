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

/* An enemy of the monster house is at the place that was found now. */
static void take_house_tile(void);

#if SOME_HAVE_STRUCTURES && SOME_HAVE_KINDS
/* Where the items of an island are, beside its middle. */
static const uint8_t island_x[4] = { 0, 0, 1, 0 };
static const uint8_t island_y[4] = { 0, 1, 0, 0 };
#endif

/* Put a trap and three items on each island; a piece is a cell, which is long if it has one, and four pieces
 * then if things are chosen from tables. */
static uint8_t place_islands(void)
{
#if SOME_HAVE_STRUCTURES
    uint8_t cell, x, y;

    if (!(ROOMS_STRUCTURES && (PROPERTIES & MAY_HAVE_STRUCTURES)))
        return 1;
    cell = work_count;
    if (cell == CELLS)
        return 1;
    work_count = cell + 1;
    if ((cell_state[cell] & STRUCTURED) == 0)
        return 0;
    is_long = 1;
    x = middle_x(cell);
    y = middle_y(cell);
#if SOME_HAVE_KINDS
    if (HAVE_KINDS && work_x != 0) {
        add_item(x - island_x[work_x], y - island_y[work_x]);
        work_x = (work_x + 1) & 3;
        if (work_x)
            work_count = cell;
        return 0;
    }
#endif
#if SOME_THINGS_TRAPPED
    if (THINGS_TRAPPED)
        add_trap(x - 1, y - 1);
#endif
#if SOME_HAVE_KINDS
    if (HAVE_KINDS) {
        work_x = 1;
        work_count = cell;
        return 0;
    }
#endif
    add_item(x, y - 1);
    add_item(x - 1, y);
    add_item(x, y);
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

/* How many traps there are in rooms. */
static uint8_t count_traps(void)
{
    uint8_t count;

    count = draw_between(LEAST_TRAPS, TRAP_LIMIT);
    if (count > MOST_TRAPS)
        count = MOST_TRAPS;
    return count;
}

#if SOME_VARIANTS_HOUSES_IS_ROUND
/* The items of a monster house that are left, if it has a round of its own. */
WORK uint8_t items_left;

/* Choose whether the next thing in the monster house is an item: by chance, or because some are left of its
 * own round, which are one less then. */
static uint8_t choose_item(void)
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

#define CHOOSES_ITEM choose_item()
#else
#define CHOOSES_ITEM draw_few(2)
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
        return count_items();
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
            count = MONSTER_HOUSE_LOOT;
#if SOME_VARIANTS_HOUSES_IS_ROUND
            if (VARIANTS_HOUSES_IS_ROUND) {
                items_left = count_items();
                count = items_left + count_traps();
            }
#endif
        }
        return count;
    case TRAP_ROUND:
        return count_traps();
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
            count = MONSTER_HOUSE_ENEMIES;
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
        stairs_at_x = x;
        stairs_at_y = y;
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
        if (CHOOSES_ITEM)
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
        take_house_tile();
        break;
    default:
        add_enemy(x, y);
        break;
    }
}

/* Place all things, round by round. */
static uint8_t place_things(void);

#if NUMBERS_IS_EXACT
#include "kinds/mystery/exact_things.h"
#else
#include "kinds/mystery/lean_things.h"
#endif

#endif
