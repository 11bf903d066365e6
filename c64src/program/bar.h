/* The picture while a dungeon is generated: a box with a bar, the figure on it, and the name of the phase. */
#ifndef UNDERCROFT_BAR_H
#define UNDERCROFT_BAR_H

#include "characters.h"
#include "core/platform.h"
#include "memory.h"
#include "program.h"
#include "program/text.h"

#define BAR_COLUMN ((SCREEN_COLUMNS - BAR_WIDTH) / 2)
#define BAR_ROW 12
#define BAR BYTES_AT(SCREEN_START + SCREEN_COLUMNS * BAR_ROW + BAR_COLUMN)
#define PHASE_ROW (BAR_ROW + 2)
#define LAST_PIXEL (8 * (BAR_WIDTH - 1))

/* The pixel that the bar has reached. */
extern uint8_t bar_end;
/* By how many pixels, and 256ths of a pixel, the bar grows with 0 to MOST_STEPS - 1 steps. With at most
 * a quarter of the bar at once, its end is always a byte. */
#define MOST_STEPS 16
#define MOST_PIXELS (LAST_PIXEL / 4)
extern uint8_t pixels_of_steps[MOST_STEPS], fractions_of_steps[MOST_STEPS];
/* The phase that is named, and its name. */
extern uint8_t phases_shown;
extern const uint8_t *phase_name;
/* How many characters of the bar are full. */
extern uint8_t bar_filled;

/* Draw an empty bar with the figure at its beginning, for the selected dungeon. */
void draw_building(void);

/* The same again, in the picture that is there, for a further try. */
void draw_try(uint8_t number);

/* Show the name of the phase. */
void print_phase(void);

/* Below the figure, the sprite has the end of the bar. It may be anywhere on the last two of the
 * characters that are full. `mask` is 0xFF to draw it, 0 to remove it. */
void draw_end_of_bar(uint8_t mask);

#endif
