/* The phase `corridors`: a spanning tree of corridors, by Prim's algorithm over Manhattan distances
 * between room centres. */
#ifndef UNDERCROFT_GRID_ROOMS_CONNECT_H
#define UNDERCROFT_GRID_ROOMS_CONNECT_H

#include "core/generation.h"
#include "kinds/grid_rooms/common.h"
#include "kinds/grid_rooms/corridors.h"
#include "kinds/grid_rooms/runs.h"
#include "kinds/grid_rooms/winding.h"
#if CONNECT_IS_RULES
#include "kinds/grid_rooms/share.h"
#endif

#include "core/small_for_oscar64_begin.h"

/* Let distance_to measure from the centre of a room: it becomes the spot. */
static void measure_from(uint8_t room)
{
    uint8_t at;

    at = room;
    spot_x = centre_x[at];
    spot_y = centre_y[at];
}

/* Tiles from the spot to the centre of a room along the axes: the Manhattan distance. */
INLINE distance_type distance_to(uint8_t room)
{
    uint8_t span;
    distance_type distance;

    span = centre_x[room];
    if (span > spot_x)
        distance = span - spot_x;
    else
        distance = spot_x - span;
    span = centre_y[room];
    if (span > spot_y)
        distance += (uint8_t)(span - spot_y);
    else
        distance += (uint8_t)(spot_y - span);
    return distance;
}

/* Set best_room to the room outside the tree that is nearest to it; NO_ROOM if none can be joined. */
static void find_nearest_outside(void)
{
    uint8_t room, nearest, lowest;
    distance_type distance, least;

    best_room = NO_ROOM;
    least = TOO_FAR;
    lowest = NO_ROOM;
    for (room = outside_next[ROOMS_CAPACITY]; room != NO_ROOM; room = outside_next[room]) {
        distance = tree_distance[room];
        nearest = nearest_inside[room];
        if (distance < least || (distance == least && nearest < lowest)) {
            best_room = room;
            least = distance;
            lowest = nearest;
        }
    }
}

/* Find the tree's next room for one outside, beyond the one at the distance known so far, with index
 * `after`. */
static void find_nearest(uint8_t other, uint8_t after)
{
    uint8_t joined, room, best;
    distance_type distance, reach, best_distance;

    joined = after;
    best = NO_ROOM;
    best_distance = TOO_FAR;
    distance = tree_distance[other];
    measure_from(other);
    for (room = 0; room != room_count; ++room) {
        if (!is_inside[room] || room_connections[room] == CORRIDORS_MAX_CONNECTIONS)
            continue;
        reach = distance_to(room);
        if (reach < distance || (reach == distance && room <= joined))
            continue;
        if (reach < best_distance) {
            best = room;
            best_distance = reach;
        }
    }
    nearest_inside[other] = best;
    tree_distance[other] = best_distance;
}

/* A room can take no more connections: rooms whose nearest it was need another one. One step is
 * one such room, from next_room on. */
static uint8_t leave_full_room(uint8_t full)
{
    uint8_t room;

    while (next_room != room_count) {
        room = next_room;
        ++next_room;
        if (nearest_inside[room] == full) {
            find_nearest(room, full);
            return 1;
        }
    }
    return 0;
}

/* Mark every room as one that cannot be joined, as far as is known. */
static void forget_distances(void)
{
    uint8_t room;

    for (room = 0; room != room_count; ++room) {
        tree_distance[room] = TOO_FAR;
        nearest_inside[room] = NO_ROOM;
    }
}

/* One step of finding the room outside of the nearest pair, whatever has been tried: one room, from
 * next_room on. At the end it is best_room; its partner, which is in the tree and not full, is
 * its nearest_inside then. */
static uint8_t nearest_of_all(void)
{
    uint8_t room;

    while (next_room != room_count) {
        room = next_room;
        ++next_room;
        if (!is_inside[room]) {
            tree_distance[room] = 0;
            find_nearest(room, 0);
            return 1;
        }
    }
    find_nearest_outside();
    return 0;
}

/* List all rooms as being outside the tree. */
static void begin_tree(void)
{
    uint8_t room, before;

    forget_distances();
    before = ROOMS_CAPACITY;
    for (room = 0; room != room_count; ++room) {
        outside_next[before] = room;
        outside_before[room] = before;
        before = room;
    }
    outside_next[before] = NO_ROOM;
}

/* Where the figures have the number of corridors of each type. */
static const uint8_t corridor_figure[] = {
    FIGURE_CORRIDORS_STRAIGHT_OFFSET, FIGURE_CORRIDORS_L_SHAPED_OFFSET,
    FIGURE_CORRIDORS_Z_SHAPED_OFFSET, FIGURE_CORRIDORS_WINDING_OFFSET,
    FIGURE_CORRIDORS_SHARED_OFFSET,
};

/* Write the current corridor into the records of both its rooms. */
static void record_corridor(void)
{
#if CONNECT_IS_RULES
    corridor_room[corridor_end] = written_room[0];
    corridor_wall[corridor_end] = written_wall[0];
    corridor_room[corridor_end + 1] = written_room[1];
    corridor_wall[corridor_end + 1] = written_wall[1];
#endif
    written_end = 0;
    record_end();
    written_end = 1;
    record_end();
    ++((uint8_t *)FIGURES)[corridor_figure[corridor_kind[corridor_count]]];
    ++corridor_count;
}

/* The corridor that is drawn next. */
WORK uint8_t next_corridor;

/* One step of drawing the floor (or, one tile wider all round, the walls) of all corridors: a
 * few of them, from next_corridor on, or a part of a winding one. */
static uint8_t draw_next_corridors(uint8_t tile)
{
    uint8_t run, corridors;

    for (corridors = CORRIDORS_AT_ONCE; corridors != 0; --corridors) {
        run = MOST_RUNS * next_corridor;
        if (corridor_kind[next_corridor] == WINDING) {
            if (winding_axis == NOT_WINDING) {
                winding_position[0] = run_left[run];
                winding_position[1] = run_top[run];
                winding_goal[0] = run_right[run];
                winding_goal[1] = run_bottom[run];
                winding_axis = 0;
            }
            if (draw_winding(tile))
                return 1;
        } else if (corridor_runs[next_corridor] != 0)
            draw_runs(run, corridor_runs[next_corridor], tile);
        ++next_corridor;
        if (next_corridor == corridor_count) {
            next_corridor = 0;
            return 0;
        }
    }
    return 1;
}

/* One step of putting the corridors on the map: all walls first, so that no wall can seal a
 * floor. */
static void draw_corridors(void)
{
    if (stage == DRAW_WALLS) {
        if (!draw_next_corridors(TILE_WALL))
            stage = DRAW_FLOORS;
    } else if (stage == DRAW_FLOORS) {
        if (!draw_next_corridors(TILE_FLOOR))
            stage = DRAW_DOORS;
    } else {
        doors_end = corridor_end;
        corridor_end = (uint8_t)(corridor_end - 1) & (256 - DOORS_AT_ONCE);
        this_door = corridor_end;
        draw_doors();
        if (corridor_end == 0)
            stage = PHASE_DONE;
    }
}

/* One step of digging the next corridor of the tree, and taking the room it leads to into the
 * tree. */
INLINE void join_next_room(void)
{
    uint8_t distance;

    switch (stage) {
    case CHOOSE:
        outside = best_room;
        if (outside == NO_ROOM) {
            next_room = 0;
            stage = CHOOSE_OF_ALL;
            return;
        }
        inside = nearest_inside[outside];
#if CONNECT_IS_RULES
        next_shared = 0;
        stage = SHARE;
        return;
    case SHARE:
        share_corridor();
        return;
#else
        stage = DIG;
#endif
        /* fall through */
    case DIG:
    case DIG_Z:
    case DIG_OTHER_Z:
        dig_corridor();
        if (stage == NOT_DUG) {
            find_nearest(outside, inside);
            find_nearest_outside();
            stage = CHOOSE;
        }
        if (stage != RECORD)
            return;
        /* fall through */
    case RECORD:
        record_corridor();
        distance = ROOM_GET_HUB_DISTANCE(ROOM_RECORD(inside)) + 1;
        ROOM_SET_HUB_DISTANCE(ROOM_RECORD(outside), distance);
        if (room_connections[inside] == CORRIDORS_MAX_CONNECTIONS) {
            next_room = 0;
            stage = LEAVE;
            return;
        }
        break;
    case CHOOSE_OF_ALL:
        if (nearest_of_all())
            return;
        outside = best_room;
        inside = nearest_inside[outside];
        forget_distances();
        dig_winding_corridor();
        stage = RECORD;
        return;
    case LEAVE:
        if (leave_full_room(inside))
            return;
        break;
    }
    this_room = outside;
    add_to_tree();
    stage = CHOOSE;
    /* A tree has one corridor less than rooms. */
    if ((uint8_t)(corridor_count + 1) == room_count)
        stage = DRAW_WALLS;
}

/* One step of joining all rooms and drawing the corridors.
 *
 * Pairs are tried nearest first, ties by the lower index, first of the tree's room, then of the
 * other one. If no allowed corridor joins a pair, the next pair is tried; if none joins any pair,
 * the nearest is joined by a winding corridor, which always exists. */
static NOINLINE void connect_rooms(void)
{
    if (stage >= DRAW_WALLS)
        draw_corridors();
    else if (stage != 0)
        join_next_room();
    else {
        corridor_count = 0;
        corridor_end = 0;
        next_corridor = 0;
        winding_axis = NOT_WINDING;
        stage = PHASE_DONE;
        if (room_count >= 2) {
            begin_tree();
            this_room = 0;
            add_to_tree();
            stage = CHOOSE;
        }
    }
}

#include "core/small_for_oscar64_end.h"

#endif
