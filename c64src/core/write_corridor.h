/* Writing a corridor into the records of the rooms that it joins, and reading it from there. The twin of
 * pygen/engine/dungeon/recording.py. The kernels write_end and read_end do so, with the variables in
 * core/called/write_end.memory.list. */
#ifndef UNDERCROFT_WRITE_CORRIDOR_H
#define UNDERCROFT_WRITE_CORRIDOR_H

#include "core/assertion.h"
#include "core/generation.h"

/* The columns and the rows of the openings at both ends. */
#define written_x written_at
#define written_y (written_at + 2)

#endif
