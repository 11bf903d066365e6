/* How far the dungeon has come, told while it is built.
 *
 * The generator tells every phase it has done. A program that shows nothing is compiled with
 * UNDERCROFT_NO_DISPLAY: then nothing is left of it.
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

/* Phase `phase`, from 1, is done. */
void progress_step(uint8_t phase);
#endif

#endif
