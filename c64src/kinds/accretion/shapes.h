/* The shapes of features: where one would lie, whether it fits, and the rectangles of its floor. */
#ifndef UNDERCROFT_ACCRETION_SHAPES_H
#define UNDERCROFT_ACCRETION_SHAPES_H

#include "core/generation.h"
#include "kinds/accretion/common.h"
#include "kinds/accretion/features.h"

/* The bars of a cross: across that which leads on from the wall, and in the direction of the site
 * the other one. The radius of a circle, and whether a vault is mirrored. */
static uint8_t bar_first, bar_last, cross_first, cross_last, circle_radius;
#if HAS_VAULTS
static uint8_t is_mirrored;
#endif

/* Choose what is tried next: a corridor, or one of the other kinds by their weights. */
static void choose_kind(void)
{
    feature_kind = CORRIDOR;
    if (random_chance(FEATURES_ROOM_CHANCE))
        feature_kind = SHAPES[random_low];
}

/* A size out of the random number that was drawn last. */
#define second_size(table) table[random_low >> 2]

/* Choose how deep and how broad the feature is, and where across the wall meets it. */
static void choose_size(void)
{
    uint8_t width, height, thickness;

    switch (feature_kind) {
    case ROOM:
        width = random_below(ROOM_WIDTHS);
        width += ROOMS_MIN_WIDTH;
        height = second_size(ROOM_HEIGHT);
        if (site_side < TOP_WALL) {
            feature_depth = width;
            feature_breadth = height;
        } else {
            feature_depth = height;
            feature_breadth = width;
        }
        site_offset = random_below(feature_breadth);
        break;
    case CORRIDOR:
        width = random_below(CORRIDOR_LENGTHS);
        width += CORRIDORS_MIN_LENGTH;
        feature_depth = width;
        feature_breadth = 1;
        site_offset = 0;
        break;
    case CROSS:
        height = random_below(CROSS_SIZES);
        height += CROSSES_MIN_SIZE;
        feature_depth = height;
        width = second_size(CROSS_BREADTH);
        feature_breadth = width;
        /* The bar that leads on from the wall, and the one across it; both have the middle. */
        thickness = random_below(width >> 1);
        ++thickness;
        width = (width >> 1) - (thickness >> 1);
        bar_first = width;
        bar_last = SPAN_LAST(width, thickness);
        thickness = random_below(thickness);
        site_offset = width + thickness;
        thickness = random_below(height >> 1);
        ++thickness;
        height = (height >> 1) - (thickness >> 1);
        cross_first = height;
        cross_last = SPAN_LAST(height, thickness);
        break;
    case CIRCLE:
        width = random_below(CIRCLE_RADII);
        width += CIRCLES_MIN_RADIUS;
        circle_radius = width;
        site_offset = width;
        width += width;
        ++width;
        feature_depth = width;
        feature_breadth = width;
        break;
    case CAVE:
        height = random_below(CAVE_SIZES);
        height += CAVES_MIN_SIZE;
        feature_depth = height;
        width = second_size(CAVE_BREADTH);
        feature_breadth = width;
        site_offset = random_below(width);
        break;
#if HAS_VAULTS
    default:
        thickness = feature_kind - VAULT;
        feature_depth = VAULT_DEPTH[thickness];
        width = VAULT_BREADTH[thickness];
        feature_breadth = width;
        site_offset = VAULT_ENTRANCE[thickness];
        is_mirrored = random_below(2);
        if (is_mirrored)
            site_offset = (uint8_t)(width - 1 - site_offset);
#endif
    }
}

/* Put the rectangle of the feature behind its wall, in the variables of fill_rectangle; 0 if it would
 * leave the map. */
static uint8_t place_box(void)
{
    if (site_side < TOP_WALL) {
        rectangle_top = site_y - site_offset;
        rectangle_bottom = SPAN_LAST(rectangle_top, feature_breadth);
        rectangle_left = site_x + 1;
        if (site_side == LEFT_WALL)
            rectangle_left = site_x - feature_depth;
        rectangle_right = SPAN_LAST(rectangle_left, feature_depth);
    } else {
        rectangle_left = site_x - site_offset;
        rectangle_right = SPAN_LAST(rectangle_left, feature_breadth);
        rectangle_top = site_y + 1;
        if (site_side == TOP_WALL)
            rectangle_top = site_y - feature_depth;
        rectangle_bottom = SPAN_LAST(rectangle_top, feature_depth);
    }
    /* What would begin left of the map or above it is a large number. */
    return (uint8_t)(rectangle_left - 1) < MAP_WIDTH - 2 && (uint8_t)(rectangle_top - 1) < MAP_HEIGHT - 2
        && rectangle_right < MAP_WIDTH - 1 && rectangle_bottom < MAP_HEIGHT - 1;
}

/* Whether the ground of the feature's rectangle is solid.
 *
 * Whatever is walkable has walls all round, so nothing walkable is beside it then: the feature's
 * walls may be those of others. */
static uint8_t box_is_empty(void)
{
    uint8_t at;
#if !ROWS_ARE_ALIGNED
    uint8_t row;
#define BOX_ROW row

    box_stride = 0;
    for (row = rectangle_top; row <= rectangle_bottom; ++row) {
        box_rows = 1;
#else
#define BOX_ROW rectangle_top
    box_stride = ROW_BYTES;
    box_rows = SPAN_COUNT(rectangle_top, rectangle_bottom);
#endif
    at = rectangle_left + ROW_SKEW(BOX_ROW);
    box_first = TILE_FIRST_BYTE(at);
    box_first_mask = TILE_FIRST_MASK(at);
    at = rectangle_right + ROW_SKEW(BOX_ROW);
    box_last = TILE_LAST_BYTE(at);
    box_last_mask = TILE_LAST_MASK(at);
    box_row = row_start[BOX_ROW];
#if ROWS_ARE_ALIGNED
    return rows_are_empty();
#else
        if (!rows_are_empty())
            return 0;
    }
    return 1;
#endif
}

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
