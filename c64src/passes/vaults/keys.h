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

/* Whether the key may be at the tile that was found: free floor, far enough from the door, and neither within the vault
 * nor before it. */
static NOINLINE uint8_t suits_vault_key(void)
{
    uint8_t across, down;

    vault_x = found_at_x;
    vault_y = found_at_y;
    across = vault_door_x - vault_x;
    if (vault_door_x < vault_x)
        across = vault_x - vault_door_x;
    down = vault_door_y - vault_y;
    if (vault_door_y < vault_y)
        down = vault_y - vault_door_y;
    if (across < VAULTS_FROM_DOOR && down < (uint8_t)(VAULTS_FROM_DOOR - across))
        return 0;
    vault_entity = 0;
    return !vault_needs_tile() && is_free_floor(vault_x, vault_y);
}

/* One step of looking for an entity where the key would be: FOUND if there is one, NOTHING_FOUND if not. */
static NOINLINE uint8_t look_at_vault_key(void)
{
    uint8_t count, behind;

    count = COUNT_OF_ENTITIES;
    behind = count;
    if ((uint8_t)(count - vault_entity) > ENTITIES_SEEN)
        behind = vault_entity + ENTITIES_SEEN;
    if (find_entity(vault_x, vault_y, vault_entity, behind) != behind)
        return FOUND;
    vault_entity = behind;
    return behind == count ? NOTHING_FOUND : NOT_YET;
}

/* Add the locked door of the vault and its key, which lies at the tile that was found, to the entities. */
static NOINLINE void lock_vault(void)
{
    add_entity(ENTITY_LOCKED_DOOR, vault_door_x, vault_door_y);
    add_entity(ENTITY_KEY, found_at_x, found_at_y);
}

#endif

#endif
