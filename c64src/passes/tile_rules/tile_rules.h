/* Looks of tiles by what surrounds them.
 *
 * The twin is in pygen/passes/tile_rules/.
 */
#ifndef UNDERCROFT_TILE_RULES_TILE_RULES_H
#define UNDERCROFT_TILE_RULES_TILE_RULES_H

#include "core/plane/read_plane_as_seen.h"

#if SOME_TILE_RULES_SHAPES_IS_16 || SOME_TILE_RULES_SHAPES_IS_47
#include "passes/tile_rules/shapes.h"
#endif
#if TILE_RULES_SETS
#include "core/looks.h"
#include "core/plane/taken.h"
#include "passes/tile_rules/deciding.h"
#include "passes/tile_rules/choosing.h"
#include "passes/tile_rules/rules.h"
#endif
#include "passes/tile_rules/giving.h"

#endif
