/* The chips that make picture and sound. */
#ifndef UNDERCROFT_DISPLAY_H
#define UNDERCROFT_DISPLAY_H

#include "core/platform.h"

/* Set up the VIC and our own characters. */
void display_start(void);

/* Wait until the raster reaches the line below the window, once in every frame. */
void wait_frame(void);

#endif
