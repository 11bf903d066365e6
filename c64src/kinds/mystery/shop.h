/* The shop: the inner part of a room. */
#ifndef UNDERCROFT_MYSTERY_SHOP_H
#define UNDERCROFT_MYSTERY_SHOP_H

#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"

#define LEAST_SHOP_WIDTH 5
#define LEAST_SHOP_HEIGHT 4

#if NUMBERS_IS_EXACT
/* Exact mode puts so many columns and rows into a random order, by so many swaps; so many of them at
 * once. */

/* The order of columns, and behind it that of rows; how many swaps are left. */
static uint8_t orders[2 * ORDERED], order_swaps_left;
#endif

/* Whether a shop may be in a cell's room: a plain one that is large enough. */
static uint8_t fits_shop(uint8_t cell)
{
    return (cell_state[cell] & (LIVE | AWAY | MERGED | MAZE | STRUCTURED)) == LIVE
           && (uint8_t)(cell_right[cell] - cell_left[cell]) >= LEAST_SHOP_WIDTH
           && (uint8_t)(cell_bottom[cell] - cell_top[cell]) >= LEAST_SHOP_HEIGHT;
}

#if !NUMBERS_IS_EXACT
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
#endif

#if SOME_VARIANTS_SHOPS_IS_CUT
/* A shop that is cut has at least so many columns and rows, if the room has. */

/* The first column or row of the shop, and how many it has. */
static uint8_t side_first, side_length;

/* Find the first column or row of a shop and how many it has: all from `first` on, or some of them by
 * chance. */
static void shop_side(uint8_t first, uint8_t behind)
{
    uint8_t length, cut;

    length = behind - first;
    side_first = first;
    side_length = length;
    if (!VARIANTS_SHOPS_IS_CUT || length <= LEAST_CUT)
        return;
    cut = LEAST_CUT + draw_below(length - LEAST_CUT + 1);
    side_length = cut;
    side_first = draw_below(length - cut + 1) + first;
}
#endif

#if NUMBERS_IS_EXACT
static uint8_t shuffle_orders(void);
static uint8_t find_shop_exactly(void);
#endif

/* Make the inner part of a random room a shop, by chance. It is in a random column that has rooms for
 * one. A piece is a column that is looked at, the choice, some swaps of exact mode, or an area. */
static uint8_t place_shop(void)
{
    uint8_t cell, x;
#if SOME_VARIANTS_SHOPS_IS_CUT
    uint8_t width;
#endif

#if NUMBERS_IS_EXACT
    if (work == 0) {
        work = 1;
        for (x = 0; x != ORDERED; ++x) {
            orders[x] = x;
            orders[(uint8_t)(ORDERED + x)] = x;
        }
        order_swaps_left = ORDER_SWAPS;
        return has_house || !draw_percent(SHOP_CHANCE);
    }
    if (work == 1) {
        if (!shuffle_orders())
            return 0;
        cell = find_shop_exactly();
        if (cell == NO_CELL)
            return 1;
#else
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
        cell = choices[(uint8_t)(CELLS_ACROSS + draw_below(x))];
#endif
        shop_cell = cell;
        has_shop = 1;
        begin_cell_area(cell, (uint8_t)~ZONE, KEPT);
        work = 2;
        return 0;
    }
    cell = shop_cell;
#if SOME_VARIANTS_SHOPS_IS_CUT
    shop_side(cell_left[cell] + 1, cell_right[cell] - 1);
    x = side_first;
    width = side_length;
    shop_side(cell_top[cell] + 1, cell_bottom[cell] - 1);
    begin_area(x, side_first, x + width, side_first + side_length, (uint8_t)~ZONE, SHOP);
#else
    begin_area(cell_left[cell] + 1, cell_top[cell] + 1, cell_right[cell] - 1,
               cell_bottom[cell] - 1, (uint8_t)~ZONE, SHOP);
#endif
    return 1;
}

#if NUMBERS_IS_EXACT
/* Exact mode: swap some pairs of the order of columns, or then of rows; 1 if there are no more. */
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

/* Exact mode: the first cell for a shop, in that order of columns and of rows. */
static uint8_t find_shop_exactly(void)
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
#endif

#endif
