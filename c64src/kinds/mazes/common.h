/* What several parts of the kind use. */
#ifndef UNDERCROFT_MAZES_COMMON_H
#define UNDERCROFT_MAZES_COMMON_H

/* SOME_DEAD_ENDS_LOOP_CHANCE and the like are about all floors, so that what none of them needs is left out.
 * Where floors differ, a variable says how the current one is (docs/spec.md#floors). */

/* The stages of the phase `maze`, and which of them follow. */
#define CLEAR_CELLS 1
#define BEGIN_GROWTH 2
#define GROW 3
#define OPEN_DEAD_ENDS 4
#define MARK_JUNCTIONS 5
#define REMOVE_DEAD_ENDS 6
#define DRAW_WALLS 7
#define DRAW_FLOOR 8
#define BEGIN_ROOMS 9
#define PLACE_ROOMS 10
#define BEGIN_CLEARINGS 11
#define PLACE_CLEARINGS 12
#define WIND 13
#define OPEN_ALL 14
#define DIVIDE 15
#define BEGIN_SEEKING 16
#define SEEK_REGIONS 17
#define BEGIN_LABEL 18
#define LABEL_REGION 19
#define BEGIN_JOINING 20
#define JOIN_REGIONS 21
#define REMOVE_PILLARS 22
#define LOOK_AT_OPENINGS 23
#define AFTER_LOOPS (DEAD_ENDS_REMOVAL_CHANCE ? MARK_JUNCTIONS : DRAW_WALLS)
#define AFTER_CLEARINGS (DEAD_ENDS_LOOP_CHANCE ? OPEN_DEAD_ENDS : AFTER_LOOPS)
#define AFTER_JOINING (HAS_CLEARINGS ? BEGIN_CLEARINGS : AFTER_CLEARINGS)
#define AFTER_GROWTH (HAS_OWN_ROOMS ? BEGIN_LABEL : AFTER_JOINING)
#define AFTER_BUILDING (HAS_OWN_ROOMS ? BEGIN_SEEKING : AFTER_JOINING)
#define AFTER_ROOMS (GROWS ? BEGIN_SEEKING : BEGIN_GROWTH)
#define AFTER_CLEARED (HAS_OWN_ROOMS ? BEGIN_ROOMS : BEGIN_GROWTH)
#define AFTER_DRAWING (HAS_BLOCKS ? REMOVE_PILLARS : PHASE_DONE)

#endif
