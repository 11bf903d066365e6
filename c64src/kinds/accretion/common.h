/* What several parts of the kind use. */
#ifndef UNDERCROFT_ACCRETION_COMMON_H
#define UNDERCROFT_ACCRETION_COMMON_H

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

#endif
