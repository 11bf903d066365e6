/* The rectangle of a room as an area. */
#ifndef UNDERCROFT_PLACE_AREA_H
#define UNDERCROFT_PLACE_AREA_H

#include "core/places.h"

#ifdef PLACES_CAPACITY
#ifdef AREA_CAPACITY
#include "core/population/room_area.h"
#define place_area(number) room_area(number)
#else
/* Take the rectangle of a feature as the area: populated_x, populated_y, populated_width, populated_height. */
static void place_area(uint8_t number)
{
    REGISTER struct feature_record *room;

    room = FEATURE_RECORD(number);
    populated_x = FEATURE_GET_X(room);
    populated_y = FEATURE_GET_Y(room);
    populated_width = FEATURE_GET_W(room);
    populated_height = FEATURE_GET_H(room);
}
#endif
#endif

#endif
