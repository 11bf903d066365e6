/* Random rock: what the automaton begins with. */
#ifndef UNDERCROFT_CAVES_ROCK_H
#define UNDERCROFT_CAVES_ROCK_H

#include "core/generation.h"
#include "core/plane/plane.h"
#if SOME_AREAS_COUNT
#include "kinds/caves/areas.h"
#endif

/* One step of filling the plane: a few bytes. The edge is what plane_edge says. */
static uint8_t fill_rock(void)
{
#if SOME_AREAS_COUNT
    uint8_t end;

#endif
    if (plane_y == 0) {
        close_row(0, plane_edge);
        close_row(MAP_HEIGHT - 1, plane_edge);
        plane_y = 1;
    }
    rock_row = plane_solid + plane_row[plane_y] + plane_at;
    rock_bytes = BYTES_FILLED;
    if (PLANE_ROW_BYTES - plane_at < BYTES_FILLED)
        rock_bytes = PLANE_ROW_BYTES - plane_at;
    random_draws += (uint8_t)(rock_bytes << 2);
#if SOME_AREAS_COUNT
    if (area_count) {
        end = plane_at + rock_bytes;
        fill_areas(end);
        plane_at = end;
    } else {
#endif
    plane_at += rock_bytes;
    rock_chance = ROCK_FILL_CHANCE;
    fill_bytes();
#if SOME_AREAS_COUNT
    }
#endif
    if (plane_at != PLANE_ROW_BYTES)
        return 0;
    plane_at = 0;
    close_row(plane_y, plane_edge);
    ++plane_y;
    if (plane_y != MAP_HEIGHT - 1)
        return 0;
    plane_y = 0;
    return 1;
}

#endif
