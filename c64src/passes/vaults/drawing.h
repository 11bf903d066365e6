/* Drawing a vault into the map. */
#ifndef UNDERCROFT_VAULTS_DRAWING_H
#define UNDERCROFT_VAULTS_DRAWING_H

#include "core/generation.h"
#include "core/plane/plane.h"
#include "core/plane/plane_bit.h"
#include "core/tilemap.h"
#include "passes/vaults/sites.h"
#if SOME_VAULTS_TRANSPARENT
#include "core/read_around.h"
#include "core/wall_around.h"
#endif
#if SOME_VAULTS_PLACES_ENTITIES
#include "core/add_entity.h"
#endif

/* The tiles of vaults by their numbers. */
static const uint8_t vault_tiles[] = {
    TILE_EMPTY, TILE_WALL, TILE_FLOOR, TILE_DOOR, TILE_SECRET_PATH, TILE_TREASURE
};

/* The place of the drawing that is next: its tile, and how many its row has from it on. */
static uint8_t vault_drawn_x, vault_drawn_y, vault_drawn_left;

/* Begin to draw. */
static NOINLINE void begin_to_draw(void)
{
    begin_rows_of_vault();
    vault_drawn_x = vault_first_x;
    vault_drawn_y = vault_first_y;
    vault_drawn_left = vault_columns;
}

/* Draw the place that is next, with its entity. Its tile becomes solid in the plane: no other vault is placed beside
 * it, and no key on it. Takes some 400 cycles. 1 if corridors may end there. */
static NOINLINE uint8_t draw_place(uint8_t mark)
{
    uint8_t drawn;

    drawn = mark & (uint8_t)~OPENING;
    set_tile(vault_drawn_x, vault_drawn_y, vault_tiles[VAULTS_TILES[drawn]]);
    plane_solid[byte_of_tile(vault_drawn_x, vault_drawn_y)] |= plane_bit[vault_drawn_x & 7];
#if SOME_VAULTS_PLACES_ENTITIES
    if (VAULTS_KINDS[drawn])
        add_entity(VAULTS_KINDS[drawn], vault_drawn_x, vault_drawn_y);
#endif
#if SOME_VAULTS_TRANSPARENT
    if ((mark & OPENING) && (vault_flags & IS_TRANSPARENT)) {
        read_around(vault_drawn_x, vault_drawn_y);
        wall_around(vault_drawn_x, vault_drawn_y);
        return 1;
    }
#endif
    return 0;
}

/* Go on to the next place. */
static NOINLINE void next_place_of_vault(void)
{
    ++vault_row_marks;
    vault_drawn_x += vault_across_x;
    vault_drawn_y += vault_across_y;
    --vault_drawn_left;
    if (vault_drawn_left != 0)
        return;
    vault_row_x += vault_down_x;
    vault_row_y += vault_down_y;
    vault_drawn_x = vault_row_x;
    vault_drawn_y = vault_row_y;
    vault_drawn_left = vault_columns;
    ++vault_row;
}

/* One step of drawing the vault. 1 if it is done. */
static NOINLINE uint8_t draw_vault(void)
{
    uint8_t left, mark, is_opening;

    for (left = VAULT_TILES_DRAWN; left != 0 && vault_row != vault_rows; --left) {
        mark = *vault_row_marks;
        is_opening = 0;
        if (mark != LEFT_AS_IS)
            is_opening = draw_place(mark);
        next_place_of_vault();
        if (is_opening)
            return 0;
    }
    return vault_row == vault_rows;
}

#endif
