/* What several parts of the kind use. */
#ifndef UNDERCROFT_GRID_ROOMS_COMMON_H
#define UNDERCROFT_GRID_ROOMS_COMMON_H

#include "zeropage.h"

/* The rooms while the generator works with them: one array for each property, which the 6502
 * indexes much faster than records. Values are written to the records as they become final. There are
 * ROOMS_CAPACITY entries, for the floor with the most cells; CELL_COUNT may vary by floor. Those that
 * kernels use are in memory.list.
 */

/* The columns of the rectangle of a room with its walls, and its rows, which follow behind them. */
#define ring_left ring_low
#define ring_top (ring_low + ROOMS_CAPACITY)
#define ring_right ring_high
#define ring_bottom (ring_high + ROOMS_CAPACITY)

/* The columns of both doors of the current corridor, then their rows; and those of its points: the tile outside the first
 * door, the corners, the tile outside the second door. The other variables of the corridor are in
 * core/called/write_end.memory.list, too. */
#define doors_x written_at
#define doors_y (written_at + 2)
#define point_x written_point
#define point_y (written_point + 4)

WORK uint8_t room_priority[ROOMS_CAPACITY];
#if HAS_PHASE_SECRET_ROOMS || HAS_PHASE_TREASURES
static const uint8_t wall_bit[4] = {1, 2, 4, 8};
#endif

/* A random number 0..count-1. */
#ifndef BELOW
#define BELOW(count) (draw_count = (uint8_t)(count), draw_below_count())
#endif

/* The room that is next in a phase that goes through all of them. */
WORK uint8_t next_room;

#endif
