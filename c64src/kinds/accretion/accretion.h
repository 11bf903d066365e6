/* A dungeon that grows: features are added through the walls of those that are there.
 *
 * Included by the emitted unit of every dungeon of this kind, after its header. One file for each
 * part, whose twin is the file of that name in pygen/kinds/accretion/.
 */

/* The walls of a feature. */
#define LEFT_WALL 0
#define RIGHT_WALL 1
#define TOP_WALL 2
#define BOTTOM_WALL 3

/* The stages of the phase `features`; from CHECK_SITES on, loops are opened. */
#define BEGIN_GROWTH 0
#define SHAPE 1
#define DRAW_BOXES 2
#define DRAW_MARKS 3
#define FINISH 4
#define ADD_WALLS 5
#define TRY_WALL 6
#define PROBE 7
#define TRY_BLINDLY 8
#define FIND_PARENT 9
#define CHECK_SITES 10
#define CHECK_ENDS 11
#define NEXT_GAP 12
#define FIND_OTHER 13
#define CLIMB 14

#include "core/fill_rectangle.h"
#include "core/get_tile.h"
#include "core/tile_is_empty.h"

#include "kinds/accretion/features.h"
#include "kinds/accretion/shapes.h"
#include "kinds/accretion/drawing.h"
#include "kinds/accretion/growing.h"
#include "kinds/accretion/loops.h"
#include "kinds/accretion/building.h"
#if HAS_PHASE_STAIRS
#include "kinds/accretion/stairs.h"
#endif
#if HAS_PHASE_SECRETS
#include "kinds/accretion/secrets.h"
#endif
