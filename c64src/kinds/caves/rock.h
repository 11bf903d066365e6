/* Random rock: what the automaton begins with. */
#ifndef UNDERCROFT_CAVES_ROCK_H
#define UNDERCROFT_CAVES_ROCK_H

#include "core/generation.h"
#include "core/plane/plane.h"

/* One step of filling the plane: a few bytes. The edge is what plane_edge says. */
static uint8_t fill_rock(void)
{
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
    plane_at += rock_bytes;
    rock_chance = ROCK_FILL_CHANCE;
    fill_bytes();
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
