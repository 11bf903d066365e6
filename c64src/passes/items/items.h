/* Items, placed where they can be reached.
 *
 * The twin is in pygen/passes/items/.
 */
#ifndef UNDERCROFT_ITEMS_ITEMS_H
#define UNDERCROFT_ITEMS_ITEMS_H

#include "core/population/populating.h"

/* One step of placing items, by count or by the area of rooms. */
POPULATES(place_items, ITEMS)

#endif
