/* Traps, placed where they can be reached.
 *
 * The twin is in pygen/passes/traps/.
 */

#include "core/population/populating.h"

#include "passes/traps/placing.h"
