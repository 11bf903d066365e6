/* The raster's lines by which a world's frames are divided, and waiting for them. */
#ifndef UNDERCROFT_WORLD_RASTER_H
#define UNDERCROFT_WORLD_RASTER_H

#include "core/platform.h"
#include "program.h"

#ifdef WORLDS

/* The raster's line with which a frame begins, below the figure. If the window is to be moved, that is prepared
 * then, which may begin a step later. The window itself is moved from line 72 of the next frame on, and before
 * LATE_LINE: behind line 119, with cc65 108, the raster could come to rows that are not moved yet. So no step of a
 * generator may begin behind MOVE_LINE: the longest one takes LINES_OF_STEP. After a longer one the window moves a frame
 * later. Straight up or down the window is moved in 1,700 cycles less, and all this may be some lines later. To begin a
 * chunk takes up to 9,500, with cc65 12,000, and is done before EARLY_LINE. NTSC has 49 lines less: there no step may
 * begin behind LAST_LINE. */
#define LINES_OF_FRAME 312
#define CYCLES_OF_LINE 58
#define LINES_OF_STEP ((UNDERCROFT_LONGEST_STEP + CYCLES_OF_LINE - 1) / CYCLES_OF_LINE)
#ifdef __CC65__
#define FRAME_LINE 232
#define FRAME_LINE_NTSC 216
#define LAST_LINE 228
#define LAST_LINE_NTSC 188
#define LATE_LINE 108
#define EARLY_LINE 205
#define EARLY_LINE_NTSC 124
#else
#define FRAME_LINE 280
#define FRAME_LINE_NTSC 250
#define LAST_LINE 274
#define LAST_LINE_NTSC 226
#define LATE_LINE 118
#define EARLY_LINE 232
#define EARLY_LINE_NTSC 150
#endif
#if LATE_LINE < LINES_OF_STEP
#define MOVE_LINE (LATE_LINE + LINES_OF_FRAME - LINES_OF_STEP)
#else
#define MOVE_LINE (LATE_LINE - LINES_OF_STEP)
#endif
#define MOVE_LATER 20
#define LATE_LATER 27

/* The line with which a frame begins, and LAST_LINE, of this machine. */
extern uint16_t frame_line, last_line;

/* 1 if a frame is shorter, and there are more of them in a second. */
extern uint8_t world_is_ntsc;

/* 1 between LAST_LINE and MOVE_LINE. */
extern uint8_t moves_next;

/* Find out how many lines a frame has: 312, or 263 on NTSC. */
void measure_frame(void);

/* 1 if there is time to begin a chunk. */
uint8_t is_early(void);

/* 1 if the raster is far enough before MOVE_LINE, or so many lines behind it. */
uint8_t is_before_move(uint8_t more);

/* From now on the VIC waits for a line. */
void await(uint16_t line);

#endif

#endif
