/* Treasures: chambers of one tile in the rock, behind secret paths.
 *
 * The twin is in pygen/passes/treasures/.
 */
#ifndef UNDERCROFT_TREASURES_TREASURES_H
#define UNDERCROFT_TREASURES_TREASURES_H

#include "passes/treasures/hiding.h"

#endif
