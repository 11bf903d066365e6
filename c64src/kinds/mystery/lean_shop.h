/* The shop in lean mode: in a random column that has rooms for one, a random one of them. */
#ifndef UNDERCROFT_MYSTERY_LEAN_SHOP_H
#define UNDERCROFT_MYSTERY_LEAN_SHOP_H

#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"
#include "kinds/mystery/shop.h"

/* How many cells of a column a shop may be in, which are listed behind the columns that have any. */
static uint8_t list_shops(uint8_t x)
{
    uint8_t y, count;

    count = 0;
    for (y = 0; y != down; ++y) {
        if (fits_shop(cell_at(x, y))) {
            choices[(uint8_t)(CELLS_ACROSS + count)] = cell_at(x, y);
            ++count;
        }
    }
    return count;
}
/* A piece is a column that is looked at, the choice, or an area. */
static uint8_t place_shop(void)
{
    uint8_t x;

    if (work == 0) {
        work = 1;
        choice_count = 0;
        return !draw_percent(SHOP_CHANCE);
    }
    if (work_x != across) {
        x = work_x;
        if (list_shops(x)) {
            choices[choice_count] = x;
            ++choice_count;
        }
        work_x = x + 1;
        return 0;
    }
    if (work == 1) {
        if (choice_count == 0)
            return 1;
        x = list_shops(choices[draw_below(choice_count)]);
        shop_cell = choices[(uint8_t)(CELLS_ACROSS + draw_below(x))];
        begin_shop();
        work = 2;
        return 0;
    }
    begin_shop_area();
    return 1;
}

#endif
