/* A room as the area in which tiles are tried. */
#ifndef UNDERCROFT_POPULATION_ROOM_AREA_H
#define UNDERCROFT_POPULATION_ROOM_AREA_H

#include "core/platform.h"
#include "core/population/areas.h"

/* Take a room as the area, by the kind's table of rooms. */
static void room_area(uint8_t number)
{
    REGISTER struct AREA_STRUCT *room;

    room = AREA_RECORD(number);
    populated_x = AREA_GET_X(room);
    populated_y = AREA_GET_Y(room);
    populated_width = AREA_GET_W(room);
    populated_height = AREA_GET_H(room);
}

#endif
