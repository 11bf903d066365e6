/* Drawing features on the map. */
#ifndef UNDERCROFT_ACCRETION_DRAWING_H
#define UNDERCROFT_ACCRETION_DRAWING_H

#include "core/filled_rows.h"
#include "core/generation.h"
#include "core/tilemap.h"
#include "kinds/accretion/common.h"
#include "kinds/accretion/features.h"
#include "kinds/accretion/shapes.h"

#if HAS_VAULTS
/* The single tile of a vault that is drawn next, and how many are left. */
WORK uint8_t next_mark, marks_left;
#endif

#if HAS_VAULTS
/* Find the rectangle of a vault that is drawn next. Not inlined, because OSCAR64 ignores what
 * draw_boxes does to next_box. */
static NOINLINE void find_vault_box(void)
{
    uint8_t number;

    number = next_box;
    if (number >= boxes_to_draw)
        number -= boxes_to_draw;
    add_vault_box(number);
}
#endif

/* One step of drawing the walls of all of the feature's rectangles, then their floor: a few. Those of a
 * vault are found one by one. */
static void draw_some_boxes(void)
{
    uint8_t drawn;

    rows_to_draw = DRAWN_AT_ONCE;
    do {
        boxes_ready = 255;
#if HAS_VAULTS
        if (feature_kind >= VAULT) {
            find_vault_box();
            boxes_ready = 1;
        }
#endif
        drawn = draw_boxes();
    } while (drawn == 255);
    if (drawn == 0)
        return;
    stage = FINISH;
#if HAS_VAULTS
    if (feature_kind >= VAULT) {
        next_mark = VAULT_MARK[feature_kind - VAULT];
        marks_left = VAULT_MARK_COUNT[feature_kind - VAULT];
        stage = DRAW_MARKS;
    }
#endif
}

#if HAS_VAULTS

/* The tiles of the marks in a vault's drawing. */
static const uint8_t mark_tiles[6] = {
    TILE_EMPTY, TILE_WALL, TILE_FLOOR, TILE_DOOR, TILE_SECRET_PATH, TILE_TREASURE
};

/* One step of drawing the doors, secret paths and treasures within a vault: a few. */
static void draw_marks(void)
{
    uint8_t left, place, x, y;

    for (left = MARKS_AT_ONCE; left != 0 && marks_left != 0; --left) {
        place = VAULT_MARK_ACROSS[next_mark];
        if (is_mirrored)
            place = (uint8_t)(feature_breadth - 1 - place);
        if (site_side < TOP_WALL) {
            y = box_top + place;
            x = box_left + VAULT_MARK_ROW[next_mark];
            if (site_side == LEFT_WALL)
                x = box_right - VAULT_MARK_ROW[next_mark];
        } else {
            x = box_left + place;
            y = box_top + VAULT_MARK_ROW[next_mark];
            if (site_side == TOP_WALL)
                y = box_bottom - VAULT_MARK_ROW[next_mark];
        }
        place = mark_tiles[VAULT_MARK_TILE[next_mark]];
        set_tile(x, y, place);
        ++next_mark;
        --marks_left;
    }
    if (marks_left == 0)
        stage = FINISH;
}

#endif

/* Open the wall between the feature and that to which it is added: with a door by chance, but not
 * between two corridors. A vault says itself what is there. */
static void open_site(void)
{
    uint8_t tile;

#if HAS_VAULTS
    if (feature_kind >= VAULT) {
        tile = TILE_DOOR;
        if (VAULT_IS_HIDDEN[feature_kind - VAULT])
            tile = TILE_SECRET_PATH;
        set_tile(site_x, site_y, tile);
        return;
    }
#endif
    tile = TILE_FLOOR;
    if (feature_kind != CORRIDOR || FEATURE_GET_KIND(FEATURE_RECORD(site_feature)) != CORRIDOR)
        if (random_chance(DOORS_CHANCE))
            tile = TILE_DOOR;
    set_tile(site_x, site_y, tile);
}

#endif
