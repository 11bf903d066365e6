/* The monster house: a room with loot, traps and enemies. */
#ifndef UNDERCROFT_MYSTERY_MONSTER_HOUSE_H
#define UNDERCROFT_MYSTERY_MONSTER_HOUSE_H

#include "kinds/mystery/cells.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"

/* Whether a cell has a connected room that is no labyrinth. */
static uint8_t fits_house(uint8_t cell)
{
    return (cell_state[cell] & (LIVE | AWAY | MAZE)) == LIVE;
}

#if NUMBERS_IS_EXACT
/* How many rooms the monster house may be in, while marks for them are shuffled; else 0. */
static uint8_t house_choices;

#define NOT_YET 0
#define FINISHED 1
#define HOUSE_IS_MADE uint8_t
#else
#define FINISHED
#define HOUSE_IS_MADE void
#endif

/* Make a random room a monster house, unless there is a shop; exact mode shuffles for it in pieces, and
 * gives 1 if it is done. */
static HOUSE_IS_MADE make_house(void)
{
    uint8_t x, y, count;

#if NUMBERS_IS_EXACT
    if (house_choices == 0) {
#endif
    if (has_shop)
        return FINISHED;
    count = 0;
    for (x = 0; x != across; ++x)
        for (y = 0; y != down; ++y)
            count += fits_house(cell_at(x, y));
    if (count == 0)
        return FINISHED;
#if NUMBERS_IS_EXACT
        begin_flags(count, 1);
        house_choices = count;
        return NOT_YET;
    }
    if (!shuffle_flags(house_choices))
        return NOT_YET;
    count = house_choices;
    house_choices = 0;
#endif
    count = draw_choice(count);
    for (x = 0; x != across; ++x) {
        for (y = 0; y != down; ++y) {
            if (!fits_house(cell_at(x, y)))
                continue;
            if (count == 0) {
                house_cell = cell_at(x, y);
                has_house = 1;
                begin_cell_area(house_cell, (uint8_t)~ZONE, HOUSE);
                return FINISHED;
            }
            --count;
        }
    }
#if NUMBERS_IS_EXACT
    return FINISHED;
#endif
}

#if SOME_HAVE_CELLS
/* Make a random room a monster house, by chance, or always where the layout says so. */
static uint8_t place_house(void)
{
#if NUMBERS_IS_EXACT && MAKES_HOUSES
    uint8_t chance;

    if (work == 0) {
        work = 1;
        chance = HOUSE_CHANCE;
        if (chance == 0 || !draw_percent(chance))
            return 1;
    }
    return make_house();
#else
#if MAKES_HOUSES
    if (HOUSE_IS_FORCED || (MONSTER_HOUSE_CHANCE && draw_percent(MONSTER_HOUSE_CHANCE)))
        make_house();
#endif
    return 1;
#endif
}
#endif

#endif
