/* Whether a door divides the map: what is behind it can be reached through it only. */
#ifndef UNDERCROFT_LOCKS_DIVIDING_H
#define UNDERCROFT_LOCKS_DIVIDING_H

#include "core/generation.h"
#include "core/plane/flood.h"
#include "core/plane/plane.h"
#include "core/plane/taken.h"
#include "passes/locks/reaching.h"

/* The byte in which contact with the next row is looked for, and the end of the last row but two. */
static uint16_t contact_place;
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

#endif
