/* Value noise, row by row: heights for kinds that make landscapes. The twin of
 * pygen/engine/noise/noise.py, which says how heights come about.
 *
 * A kind that includes this file has the constants of `Octaves`, names the kernel
 * core/noise/add_cells, and calls begin_noise first.
 */
#ifndef UNDERCROFT_NOISE_NOISE_H
#define UNDERCROFT_NOISE_NOISE_H

#include "core/generation.h"
#include "program.h"
#ifdef WORLD_GATES
#include "core/worlds.h"
#endif

/* The bytes of a row of heights: whole cells of the first lattice. */
#define NOISE_ROW_BYTES ((MAP_WIDTH + NOISE_SPACING - 1) / NOISE_SPACING * NOISE_SPACING)

/* The key of each octave. */
WORK uint8_t noise_key_low[NOISE_OCTAVES], noise_key_high[NOISE_OCTAVES];

/* The octave and the tile of the row with which the next step begins; the last octave comes first. */
WORK uint8_t noise_octave, noise_x;

#ifdef WORLD_GATES

/* The key of each octave itself: those above are of the page of 256 x 256 points in which the chunk
 * begins. */
WORK uint8_t noise_octave_low[NOISE_OCTAVES], noise_octave_high[NOISE_OCTAVES];

/* That page of each octave, and the point in it with which the chunk begins. */
WORK uint8_t noise_page_x[NOISE_OCTAVES], noise_page_y[NOISE_OCTAVES];
WORK uint8_t noise_left[NOISE_OCTAVES], noise_top[NOISE_OCTAVES];

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

    for (octave = 0; octave != NOISE_OCTAVES; ++octave) {
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
    if (noise_x != NOISE_OCTAVES)
        return 0;
    noise_x = 0;
    return 1;
}

#endif

/* Whether the last octave, whose points are a tile apart, is stored by the steps of the one before, whose points
 * are two tiles apart. Its own steps then do nothing. */
#if NOISE_HAS_POINTS && NOISE_OCTAVES > 1 && !defined(WORLD_GATES)
#if NOISE_SPACING >> (NOISE_OCTAVES - 1) == 1
#define NOISE_STORES_BOTH
#endif
#endif

/* Add the tiles of an octave from noise_x to that before `end` to the heights of row y. */
static void add_octave(uint8_t *row, uint8_t y, uint8_t end)
{
    uint8_t octave, spacing, shift, here, upper, lower, within, at;

    octave = noise_octave;
    spacing = NOISE_SPACINGS[octave];
    shift = NOISE_SHIFTS[octave];
    within = y & (uint8_t)(spacing - 1);
    here = y >> shift;
    at = here + 1;
#if NOISE_WRAPS
    if (at == (uint8_t)(MAP_HEIGHT >> shift))
        at = 0;
    lattice_wrap = MAP_WIDTH >> shift;
#endif
    is_between = within;
    if (within > (uint8_t)(spacing >> 1)) {
        /* Seen from the other side, there are places up to the middle only. */
        within = spacing - within;
        upper = at;
        lower = here;
    } else {
        upper = here;
        lower = at;
    }
#ifdef WORLD_GATES
    upper += noise_top[octave];
    lower += noise_top[octave];
#endif
    at = noise_key_low[octave];
    at ^= upper;
    point_key_low = NOISE_TABLE[at];
    at = noise_key_high[octave];
    at += upper;
    point_key_high = NOISE_TABLE[at];
    if (within) {
        at = noise_key_low[octave];
        at ^= lower;
        other_key_low = NOISE_TABLE[at];
        at = noise_key_high[octave];
        at += lower;
        other_key_high = NOISE_TABLE[at];
        within <<= NOISE_SHIFTS[0] - shift;
        fade_from = NOISE_FADES + (uint16_t)(uint8_t)(within - 1) * NOISE_FADE_BYTES;
    }
#ifdef WORLD_GATES
    at = CHUNK_SIDE >> shift;
    if ((uint8_t)(noise_top[octave] + at) == 0) {
        /* Below the last row of a page comes another one. */
        row_key(octave, upper, 0);
        point_key_low = row_key_low;
        point_key_high = row_key_high;
        row_key(octave, lower, 0);
        other_key_low = row_key_low;
        other_key_high = row_key_high;
    }
    if ((uint8_t)(noise_left[octave] + at) == 0) {
        row_key(octave, upper, 1);
        next_page_key_low = row_key_low;
        next_page_key_high = row_key_high;
        row_key(octave, lower, 1);
        next_page_other_low = row_key_low;
        next_page_other_high = row_key_high;
    }
#endif
#ifdef NOISE_STORES_BOTH
    if (spacing == 2) {
        at = noise_key_high[NOISE_OCTAVES - 1] + y;
        tile_key = (uint16_t)((uint16_t)NOISE_TABLE[at] << 8);
        at = noise_key_low[NOISE_OCTAVES - 1] ^ y;
        tile_key |= NOISE_TABLE[at];
    }
#endif
    height_mask = NOISE_MASKS[octave];
    lattice_spacing = spacing;
    noise_row = row;
#if MAP_WIDTH > NOISE_TILES_AT_ONCE
    height_at = noise_x;
    lattice_point = noise_x >> shift;
    lattice_cells = (uint8_t)(end - noise_x + (uint8_t)(spacing - 1)) >> shift;
#else
    (void)end;
    height_at = 0;
    lattice_point = 0;
    lattice_cells = (uint8_t)(MAP_WIDTH + (uint8_t)(spacing - 1)) >> shift;
#endif
#ifdef WORLD_GATES
    lattice_point += noise_left[octave];
#endif
    add_cells();
}

/* One step of setting the heights of row y: some tiles of an octave. 1 if it was the row's last.
 *
 * The last octave comes first. If its points are a tile apart it is stored, else added to zeros. */
static uint8_t compute_row(uint8_t *row, uint8_t y)
{
    uint8_t end;

#if !NOISE_HAS_POINTS
    if (noise_octave == NOISE_OCTAVES - 1 && noise_x == 0) {
        end = (uint8_t)NOISE_ROW_BYTES;
        do {
            --end;
            row[end] = 0;
        } while (end != 0);
    }
#endif
    end = MAP_WIDTH;
#if MAP_WIDTH > NOISE_TILES_AT_ONCE
    if (MAP_WIDTH - noise_x > NOISE_TILES_AT_ONCE)
        end = noise_x + NOISE_TILES_AT_ONCE;
#endif
#ifdef NOISE_STORES_BOTH
    if (noise_octave != NOISE_OCTAVES - 1)
#endif
        add_octave(row, y, end);
    noise_x = end;
    if (end != MAP_WIDTH)
        return 0;
    noise_x = 0;
    if (noise_octave != 0) {
        --noise_octave;
        return 0;
    }
    noise_octave = NOISE_OCTAVES - 1;
    return 1;
}

#endif
