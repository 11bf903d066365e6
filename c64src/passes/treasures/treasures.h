/* Treasures: chambers of one tile in the rock, behind secret paths.
 *
 * The twin is in pygen/passes/treasures/.
 */

#include "core/doorways.h"
#include "core/wall_around.h"

#include "passes/treasures/hiding.h"
