/* The links of lean mode. */
#ifndef UNDERCROFT_MYSTERY_LEAN_CONNECTIONS_H
#define UNDERCROFT_MYSTERY_LEAN_CONNECTIONS_H

#include "kinds/mystery/cells.h"
#include "kinds/mystery/connections.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"

#if SOME_WALK
static void turn_walk(void)
{
    if (draw_few(8) < 4)
        walk_direction = draw_few(4);
}
#endif

#endif
