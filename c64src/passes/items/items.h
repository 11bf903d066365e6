/* Items, placed where they can be reached.
 *
 * The twin is in pygen/passes/items/.
 */

#include "core/population/populating.h"

#include "passes/items/placing.h"
