/* The lattices of a noise: their keys, and where a chunk of a world begins in them. The twin of
 * pygen/engine/noise/lattices.py.
 */
#ifndef UNDERCROFT_NOISE_LATTICES_H
#define UNDERCROFT_NOISE_LATTICES_H

#include "core/generation.h"
#include "program.h"
#ifdef WORLD_GATES
#include "core/worlds.h"
#endif

/* The lattices: those of the octaves, and behind them that of the line if there is one. */
#define NOISE_LATTICES (NOISE_OCTAVES + NOISE_HAS_LINE)

/* The key of each lattice. */
WORK uint8_t noise_key_low[NOISE_LATTICES], noise_key_high[NOISE_LATTICES];

/* The octave and the tile of the row with which the next step begins; the last octave comes first. */
WORK uint8_t noise_octave, noise_x;

#ifdef WORLD_GATES

/* The key of each octave itself: those above are of the page of 256 x 256 points in which the chunk
 * begins. */
WORK uint8_t noise_octave_low[NOISE_LATTICES], noise_octave_high[NOISE_LATTICES];

/* That page of each octave, and the point in it with which the chunk begins. */
WORK uint8_t noise_page_x[NOISE_LATTICES], noise_page_y[NOISE_LATTICES];
WORK uint8_t noise_left[NOISE_LATTICES], noise_top[NOISE_LATTICES];

/* The key of a page, once it is mixed from that of its octave. */
WORK uint8_t page_key_low, page_key_high;

/* Mix the key of the page of an octave that is so many pages, 0 or 1, behind that of the chunk. */
static NOINLINE void page_key(uint8_t octave, uint8_t across, uint8_t down)
{
    uint8_t column, row, last, at;

    /* The world goes round at its edges. */
    last = 0xFF >> NOISE_SHIFTS[octave];
    column = noise_page_x[octave] + across;
    column &= last;
    row = noise_page_y[octave] + down;
    row &= last;
    at = noise_octave_low[octave] ^ column;
    at = NOISE_TABLE[at];
    at += row;
    page_key_low = NOISE_TABLE[at];
    at = noise_octave_high[octave] ^ row;
    at = NOISE_TABLE[at];
    at += column;
    page_key_high = NOISE_TABLE[at];
}

/* The two bytes by which the points of a row of a lattice get their heights. */
WORK uint8_t row_key_low, row_key_high;

/* Find those of row y of the lattice of an octave, so many pages, 0 or 1, behind that of the chunk. */
static NOINLINE void row_key(uint8_t octave, uint8_t y, uint8_t across)
{
    uint8_t down, at;

    down = 0;
    if (y < noise_top[octave])
        down = 1;
    page_key(octave, across, down);
    at = page_key_low ^ y;
    row_key_low = NOISE_TABLE[at];
    at = page_key_high + y;
    row_key_high = NOISE_TABLE[at];
}

/* Find where the chunk begins in the lattice of an octave, and the key there. */
static void begin_octave(uint8_t octave)
{
    uint16_t x, y;
    uint8_t shift;

    x = chunk_x;
    y = chunk_y;
    for (shift = NOISE_SHIFTS[octave]; shift != CHUNK_SHIFT; ++shift) {
        x <<= 1;
        y <<= 1;
    }
    noise_left[octave] = (uint8_t)x;
    noise_page_x[octave] = (uint8_t)(x >> 8);
    noise_top[octave] = (uint8_t)y;
    noise_page_y[octave] = (uint8_t)(y >> 8);
    page_key(octave, 0, 0);
    noise_key_low[octave] = page_key_low;
    noise_key_high[octave] = page_key_high;
}

#endif

/* Not inlined where the state is stored, as begin_chunk (core/worlds.h). */
#ifdef WORLD_GATES
#define NOINLINE_IN_WORLDS NOINLINE
#else
#define NOINLINE_IN_WORLDS
#endif

/* Begin the noise of a map: draw the keys of its octaves.
 *
 * The keys of a world are the first random numbers of its floor, the same for all chunks. They do not
 * count as draws of the chunk. */
static NOINLINE_IN_WORLDS void begin_noise(void)
{
    uint8_t octave;
#ifdef WORLD_GATES
    uint8_t low, high;
    uint16_t draws;

    low = random_low;
    high = random_high;
    draws = random_draws;
    random_seed(world_state);
#endif

    for (octave = 0; octave != NOISE_LATTICES; ++octave) {
        random_draw();
        noise_key_low[octave] = random_low;
        noise_key_high[octave] = random_high;
#ifdef WORLD_GATES
        noise_octave_low[octave] = random_low;
        noise_octave_high[octave] = random_high;
#endif
    }
#ifdef WORLD_GATES
    random_low = low;
    random_high = high;
    random_draws = draws;
#endif
    noise_octave = NOISE_OCTAVES - 1;
    noise_x = 0;
}

#ifdef WORLD_GATES

/* One step after begin_noise: the beginning of an octave. 1 if it was the last one. */
static uint8_t begin_next_octave(void)
{
    begin_octave(noise_x);
    ++noise_x;
    if (noise_x != NOISE_LATTICES)
        return 0;
    noise_x = 0;
    return 1;
}

#endif

#endif
