/* A place for the key of a vault's door. */
#ifndef UNDERCROFT_VAULTS_KEYS_H
#define UNDERCROFT_VAULTS_KEYS_H

#if SOME_VAULTS_LOCKED

#include "core/add_entity.h"
#include "core/doorways.h"
#include "core/find_entity.h"
#include "core/generation.h"
#include "core/plane/flood.h"
#include "core/plane/places.h"
#include "passes/vaults/sites.h"

/* The tile of the key. */
static uint8_t vault_key_x, vault_key_y;

/* Whether the key may be at the tile that was found: free floor, far enough from the door, and neither within the vault
 * nor before it. */
static NOINLINE uint8_t suits_vault_key(void)
{
    uint8_t x, y, across, down;

    x = found_at_x;
    y = found_at_y;
    across = vault_door_x;
    across = x < across ? across - x : x - across;
    down = vault_door_y;
    down = y < down ? down - y : y - down;
    if ((uint16_t)across + down < VAULTS_FROM_DOOR)
        return 0;
    if (vault_holds(x, y) || (x == vault_front_x && y == vault_front_y))
        return 0;
    if (!is_free_floor(x, y))
        return 0;
    vault_key_x = x;
    vault_key_y = y;
    vault_entity = 0;
    return 1;
}

/* One step of looking for an entity where the key would be: FOUND if there is one, NOTHING_FOUND if not. */
static NOINLINE uint8_t look_at_vault_key(void)
{
    uint8_t count, behind;

    count = COUNT_OF_ENTITIES;
    behind = count;
    if ((uint8_t)(count - vault_entity) > ENTITIES_SEEN)
        behind = vault_entity + ENTITIES_SEEN;
    if (find_entity(vault_key_x, vault_key_y, vault_entity, behind) != behind)
        return FOUND;
    vault_entity = behind;
    return behind == count ? NOTHING_FOUND : NOT_YET;
}

/* Add the locked door of the vault and its key to the entities. */
static NOINLINE void lock_vault(void)
{
    add_entity(ENTITY_LOCKED_DOOR, vault_door_x, vault_door_y);
    add_entity(ENTITY_KEY, vault_key_x, vault_key_y);
}

#endif

#endif
