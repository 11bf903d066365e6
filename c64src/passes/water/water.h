/* Water: rivers, lakes and spots, which cut nothing off.
 *
 * The twin is in pygen/passes/water/.
 */
#ifndef UNDERCROFT_WATER_WATER_H
#define UNDERCROFT_WATER_WATER_H

#include "passes/water/flooding.h"
#if WATER_SOME_BROAD
#include "passes/water/squares.h"
#endif
#include "passes/water/flowing.h"

#endif
