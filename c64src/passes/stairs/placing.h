/* The pass `stairs`: the up stairs at a random tile, the down stairs so many steps away.
 *
 * From the up stairs all tiles are reached in the order of their distance on foot, in a ring of those
 * that wait, until there is a tile at the right distance. */
#ifndef UNDERCROFT_STAIRS_PLACING_H
#define UNDERCROFT_STAIRS_PLACING_H

#include "core/doorways.h"
#include "core/generation.h"
#include "core/plane/plane.h"
#include "core/plane/read_plane_as_seen.h"
#include "core/plane/steps_to.h"
#include "core/plane/walk.h"
#include "core/tilemap.h"
#include "passes/stairs/near.h"

/* Whether the map is not read for each try: the second one keeps a copy of the plane for those after it. Large maps
 * have no memory for that, and it takes some 200 bytes. */
#if PREFERS_SPEED && STAIRS_SOME_RANGES && (MAP_WIDTH + 7) / 8 * MAP_HEIGHT <= 1024
#define KEEPS_WAYS
#include "core/plane/taken.h"
#endif

/* What `stage` says: what is done next. */
#define FIND_START 1
#define BEGIN_ATTEMPT 2
#define READ_MAP 3
#define WALK_ON 4
#define LOOK_AT_NEWER 5
#define LOOK_AT_OLDER 6
#define LOOK_AT_LAST 7
#define PLACE_BEST 8
#define FIND_NEAR_START 9
#define FIND_GOAL 10
#define COMPARE_TILES 11

/* What a search has come to. */
#define LOOKS_ON 0
#define HAS_FOUND 1
#define HAS_NOTHING 2

WORK uint16_t way_wanted;

/* The up stairs that are tried, and how many more may be. */
WORK uint8_t start_at_x, start_at_y, starts_left, probes_to_do;

/* A search in the ring: the number that is next, how many are left of this part of it, and how many
 * tiles the other part has. */
WORK uint8_t look_at, looks_left, looks_before;

#ifdef KEEPS_WAYS
/* How many bytes of the plane were copied in this try. */
WORK uint16_t ways_copied;
#endif

/* The best of all tries. The edge of the map stands for none. */
WORK uint8_t best_up_x, best_up_y, best_down_x, best_down_y;
WORK uint16_t best_steps;

/* One step of finding a tile for the up stairs: a random one, or the first one row by row. */
static NOINLINE uint8_t find_start(void)
{
    uint8_t left;

    for (left = TILES_TESTED; left != 0; --left) {
        if (probes_to_do != 0) {
            start_at_x = 1 + random_below(MAP_WIDTH - 2);
            start_at_y = 1 + random_below(MAP_HEIGHT - 2);
            if (is_free_floor(start_at_x, start_at_y))
                return HAS_FOUND;
            --probes_to_do;
            if (probes_to_do == 0) {
                start_at_x = 1;
                start_at_y = 1;
            }
        } else {
            if (is_free_floor(start_at_x, start_at_y))
                return HAS_FOUND;
            ++start_at_x;
            if (start_at_x == MAP_WIDTH - 1) {
                start_at_x = 1;
                ++start_at_y;
                if (start_at_y == MAP_HEIGHT - 1)
                    return HAS_NOTHING;
            }
        }
    }
    return LOOKS_ON;
}

/* One step of looking for a tile for the down stairs among looks_left tiles of the ring, from look_at on;
 * with `step` 1 the newer ones, with 255 the older ones. */
static NOINLINE uint8_t find_nearby(uint8_t step)
{
    uint8_t left, x, y;

    for (left = TILES_TESTED; left != 0; --left) {
        x = way_x[look_at];
        y = way_y[look_at];
        if ((x != start_at_x || y != start_at_y) && is_free_floor(x, y))
            return HAS_FOUND;
        look_at += step;
        --looks_left;
        if (looks_left == 0)
            return HAS_NOTHING;
    }
    return LOOKS_ON;
}

/* Look for the farthest tile that is still in the ring. */
static void look_at_last(void)
{
    look_at = way_behind - 1;
    looks_left = way_known;
    stage = LOOK_AT_LAST;
}

#if SOME_STAIRS_NEAR_PREVIOUS
/* One step of finding the free floor tile that is nearest to the point. */
static NOINLINE uint8_t find_near_start(void)
{
    uint8_t left;

    for (left = PLACES_LOOKED_AT; left != 0; --left) {
        if (is_spiral_free()) {
            start_at_x = (uint8_t)spiral_x;
            start_at_y = (uint8_t)spiral_y;
            return HAS_FOUND;
        }
        if (!go_round())
            return HAS_NOTHING;
    }
    return LOOKS_ON;
}

/* Take the tile that is nearest to the point, if there is one within the range; else that which is the farthest. */
static NOINLINE void take_nearest(void)
{
    if (nearest_steps == 0) {
        look_at_last();
        return;
    }
    best_up_x = start_at_x;
    best_up_y = start_at_y;
    best_down_x = nearest_x;
    best_down_y = nearest_y;
    best_steps = nearest_steps;
    stage = PLACE_BEST;
}

/* One step of comparing the tiles of a distance. */
static NOINLINE void compare_tiles(void)
{
    uint8_t left;

    for (left = TILES_COMPARED; left != 0; --left) {
        compare_tile(way_x[look_at], way_y[look_at]);
        ++look_at;
        --looks_left;
        if (looks_left == 0) {
            stage = WALK_ON;
            if (way_steps == STAIRS_MOST_STEPS)
                take_nearest();
            return;
        }
    }
}
#endif

/* Find out what is done after all tiles of a distance were reached: a random one of them is the first to
 * be looked at, from there on to the last one, then the others from the last to the first. */
static NOINLINE void find_end(void)
{
    uint8_t count;

    count = way_behind - way_first;
#if SOME_STAIRS_NEAR_PREVIOUS
    if (STAIRS_NEAR_PREVIOUS) {
        if (count == 0)
            take_nearest();
        else if (way_steps >= STAIRS_LEAST_STEPS) {
            look_at = way_first;
            looks_left = count;
            stage = COMPARE_TILES;
        }
        return;
    }
#endif
#if !ALL_STAIRS_NEAR_PREVIOUS
    if (count == 0)
        look_at_last();
    else if (way_steps >= way_wanted) {
        looks_before = random_below(count);
        look_at = way_first + looks_before;
        looks_left = count - looks_before;
        stage = LOOK_AT_NEWER;
    }
#endif
}

/* Begin to reach tiles from the up stairs, which should be so many steps away from the down stairs. */
static void begin_attempt(void)
{
    if (best_up_x == 0) {
        best_up_x = start_at_x;
        best_up_y = start_at_y;
    }
    way_wanted = NEVER;
#if SOME_STAIRS_NEAR_PREVIOUS
    begin_nearest();
#endif
#if STAIRS_SOME_RANGES && !ALL_STAIRS_NEAR_PREVIOUS
#if SOME_STAIRS_NEAR_PREVIOUS
    if (!STAIRS_NEAR_PREVIOUS)
#endif
#if STAIRS_SOME_FARTHEST
    if (STAIRS_MOST_STEPS != NEVER)
#endif
        way_wanted = STAIRS_LEAST_STEPS + random_below((uint8_t)(STAIRS_MOST_STEPS - STAIRS_LEAST_STEPS + 1));
#endif
    begin_plane(PLANE_SOLID);
#ifdef KEEPS_WAYS
    ways_copied = 0;
#endif
    stage = READ_MAP;
}

#ifdef KEEPS_WAYS
/* Copy the rows of the plane up to plane_y that were not copied in this try: to its copy, or back. */
static NOINLINE void copy_ways(uint8_t is_back, uint8_t is_last)
{
    uint16_t end;

    end = PLANE_BYTES;
    if (!is_last)
        end = plane_row[plane_y];
    copies_left = (uint8_t)(end - ways_copied);
    if (end == ways_copied)
        return;
    copied_from = plane_solid + ways_copied;
    copied_to = plane_taken + ways_copied;
    if (is_back) {
        copied_from = plane_taken + ways_copied;
        copied_to = plane_solid + ways_copied;
    }
    copy_bytes();
    ways_copied = end;
}

/* One step of reading the map, in which the first two tries read it, and later ones take as many rows from the
 * copy. */
static NOINLINE uint8_t read_ways(void)
{
    uint8_t done, left;

    done = (uint8_t)(STAIRS_TRIES - starts_left);
    if (done < 3) {
        left = read_plane_as_seen();
        if (done == 2)
            copy_ways(0, left);
        return left;
    }
    for (left = ROWS_SEEN; left != 0; --left) {
        if (next_read_part() && is_plane_done())
            break;
    }
    copy_ways(1, left != 0);
    return left != 0;
}
#else
#define read_ways read_plane_as_seen
#endif

/* Remember the tile that was found, if it is the farthest. 1 if it is far enough. */
static uint8_t keep_best(void)
{
    uint16_t steps;

    steps = steps_to(look_at);
    if (steps > best_steps) {
        best_steps = steps;
        best_up_x = start_at_x;
        best_up_y = start_at_y;
        best_down_x = way_x[look_at];
        best_down_y = way_y[look_at];
    }
    return steps >= STAIRS_LEAST_STEPS;
}

/* Place what was found. */
static NOINLINE void place_best(void)
{
    SUMMARY->up_x = best_up_x;
    SUMMARY->up_y = best_up_y;
    if (best_up_x == 0) {
        SUMMARY->status |= STATUS_NO_UP_STAIRS | STATUS_NO_DOWN_STAIRS;
        return;
    }
    set_tile(best_up_x, best_up_y, TILE_UP_STAIRS);
    SUMMARY->down_x = best_down_x;
    SUMMARY->down_y = best_down_y;
    if (best_down_x == 0) {
        SUMMARY->status |= STATUS_NO_DOWN_STAIRS;
        return;
    }
#if STAIRS_SOME_RANGES
#if STAIRS_SOME_FARTHEST
    if (STAIRS_MOST_STEPS != NEVER)
#endif
        if (best_steps < STAIRS_LEAST_STEPS)
            SUMMARY->status |= STATUS_STAIRS_TOO_NEAR;
#endif
    set_tile(best_down_x, best_down_y, TILE_DOWN_STAIRS);
}

/* Go on to another try, if there is one left. */
static void end_try(void)
{
    probes_to_do = STAIRS_PROBES;
    stage = FIND_START;
    if (starts_left == 0)
        stage = PLACE_BEST;
}

/* One step of looking for the down stairs in the ring. */
static NOINLINE void look_for_end(void)
{
    uint8_t found, step;

    step = 255;
    if (stage == LOOK_AT_NEWER)
        step = 1;
    found = find_nearby(step);
    if (found == LOOKS_ON)
        return;
    if (found == HAS_FOUND) {
        if (keep_best())
            starts_left = 0;
        end_try();
    } else if (stage == LOOK_AT_LAST)
        end_try();
    else if (stage == LOOK_AT_NEWER && looks_before != 0) {
        look_at = SPAN_LAST(way_first, looks_before);
        looks_left = looks_before;
        stage = LOOK_AT_OLDER;
    } else if (way_steps == STAIRS_MOST_STEPS)
        look_at_last();
    else
        stage = WALK_ON;
}

/* One step of placing up and down stairs. If all tries were in vain, those are taken that are the farthest
 * apart, and the status says so. */
static void place_stairs_on_foot(void)
{
    uint8_t found;

    switch (stage) {
    case 0:
        starts_left = STAIRS_TRIES;
        best_up_x = 0;
        best_up_y = 0;
        best_down_x = 0;
        best_down_y = 0;
        best_steps = 0;
        probes_to_do = STAIRS_PROBES;
        stage = FIND_START;
#if SOME_STAIRS_NEAR_PREVIOUS
        if (STAIRS_NEAR_PREVIOUS) {
            find_point(0);
            begin_spiral();
            stage = FIND_NEAR_START;
            return;
        }
#endif
        /* fall through */
    case FIND_START:
        found = find_start();
        if (found == HAS_FOUND) {
            --starts_left;
            stage = BEGIN_ATTEMPT;
        } else if (found == HAS_NOTHING)
            stage = PLACE_BEST;
        return;
#if SOME_STAIRS_NEAR_PREVIOUS
    case FIND_NEAR_START:
        found = find_near_start();
        if (found == HAS_FOUND) {
            --starts_left;
            stage = FIND_GOAL;
        } else if (found == HAS_NOTHING)
            stage = PLACE_BEST;
        return;
    case FIND_GOAL:
        find_point(1);
        stage = BEGIN_ATTEMPT;
        return;
    case COMPARE_TILES:
        compare_tiles();
        return;
#endif
    case BEGIN_ATTEMPT:
        begin_attempt();
        /* fall through */
    case READ_MAP:
        if (read_ways()) {
            begin_way(start_at_x, start_at_y);
            stage = WALK_ON;
        }
        return;
    case WALK_ON:
        walks_left = TILES_WALKED;
        if (walk_on())
            find_end();
        return;
    case PLACE_BEST:
        place_best();
        stage = PHASE_DONE;
        return;
    default:
        look_for_end();
        return;
    }
}

#endif
