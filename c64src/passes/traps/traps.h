/* Traps, placed where they can be reached.
 *
 * The twin is in pygen/passes/traps/.
 */
#ifndef UNDERCROFT_TRAPS_TRAPS_H
#define UNDERCROFT_TRAPS_TRAPS_H

#include "passes/traps/placing.h"

#endif
