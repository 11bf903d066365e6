/* Connect: corridors between the rooms of a dungeon whose kind has not joined them.
 *
 * The twin is in pygen/passes/connect/.
 */

#include "core/population/room_area.h"
#include "core/wall_around.h"

#include "passes/connect/digging.h"
#include "passes/connect/planning.h"
