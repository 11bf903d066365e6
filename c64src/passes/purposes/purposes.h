/* What rooms are for: a library, barracks, a shrine.
 *
 * The twin is in pygen/passes/purposes/.
 */
#ifndef UNDERCROFT_PURPOSES_PURPOSES_H
#define UNDERCROFT_PURPOSES_PURPOSES_H

#include "passes/purposes/choosing.h"

#endif
