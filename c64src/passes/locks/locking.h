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
#include "core/plane/copy_plane.h"
#include "core/plane/flood.h"
#include "core/plane/plane.h"
#include "core/plane/read_plane_as_seen.h"
#include "passes/locks/closets.h"
#include "passes/locks/dividing.h"
#include "passes/locks/keys.h"
#include "passes/locks/passages.h"
#include "passes/locks/places.h"
#include "passes/locks/reaching.h"
#include "passes/locks/rewards.h"
#include "passes/locks/walls.h"

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
#define WAIT_FOR_DOOR 17
#define KEEP_DIVIDING 18
#define FIND_PLACE 19
#define NEXT_SIDE 20
#define FIND_FRONT 21
#define LOOK_AT_ROCK 22
#define LOOK_INSIDE 23
#define DIG_CLOSET 24
#define COPY_FOR_WAY 25
#define FIND_NEAR 26
#define LOOK_AT_ROOM 27
#define KEEP_BEFORE 28
#define NEXT_REWARD 29
#define FILL_BEHIND 30
#define BEGIN_REWARD 31

/* How many locks are still to be placed, and how many places and tiles are still tried for one. */
WORK uint8_t locks_to_do, lock_tries_left, key_tries_left;

#if SOME_LOCKS_OWN_REWARDS
/* The lock whose reward is placed next, and whether rewards are placed. */
WORK uint8_t reward_lock, places_rewards;
#endif

#if SOME_LOCKS_TRIES_ALL_TILES
/* What is done next if the tile for a key is taken. */
WORK uint8_t stage_of_keys;
#else
#define stage_of_keys TRY_KEYS
#endif

/* The entity that is looked at next. */
WORK uint8_t row_at;

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

#if SOME_LOCKS_ORDER_IS_NESTED
/* Hold the last lock, if the next key must be behind its door. */
static void hold_last(void)
{
    held_lock = NO_LOCK;
    if (LOCKS_ORDER_IS_NESTED && lock_count != 0)
        held_lock = lock_count - 1;
}
#endif

/* Lock a door that has no key yet. */
static NOINLINE void shut_door(void)
{
#if SOME_LOCKS_SEARCH_IS_RANDOM
    stage = WAIT_FOR_DOOR;
    if (was_vain())
        return;
#endif
    lock_doors();
    close_tile(lock_x[lock_count], lock_y[lock_count]);
#if SOME_LOCKS_ORDER_IS_NESTED
    hold_last();
#endif
    bytes_copied = 0;
    stage = COPY_WAYS;
}

/* Unlock a door for ever. */
static NOINLINE void leave_door(void)
{
#if SOME_LOCKS_MAKE_IS_CLOSET
    if (makes_closet) {
        stage = NEXT_SIDE;
        return;
    }
#endif
    open_tile(lock_x[lock_count], lock_y[lock_count]);
    stage = TRY_LOCK;
}

#if SOME_LOCKS_OWN_REWARDS
/* Go on to the reward of the next lock, if there is one. */
static NOINLINE void next_reward(void)
{
    stage = NEXT_REWARD;
    if (reward_lock == lock_count)
        stage = PHASE_DONE;
}
#endif

/* Go on to the next lock, if there is one. */
static NOINLINE void end_lock(void)
{
    --locks_to_do;
    stage = NEXT_LOCK;
    if (locks_to_do == 0) {
        stage = PHASE_DONE;
#if SOME_LOCKS_OWN_REWARDS
        if (LOCKS_OWN_REWARDS) {
            places_rewards = 1;
            next_reward();
        }
#endif
    }
}

#if SOME_LOCKS_REWARD_KIND
#if SOME_LOCKS_OWN_REWARDS
/* Go on after a reward. */
static NOINLINE void end_reward(void)
{
    if (places_rewards)
        next_reward();
    else
        end_lock();
}
#define END_REWARD end_reward
#else
#define END_REWARD end_lock
#endif

/* Place what is behind the door. */
static void place_reward(void)
{
    add_entity(LOCKS_REWARD_KIND, reward_x, reward_y);
    END_REWARD();
}
#endif

/* Whether the reward of a lock is placed as soon as its key. */
#if SOME_LOCKS_OWN_REWARDS
#define REWARDS_AT_ONCE (LOCKS_REWARD_KIND && !LOCKS_OWN_REWARDS)
#else
#define REWARDS_AT_ONCE LOCKS_REWARD_KIND
#endif

/* Add a locked door and its key to the entities. */
static NOINLINE void keep_lock(void)
{
    add_entity(ENTITY_LOCKED_DOOR, lock_x[lock_count], lock_y[lock_count]);
    add_entity(ENTITY_KEY, key_x[lock_count], key_y[lock_count]);
    ++lock_count;
#if SOME_LOCKS_REWARD_KIND && !ALL_LOCKS_OWN_REWARDS
    if (REWARDS_AT_ONCE) {
        begin_reward();
        stage = FIND_REWARD;
        return;
    }
#endif
    end_lock();
}

#if SOME_LOCKS_TRIES_ALL_TILES
/* Begin to find a tile for the key: first those that are too near to the door. */
static NOINLINE void begin_keys(void)
{
    key_tries_left = KEYS_TRIED;
    stage_of_keys = TRY_KEYS;
    stage = TRY_KEYS;
#if SOME_LOCKS_STEPS_FROM_DOOR
    if (LOCKS_STEPS_FROM_DOOR) {
        begin_near(near_door, lock_x[lock_count], lock_y[lock_count], LOCKS_STEPS_FROM_DOOR);
        stage = COPY_FOR_WAY;
    }
#endif
}
#endif

/* One step of finding a tile for the key: a random one of those that were reached, free floor and far
 * enough from the door. */
static NOINLINE void find_key(void)
{
    uint8_t left, x, y;

    for (left = KEYS_AT_ONCE; left != 0; --left) {
        if (key_tries_left == 0) {
#if SOME_LOCKS_TRIES_ALL_TILES
            if (LOCKS_TRIES_ALL_TILES) {
#if SOME_LOCKS_MAKE_IS_CLOSET
                place_side = NO_SIDE;
#endif
                begin_place();
                stage = FIND_PLACE;
                stage_of_keys = FIND_PLACE;
                return;
            }
#endif
#if !ALL_LOCKS_TRIES_ALL_TILES
            leave_door();
            return;
#endif
        }
        --key_tries_left;
        x = 1 + random_below(MAP_WIDTH - 2);
        y = 1 + random_below(MAP_HEIGHT - 2);
        if (is_reached(x, y)) {
            if (suits_key(x, y)) {
                key_x[lock_count] = x;
                key_y[lock_count] = y;
                row_at = 0;
                stage = LOOK_AT_KEY;
            }
            return;
        }
    }
}

#if SOME_LOCKS_MAKE_IS_CLOSET
/* Begin to make a closet: all is reached that can be with the locks that there are. */
static void begin_closet(void)
{
    makes_closet = 1;
    closet_sides_left = 4;
    lock_doors();
#if SOME_LOCKS_ORDER_IS_NESTED
    hold_last();
#endif
    bytes_copied = 0;
    stage = COPY_WAYS;
}

/* Go on to the next side of tiles at which a closet might be; if all were tried, there is no lock. */
static NOINLINE void next_side(void)
{
    if (closet_sides_left == 0) {
        leave_out(STATUS_NOT_ALL_PLACED);
        end_lock();
        return;
    }
    --closet_sides_left;
    place_side = closet_side;
    closet_side = (uint8_t)(closet_side + 1) & 3;
    begin_place();
    stage = FIND_FRONT;
}
#endif

/* Take the tile for the key at which there is no entity. */
#if SOME_LOCKS_MAKE_IS_CLOSET
static NOINLINE void keep_key(void)
{
    stage = DIG_CLOSET;
    if (!makes_closet)
        keep_lock();
}
#else
#define keep_key keep_lock
#endif
#if SOME_LOCKS_KEY_ROOMS_IS_APART
static NOINLINE void take_key(void)
{
    key_room = 0;
    stage = LOOK_AT_ROOM;
#if !ALL_LOCKS_KEY_ROOMS_IS_APART
    if (!LOCKS_KEY_ROOMS_IS_APART)
        keep_key();
#endif
}
#else
#define take_key keep_key
#endif

#if defined(HAS_NEAR_TILES) && SOME_LOCKS_STEPS_FROM_START
/* Begin to find the tiles that are too near to the start, or to the up stairs if there is none. */
static void begin_near_start(void)
{
    uint8_t x, y;

    x = lock_start_x;
    y = lock_start_y;
    if (x == 0) {
        x = SUMMARY->up_x;
        y = SUMMARY->up_y;
    }
    begin_near(near_start, x, y, LOCKS_STEPS_FROM_START);
    stage = COPY_FOR_WAY;
}
#endif

#ifdef HAS_NEAR_TILES
/* Go on after the tiles that are too near were found: with a key, or with the first lock. */
static NOINLINE void end_near(void)
{
    stage = TRY_KEYS;
#if SOME_LOCKS_STEPS_FROM_START
    if (near_plane == near_start) {
        lock_doors();
        stage = NEXT_LOCK;
    }
#endif
}
#endif

/* Judge the door, now that all was reached that can be without it. If it is none that was tried, all
 * doors were open. */
static NOINLINE void try_door(void)
{
    if (tiles_in_all == NOT_COUNTED) {
        tiles_in_all = region_size;
#if defined(HAS_NEAR_TILES) && SOME_LOCKS_STEPS_FROM_START
        if (LOCKS_STEPS_FROM_START) {
            begin_near_start();
            return;
        }
#endif
        lock_doors();
        stage = NEXT_LOCK;
#if SOME_LOCKS_MAKE_IS_CLOSET
    } else if (makes_closet) {
        closet_side = random_below(4);
        next_side();
#endif
    } else if (divides()) {
#if SOME_LOCKS_ORDER_IS_NESTED
        if (LOCKS_ORDER_IS_NESTED && lock_count != 0 && lock_is_open[lock_count - 1] == 0) {
            leave_door();
            return;
        }
#endif
        contact_place = PLANE_ROW_BYTES;
        stage = LOOK_FOR_CONTACT;
    } else {
#if SOME_LOCKS_SEARCH_IS_RANDOM
        remember_vain();
#endif
#if SOME_LOCKS_SEARCH_IS_ALL
        drop_passage();
#endif
        leave_door();
    }
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
#if SOME_LOCKS_SEARCH_IS_RANDOM
        vain_count = 0;
#endif
#if SOME_LOCKS_MAKE_IS_CLOSET
        makes_closet = 0;
#endif
#ifdef HOLDS_LOCKS
        held_lock = NO_LOCK;
#endif
#if SOME_LOCKS_OWN_REWARDS
        places_rewards = 0;
#endif
        tiles_in_all = NOT_COUNTED;
        row_at = 0;
        stage = FIND_LOCKS;
        /* fall through */
    case FIND_LOCKS:
        if (find_locks()) {
#if SOME_LOCKS_OWN_REWARDS
            reward_lock = lock_count;
#endif
            begin_plane(PLANE_SOLID);
            stage = READ_WAYS;
        }
        return;
    case READ_WAYS:
        if (read_plane_as_seen()) {
            bytes_copied = 0;
            stage = COPY_WAYS;
#if SOME_LOCKS_SEARCH_IS_ALL
            begin_walls();
            if (LOCKS_SEARCH_IS_ALL)
                stage = KEEP_DIVIDING;
#endif
        }
        return;
#if SOME_LOCKS_SEARCH_IS_ALL
    case KEEP_DIVIDING:
        if (keep_dividing()) {
            bytes_copied = 0;
            stage = COPY_WAYS;
        }
        return;
#endif
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
        else if (found == NOTHING_FOUND) {
            stage = TRY_DOOR;
#ifdef HOLDS_LOCKS
            bytes_copied = 0;
            if (held_lock != NO_LOCK)
                stage = KEEP_BEFORE;
#endif
        }
        return;
#ifdef HOLDS_LOCKS
    case KEEP_BEFORE:
        if (keep_before()) {
            unlock_at = 0;
            stage = UNLOCK_DOOR;
#if SOME_LOCKS_OWN_REWARDS
            if (places_rewards) {
                open_lock(held_lock);
                stage = FILL_BEHIND;
            }
#endif
            held_lock = NO_LOCK;
        }
        return;
#endif
#if SOME_LOCKS_OWN_REWARDS
    case NEXT_REWARD:
        lock_doors();
        held_lock = reward_lock;
        ++reward_lock;
        bytes_copied = 0;
        stage = COPY_WAYS;
        return;
    case FILL_BEHIND:
        if (fill_region())
            stage = BEGIN_REWARD;
        return;
    case BEGIN_REWARD:
        begin_reward();
        stage = FIND_REWARD;
        return;
#endif
#ifdef HAS_NEAR_TILES
    case COPY_FOR_WAY:
        if (copy_for_way()) {
            stage = FIND_NEAR;
            if (near_steps == 1)
                end_near();
        }
        return;
    case FIND_NEAR:
        if (find_near())
            end_near();
        return;
#endif
#if SOME_LOCKS_KEY_ROOMS_IS_APART
    case LOOK_AT_ROOM:
        found = look_at_room();
        if (found == NOTHING_FOUND)
            stage = stage_of_keys;
        else if (found == FOUND)
            keep_key();
        return;
#endif
    case TRY_DOOR:
        try_door();
        return;
    case NEXT_LOCK:
        lock_tries_left = LOCKS_TRIES;
#if SOME_LOCKS_MAKE_IS_CLOSET
        makes_closet = 0;
#endif
#if SOME_LOCKS_SEARCH_IS_ALL
        if (LOCKS_SEARCH_IS_ALL)
            begin_passage();
#endif
        /* fall through */
    case TRY_LOCK:
        if (lock_tries_left == 0) {
#if SOME_LOCKS_MAKE_IS_CLOSET
            if (LOCKS_MAKE_IS_CLOSET) {
                begin_closet();
                return;
            }
#endif
            leave_out(STATUS_NOT_ALL_PLACED);
            end_lock();
            return;
        }
#if SOME_LOCKS_SEARCH_IS_RANDOM
        if (!LOCKS_SEARCH_IS_ALL) {
            --lock_tries_left;
            begin_passage();
        }
#endif
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
            END_REWARD();
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
#if SOME_LOCKS_MAKE_IS_CLOSET
    case NEXT_SIDE:
        next_side();
        return;
    case FIND_FRONT:
        found = find_place();
        if (found == NOTHING_FOUND)
            stage = NEXT_SIDE;
        else if (found == FOUND && suits_closet())
            stage = LOOK_AT_ROCK;
        return;
    case LOOK_AT_ROCK:
        found = look_at_rock();
        if (found == NOTHING_FOUND)
            stage = FIND_FRONT;
        else if (found == FOUND) {
            inside_at = 0;
            stage = LOOK_INSIDE;
        }
        return;
    case LOOK_INSIDE:
        found = look_inside();
        if (found == FOUND)
            stage = FIND_FRONT;
        else if (found == NOTHING_FOUND) {
            closet_row = closet_y;
            begin_keys();
        }
        return;
    case DIG_CLOSET:
        if (dig_closet())
            keep_lock();
        return;
#endif
    case LOOK_AT_DOOR:
        found = look_for_entity(lock_x[lock_count], lock_y[lock_count]);
        if (found == FOUND)
            stage = TRY_LOCK;
        else if (found == NOTHING_FOUND)
            shut_door();
        return;
#if SOME_LOCKS_SEARCH_IS_RANDOM
    case WAIT_FOR_DOOR:
        --vain_steps_left;
        if (vain_steps_left == 0)
            stage = TRY_LOCK;
        return;
#endif
    case LOOK_FOR_CONTACT:
        found = look_for_contact();
        if (found == FOUND) {
#if SOME_LOCKS_SEARCH_IS_ALL
            drop_passage();
#endif
            leave_door();
        } else if (found == NOTHING_FOUND) {
#if SOME_LOCKS_TRIES_ALL_TILES
            begin_keys();
#else
            key_tries_left = KEYS_TRIED;
            stage = TRY_KEYS;
#endif
        }
        return;
    case TRY_KEYS:
        find_key();
        return;
#if SOME_LOCKS_TRIES_ALL_TILES
    case FIND_PLACE:
        found = find_key_place();
        if (found == FOUND) {
            row_at = 0;
            stage = LOOK_AT_KEY;
        } else if (found == NOTHING_FOUND)
            leave_door();
        return;
#endif
    default:
        found = look_for_entity(key_x[lock_count], key_y[lock_count]);
        if (found == FOUND)
            stage = stage_of_keys;
        else if (found == NOTHING_FOUND)
            take_key();
        return;
    }
}

#endif
