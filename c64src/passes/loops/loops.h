/* Loops: corridors between rooms to which the way round is long, written into the records.
 *
 * The twin is in pygen/passes/loops/.
 */
#ifndef UNDERCROFT_LOOPS_LOOPS_H
#define UNDERCROFT_LOOPS_LOOPS_H

#include "core/population/room_area.h"
#include "core/fill_rectangle.h"
#include "core/read_around.h"
#include "core/write_corridor.h"

#include "passes/loops/ways.h"
#include "passes/loops/sides.h"
#include "passes/loops/corridors.h"
#include "passes/loops/opening.h"

#endif
