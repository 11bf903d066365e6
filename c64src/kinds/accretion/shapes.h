/* The shapes of features: where one would lie, whether it fits, and the rectangles of its floor. */
#ifndef UNDERCROFT_ACCRETION_SHAPES_H
#define UNDERCROFT_ACCRETION_SHAPES_H

#include "core/generation.h"
#include "kinds/accretion/common.h"
#include "kinds/accretion/features.h"

/* Add a rectangle to the feature's floor: from row `first` to row `last`, counted from its wall on,
 * and across from `low` to `high`. */
static void add_box(uint8_t first, uint8_t last, uint8_t low, uint8_t high)
{
    uint8_t at;

    at = box_count;
    switch (site_side) {
    case LEFT_WALL:
        boxes_left[at] = box_right - last;
        boxes_right[at] = box_right - first;
        boxes_top[at] = box_top + low;
        boxes_bottom[at] = box_top + high;
        break;
    case RIGHT_WALL:
        boxes_left[at] = box_left + first;
        boxes_right[at] = box_left + last;
        boxes_top[at] = box_top + low;
        boxes_bottom[at] = box_top + high;
        break;
    case TOP_WALL:
        boxes_left[at] = box_left + low;
        boxes_right[at] = box_left + high;
        boxes_top[at] = box_bottom - last;
        boxes_bottom[at] = box_bottom - first;
        break;
    default:
        boxes_left[at] = box_left + low;
        boxes_right[at] = box_left + high;
        boxes_top[at] = box_top + first;
        boxes_bottom[at] = box_top + last;
    }
    box_count = at + 1;
}

#if HAS_VAULTS

/* Make the rectangle number `number` of a vault's drawing, which may be mirrored, the only one of the
 * feature. */
static void add_vault_box(uint8_t number)
{
    uint8_t at, low, high, last;

    at = VAULT_BOX[feature_kind - VAULT];
    at += number;
    /* OSCAR64 miscompiles an exchange of both (docs/compilers.md). */
    if (is_mirrored) {
        last = feature_breadth - 1;
        low = last - VAULT_BOX_HIGH[at];
        high = last - VAULT_BOX_LOW[at];
    } else {
        low = VAULT_BOX_LOW[at];
        high = VAULT_BOX_HIGH[at];
    }
    box_count = 0;
    add_box(VAULT_BOX_FIRST[at], VAULT_BOX_LAST[at], low, high);
}

#endif

/* Make a cave: rows across that all have the middle, and whose ends wander by a tile at most from
 * one row to the next. The first row reaches to the wall's opening. */
static void shape_cave(void)
{
    uint8_t row, middle, low, high, drawn;

    middle = feature_breadth >> 1;
    low = middle;
    high = middle;
    if (site_offset < middle)
        low = site_offset;
    else
        high = site_offset;
    for (row = 0; row != feature_depth; ++row) {
        add_box(row, row, low, high);
        random_draw();
        drawn = random_high;
        if (drawn & 1) {
            if (low != 0)
                --low;
        } else if ((drawn & 2) && low < middle)
            ++low;
        if (drawn & 4) {
            if (high < (uint8_t)(feature_breadth - 1))
                ++high;
        } else if ((drawn & 8) && high > middle)
            --high;
    }
}

/* Find the rectangles of which the feature's floor consists; those of a vault are found when they
 * are drawn. */
static void shape_feature(void)
{
    uint8_t at, half_width, half_height;

    box_count = 0;
    switch (feature_kind) {
    case CROSS:
        add_box(0, feature_depth - 1, bar_first, bar_last);
        add_box(cross_first, cross_last, 0, feature_breadth - 1);
        break;
    case CIRCLE:
        for (at = CIRCLE_BOX[circle_radius]; at != CIRCLE_BOX[circle_radius + 1]; ++at) {
            half_width = CIRCLE_HALF_WIDTH[at];
            half_height = CIRCLE_HALF_HEIGHT[at];
            add_box(circle_radius - half_height, circle_radius + half_height,
                    circle_radius - half_width, circle_radius + half_width);
        }
        break;
    case CAVE:
        shape_cave();
        break;
    case ROOM:
    case CORRIDOR:
        boxes_left[0] = box_left;
        boxes_top[0] = box_top;
        boxes_right[0] = box_right;
        boxes_bottom[0] = box_bottom;
        box_count = 1;
    }
}

#endif
