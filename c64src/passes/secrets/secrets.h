/* Secrets: rooms with a single opening, or dead ends, which a secret path hides.
 *
 * The twin is in pygen/passes/secrets/.
 */
#ifndef UNDERCROFT_SECRETS_SECRETS_H
#define UNDERCROFT_SECRETS_SECRETS_H

#include "core/get_tile.h"
#if SOME_SECRETS_HIDE_IS_ROOMS
#include "core/population/room_area.h"
#endif

#include "passes/secrets/ways.h"
#include "passes/secrets/concealing.h"

#endif
