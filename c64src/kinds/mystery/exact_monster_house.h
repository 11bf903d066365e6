/* The monster house in exact mode: flags for its room are shuffled, in pieces. */
#ifndef UNDERCROFT_MYSTERY_EXACT_MONSTER_HOUSE_H
#define UNDERCROFT_MYSTERY_EXACT_MONSTER_HOUSE_H

#include "kinds/mystery/cells.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/monster_house.h"
#include "kinds/mystery/numbers.h"

/* How many rooms the monster house may be in, while flags for them are shuffled; else 0. */
WORK uint8_t house_choices;

static uint8_t make_house(void)
{
    uint8_t count;

    if (house_choices == 0) {
        count = count_houses();
        if (count == 0)
            return 1;
        begin_flags(count, 1);
        house_choices = count;
        return 0;
    }
    if (!shuffle_flags(house_choices))
        return 0;
    count = house_choices;
    house_choices = 0;
    begin_house(draw_choice(count));
    return 1;
}

#if SOME_HAVE_CELLS
static uint8_t place_house(void)
{
#if MAKES_HOUSES
    uint8_t chance;

    if (work == 0) {
        work = 1;
        chance = HOUSE_CHANCE;
        if (chance == 0 || !draw_percent(chance))
            return 1;
    }
    return make_house();
#else
    return 1;
#endif
}
#endif

#endif
