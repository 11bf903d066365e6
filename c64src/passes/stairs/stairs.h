/* Stairs: up and down, as far apart on foot as wanted.
 *
 * The twin is in pygen/passes/stairs/.
 */

#include "core/doorways.h"
#include "core/plane/plane_bit.h"
#include "core/plane/read_plane_as_seen.h"

#include "passes/stairs/placing.h"
