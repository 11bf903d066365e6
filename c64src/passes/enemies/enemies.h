/* Enemies, placed where they can be reached.
 *
 * The twin is in pygen/passes/enemies/.
 */

#include "core/population/populating.h"

#include "passes/enemies/placing.h"
