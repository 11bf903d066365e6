/* The request block of game calls, whose fields are GAME_MAP, GAME_TO, GAME_X and so on, and the
 * registers: GAME_A and GAME_REGISTER_X are what a call finds in A and X, and what it leaves there.
 * A call sets GAME_A to its status; it returns nothing, because OSCAR64 leaves out a result that is
 * the same number every time. Included by every dungeon's own unit. */
#ifndef UNDERCROFT_CALLS_REQUEST_H
#define UNDERCROFT_CALLS_REQUEST_H

#include "core/generation.h"
#include "core/get_tile.h"

#ifndef UNDERCROFT_MODULE
#include "harness/game_request.h"
#else
#include "game_request.h"
#endif

#endif
