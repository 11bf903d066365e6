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

#endif
