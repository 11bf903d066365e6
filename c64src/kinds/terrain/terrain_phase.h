/* The phase `terrain`: all of it but the stairs. */
#ifndef UNDERCROFT_TERRAIN_TERRAIN_PHASE_H
#define UNDERCROFT_TERRAIN_TERRAIN_PHASE_H

#include "core/generation.h"
#include "core/noise/noise.h"
#include "core/plane/plane.h"
#include "kinds/terrain/classes.h"
#include "kinds/terrain/common.h"
#include "kinds/terrain/drawing.h"
#if SOME_DROPS_PARTS
#include "core/plane/keep_regions.h"
#endif
#if SOME_PARTS_JOIN
#include "core/plane/tunnels.h"
#endif
#ifdef WORLD_GATES
#include "core/wide_edges.h"
#endif

/* How many tiles of a row one step draws: fewer where no kernel does it. */
#if MAP_WIDTH & 7
#define ROW_TILES_DRAWN ODD_TILES_DRAWN
#else
#define ROW_TILES_DRAWN TILES_DRAWN
#endif

/* What `stage` says: what is done next. */
#define BEGIN_COUNTS 1
#define BEGIN_OCTAVES 1
#define COMPUTE_HEIGHTS 2
#define COUNT_HEIGHTS 3
#define ASSIGN_HEIGHTS 4
#define COMPUTE_AGAIN 5
#define DRAW_CLASSES 6
#define DROP_PARTS 7
#define JOIN_PARTS 8
#define REDRAW 9
#define RUN_RIVERS 10
#define BUILD_ROADS 11
#define COMPUTE_LINE 12
#define DRAW_LINE 13

#if HAS_FALLOFF
#include "kinds/terrain/falloff.h"
#endif
#if SOME_RIVERS_COUNT || SOME_RIVERS_WIDTH
#include "kinds/terrain/rivers.h"
#endif
#if SOME_ROADS_SITES
#include "kinds/terrain/roads.h"
#endif

/* What follows the heights of a row that is drawn. */
#if SOME_RIVERS_WIDTH
#define STAGE_OF_ROW COMPUTE_LINE
#else
#define STAGE_OF_ROW DRAW_CLASSES
#endif

/* The row that is next, where its heights are, and the tile of it that is next. */
WORK uint8_t *heights_row;
WORK uint8_t row_x;

#if HAS_FALLOFF
/* Whether the heights of the row are computed, but not lowered yet. */
WORK uint8_t is_computed;
#endif

/* Begin with the first row. */
static void begin_terrain_rows(void)
{
    begin_plane(PLANE_SOLID);
    is_half_redrawn = 0;
#if HAS_FALLOFF
    is_computed = 0;
#endif
    heights_row = heights;
    row_x = 0;
}

/* Go on with the next part of a row, which ends at `end`: 1 if that was the last one of all rows. */
static uint8_t next_part(uint8_t end, uint8_t stage_of_row)
{
    row_x = end;
    if (end != MAP_WIDTH)
        return 0;
    row_x = 0;
    stage = stage_of_row;
#if KEEPS_HEIGHTS
    heights_row += MAP_WIDTH;
#endif
    ++plane_y;
    return plane_y == MAP_HEIGHT;
}

/* One step of computing the heights of a row, lower near the edge if that is wanted: 1 if it was the
 * row's last. */
static uint8_t compute_heights(void)
{
#if HAS_FALLOFF
    if (!is_computed) {
        is_computed = compute_row(heights_row, plane_y);
        return 0;
    }
    is_computed = 0;
    lower_row(heights_row, plane_y);
    return 1;
#else
    return compute_row(heights_row, plane_y);
#endif
}

#ifndef WORLD_GATES

/* One step of computing all heights, row by row, and counting them: it counts some tiles of a row. */
static uint8_t count_heights(void)
{
    uint8_t end;

    end = MAP_WIDTH;
#if MAP_WIDTH > NOISE_TILES_AT_ONCE
    if (MAP_WIDTH - row_x > NOISE_TILES_AT_ONCE)
        end = row_x + NOISE_TILES_AT_ONCE;
#endif
    heights_from = heights_row + row_x - 1;
    heights_left = end - row_x;
    count_tiles_of_heights();
    return next_part(end, COMPUTE_HEIGHTS);
}

#endif

/* One step of drawing all rows: it draws some tiles. Heights that were not kept are computed again. */
static uint8_t draw_classes(void)
{
    uint8_t end;

    end = MAP_WIDTH;
#if MAP_WIDTH > ROW_TILES_DRAWN
    if (MAP_WIDTH - row_x > ROW_TILES_DRAWN)
        end = row_x + ROW_TILES_DRAWN;
#endif
    draw_part(heights_row, row_x, end);
#if KEEPS_HEIGHTS
    return next_part(end, DRAW_CLASSES);
#else
    return next_part(end, COMPUTE_AGAIN);
#endif
}

/* Go on with drawing. */
static void begin_drawing(void)
{
    begin_terrain_rows();
#if KEEPS_HEIGHTS
    stage = DRAW_CLASSES;
#else
    stage = COMPUTE_AGAIN;
#endif
}

/* Go on with roads, or with what comes after them. */
static void begin_roads_or_drawing(void)
{
#if SOME_ROADS_SITES
    if (ROADS_SITES) {
        begin_roads();
        stage = BUILD_ROADS;
        return;
    }
#endif
    begin_drawing();
}

/* Go on with what comes after the parts that are too small. */
static void begin_joining(void)
{
    stage = REDRAW;
    begin_plane(PLANE_SOLID);
#if SOME_PARTS_JOIN
    if (PARTS_JOIN) {
        begin_to_join();
        stage = JOIN_PARTS;
    }
#endif
}

/* Store the key of the first octave. In a function of its own: where OSCAR64 draws the loop that makes
 * the keys into the same function, it stores those of another octave (docs/compilers.md). */
static NOINLINE void store_noise_key(void)
{
    uint8_t low, high;

#ifdef WORLD_GATES
    low = noise_octave_low[0];
    high = noise_octave_high[0];
#else
    low = noise_key_low[0];
    high = noise_key_high[0];
#endif
    TERRAIN_FIGURES_SET_NOISE_KEY(FIGURES, (uint16_t)high << 8 | low);
}

/* One step of computing heights, assigning them to classes and drawing those, dropping small parts,
 * joining the others.
 *
 * The classes of a world have the same heights in all chunks, so there is nothing to count. */
static void build_terrain(void)
{
    switch (stage) {
    case 0:
        begin_noise();
        store_noise_key();
        begin_classes();
        begin_terrain_rows();
#ifdef WORLD_GATES
        stage = BEGIN_OCTAVES;
        return;
    case BEGIN_OCTAVES:
        if (begin_next_octave()) {
            begin_wide_edges();
            stage = ASSIGN_HEIGHTS;
        }
        return;
#else
        stage = BEGIN_COUNTS;
        return;
    case BEGIN_COUNTS:
        begin_counts();
        stage = COMPUTE_HEIGHTS;
        return;
    case COMPUTE_HEIGHTS:
        if (compute_heights())
            stage = COUNT_HEIGHTS;
        return;
    case COUNT_HEIGHTS:
        if (count_heights())
            stage = ASSIGN_HEIGHTS;
        return;
#endif
    case ASSIGN_HEIGHTS:
        if (assign_heights()) {
#if SOME_RIVERS_COUNT
            if (RIVERS_COUNT) {
                begin_rivers();
                stage = RUN_RIVERS;
                return;
            }
#endif
            begin_roads_or_drawing();
        }
        return;
#if SOME_RIVERS_COUNT
    case RUN_RIVERS:
        if (run_rivers())
            begin_roads_or_drawing();
        return;
#endif
#if SOME_ROADS_SITES
    case BUILD_ROADS:
        if (build_roads())
            begin_drawing();
        return;
#endif
#if !KEEPS_HEIGHTS
    case COMPUTE_AGAIN:
        if (compute_heights())
            stage = STAGE_OF_ROW;
        return;
#endif
#if SOME_RIVERS_WIDTH
    case COMPUTE_LINE:
        if (compute_line(line_heights, plane_y))
            stage = DRAW_LINE;
        return;
    case DRAW_LINE:
        draw_line(heights_row);
        stage = DRAW_CLASSES;
        return;
#endif
    case DRAW_CLASSES:
        if (draw_classes()) {
            begin_joining();
#if SOME_DROPS_PARTS
            if (DROPS_PARTS) {
                begin_to_keep(PARTS_LEAST_SIZE);
                stage = DROP_PARTS;
            }
#endif
        }
        return;
#if SOME_DROPS_PARTS
    case DROP_PARTS:
        if (keep_regions()) {
            begin_joining();
#if SOME_PARTS_JOIN
            is_one_region = regions_kept == 1;
#endif
        }
        return;
#endif
#if SOME_PARTS_JOIN
    case JOIN_PARTS:
        if (join_regions())
            stage = REDRAW;
        return;
#endif
    default:
        if (redraw())
            stage = PHASE_DONE;
    }
}

#endif
