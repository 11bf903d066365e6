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

/* How many rooms may be the monster house: none if there is a shop. */
static uint8_t count_houses(void)
{
    uint8_t x, y, count;

    count = 0;
    if (has_shop)
        return count;
    for (x = 0; x != across; ++x)
        for (y = 0; y != down; ++y)
            count += fits_house(cell_at(x, y));
    return count;
}

/* Make the room of this number among them the monster house. */
static void begin_house(uint8_t number)
{
    uint8_t x, y, count;

    count = number;
    for (x = 0; x != across; ++x) {
        for (y = 0; y != down; ++y) {
            if (!fits_house(cell_at(x, y)))
                continue;
            if (count == 0) {
                house_cell = cell_at(x, y);
                has_house = 1;
                begin_cell_area(house_cell, (uint8_t)~ZONE, HOUSE);
                return;
            }
            --count;
        }
    }
}

/* Make a random room a monster house, unless there is a shop; 1 if it is done. */
static uint8_t make_house(void);

#if SOME_HAVE_CELLS
/* Make a random room a monster house, by chance, or always where the layout says so. */
static uint8_t place_house(void);
#endif

#if NUMBERS_IS_EXACT
#include "kinds/mystery/exact_monster_house.h"
#else
#include "kinds/mystery/lean_monster_house.h"
#endif

#endif
