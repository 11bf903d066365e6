/* What several parts of the kind use. */
#ifndef UNDERCROFT_BSP_COMMON_H
#define UNDERCROFT_BSP_COMMON_H

/* The stages of the phase `halls`. */
#define SPLIT 1
#define JOIN_CHAIN 2
#define FIND_PAIRS 3
#define JOIN_ALL 4
#define JOIN_LOOPS 5
#define BEGIN_WALLS 6
#define DRAW_WALLS 7
#define DRAW_FLOORS 8
#define DRAW_DOORS 9

/* What the parameters `direction`, `connect`, `shape` and `first_leg` are as constants. */

/* Whether the neighbours are listed. A chain needs them only for loops. */
#define HAS_PAIRS (!CONNECT_IS_CHAIN || SOME_CORRIDORS_LOOP_CHANCE)

#define WALL_LEFT 0
#define WALL_RIGHT 1
#define WALL_TOP 2
#define WALL_BOTTOM 3

/* What is known of a room along the other axis than that of an entry is so far away from it. */
#define OTHER_AXIS ROOMS_CAPACITY

/* How many cuts there are. */
WORK uint8_t cut_count;

/* Where in room_doors those of a room are. */
#define FIRST_DOOR(room) ((uint8_t)((room) << 2))

#if HAS_PHASE_STAIRS || (HAS_PHASE_CONNECTIONS && CORRIDORS_SHAPE_IS_L)
/* The tile in the middle of a room along the axis of this entry. */
static uint8_t middle(uint8_t entry)
{
    uint8_t at, low;

    at = entry;
    low = ring_low[at] + 1;
    return low + ((uint8_t)(ring_high[at] - low) >> 1);
}
#endif

#endif
