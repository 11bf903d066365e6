/* Labyrinths in lean mode. */
#ifndef UNDERCROFT_MYSTERY_LEAN_LABYRINTH_H
#define UNDERCROFT_MYSTERY_LEAN_LABYRINTH_H

#include "kinds/mystery/cells.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/labyrinth.h"
#include "kinds/mystery/numbers.h"

static void note_maze_ground(uint8_t cell)
{
    (void)cell;
}

static uint8_t may_be_water(uint8_t x, uint8_t y)
{
    return GROUND_ROW(y)[x] & IN_ROOM;
}

#if SOME_HAVE_MAZES
static void begin_random_maze(void)
{
    begin_maze(choices[draw_below(choice_count)], 0);
    work = 2;
}

static uint8_t go_on_with_maze(void)
{
    return grow_maze();
}
#endif

#endif
