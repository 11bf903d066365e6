/* A dungeon that grows: features are added through the walls of those that are there.
 *
 * Included by the emitted unit of every dungeon of this kind, after its header. One file for each
 * part, whose twin is the file of that name in pygen/kinds/accretion/.
 */
#ifndef UNDERCROFT_ACCRETION_ACCRETION_H
#define UNDERCROFT_ACCRETION_ACCRETION_H

#include "core/filled_rows.h"
#include "core/get_tile.h"

#include "kinds/accretion/common.h"
#include "kinds/accretion/features.h"
#include "kinds/accretion/shapes.h"
#include "kinds/accretion/drawing.h"
#include "kinds/accretion/growing.h"
#include "kinds/accretion/loops.h"
#include "kinds/accretion/features_phase.h"
#if HAS_PHASE_STAIRS
#include "kinds/accretion/stairs.h"
#endif
#if HAS_PHASE_SECRETS
#include "kinds/accretion/secrets.h"
#endif

#endif
