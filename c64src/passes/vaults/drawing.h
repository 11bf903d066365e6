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

#ifdef HAS_VAULT_OPENINGS
/* Whether corridors may end at the place that was drawn. */
WORK uint8_t vault_has_opened;
#endif

/* Draw the place that is next, with its entity. Its tile becomes solid in the plane: no other vault is placed beside
 * it, and no key on it. Takes some 600 cycles. */
static NOINLINE void draw_vault_place(void)
{
    fill_drawn();
    set_tile(drawing_x, drawing_y, VAULTS_TILES[drawing_tile]);
#ifdef LOOK_BITS
    set_look(drawing_x, drawing_y, drawing_look);
#endif
    plane_solid[byte_of_tile(drawing_x, drawing_y)] |= plane_bit[drawing_x & 7];
#if SOME_VAULTS_PLACES_ENTITIES
    if (VAULTS_KINDS[drawing_tile])
        add_entity(VAULTS_KINDS[drawing_tile], drawing_x, drawing_y);
#endif
#ifdef HAS_VAULT_OPENINGS
    if ((vault_flags & VAULT_IS_TRANSPARENT) == 0 || !TILE_IS_WALKABLE(VAULTS_TILES[drawing_tile]))
        return;
    if (drawing_x != vault_left && drawing_x != vault_right && drawing_y != vault_top && drawing_y != vault_bottom)
        return;
    wall_opening(drawing_x, drawing_y);
    vault_has_opened = 1;
#endif
}

/* One step of drawing the vault. 1 if it is done. */
static NOINLINE uint8_t draw_vault(void)
{
    uint8_t left;

    for (left = VAULT_TILES_DRAWN; left != 0 && vault_row != 0; --left) {
#ifdef HAS_VAULT_OPENINGS
        vault_has_opened = 0;
#endif
        if (next_drawn() != 0)
            draw_vault_place();
        if (drawing_row == 0)
            --vault_row;
#ifdef HAS_VAULT_OPENINGS
        if (vault_has_opened)
            return 0;
#endif
    }
    return vault_row == 0;
}

#endif
