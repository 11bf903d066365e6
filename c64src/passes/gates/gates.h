/* Gates: ways through the edges of a world's chunk.
 *
 * The twin is in pygen/passes/gates/.
 */

#include "passes/gates/opening.h"
