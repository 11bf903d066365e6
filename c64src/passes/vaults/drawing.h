/* Drawing a vault into the map. */
#ifndef UNDERCROFT_VAULTS_DRAWING_H
#define UNDERCROFT_VAULTS_DRAWING_H

#include "core/drawings/filling.h"
#include "core/generation.h"
#ifdef LOOK_BITS
#include "core/looks.h"
#endif
#include "core/plane/plane.h"
#include "core/plane/plane_bit.h"
#include "core/tilemap.h"
#include "passes/vaults/sites.h"
#if SOME_VAULTS_PLACES_ENTITIES
#include "core/add_entity.h"
#endif

/* Draw the place that is next, with its entity. Its tile becomes solid in the plane: no other vault is placed beside
 * it, and no key on it. Takes some 600 cycles. 1 if corridors may end there. */
static NOINLINE uint8_t draw_vault_place(uint8_t mark)
{
    uint8_t tile;

    fill_drawn(mark);
    tile = VAULTS_TILES[drawing_tile];
    set_tile(drawing_x, drawing_y, tile);
#ifdef LOOK_BITS
    set_look(drawing_x, drawing_y, drawing_look);
#endif
    plane_solid[byte_of_tile(drawing_x, drawing_y)] |= plane_bit[drawing_x & 7];
#if SOME_VAULTS_PLACES_ENTITIES
    if (VAULTS_KINDS[drawing_tile])
        add_entity(VAULTS_KINDS[drawing_tile], drawing_x, drawing_y);
#endif
#ifdef HAS_VAULT_OPENINGS
    if ((vault_flags & VAULT_IS_TRANSPARENT) == 0 || !TILE_IS_WALKABLE(tile))
        return 0;
    if (drawing_x != vault_left && drawing_x != vault_right && drawing_y != vault_top && drawing_y != vault_bottom)
        return 0;
    wall_opening(drawing_x, drawing_y);
    return 1;
#else
    return 0;
#endif
}

/* The places of its row that are still to be drawn. */
static uint8_t vault_places_left;

/* Begin to draw. */
static NOINLINE void begin_vault_drawing(void)
{
    begin_places_of_vault();
    vault_places_left = drawing_width;
}

/* One step of drawing the vault. 1 if it is done. */
static NOINLINE uint8_t draw_vault(void)
{
    uint8_t left, mark, is_opening;

    for (left = VAULT_TILES_DRAWN; left != 0 && vault_row != 0; --left) {
        mark = next_drawn();
        is_opening = 0;
        if (mark != 0)
            is_opening = draw_vault_place(mark);
        --vault_places_left;
        if (vault_places_left == 0) {
            vault_places_left = drawing_width;
            --vault_row;
        }
        if (is_opening)
            return 0;
    }
    return vault_row == 0;
}

#endif
