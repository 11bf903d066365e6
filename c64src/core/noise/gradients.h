/* Noise tile by tile: gradients, and lattices that are moved. The twin of
 * pygen/engine/noise/gradients.py. Included by core/noise/noise.h. */
#ifndef UNDERCROFT_NOISE_GRADIENTS_H
#define UNDERCROFT_NOISE_GRADIENTS_H

#include "core/generation.h"
#include "core/noise/lattices.h"

/* The key of an octave, from which its offsets follow. */
#ifdef WORLD_GATES
#define OFFSET_X(octave) noise_octave_low[octave]
#define OFFSET_Y(octave) noise_octave_high[octave]
#else
#define OFFSET_X(octave) noise_key_low[octave]
#define OFFSET_Y(octave) noise_key_high[octave]
#endif

/* Find the keys of the two rows of points between which the tiles are. */
static void find_row_keys(uint8_t octave, uint8_t first, uint8_t other)
{
    uint8_t at;
#ifdef WORLD_GATES
    uint8_t last;

    first += noise_top[octave];
    other += noise_top[octave];
#endif
    at = noise_key_low[octave] ^ first;
    point_key_low = NOISE_TABLE[at];
    at = noise_key_high[octave] + first;
    point_key_high = NOISE_TABLE[at];
    at = noise_key_low[octave] ^ other;
    other_key_low = NOISE_TABLE[at];
    at = noise_key_high[octave] + other;
    other_key_high = NOISE_TABLE[at];
#ifdef WORLD_GATES
    /* From this point on, a chunk goes on in the next page. */
    last = (uint8_t)~(CHUNK_SIDE >> NOISE_SHIFTS[octave]);
    if (noise_top[octave] >= last) {
        /* Below the last row of a page comes another one. */
        row_key(octave, first, 0);
        point_key_low = row_key_low;
        point_key_high = row_key_high;
        row_key(octave, other, 0);
        other_key_low = row_key_low;
        other_key_high = row_key_high;
    }
    if (noise_left[octave] >= last) {
        row_key(octave, first, 1);
        next_first_low = row_key_low;
        next_first_high = row_key_high;
        row_key(octave, other, 1);
        next_other_low = row_key_low;
        next_other_high = row_key_high;
    }
#endif
}

/* Find what the points of both rows give to the tiles of the row: `place` is how far the tiles are from
 * the first row, at most half a cell. */
static void find_rises(uint8_t octave, uint8_t place)
{
    uint8_t shift, ratio;

    shift = NOISE_SHIFTS[octave];
    ratio = 0;
    if (shift != 0)
        ratio = NOISE_SPACING >> shift;
    fade_stride = NOISE_FADES_AT[ratio];
    ratio = (uint8_t)(place << (uint8_t)(NOISE_SHIFTS[0] - shift));
    fade_from = NOISE_FADES + NOISE_FADES_AT[ratio];
#if NOISE_FORM_IS_GRADIENT
    lattice_shift = shift;
    slopes_at = (uint8_t)(octave << 4);
    first_rises = NOISE_DIRECTIONS_AT[octave] + (uint16_t)((uint16_t)place << 4);
    place = lattice_spacing - place;
    other_rises = NOISE_DIRECTIONS_AT[octave] + (uint16_t)((uint16_t)place << 4);
#else
    height_mask = NOISE_MASKS[octave];
#endif
}

/* Add the tiles of an octave from noise_x to that before `end` to the heights of row y. */
static void add_octave_by_tiles(uint8_t *row, uint8_t y, uint8_t end)
{
    uint8_t octave, spacing, shift, first, other, place, is_behind;

    octave = noise_octave;
    spacing = NOISE_SPACINGS[octave];
    shift = NOISE_SHIFTS[octave];
    place = y & (uint8_t)(spacing - 1);
    first = y >> shift;
    noise_skips = noise_x & (uint8_t)(spacing - 1);
#if NOISE_OFFSETS
    noise_skips += OFFSET_X(octave) & (uint8_t)(spacing - 1);
    place += OFFSET_Y(octave) & (uint8_t)(spacing - 1);
    if (place >= spacing) {
        place -= spacing;
        ++first;
    }
#endif
#if NOISE_WRAPS
    lattice_wrap = MAP_HEIGHT >> shift;
    if (first == lattice_wrap)
        first = 0;
    other = first + 1;
    if (other == lattice_wrap)
        other = 0;
    lattice_wrap = MAP_WIDTH >> shift;
#else
    other = first + 1;
#endif
    lattice_spacing = spacing;
    is_behind = 0;
    if (place > (uint8_t)(spacing >> 1)) {
        /* Seen from the other side, there are places up to the middle only. */
        place = spacing - place;
        is_behind = 1;
    }
#if NOISE_FORM_IS_GRADIENT
    first_turned = 0;
    other_turned = 8;
    if (is_behind) {
        first_turned = 8;
        other_turned = 0;
    }
#endif
    if (is_behind)
        find_row_keys(octave, other, first);
    else
        find_row_keys(octave, first, other);
    find_rises(octave, place);
    has_other_row = place;
    noise_row = row;
    height_at = noise_x;
    lattice_point = noise_x >> shift;
#ifdef WORLD_GATES
    lattice_point += noise_left[octave];
#endif
    noise_tiles = end - noise_x;
    is_first_octave = octave >= NOISE_OCTAVES - 1;
    add_tiles();
}

#endif
