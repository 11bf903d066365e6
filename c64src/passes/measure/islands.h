/* Islands: the solid parts of the level round which a player can walk.
 *
 * Row by row, each run of solid tiles joins the parts of the runs above that it touches. When a row is done, the parts
 * that go on get new numbers, so that a byte is always enough, and those that do not are complete. */
#ifndef UNDERCROFT_MEASURE_ISLANDS_H
#define UNDERCROFT_MEASURE_ISLANDS_H

#include "core/generation.h"
#include "core/plane/plane.h"
#include "core/plane/plane_bit.h"

/* The most runs of a row. The runs of a row are in one half of the tables, those of the row above in the other. */
#define MOST_ROW_RUNS (MAP_WIDTH / 2 + 1)
static uint8_t run_first[2 * MOST_ROW_RUNS], run_last[2 * MOST_ROW_RUNS], run_part[2 * MOST_ROW_RUNS];
static uint8_t runs_here, runs_here_end, runs_above, runs_above_end;

/* The parts by their numbers: how many tiles each has, at most LEAST_ISLAND; the part that it has joined, or itself; and
 * its number in the next row. OUTSIDE is the number of no other part. */
static uint8_t part_tiles[256], part_joined[256], part_next[256], next_tiles[256];
static uint8_t parts_end, next_parts_end;
#define NOT_NUMBERED OUTSIDE

static uint8_t islands_counted;

/* What is done next: a run is begun; one that it touches is joined; a run of the row gets the number of its part in the
 * next row; a run of the row above may be the last one of its part; a part goes on. */
#define BEGIN_RUN 0
#define JOIN_RUN 1
#define NUMBER_RUN 2
#define END_RUN 3
#define RENUMBER_PART 4
static uint8_t island_task;

/* The run above that is next, and the first column that is not looked at yet. */
static uint8_t touched_at, run_column;

/* The run of either row, or the part, that is next. */
static uint8_t numbered_at;

/* The number of the part to which this one belongs by now. */
static uint8_t number_of_part(uint8_t part)
{
    while (part_joined[part] != part)
        part = part_joined[part];
    return part;
}

/* Add tiles to a part. */
static void grow_part(uint8_t part, uint8_t tiles)
{
    if (tiles >= LEAST_ISLAND || part_tiles[part] + tiles >= LEAST_ISLAND)
        part_tiles[part] = LEAST_ISLAND;
    else
        part_tiles[part] += tiles;
}

/* Join two parts. The result has the lower number, so that what touches the outside belongs to it. */
static uint8_t unite_parts(uint8_t one, uint8_t other)
{
    uint8_t first, second;

    first = number_of_part(one);
    second = number_of_part(other);
    if (first == second)
        return first;
    if (second < first) {
        part_joined[first] = second;
        grow_part(second, part_tiles[first]);
        return second;
    }
    part_joined[second] = first;
    grow_part(first, part_tiles[second]);
    return first;
}

/* Find the next run of row plane_y. 0 if there is none. */
static NOINLINE uint8_t find_run(void)
{
    uint8_t x, tiles;
    REGISTER const uint8_t *row;

    row = plane_solid + plane_row[plane_y];
    x = run_column;
    for (;;) {
        if (x >= MAP_WIDTH)
            return 0;
        tiles = row[x >> 3];
        if (tiles & plane_bit[x & 7])
            break;
        if (tiles == 0)
            x |= 7;
        ++x;
    }
    run_first[runs_here_end] = x;
    for (;;) {
        if ((x & 7) == 0 && row[x >> 3] == 0xFF)
            x += 8;
        else if (row[x >> 3] & plane_bit[x & 7])
            ++x;
        else
            break;
        if (x >= MAP_WIDTH) {
            x = MAP_WIDTH;
            break;
        }
    }
    run_last[runs_here_end] = x - 1;
    return 1;
}

/* The last touched run may touch the next run, too. */
static void end_run(void)
{
    uint8_t part;

    part = run_part[runs_here_end];
    if (part == NO_PART) {
        part = parts_end;
        part_tiles[part] = 0;
        part_joined[part] = part;
        part_next[part] = NOT_NUMBERED;
        ++parts_end;
        run_part[runs_here_end] = part;
    }
    grow_part(part, run_last[runs_here_end] - run_first[runs_here_end] + 1);
    ++runs_here_end;
    if (touched_at != runs_above)
        --touched_at;
}

/* Begin with a row. */
static void begin_row_of_runs(void)
{
    runs_here_end = runs_here;
    run_column = 0;
    touched_at = runs_above;
    island_task = BEGIN_RUN;
}

/* Begin with the first row, which is a single run of the outside. */
static void begin_counting(void)
{
    run_first[0] = 0;
    run_last[0] = MAP_WIDTH - 1;
    run_part[0] = OUTSIDE;
    part_tiles[OUTSIDE] = LEAST_ISLAND;
    part_joined[OUTSIDE] = OUTSIDE;
    parts_end = 1;
    runs_above = 0;
    runs_above_end = 1;
    runs_here = MOST_ROW_RUNS;
    islands_counted = 0;
    plane_y = 1;
    begin_row_of_runs();
}

/* Find out what is done next. 0 if nothing is. */
static NOINLINE uint8_t find_island_task(void)
{
    uint8_t runs;

    if (island_task == JOIN_RUN) {
        if (touched_at != runs_above_end && run_first[touched_at] <= run_last[runs_here_end] + 1)
            return 1;
        end_run();
        island_task = BEGIN_RUN;
    }
    if (island_task == BEGIN_RUN) {
        if (find_run())
            return 1;
        numbered_at = runs_here;
        next_parts_end = 1;
        next_tiles[OUTSIDE] = LEAST_ISLAND;
        island_task = NUMBER_RUN;
    }
    if (island_task == NUMBER_RUN) {
        if (numbered_at != runs_here_end)
            return 1;
        numbered_at = runs_above;
        island_task = END_RUN;
    }
    if (island_task == END_RUN) {
        if (numbered_at != runs_above_end)
            return 1;
        numbered_at = 0;
        island_task = RENUMBER_PART;
    }
    if (numbered_at != next_parts_end)
        return 1;
    parts_end = next_parts_end;
    runs = runs_above;
    runs_above = runs_here;
    runs_above_end = runs_here_end;
    runs_here = runs;
    ++plane_y;
    begin_row_of_runs();
    if (plane_y == MAP_HEIGHT)
        return 0;
    find_run();
    return 1;
}

/* Do it. */
static NOINLINE void do_island_task(void)
{
    uint8_t part, touched;

    switch (island_task) {
    case BEGIN_RUN:
        while ((uint8_t)(run_last[touched_at] + 1) < run_first[runs_here_end])
            ++touched_at;
        run_part[runs_here_end] = NO_PART;
        run_column = run_last[runs_here_end] + 2;
        island_task = JOIN_RUN;
        return;
    case JOIN_RUN:
        touched = number_of_part(run_part[touched_at]);
        part = run_part[runs_here_end];
        if (part != NO_PART)
            touched = unite_parts(part, touched);
        run_part[runs_here_end] = touched;
        ++touched_at;
        return;
    case NUMBER_RUN:
        part = number_of_part(run_part[numbered_at]);
        if (part != OUTSIDE && part_next[part] == NOT_NUMBERED) {
            part_next[part] = next_parts_end;
            next_tiles[next_parts_end] = part_tiles[part];
            ++next_parts_end;
        }
        run_part[numbered_at] = part;
        if (part != OUTSIDE)
            run_part[numbered_at] = part_next[part];
        ++numbered_at;
        return;
    case END_RUN:
        part = number_of_part(run_part[numbered_at]);
        if (part != OUTSIDE && part_next[part] == NOT_NUMBERED) {
            part_next[part] = NO_PART;
            if (part_tiles[part] == LEAST_ISLAND && islands_counted != MOST_LOOPS)
                ++islands_counted;
        }
        ++numbered_at;
        return;
    default:
        part_tiles[numbered_at] = next_tiles[numbered_at];
        part_joined[numbered_at] = numbered_at;
        part_next[numbered_at] = NOT_NUMBERED;
        ++numbered_at;
        return;
    }
}

/* One step of counting the islands: some runs and parts. */
static NOINLINE uint8_t count_islands(void)
{
    uint8_t left;

    for (left = RUNS_AT_ONCE;; --left) {
        if (find_island_task() == 0)
            return 1;
        if (left == 0)
            return 0;
        do_island_task();
    }
}

#endif
