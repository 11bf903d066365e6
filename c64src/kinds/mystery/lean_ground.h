/* A try in lean mode. */
#ifndef UNDERCROFT_MYSTERY_LEAN_GROUND_H
#define UNDERCROFT_MYSTERY_LEAN_GROUND_H

#include "kinds/mystery/ground.h"

/* What the room of a structure must be: it was not filled again. */
#define STRUCTURE_NEEDS LIVE

static void forget_try(void)
{
    start_x = NOWHERE;
    start_y = NOWHERE;
    has_shop = 0;
    has_house = 0;
    house_is_forced = 0;
}

#endif
