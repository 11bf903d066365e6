/* The progress bar that is shown while a dungeon is generated.
 *
 * phase_done moves it on after every phase. A program without a display is compiled with
 * UNDERCROFT_NO_DISPLAY, which removes the bar.
 */
#ifndef UNDERCROFT_PROGRESS_H
#define UNDERCROFT_PROGRESS_H

#include "core/platform.h"

#ifdef UNDERCROFT_NO_DISPLAY
#define PROGRESS_BEGIN(dungeon)
#define PROGRESS_STEP(phase)
#else
#define PROGRESS_BEGIN(dungeon) progress_begin(dungeon)
#define PROGRESS_STEP(phase) progress_step(phase)

/* Show an empty bar and the name of the first phase. */
void progress_begin(uint8_t dungeon);

/* Move the bar on: phase `phase`, from 1, is done. */
void progress_step(uint8_t phase);
#endif

#endif
