/* The pass `enemies`: enemies by count, or by the area of rooms. */
#ifndef UNDERCROFT_ENEMIES_PLACING_H
#define UNDERCROFT_ENEMIES_PLACING_H

#include "core/generation.h"
#include "core/population/populating.h"
#include "core/population/trying.h"

/* One step of placing enemies. */
static void place_enemies(void)
{
    if (stage == 0) {
        wanted_by_rooms = ENEMIES_BY_ROOMS;
        wanted_least = ENEMIES_LEAST;
        wanted_choices = ENEMIES_CHOICES;
        wanted_most = ENEMIES_MOST;
        wanted_percent = ENEMIES_PERCENT;
        wanted_room = ENEMIES_FIRST_ROOM;
        wanted_distance = ENEMIES_FROM_STAIRS;
        wanted_tries = ENEMIES_TRIES;
        wanted_kind = ENEMIES_FIRST_KIND;
        all_weights = ENEMIES_ALL_WEIGHTS;
        kind_weights = ENEMIES_WEIGHTS;
    }
    populate();
}

#endif
