/* Whether a door divides the map: what is behind it can be reached through it only. */
#ifndef UNDERCROFT_LOCKS_DIVIDING_H
#define UNDERCROFT_LOCKS_DIVIDING_H

#include "core/generation.h"
#include "core/plane/copy_plane.h"
#include "core/plane/flood.h"
#include "core/plane/plane.h"
#include "core/plane/taken.h"
#include "passes/locks/reaching.h"

/* The byte in which contact with the next row is looked for, and the end of the last row but two. */
WORK uint16_t contact_place;
#define CONTACTS_END (PLANE_BYTES - 2 * PLANE_ROW_BYTES)

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

/* One step of finding out whether one can get past the door by a diagonal step. */
static NOINLINE uint8_t look_for_contact(void)
{
    uint16_t left;
    uint8_t looked;

    left = CONTACTS_END - contact_place;
    if (left == 0)
        return NOTHING_FOUND;
    contact_end = CONTACTS_AT_ONCE;
    if (left < CONTACTS_AT_ONCE)
        contact_end = (uint8_t)left;
    contact_taken = plane_taken + (contact_place - 1);
    contact_solid = plane_solid + (contact_place - 1);
    contacts_left = CONTACTS_AT_ONCE;
    looked = find_contact();
    if (looked == 255)
        return FOUND;
    contact_place += looked;
    return contact_place == CONTACTS_END ? NOTHING_FOUND : NOT_YET;
}

#if SOME_LOCKS_SEARCH_IS_RANDOM
/* Doors that were tried in vain. The search for passages often comes to the same door again: while there is no lock,
 * the flood would do the same, and so the door only waits for as many steps. At most so many are remembered, with
 * floods of so many steps. */
#define MOST_VAIN 48
#define MOST_VAIN_STEPS 255

/* The steps from a door that is shut to one that is left, besides those of the flood: the plane is copied, no lock is
 * opened, and the door is judged. */
#define STEPS_AROUND_FLOOD ((PLANE_BYTES + BYTES_COPIED - 1) / BYTES_COPIED + 2)

/* The doors, and how many steps of their floods there were. */
WORK uint8_t vain_x[MOST_VAIN], vain_y[MOST_VAIN], vain_steps[MOST_VAIN];
WORK uint8_t vain_count;

/* How many steps a door that is tried again has still to wait. */
WORK uint16_t vain_steps_left;

/* Remember that the door, which divides nothing as wanted, was tried. */
static NOINLINE void remember_vain(void)
{
    uint8_t at;

    at = vain_count;
    if (lock_count != 0 || at == MOST_VAIN || flood_steps > MOST_VAIN_STEPS)
        return;
    vain_x[at] = lock_x[0];
    vain_y[at] = lock_y[0];
    vain_steps[at] = (uint8_t)flood_steps;
    vain_count = at + 1;
}

/* Whether the door was tried in vain. Takes some 20 cycles for each one that was. */
static NOINLINE uint8_t was_vain(void)
{
    uint8_t at, x, y;

    if (lock_count != 0)
        return 0;
    x = lock_x[0];
    y = lock_y[0];
    for (at = vain_count; at != 0;) {
        --at;
        if (vain_x[at] == x && vain_y[at] == y) {
            vain_steps_left = (uint16_t)(vain_steps[at] + STEPS_AROUND_FLOOD);
            return 1;
        }
    }
    return 0;
}
#endif

#endif
