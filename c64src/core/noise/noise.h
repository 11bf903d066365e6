/* Noise, row by row: heights for kinds that make landscapes. The twin of pygen/engine/noise/noise.py,
 * which says how heights come about.
 *
 * A kind that includes this file has the constants of `Octaves`, names the kernels
 * core/noise/add_cells and core/noise/add_tiles, and calls begin_noise first.
 */
#ifndef UNDERCROFT_NOISE_NOISE_H
#define UNDERCROFT_NOISE_NOISE_H

#include "core/generation.h"
#include "core/noise/lattices.h"
#if NOISE_BY_TILES
#include "core/noise/gradients.h"
#endif
#include "program.h"

/* The bytes of a row of heights: whole cells of the first lattice, unless it is computed tile by tile. */
#if NOISE_BY_TILES
#define NOISE_ROW_BYTES MAP_WIDTH
#else
#define NOISE_ROW_BYTES ((MAP_WIDTH + NOISE_SPACING - 1) / NOISE_SPACING * NOISE_SPACING)
#endif

#if !NOISE_BY_TILES

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

#endif

/* How many tiles of an octave a step adds. */
#if NOISE_BY_TILES
#define NOISE_AT_ONCE NOISE_TILES_BY_TILES
#else
#define NOISE_AT_ONCE NOISE_TILES_AT_ONCE
#endif

#if !NOISE_BY_TILES && (!NOISE_HAS_POINTS || NOISE_HAS_LINE)
/* Make all heights of a row 0. */
static void begin_heights(uint8_t *row)
{
    uint8_t at;

    at = (uint8_t)NOISE_ROW_BYTES;
    do {
        --at;
        row[at] = 0;
    } while (at != 0);
}
#endif

/* Add some tiles of an octave to the heights of row y: 1 if these were the row's last. */
static uint8_t add_some(uint8_t *row, uint8_t y)
{
    uint8_t end;

    end = MAP_WIDTH;
#if MAP_WIDTH > NOISE_AT_ONCE
    if (MAP_WIDTH - noise_x > NOISE_AT_ONCE)
        end = noise_x + NOISE_AT_ONCE;
#endif
#if NOISE_BY_TILES
    add_octave_by_tiles(row, y, end);
#else
#ifdef NOISE_STORES_BOTH
    if (noise_octave != NOISE_OCTAVES - 1)
#endif
        add_octave(row, y, end);
#endif
    noise_x = end;
    if (end != MAP_WIDTH)
        return 0;
    noise_x = 0;
    return 1;
}

/* One step of setting the heights of row y: some tiles of an octave. 1 if it was the row's last.
 *
 * The last octave comes first. If its points are a tile apart it is stored, else added to zeros. */
static uint8_t compute_row(uint8_t *row, uint8_t y)
{
#if !NOISE_HAS_POINTS && !NOISE_BY_TILES
    if (noise_octave == NOISE_OCTAVES - 1 && noise_x == 0)
        begin_heights(row);
#endif
    if (!add_some(row, y))
        return 0;
    if (noise_octave != 0) {
        --noise_octave;
        return 0;
    }
    noise_octave = NOISE_OCTAVES - 1;
    return 1;
}

#if NOISE_HAS_LINE
/* One step of setting row y to the heights of the line: some tiles. 1 if it was the row's last. */
static uint8_t compute_line(uint8_t *row, uint8_t y)
{
#if !NOISE_BY_TILES
    if (noise_x == 0)
        begin_heights(row);
#endif
    noise_octave = NOISE_OCTAVES;
    if (!add_some(row, y))
        return 0;
    noise_octave = NOISE_OCTAVES - 1;
    return 1;
}
#endif

#endif
