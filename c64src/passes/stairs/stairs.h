/* Stairs: up and down, as far apart on foot as wanted.
 *
 * The twin is in pygen/passes/stairs/.
 */
#ifndef UNDERCROFT_STAIRS_STAIRS_H
#define UNDERCROFT_STAIRS_STAIRS_H

#include "passes/stairs/placing.h"

#endif
