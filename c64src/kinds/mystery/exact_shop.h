/* The shop in exact mode: columns and rows of cells are put into a random order, by swaps. */
#ifndef UNDERCROFT_MYSTERY_EXACT_SHOP_H
#define UNDERCROFT_MYSTERY_EXACT_SHOP_H

#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"
#include "kinds/mystery/shop.h"

/* The order of columns, and behind it that of rows; how many swaps are left. */
WORK uint8_t orders[2 * ORDERED], order_swaps_left;

/* Swap some pairs of the order of columns, or then of rows; 1 if there are no more. */
static uint8_t shuffle_orders(void)
{
    uint8_t left, one, other, number;

    for (left = ORDER_SWAPS_AT_ONCE; left != 0; --left) {
        one = draw_below(ORDERED) + work_count;
        other = draw_below(ORDERED) + work_count;
        number = orders[one];
        orders[one] = orders[other];
        orders[other] = number;
    }
    order_swaps_left -= ORDER_SWAPS_AT_ONCE;
    if (order_swaps_left)
        return 0;
    order_swaps_left = ORDER_SWAPS;
    work_count += ORDERED;
    return work_count == 2 * ORDERED;
}

/* The first cell for a shop, in that order of columns and of rows. */
static uint8_t find_shop(void)
{
    uint8_t column, row, x, y;

    for (column = 0; column != ORDERED; ++column) {
        x = orders[column];
        if (x >= across)
            continue;
        for (row = ORDERED; row != 2 * ORDERED; ++row) {
            y = orders[row];
            if (y < down && fits_shop(cell_at(x, y)))
                return cell_at(x, y);
        }
    }
    return NO_CELL;
}
/* A piece is the beginning, some swaps, or an area. */
static uint8_t place_shop(void)
{
    uint8_t at;

    if (work == 0) {
        work = 1;
        for (at = 0; at != ORDERED; ++at) {
            orders[at] = at;
            orders[(uint8_t)(ORDERED + at)] = at;
        }
        order_swaps_left = ORDER_SWAPS;
        return has_house || !draw_percent(SHOP_CHANCE);
    }
    if (work == 1) {
        if (!shuffle_orders())
            return 0;
        at = find_shop();
        if (at == NO_CELL)
            return 1;
        shop_cell = at;
        begin_shop();
        work = 2;
        return 0;
    }
    begin_shop_area();
    return 1;
}

#endif
