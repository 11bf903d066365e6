/* Where the player starts.
 *
 * The twin is in pygen/passes/start/.
 */
#ifndef UNDERCROFT_START_START_H
#define UNDERCROFT_START_START_H

#include "passes/start/placing.h"

#endif
