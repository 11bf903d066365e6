/* The pass `traps`: traps by count, or by the area of rooms. */
#ifndef UNDERCROFT_TRAPS_PLACING_H
#define UNDERCROFT_TRAPS_PLACING_H

#include "core/generation.h"
#include "core/population/populating.h"
#include "core/population/trying.h"

/* One step of placing traps. */
static void place_traps(void)
{
    if (stage == 0) {
        wanted_by_rooms = TRAPS_BY_ROOMS;
        wanted_least = TRAPS_LEAST;
        wanted_choices = TRAPS_CHOICES;
        wanted_most = TRAPS_MOST;
        wanted_percent = TRAPS_PERCENT;
        wanted_room = TRAPS_FIRST_ROOM;
        wanted_distance = TRAPS_FROM_STAIRS;
        wanted_tries = TRAPS_TRIES;
        wanted_kind = TRAPS_FIRST_KIND;
        all_weights = TRAPS_ALL_WEIGHTS;
        kind_weights = TRAPS_WEIGHTS;
    }
    populate();
}

#endif
