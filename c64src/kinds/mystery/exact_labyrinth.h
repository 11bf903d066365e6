/* Labyrinths in exact mode: which room becomes one is shuffled. */
#ifndef UNDERCROFT_MYSTERY_EXACT_LABYRINTH_H
#define UNDERCROFT_MYSTERY_EXACT_LABYRINTH_H

#include "kinds/mystery/cells.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/labyrinth.h"
#include "kinds/mystery/numbers.h"

/* Whether the tiles of the room are in a room: those of one that was filled again are not, and only the
 * original has a labyrinth there. */
WORK uint8_t maze_ground;

static void note_maze_ground(uint8_t cell)
{
    maze_ground = GROUND_ROW(cell_top[cell])[cell_left[cell]] & IN_ROOM;
}

static uint8_t may_be_water(uint8_t x, uint8_t y)
{
    return (uint8_t)(GROUND_ROW(y)[x] & IN_ROOM) == maze_ground;
}

#if SOME_HAVE_MAZES
static void begin_random_maze(void)
{
    begin_flags(choice_count, 1);
    work = 3;
}

static uint8_t go_on_with_maze(void)
{
    if (work == 2)
        return grow_maze();
    if (shuffle_flags(choice_count)) {
        begin_maze(choices[draw_choice(choice_count)], 0);
        work = 2;
    }
    return 0;
}
#endif

#endif
