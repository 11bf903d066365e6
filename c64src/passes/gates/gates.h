/* Gates: ways through the edges of a world's chunk.
 *
 * The twin is in pygen/passes/gates/.
 */
#ifndef UNDERCROFT_GATES_GATES_H
#define UNDERCROFT_GATES_GATES_H

#include "passes/gates/opening.h"

#endif
