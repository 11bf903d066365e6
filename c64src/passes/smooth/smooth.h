/* Smoothing: a cellular automaton on the walls and the floor of any map.
 *
 * The twin is in pygen/passes/smooth/.
 */

#include "core/plane/automaton.h"
#ifdef OTHER_TILES
#include "core/plane/open_others.h"
#include "core/plane/read_others.h"
#endif
#include "core/plane/read_plane.h"
#include "core/plane/write_plane.h"

#include "passes/smooth/smoothing.h"
