/* Connect: corridors between the rooms of a dungeon whose kind has not joined them.
 *
 * The twin is in pygen/passes/connect/.
 */
#ifndef UNDERCROFT_CONNECT_CONNECT_H
#define UNDERCROFT_CONNECT_CONNECT_H

#include "core/population/room_area.h"
#include "core/wall_around.h"

#include "passes/connect/digging.h"
#include "passes/connect/recording.h"
#include "passes/connect/planning.h"

#endif
