/* Secrets: rooms with a single opening, or dead ends, which a secret path hides.
 *
 * The twin is in pygen/passes/secrets/.
 */

#include "core/get_tile.h"
#if SECRETS_SOME_ROOMS
#include "core/population/room_area.h"
#endif

#include "passes/secrets/ways.h"
#include "passes/secrets/concealing.h"
