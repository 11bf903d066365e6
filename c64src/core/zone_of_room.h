/* The zone in which a room is: near to the start, in the middle or far away. Only passes that use places and look at
 * zones have it. */
#ifndef UNDERCROFT_ZONE_OF_ROOM_H
#define UNDERCROFT_ZONE_OF_ROOM_H

#include "core/places.h"

#ifdef PLACES_HAVE_ZONES
#include "core/place_area.h"
#include "core/plane/plane_bit.h"
#include "core/plane/zone_planes.h"

/* The zone of a tile; PLACE_NOT_KNOWN if it is in none. */
static NOINLINE uint8_t zone_at(uint8_t x, uint8_t y)
{
    uint16_t at;
    uint8_t bit, is_low;

    at = plane_row[y] + (x >> 3);
    bit = plane_bit[x & 7];
    is_low = zones_low[at] & bit;
    if (zones_high[at] & bit)
        return is_low ? PLACE_FAR : PLACE_MIDDLE;
    return is_low ? PLACE_NEAR : PLACE_NOT_KNOWN;
}

/* The zone in which a room is, and note it in its place: that of the tile in its middle, or of one beside this if the
 * middle is in none. Takes some 300 cycles with OSCAR64, up to 900 if most of them are in none. */
static NOINLINE uint8_t zone_of_room(uint8_t number)
{
    uint8_t zone;
    REGISTER struct place_record *place;

    place_area(number);
    populated_x += populated_width >> 1;
    populated_y += populated_height >> 1;
    zone = zone_at(populated_x, populated_y);
    if (zone == PLACE_NOT_KNOWN)
        zone = zone_at(populated_x + 1, populated_y);
    if (zone == PLACE_NOT_KNOWN)
        zone = zone_at(populated_x - 1, populated_y);
    if (zone == PLACE_NOT_KNOWN)
        zone = zone_at(populated_x, populated_y + 1);
    if (zone == PLACE_NOT_KNOWN)
        zone = zone_at(populated_x, populated_y - 1);
    place = PLACE_RECORD(number);
    PLACE_SET_DISTANCE(place, zone);
    return zone;
}
#endif

#endif
