/* The random numbers of a floor: in exact mode those of the original, in lean mode the engine's.
 *
 * Each function whose name begins with `draw` is one draw, unless it says otherwise. Both modes have
 * draw_below, draw_few (for few choices), draw_percent, draw_forced and draw_between, CHANCE, and
 * LOAD_STATE and STORE_STATE, between which a step draws, and DRAW_HIT for spots of water.
 *
 * Wherever the modes differ, a part has two files, `exact_` and `lean_`, with functions of the same names. What
 * both need stands in the part itself, which includes the right one. */
#ifndef UNDERCROFT_MYSTERY_NUMBERS_H
#define UNDERCROFT_MYSTERY_NUMBERS_H

#if NUMBERS_IS_EXACT
#include "kinds/mystery/exact_numbers.h"
#else
#include "kinds/mystery/lean_numbers.h"
#endif

#endif
