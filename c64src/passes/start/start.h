/* Where the player starts.
 *
 * The twin is in pygen/passes/start/.
 */

#include "core/add_entity.h"
#if START_SOME_ARE_TRIED
#include "core/population/trying.h"
#endif
#if START_SOME_IN_ROOMS
#include "core/population/room_area.h"
#endif

#include "passes/start/placing.h"
