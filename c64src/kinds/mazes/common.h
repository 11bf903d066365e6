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
#define AFTER_LOOPS (DEAD_ENDS_REMOVAL_CHANCE ? MARK_JUNCTIONS : DRAW_WALLS)
#define AFTER_GROWTH (DEAD_ENDS_LOOP_CHANCE ? OPEN_DEAD_ENDS : AFTER_LOOPS)

#endif
