/* Contents of rooms: drawings that are chosen for each room among those that suit it.
 *
 * The twin is in pygen/passes/furnish/.
 */
#ifndef UNDERCROFT_FURNISH_FURNISH_H
#define UNDERCROFT_FURNISH_FURNISH_H

#include "passes/furnish/furnishing.h"

#endif
