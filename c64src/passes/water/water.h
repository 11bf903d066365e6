/* Water: rivers, lakes and spots, which cut nothing off.
 *
 * The twin is in pygen/passes/water/.
 */

#include "core/read_around.h"
#if WATER_SOME_DEEP || WATER_SOME_OVER_ROCK
#include "core/wall_around.h"
#endif

#include "passes/water/flooding.h"
#include "passes/water/flowing.h"
