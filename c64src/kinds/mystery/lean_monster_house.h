/* The monster house in lean mode. */
#ifndef UNDERCROFT_MYSTERY_LEAN_MONSTER_HOUSE_H
#define UNDERCROFT_MYSTERY_LEAN_MONSTER_HOUSE_H

#include "kinds/mystery/cells.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/monster_house.h"
#include "kinds/mystery/numbers.h"

static uint8_t make_house(void)
{
    uint8_t count;

    count = count_houses();
    if (count)
        begin_house(draw_below(count));
    return 1;
}

#if SOME_HAVE_CELLS
static uint8_t place_house(void)
{
#if MAKES_HOUSES
    if (HOUSE_IS_FORCED || (MONSTER_HOUSE_CHANCE && draw_percent(MONSTER_HOUSE_CHANCE)))
        make_house();
#endif
    return 1;
}
#endif

#endif
