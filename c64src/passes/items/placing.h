/* The pass `items`: items by count, or by the area of rooms. */
#ifndef UNDERCROFT_ITEMS_PLACING_H
#define UNDERCROFT_ITEMS_PLACING_H

#include "core/generation.h"
#include "core/population/populating.h"
#include "core/population/trying.h"

/* One step of placing items. */
static void place_items(void)
{
    if (stage == 0) {
        wanted_by_rooms = ITEMS_BY_ROOMS;
        wanted_least = ITEMS_LEAST;
        wanted_choices = ITEMS_CHOICES;
        wanted_most = ITEMS_MOST;
        wanted_percent = ITEMS_PERCENT;
        wanted_room = ITEMS_FIRST_ROOM;
        wanted_distance = ITEMS_FROM_STAIRS;
        wanted_tries = ITEMS_TRIES;
        wanted_kind = ITEMS_FIRST_KIND;
        all_weights = ITEMS_ALL_WEIGHTS;
        kind_weights = ITEMS_WEIGHTS;
    }
    populate();
}

#endif
