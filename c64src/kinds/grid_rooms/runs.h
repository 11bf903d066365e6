/* Runs of tiles in a row or a column, drawn as floor or as walls. */
#ifndef UNDERCROFT_GRID_ROOMS_RUNS_H
#define UNDERCROFT_GRID_ROOMS_RUNS_H

#include "core/generation.h"

/* One more entry behind the runs of all corridors. */
#define OWN_RUN (MOST_RUNS * (ROOMS_CAPACITY - 1))

/* Draw the floor of `count` runs from `first` on or, one tile wider all round, their walls. Walls must
 * come on empty ground or other walls. */
static void draw_runs(uint8_t first, uint8_t count, uint8_t tile)
{
    this_run = first;
    runs_left = count;
    figure = DRAW_FLOOR_OF_RUN;
    if (tile == TILE_WALL)
        figure = DRAW_WALLS_OF_RUN;
    draw_figure();
}

#endif
