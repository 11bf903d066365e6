/* The game calls field_of_view, field_of_view_octant, mark_seen and line_of_sight. The twin of
 * pygen/calls/sight.py. */
#ifndef UNDERCROFT_CALLS_SIGHT_H
#define UNDERCROFT_CALLS_SIGHT_H

#include "calls/request.h"

/* Take what all these calls need from the request block. 0 if it is out of range: then the call is
 * refused. */
static uint8_t take_view(void)
{
    GAME_A = CALL_IS_REFUSED;
#if MAP_TILES > MOST_UNPACKED
    return 0;
#else
    sight_x = GAME_X;
    sight_y = GAME_Y;
    if (GAME_X >= MAP_WIDTH || GAME_Y >= MAP_HEIGHT)
        return 0;
    GAME_A = CALL_IS_DONE;
    return 1;
#endif
}

#if defined(CALLS_FIELD_OF_VIEW) || defined(CALLS_FIELD_OF_VIEW_OCTANT) || defined(CALLS_MARK_SEEN)
/* The same, and the radius and the window. */
static uint8_t take_window(void)
{
    sight_radius = GAME_RADIUS;
    sight_limit = (uint8_t)((GAME_RADIUS - 1) << 5);
    sight_to = GAME_TO;
    if ((uint8_t)(GAME_RADIUS - 1) >= 8) {
        GAME_A = CALL_IS_REFUSED;
        return 0;
    }
    return take_view();
}
#endif

#ifdef CALLS_FIELD_OF_VIEW
/* Write what is seen from (GAME_X, GAME_Y) to the window GAME_TO. */
void call_field_of_view(void)
{
    uint8_t octant;

    if (!take_window())
        return;
    sight_map = GAME_MAP;
    gather_view();
    for (octant = 0; octant != 8; ++octant) {
        sight_octant = octant;
        scan_octant();
    }
}
#endif

#ifdef CALLS_FIELD_OF_VIEW_OCTANT
/* One of the nine parts of field_of_view: GAME_A is 0 for the first one, which writes the window, and
 * 1 to 8 for an octant. */
void call_field_of_view_octant(void)
{
    uint8_t part;

    part = GAME_A;
    if (!take_window())
        return;
    if (part == 0) {
        sight_map = GAME_MAP;
        gather_view();
    } else if (part <= 8) {
        sight_octant = part - 1;
        scan_octant();
    } else
        GAME_A = CALL_IS_REFUSED;
}
#endif

#ifdef CALLS_MARK_SEEN
/* Set the bits of the tiles that are seen in the window GAME_TO in the plane GAME_SEEN. */
void call_mark_seen(void)
{
    if (!take_window())
        return;
    sight_plane = GAME_SEEN;
    mark_view();
}
#endif

#ifdef CALLS_LINE_OF_SIGHT
/* Whether (GAME_X2, GAME_Y2) is seen from (GAME_X, GAME_Y): else nothing is found. */
void call_line_of_sight(void)
{
    if (GAME_X2 >= MAP_WIDTH || GAME_Y2 >= MAP_HEIGHT) {
        GAME_A = CALL_IS_REFUSED;
        return;
    }
    if (!take_view())
        return;
    sight_x2 = GAME_X2;
    sight_y2 = GAME_Y2;
    sight_map = GAME_MAP;
    if (!see_tile())
        GAME_A = CALL_FINDS_NOTHING;
}
#endif

#endif
