/* The shop: the inner part of a room. */
#ifndef UNDERCROFT_MYSTERY_SHOP_H
#define UNDERCROFT_MYSTERY_SHOP_H

#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"

#define LEAST_SHOP_WIDTH 5
#if SOME_VARIANTS_SHOPS_IS_ROOMY
#define LEAST_SHOP_HEIGHT (VARIANTS_SHOPS_IS_ROOMY ? ROOMY_HEIGHT : LEAST_HEIGHT)
#else
#define LEAST_SHOP_HEIGHT LEAST_HEIGHT
#endif

/* Whether chance cuts some shops. */
#define CUTS_SHOPS (SOME_VARIANTS_SHOPS_IS_CUT || SOME_VARIANTS_SHOPS_IS_ROOMY)

/* Whether a shop may be in a cell's room: a plain one that is large enough. */
static uint8_t fits_shop(uint8_t cell)
{
    return (cell_state[cell] & (LIVE | AWAY | MERGED | MAZE | STRUCTURED)) == LIVE
           && (uint8_t)(cell_right[cell] - cell_left[cell]) >= LEAST_SHOP_WIDTH
           && (uint8_t)(cell_bottom[cell] - cell_top[cell]) >= LEAST_SHOP_HEIGHT;
}

#if CUTS_SHOPS
/* The first column or row of the shop, and how many it has. */
WORK uint8_t side_first, side_length;

/* Find the first column or row of a shop and how many it has: all from `first` on, or some of them by
 * chance. */
static void shop_side(uint8_t first, uint8_t behind)
{
    uint8_t length, cut;

    length = behind - first;
    side_first = first;
    side_length = length;
    if (VARIANTS_SHOPS_IS_WHOLE || length <= LEAST_CUT)
        return;
    cut = LEAST_CUT + draw_below(SPAN_COUNT(LEAST_CUT, length));
    side_length = cut;
    side_first = draw_below(SPAN_COUNT(cut, length)) + first;
}
#endif

/* Begin the shop in its cell: nothing else changes its room. */
static void begin_shop(void)
{
    has_shop = 1;
    begin_cell_area(shop_cell, (uint8_t)~ZONE, KEPT);
}

/* Begin the area of the shop: the inner part of its room, or some of that. */
static void begin_shop_area(void)
{
    uint8_t cell;
#if CUTS_SHOPS
    uint8_t x, width;
#endif

    cell = shop_cell;
#if CUTS_SHOPS
    shop_side(cell_left[cell] + 1, cell_right[cell] - 1);
    x = side_first;
    width = side_length;
    shop_side(cell_top[cell] + 1, cell_bottom[cell] - 1);
    begin_area(x, side_first, x + width, side_first + side_length, (uint8_t)~ZONE, SHOP);
#else
    begin_area(cell_left[cell] + 1, cell_top[cell] + 1, cell_right[cell] - 1,
               cell_bottom[cell] - 1, (uint8_t)~ZONE, SHOP);
#endif
}

/* Make the inner part of a random room a shop, by chance. */
static uint8_t place_shop(void);

#if NUMBERS_IS_EXACT
#include "kinds/mystery/exact_shop.h"
#else
#include "kinds/mystery/lean_shop.h"
#endif

#endif
