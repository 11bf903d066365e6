/* The rectangle of a room as an area. */
#ifndef UNDERCROFT_PLACE_AREA_H
#define UNDERCROFT_PLACE_AREA_H

#include "core/places.h"

#ifdef AREA_STRUCT
#include "core/population/room_area.h"

/* Take the rectangle of a room, a chamber or a feature as the area: populated_x, populated_y, populated_width,
 * populated_height. */
#define place_area(number) room_area(number)
#endif

#endif
