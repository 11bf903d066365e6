/* Putting entities into the table, and what the ground knows of them. */
#ifndef UNDERCROFT_MYSTERY_ENTITIES_H
#define UNDERCROFT_MYSTERY_ENTITIES_H

#include "core/add_entity.h"
#include "core/find_entity.h"
#include "core/generation.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"

/* The first entity that is loot, and the one behind the last. */
WORK uint8_t first_loot, behind_loot;

/* Whether the loot of the monster house is at a tile. */
static uint8_t is_loot(uint8_t x, uint8_t y)
{
    return find_entity(x, y, first_loot, behind_loot) != behind_loot;
}

/* Add an entity, if there is a row that is not for the entities of passes. */
static void add_thing(uint8_t kind, uint8_t x, uint8_t y)
{
    if (FIGURES->entities == THINGS_CAPACITY) {
        SUMMARY->status |= STATUS_FEWER_PARTS;
        return;
    }
    add_entity(kind, x, y);
}

#if SOME_HAVE_KINDS
/* What a thing is: a kind of a table, by weights, or without a sum of them `usual`. `first` is the number of
 * the first kind of the table. Nothing else is done in the step. */
static uint8_t choose_kind(uint8_t usual, uint8_t first, uint8_t sum, const uint8_t *weights)
{
    uint8_t left, number;
    REGISTER const uint8_t *weight;

    if (sum == 0)
        return usual;
    is_long = 1;
    left = draw_below(sum);
    number = first;
    weight = weights;
    while (left >= *weight) {
        left -= *weight;
        ++weight;
        ++number;
    }
    return number;
}
#endif

#if SOME_ITEMS_SUM
/* What the item is that is put at a tile. */
WORK uint8_t item_kind;
#else
#define item_kind ENTITY_ITEM
#endif
#if SOME_TRAPS_SUM
#define TRAP_KIND choose_kind(ENTITY_TRAP, FIRST_OWN_TRAP, TRAPS_SUM, TRAPS_WEIGHTS)
#else
#define TRAP_KIND ENTITY_TRAP
#endif
#if SOME_ENEMIES_SUM
#define ENEMY_KIND choose_kind(ENTITY_ENEMY, FIRST_OWN_ENEMY, ENEMIES_SUM, ENEMIES_WEIGHTS)
#else
#define ENEMY_KIND ENTITY_ENEMY
#endif

/* Whether a tile is at the edge of the map. */
static uint8_t is_at_edge(uint8_t x, uint8_t y)
{
    return x == 0 || x == MAP_WIDTH - 1 || y == 0 || y == MAP_HEIGHT - 1;
}

/* Put an item at a tile that has none; it takes the place of a trap. At the edge of the map nothing
 * can lie. */
static void add_item(uint8_t x, uint8_t y)
{
    uint8_t bits, at;
    REGISTER uint8_t *tile;
    REGISTER struct entity_record *entity;

    tile = GROUND_ROW(y) + x;
    bits = *tile;
    if ((bits & HAS_ITEM) || is_at_edge(x, y))
        return;
    *tile = bits | HAS_ITEM;
    if ((uint8_t)(bits & TERRAIN) != FLOOR) {
        add_thing(ENTITY_BURIED_ITEM, x, y);
        return;
    }
#if SOME_ITEMS_SUM
    item_kind = choose_kind(ENTITY_ITEM, FIRST_OWN_ITEM, ITEMS_SUM, ITEMS_WEIGHTS);
#endif
    if ((bits & FREE) == 0) {
        at = find_entity(x, y, 0, FIGURES->entities);
        if (at != FIGURES->entities) {
            entity = ENTITY_RECORD(at);
            ENTITY_SET_KIND(entity, item_kind);
            return;
        }
    }
    add_thing(item_kind, x, y);
}

/* Put a trap at a tile of floor, unless there are stairs, an item or another trap. */
static void add_trap(uint8_t x, uint8_t y)
{
    uint8_t bits;
    REGISTER uint8_t *tile;

    tile = GROUND_ROW(y) + x;
    bits = *tile;
    *tile = bits & (uint8_t)~FREE;
    if ((bits & (TERRAIN | HAS_ITEM | FREE)) != (FLOOR | FREE))
        return;
    if ((x == stairs_at_x && y == stairs_at_y) || (x == hidden_x && y == hidden_y))
        return;
    add_thing(TRAP_KIND, x, y);
}

/* Whether something that came after the loot is at a tile. */
static uint8_t is_behind_loot(uint8_t x, uint8_t y)
{
    return find_entity(x, y, behind_loot, FIGURES->entities) != FIGURES->entities;
}

/* Put an enemy at a tile, unless there is one. Enemies come last: the tile has a thing then, as it
 * would have with an item, of which loot alone may be there before. An enemy may be at that loot
 * already: a trap, or in exact mode an item. */
static void add_enemy(uint8_t x, uint8_t y)
{
    REGISTER uint8_t *tile;

    tile = GROUND_ROW(y) + x;
    if ((*tile & HAS_ITEM) && (!is_loot(x, y) || is_behind_loot(x, y)))
        return;
    *tile |= HAS_ITEM;
    add_thing(ENEMY_KIND, x, y);
}

#endif
