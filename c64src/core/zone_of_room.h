/* The zone in which a room is: near to the start, in the middle or far away. Only passes that use places and look at
 * zones have it. */
#ifndef UNDERCROFT_ZONE_OF_ROOM_H
#define UNDERCROFT_ZONE_OF_ROOM_H

#include "core/places.h"

#ifdef PLACES_HAVE_ZONES
#include "core/place_area.h"
#include "core/plane/plane_bit.h"
#include "core/plane/zone_planes.h"

/* The steps to the tile in the middle of a room and to those beside it, each from the one before; the last is first. */
static const uint8_t zone_step_x[5] = { 0, 1, 254, 1, 0 };
static const uint8_t zone_step_y[5] = { 254, 1, 0, 0, 0 };

/* The zone in which a room is, and note it in its place: that of the tile in its middle, or of one beside this if the
 * middle is in none. Takes some 300 cycles with OSCAR64, up to 900 if most of them are in none. */
static NOINLINE uint8_t zone_of_room(uint8_t number)
{
    uint8_t zone, step, bit;
    uint16_t at;
    struct place_record *place;

    place_area(number);
    populated_x += populated_width >> 1;
    populated_y += populated_height >> 1;
    zone = PLACE_NOT_KNOWN;
    step = 5;
    do {
        --step;
        populated_x += zone_step_x[step];
        populated_y += zone_step_y[step];
        at = plane_row[populated_y];
        at += (uint8_t)(populated_x >> 3);
        bit = populated_x & 7;
        bit = plane_bit[bit];
        if (zones_low[at] & bit)
            zone = PLACE_NEAR;
        /* From near to far, or from PLACE_NOT_KNOWN to the middle. */
        if (zones_high[at] & bit)
            zone += 2;
        if (zone != PLACE_NOT_KNOWN)
            break;
    } while (step != 0);
    place = PLACE_RECORD(number);
    PLACE_SET_DISTANCE(place, zone);
    return zone;
}
#endif

#endif
