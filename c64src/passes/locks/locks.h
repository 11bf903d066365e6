/* Locks: locked doors, each with a key that can be reached without it.
 *
 * The twin is in pygen/passes/locks/.
 */
#ifndef UNDERCROFT_LOCKS_LOCKS_H
#define UNDERCROFT_LOCKS_LOCKS_H

#include "core/add_entity.h"
#include "core/doorways.h"
#include "core/find_entity.h"
#include "core/plane/plane_bit.h"
#include "core/plane/read_plane_as_seen.h"
#include "core/plane/flood.h"

#include "passes/locks/reaching.h"
#include "passes/locks/passages.h"
#include "passes/locks/places.h"
#include "passes/locks/closets.h"
#include "passes/locks/walls.h"
#include "passes/locks/dividing.h"
#include "passes/locks/keys.h"
#include "passes/locks/rewards.h"
#include "passes/locks/locking.h"

#endif
