/* The pass `locks`: passages that alone lead to a part of the map get locked doors.
 *
 * Each door has a key of its own, the next in the table of entities. A key is where it can be reached
 * without its door, while the locks that are there already are obeyed. So with each lock all can still be
 * reached: its key first, then what is behind it, as before. */
#ifndef UNDERCROFT_LOCKS_LOCKING_H
#define UNDERCROFT_LOCKS_LOCKING_H

#include "core/add_entity.h"
#include "core/doorways.h"
#include "core/find_entity.h"
#include "core/generation.h"
#include "core/get_tile.h"
#include "core/plane/flood.h"
#include "core/plane/plane.h"
#include "core/plane/read_plane_as_seen.h"
#include "core/plane/taken.h"
#include "passes/locks/reaching.h"

/* What `stage` says: what is done next. */
#define FIND_LOCKS 1
#define READ_WAYS 2
#define COPY_WAYS 3
#define FILL_WAYS 4
#define UNLOCK_DOOR 5
#define TRY_DOOR 6
#define NEXT_LOCK 7
#define TRY_LOCK 8
#define FIND_PASSAGE 9
#define LOOK_AT_PASSAGE 10
#define LOOK_AT_DOOR 11
#define LOOK_FOR_CONTACT 12
#define TRY_KEYS 13
#define LOOK_AT_KEY 14
#define FIND_REWARD 15
#define LOOK_AT_REWARD 16

/* How many locks are still to be placed, and how many places and tiles are still tried for one. */
static uint8_t locks_to_do, lock_tries_left, key_tries_left;

/* The byte in which passages are looked for, those of its tiles that are left, and how many bytes are. */
static uint8_t passage_y, passage_at, passage_bits;
static uint16_t passage_bytes_left;

/* The byte in which contact with the next row is looked for, and the end of the last row but two. */
static uint16_t contact_place;
#define CONTACTS_END (PLANE_BYTES - 2 * PLANE_ROW_BYTES)

#if SOME_LOCKS_REWARD_KIND
/* The tile at which what is behind the door may be. */
static uint8_t reward_x, reward_y;
#endif

/* The entity that is looked at next. */
static uint8_t row_at;

/* One step of finding the locks of earlier passes, and the start, in the table of entities. */
static NOINLINE uint8_t find_locks(void)
{
    uint8_t left, kind, x, y;
    REGISTER struct entity_record *entity;

    entity = ENTITY_RECORD(row_at);
    for (left = ENTITIES_PASSED; left != 0; --left) {
        if (row_at == COUNT_OF_ENTITIES)
            return 1;
        kind = ENTITY_GET_KIND(entity);
        x = ENTITY_GET_X(entity);
        y = ENTITY_GET_Y(entity);
        if (kind == ENTITY_START) {
            lock_start_x = x;
            lock_start_y = y;
        } else if (kind == ENTITY_LOCKED_DOOR) {
            lock_x[lock_count] = x;
            lock_y[lock_count] = y;
            lock_is_open[lock_count] = 1;
            ++lock_count;
        } else if (kind == ENTITY_KEY) {
            key_x[lock_count - 1] = x;
            key_y[lock_count - 1] = y;
        }
        ++entity;
        ++row_at;
    }
    return row_at == COUNT_OF_ENTITIES;
}

/* The tiles of the byte at which two opposite sides are solid and the other two are open. */
static NOINLINE uint8_t passages_of_byte(void)
{
    uint8_t open, left, right, above, below;
    REGISTER const uint8_t *byte;

    byte = plane_solid + plane_row[passage_y] + passage_at;
    open = (uint8_t)~*byte;
    if (open == 0)
        return 0;
    left = (uint8_t)(*byte << 1);
    right = *byte >> 1;
    /* The bytes beside it may be of other rows: the edge is solid. */
    if (byte[1] & 1)
        right |= 0x80;
    --byte;
    if (*byte & 0x80)
        left |= 1;
    byte -= PLANE_ROW_BYTES - 1;
    above = *byte;
    byte += 2 * PLANE_ROW_BYTES;
    below = *byte;
    return ((left & right & (uint8_t)~(above | below)) | (above & below & (uint8_t)~(left | right)))
           & open;
}

/* Whether a tile may have a locked door: ground or a door, or only a door. */
static uint8_t is_lockable(uint8_t x, uint8_t y)
{
    uint8_t tile;

    tile = get_tile(x, y);
#ifdef TILE_DOOR
    if (tile == TILE_DOOR)
        return 1;
#endif
    return !LOCKS_AT_IS_DOORS && TILE_IS_GROUND(tile);
}

/* The way from a tile to the door of a lock, across plus down. */
static NOINLINE uint16_t way_to_door(uint8_t x, uint8_t y, uint8_t at)
{
    uint8_t across, down;

    across = lock_x[at];
    across = x < across ? across - x : x - across;
    down = lock_y[at];
    down = y < down ? down - y : y - down;
    return (uint16_t)across + down;
}

/* Whether the passage is no doorway, where the door itself could have the lock, and not near to another
 * locked door. */
static NOINLINE uint8_t fits_door(void)
{
    uint8_t at, x, y;

    x = lock_x[lock_count];
    y = lock_y[lock_count];
#ifdef TILE_DOOR
    if (get_tile(x, y) != TILE_DOOR)
#endif
        if (!is_free_floor(x, y))
            return 0;
    for (at = 0; at != lock_count; ++at) {
        if (way_to_door(x, y, at) < LOCKS_APART)
            return 0;
    }
    return 1;
}

/* Begin to look for a passage at a random byte of the plane. */
static NOINLINE void begin_passage(void)
{
    passage_y = 1 + random_below(MAP_HEIGHT - 2);
    passage_at = random_below(PLANE_ROW_BYTES);
    passage_bytes_left = (uint16_t)(MAP_HEIGHT - 2) * PLANE_ROW_BYTES;
    passage_bits = 0;
}

/* Go on to the next byte, from the last one to the first. */
static void next_passage_byte(void)
{
    ++passage_at;
    if (passage_at == PLANE_ROW_BYTES) {
        passage_at = 0;
        ++passage_y;
        if (passage_y == MAP_HEIGHT - 1)
            passage_y = 1;
    }
}

/* One step of finding a passage for a door, which becomes that of the lock behind the last one. */
static NOINLINE uint8_t find_passage(void)
{
    uint8_t left, x, y, bits;

    for (left = PASSAGES_AT_ONCE; left != 0; --left) {
        if (passage_bits == 0) {
            if (passage_bytes_left == 0)
                return NOTHING_FOUND;
            --passage_bytes_left;
            passage_bits = passages_of_byte();
            if (passage_bits == 0)
                next_passage_byte();
        } else {
            bits = passage_bits;
            x = passage_at << 3;
            ADD_LOWEST_BIT(x, bits);
            y = passage_y;
            passage_bits &= passage_bits - 1;
            if (passage_bits == 0)
                next_passage_byte();
            if (is_lockable(x, y)) {
                lock_x[lock_count] = x;
                lock_y[lock_count] = y;
                return FOUND;
            }
        }
    }
    return passage_bits == 0 && passage_bytes_left == 0 ? NOTHING_FOUND : NOT_YET;
}

/* One step of looking for an entity at a tile: FOUND if there is one, NOTHING_FOUND if not. */
static NOINLINE uint8_t look_for_entity(uint8_t x, uint8_t y)
{
    uint8_t count, behind;

    count = COUNT_OF_ENTITIES;
    behind = count;
    if ((uint8_t)(count - row_at) > ENTITIES_PASSED)
        behind = row_at + ENTITIES_PASSED;
    if (find_entity(x, y, row_at, behind) != behind)
        return FOUND;
    row_at = behind;
    return behind == count ? NOTHING_FOUND : NOT_YET;
}

/* Whether, now that all was reached without the door, it has tiles enough on its other side, and what must
 * not be there is not. */
static NOINLINE uint8_t divides(void)
{
    uint8_t x, y, sides;

    x = lock_x[lock_count];
    y = lock_y[lock_count];
    sides = 0;
    if (is_reached(x - 1, y))
        ++sides;
    if (is_reached(x + 1, y))
        ++sides;
    if (is_reached(x, y - 1))
        ++sides;
    if (is_reached(x, y + 1))
        ++sides;
    if (sides != 1)
        return 0;
    if (tiles_in_all - region_size <= LOCKS_BEHIND)
        return 0;
    if (lock_start_x != 0 && !is_reached(lock_start_x, lock_start_y))
        return 0;
    return !LOCKS_STAIRS_IS_BEHIND || !is_reached(SUMMARY->down_x, SUMMARY->down_y);
}

/* The bits at both sides of those that are reached in a byte of the plane. The bytes beside it may be of
 * other rows: the edge is never reached. */
static NOINLINE uint8_t beside_reached(uint16_t place)
{
    uint8_t reached, beside;
    REGISTER const uint8_t *taken;
    REGISTER const uint8_t *solid;

    taken = plane_taken + place;
    solid = plane_solid + place;
    reached = taken[0] & (uint8_t)~solid[0];
    beside = (uint8_t)(reached << 1) | (reached >> 1);
    --taken;
    --solid;
    if (taken[0] & (uint8_t)~solid[0] & 0x80)
        beside |= 1;
    if (taken[2] & (uint8_t)~solid[2] & 1)
        beside |= 0x80;
    return beside;
}

/* Whether a tile of a byte that was not reached has one that was at a corner of it in the next row, or
 * the other way round. */
static NOINLINE uint8_t touches_in_byte(uint16_t place)
{
    if ((uint8_t)~plane_taken[place] & beside_reached(place + PLANE_ROW_BYTES))
        return 1;
    return ((uint8_t)~plane_taken[place + PLANE_ROW_BYTES] & beside_reached(place)) != 0;
}

/* One step of finding out whether one can get past the door by a diagonal step. */
static NOINLINE uint8_t look_for_contact(void)
{
    uint8_t left;
    REGISTER const uint8_t *taken;

    taken = plane_taken + contact_place;
    left = CONTACTS_AT_ONCE;
    do {
        if (contact_place == CONTACTS_END)
            return NOTHING_FOUND;
        --left;
        if ((taken[0] & taken[PLANE_ROW_BYTES]) != 0xFF) {
            if (touches_in_byte(contact_place))
                return FOUND;
            if (left < CONTACT_WORK)
                left = CONTACT_WORK;
            left -= CONTACT_WORK;
        }
        ++contact_place;
        ++taken;
    } while (left != 0);
    return contact_place == CONTACTS_END ? NOTHING_FOUND : NOT_YET;
}

/* Lock a door that has no key yet. */
static NOINLINE void shut_door(void)
{
    lock_doors();
    close_tile(lock_x[lock_count], lock_y[lock_count]);
    bytes_copied = 0;
    stage = COPY_WAYS;
}

/* Unlock a door for ever. */
static NOINLINE void leave_door(void)
{
    open_tile(lock_x[lock_count], lock_y[lock_count]);
    stage = TRY_LOCK;
}

/* Go on to the next lock, if there is one. */
static NOINLINE void end_lock(void)
{
    --locks_to_do;
    stage = NEXT_LOCK;
    if (locks_to_do == 0)
        stage = PHASE_DONE;
}

#if SOME_LOCKS_REWARD_KIND
/* Begin to look for a place behind the door, at a random byte of the plane. */
static void begin_reward(void)
{
    passage_at = random_below(PLANE_ROW_BYTES);
    passage_y = 1 + random_below(MAP_HEIGHT - 2);
    passage_bytes_left = (uint16_t)(MAP_HEIGHT - 2) * PLANE_ROW_BYTES;
    passage_bits = 0;
    stage = FIND_REWARD;
}

/* One step of finding a tile for what is behind the door, of those that were not reached without its
 * key. */
static NOINLINE uint8_t find_reward(void)
{
    uint8_t left, bits;

    for (left = PASSAGES_AT_ONCE; left != 0; --left) {
        if (passage_bits != 0) {
            bits = passage_bits;
            reward_x = passage_at << 3;
            ADD_LOWEST_BIT(reward_x, bits);
            reward_y = passage_y;
            passage_bits &= passage_bits - 1;
            if (passage_bits == 0)
                next_passage_byte();
            return is_free_floor(reward_x, reward_y) ? FOUND : NOT_YET;
        }
        if (passage_bytes_left == 0)
            return NOTHING_FOUND;
        --passage_bytes_left;
        passage_bits = (uint8_t)~plane_taken[plane_row[passage_y] + passage_at];
        if (passage_bits == 0)
            next_passage_byte();
        else
            ++left;
    }
    return passage_bytes_left == 0 ? NOTHING_FOUND : NOT_YET;
}

/* Place what is behind the door. */
static void place_reward(void)
{
    add_entity(LOCKS_REWARD_KIND, reward_x, reward_y);
    end_lock();
}
#endif

/* Add a locked door and its key to the entities. */
static NOINLINE void keep_lock(void)
{
    add_entity(ENTITY_LOCKED_DOOR, lock_x[lock_count], lock_y[lock_count]);
    add_entity(ENTITY_KEY, key_x[lock_count], key_y[lock_count]);
    ++lock_count;
#if SOME_LOCKS_REWARD_KIND
    if (LOCKS_REWARD_KIND) {
        begin_reward();
        return;
    }
#endif
    end_lock();
}

/* One step of finding a tile for the key: a random one of those that were reached, free floor and far
 * enough from the door. */
static NOINLINE void find_key(void)
{
    uint8_t left, x, y;

    for (left = KEYS_AT_ONCE; left != 0; --left) {
        if (key_tries_left == 0) {
            leave_door();
            return;
        }
        --key_tries_left;
        x = 1 + random_below(MAP_WIDTH - 2);
        y = 1 + random_below(MAP_HEIGHT - 2);
        if (is_reached(x, y)) {
            if (way_to_door(x, y, lock_count) >= LOCKS_FROM_DOOR && is_free_floor(x, y)) {
                key_x[lock_count] = x;
                key_y[lock_count] = y;
                row_at = 0;
                stage = LOOK_AT_KEY;
            }
            return;
        }
    }
}

/* Judge the door, now that all was reached that can be without it. If it is none that was tried, all
 * doors were open. */
static NOINLINE void try_door(void)
{
    if (tiles_in_all == NOT_COUNTED) {
        tiles_in_all = region_size;
        lock_doors();
        stage = NEXT_LOCK;
    } else if (divides()) {
        contact_place = PLANE_ROW_BYTES;
        stage = LOOK_FOR_CONTACT;
    } else
        leave_door();
}

/* One step of placing locked doors and their keys. What finds no place is left out, and the status says
 * so. */
static void place_locks(void)
{
    uint8_t found;

    switch (stage) {
    case 0:
        locks_to_do = LOCKS_COUNT;
        lock_count = 0;
        lock_start_x = 0;
        tiles_in_all = NOT_COUNTED;
        row_at = 0;
        stage = FIND_LOCKS;
        /* fall through */
    case FIND_LOCKS:
        if (find_locks()) {
            begin_plane(PLANE_SOLID);
            stage = READ_WAYS;
        }
        return;
    case READ_WAYS:
        if (read_plane_as_seen()) {
            bytes_copied = 0;
            stage = COPY_WAYS;
        }
        return;
    case COPY_WAYS:
        if (copy_plane()) {
            begin_to_reach();
            stage = FILL_WAYS;
        }
        return;
    case FILL_WAYS:
        if (fill_region()) {
            unlock_at = 0;
            stage = UNLOCK_DOOR;
        }
        return;
    case UNLOCK_DOOR:
        found = unlock_door();
        if (found == FOUND)
            stage = FILL_WAYS;
        else if (found == NOTHING_FOUND)
            stage = TRY_DOOR;
        return;
    case TRY_DOOR:
        try_door();
        return;
    case NEXT_LOCK:
        lock_tries_left = LOCKS_TRIES;
        /* fall through */
    case TRY_LOCK:
        if (lock_tries_left == 0) {
            leave_out(STATUS_NOT_ALL_PLACED);
            end_lock();
            return;
        }
        --lock_tries_left;
        begin_passage();
        stage = FIND_PASSAGE;
        /* fall through */
    case FIND_PASSAGE:
        found = find_passage();
        if (found == FOUND)
            stage = LOOK_AT_PASSAGE;
        else if (found == NOTHING_FOUND) {
            lock_tries_left = 0;
            stage = TRY_LOCK;
        }
        return;
    case LOOK_AT_PASSAGE:
        stage = FIND_PASSAGE;
        if (fits_door()) {
            row_at = 0;
            stage = LOOK_AT_DOOR;
        }
        return;
#if SOME_LOCKS_REWARD_KIND
    case FIND_REWARD:
        found = find_reward();
        if (found == FOUND) {
            row_at = 0;
            stage = LOOK_AT_REWARD;
        } else if (found == NOTHING_FOUND) {
            leave_out(STATUS_NOT_ALL_PLACED);
            end_lock();
        }
        return;
    case LOOK_AT_REWARD:
        found = look_for_entity(reward_x, reward_y);
        if (found == FOUND)
            stage = FIND_REWARD;
        else if (found == NOTHING_FOUND)
            place_reward();
        return;
#endif
    case LOOK_AT_DOOR:
        found = look_for_entity(lock_x[lock_count], lock_y[lock_count]);
        if (found == FOUND)
            stage = TRY_LOCK;
        else if (found == NOTHING_FOUND)
            shut_door();
        return;
    case LOOK_FOR_CONTACT:
        found = look_for_contact();
        if (found == FOUND)
            leave_door();
        else if (found == NOTHING_FOUND) {
            key_tries_left = KEYS_TRIED;
            stage = TRY_KEYS;
        }
        return;
    case TRY_KEYS:
        find_key();
        return;
    default:
        found = look_for_entity(key_x[lock_count], key_y[lock_count]);
        if (found == FOUND)
            stage = TRY_KEYS;
        else if (found == NOTHING_FOUND)
            keep_lock();
        return;
    }
}

#endif
