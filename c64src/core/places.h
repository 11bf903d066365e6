/* The table `places`: a row for each room of the kind's table, in the same order. The twin of
 * pygen/engine/dungeon/places.py. Rows are read and written by PLACE_RECORD(room), and its fields shape, purpose, vault
 * and distance as PLACE_GET_SHAPE(record) and PLACE_SET_SHAPE(record, shape). core/place_area.h and
 * core/zone_of_room.h belong to it. */
#ifndef UNDERCROFT_PLACES_H
#define UNDERCROFT_PLACES_H

#include "core/generation.h"
#include "core/population/areas.h"

#ifdef PLACES_CAPACITY

/* What the distance of a place may be, besides that nobody has looked: NOT_KNOWN. */
#define PLACE_NEAR 0
#define PLACE_MIDDLE 1
#define PLACE_FAR 2
#define PLACE_NOT_KNOWN 255

/* Begin the table: a row for each room, of which nothing is known. They are as they were cleared. */
INLINE void add_places(void)
{
    COUNT_OF_PLACES = COUNT_OF_AREAS;
}

#endif

#endif
