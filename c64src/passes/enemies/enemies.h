/* Enemies, placed where they can be reached.
 *
 * The twin is in pygen/passes/enemies/.
 */
#ifndef UNDERCROFT_ENEMIES_ENEMIES_H
#define UNDERCROFT_ENEMIES_ENEMIES_H

#include "passes/enemies/placing.h"

#endif
