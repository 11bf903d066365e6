/* Items, placed where they can be reached.
 *
 * The twin is in pygen/passes/items/.
 */
#ifndef UNDERCROFT_ITEMS_ITEMS_H
#define UNDERCROFT_ITEMS_ITEMS_H

#include "passes/items/placing.h"

#endif
