/* Regions: parts of a map that cannot be reached from each other are dropped, or joined by tunnels.
 *
 * The twin is in pygen/passes/regions/.
 */
#ifndef UNDERCROFT_REGIONS_REGIONS_H
#define UNDERCROFT_REGIONS_REGIONS_H

#if SOME_REGIONS_DROPS || defined(HAS_PROTECTED)
#include "core/plane/keep_regions.h"
#endif
#if SOME_REGIONS_JOINS
#ifdef HAS_PROTECTED
#include "passes/regions/detours.h"
#else
#include "core/plane/tunnels.h"
#endif
#endif
#ifdef OTHER_TILES
#include "core/plane/read_others.h"
#endif
#include "core/plane/read_plane.h"
#include "core/plane/write_plane.h"

#include "passes/regions/keeping.h"

#endif
