/* Corridors: their doors, their shapes, and their records.
 *
 * A straight corridor and a Z cross the line of a cut, and a Z runs along it. A part's room keeps off
 * the lines, so neither can touch a third room. An L is dug only where it touches none. A wall has
 * one door, at which all corridors through that wall begin.
 */
#ifndef UNDERCROFT_BSP_CORRIDORS_H
#define UNDERCROFT_BSP_CORRIDORS_H

#include "core/assertion.h"
#include "core/generation.h"
#include "kinds/bsp/common.h"
#include "kinds/bsp/splitting.h"

/* The column or row of the walls with the current corridor's doors. */
WORK uint8_t end_beside[2];

/* A place for a door between two places, both included. */
static uint8_t choose_place(uint8_t low, uint8_t high)
{
    uint8_t first, count;

    first = low;
    count = SPAN_COUNT(first, high);
#if DOORS_PLACE_IS_RANDOM
    return first + random_below(count);
#else
    return first + (count >> 1);
#endif
}

/* The first and the last place in a wall where a door may be. */
WORK uint8_t span_low, span_high;

static void span_of(uint8_t room, uint8_t wall)
{
    uint8_t at;

    at = room;
    if (wall < WALL_TOP)
        at += OTHER_AXIS;
    span_low = ring_low[at] + 1;
    span_high = ring_high[at] - 1;
}

#if !CORRIDORS_SHAPE_IS_STRAIGHT
/* The place of the door in a wall; a new one if it has none, which is not put there yet. */
static uint8_t door_in(uint8_t room, uint8_t wall)
{
    uint8_t door;

    door = room_doors[FIRST_DOOR(room) + wall];
    if (door != NO_DOOR)
        return door;
    span_of(room, wall);
    return choose_place(span_low, span_high);
}
#endif

/* The column of a left or right wall, or the row of another one. */
static uint8_t beside_wall(uint8_t room, uint8_t wall)
{
    uint8_t at;

    at = room;
    if (wall >= WALL_TOP)
        at += OTHER_AXIS;
    return wall & 1 ? ring_high[at] : ring_low[at];
}

#if CORRIDORS_SHAPE_IS_L

/* 1 if a row between two columns, both included, keeps out of all rooms and their walls, else 0. */
static uint8_t row_is_clear(uint8_t row, uint8_t start, uint8_t end)
{
    uint8_t room, low, past_x, y, past_y;

    y = row;
    past_y = y + 1;
    if (start < end) {
        low = start;
        past_x = end;
    } else {
        low = end;
        past_x = start;
    }
    ++past_x;
    room = room_count;
    do {
        --room;
        if (ring_high[OTHER_AXIS + room] >= y && ring_low[OTHER_AXIS + room] < past_y) {
            if (ring_high[room] >= low && ring_low[room] < past_x)
                return 0;
        }
    } while (room != 0);
    return 1;
}

/* 1 if a column between two rows, both included, keeps out of all rooms and their walls, else 0. */
static uint8_t column_is_clear(uint8_t column, uint8_t start, uint8_t end)
{
    uint8_t room, low, past_y, x, past_x;

    x = column;
    past_x = x + 1;
    if (start < end) {
        low = start;
        past_y = end;
    } else {
        low = end;
        past_y = start;
    }
    ++past_y;
    room = room_count;
    do {
        --room;
        if (ring_high[room] >= x && ring_low[room] < past_x) {
            if (ring_high[OTHER_AXIS + room] >= low && ring_low[OTHER_AXIS + room] < past_y)
                return 0;
        }
    } while (room != 0);
    return 1;
}

/* What bend has found: the walls of both rooms, the row, the column, and the row outside the second
 * wall. */
WORK uint8_t bend_side, bend_end, bend_row, bend_column, bend_top;

/* Find an L that leaves the room `across` along a row and the room `down` along a column. 0 if the leg
 * in the row would touch a room. */
static uint8_t bend(uint8_t across, uint8_t down)
{
    uint8_t one, other, left, top;

    one = across;
    other = down;
    left = middle(one);
    bend_side = WALL_LEFT;
    if (middle(other) > left)
        bend_side = WALL_RIGHT;
    left = middle(OTHER_AXIS + one);
    top = middle(OTHER_AXIS + other);
    bend_end = WALL_BOTTOM;
    if (left < top)
        bend_end = WALL_TOP;
    bend_row = door_in(one, bend_side);
    bend_column = door_in(other, bend_end);
    left = beside_wall(one, bend_side);
    top = beside_wall(other, bend_end);
    if (bend_side == WALL_RIGHT) {
        if (bend_column <= left)
            return 0;
        ++left;
    } else {
        if (bend_column >= left)
            return 0;
        --left;
    }
    if (bend_end == WALL_TOP) {
        if (bend_row >= top)
            return 0;
        --top;
    } else {
        if (bend_row <= top)
            return 0;
        ++top;
    }
    bend_top = top;
    return row_is_clear(bend_row, left, bend_column);
}

/* Make the L that bend has found the current corridor; its leg at the first room is level, or upright
 * (is_level). */
static void dig_bent(void)
{
    uint8_t across, down;

    down = is_level;
    across = down ^ 1;
    end_wall[across] = bend_side;
    end_place[across] = bend_row;
    end_wall[down] = bend_end;
    end_place[down] = bend_column;
    end_beside[0] = beside_wall(end_room[0], end_wall[0]);
    end_beside[1] = beside_wall(end_room[1], end_wall[1]);
    dug_type = L_SHAPED;
    turn = end_place[1];
}

#endif

#if CORRIDORS_SHAPE_IS_STRAIGHT
/* Find the places of both doors, the same one wherever the two rooms face each other. A door that is
 * there already stays where it is. */
static void face_doors(void)
{
    uint8_t one, other, low, high;

    one = room_doors[FIRST_DOOR(end_room[0]) + end_wall[0]];
    other = room_doors[FIRST_DOOR(end_room[1]) + end_wall[1]];
    span_of(end_room[0], end_wall[0]);
    low = span_low;
    high = span_high;
    span_of(end_room[1], end_wall[1]);
    if (one == NO_DOOR) {
        if (other == NO_DOOR) {
            if (low <= span_high && span_low <= high) {
                if (span_low > low)
                    low = span_low;
                if (span_high < high)
                    high = span_high;
                one = choose_place(low, high);
                other = one;
            }
        } else if (low <= other && other <= high)
            one = other;
    } else if (other == NO_DOOR && span_low <= one && one <= span_high)
        other = one;
    if (one == NO_DOOR)
        one = choose_place(low, high);
    if (other == NO_DOOR)
        other = choose_place(span_low, span_high);
    end_place[0] = one;
    end_place[1] = other;
}
#endif

/* Make a straight corridor or a Z across the cut between both rooms, which both are beside it, the
 * current one. */
static void dig_across(void)
{
    uint8_t first;

    first = end_room[0];
    if (right_line[first] == left_line[end_room[1]]) {
        is_level = 1;
        end_wall[0] = WALL_RIGHT;
        end_wall[1] = WALL_LEFT;
        turn = part_right[first];
    } else {
        is_level = 0;
        end_wall[0] = WALL_BOTTOM;
        end_wall[1] = WALL_TOP;
        turn = part_bottom[first];
    }
#if CORRIDORS_SHAPE_IS_STRAIGHT
    face_doors();
#else
    end_place[0] = door_in(first, end_wall[0]);
    end_place[1] = door_in(end_room[1], end_wall[1]);
#endif
    end_beside[0] = beside_wall(first, end_wall[0]);
    end_beside[1] = beside_wall(end_room[1], end_wall[1]);
    dug_type = Z_SHAPED;
    if (end_place[0] == end_place[1]) {
        dug_type = STRAIGHT;
        turn = end_beside[1];
    }
}

/* Where the figures have the number of corridors of each type. */
static const uint8_t corridor_figure[] = {
    FIGURE_CORRIDORS_STRAIGHT_OFFSET, FIGURE_CORRIDORS_L_SHAPED_OFFSET,
    FIGURE_CORRIDORS_Z_SHAPED_OFFSET,
};

/* What dig_corridor does next: 0 if there is nothing to dig. */
#define BEGIN_CORRIDOR 1
#define BEND 2
#define BEND_ON 3
#define CROSS 4
#define RECORD 5
WORK uint8_t digging;
#if CORRIDORS_SHAPE_IS_L
/* How many directions of an L are left to try. */
WORK uint8_t bends_left;
#endif

/* Begin to join two rooms, the lower number first. */
static void begin_corridor(uint8_t first, uint8_t second)
{
    end_room[0] = first;
    end_room[1] = second;
    digging = BEGIN_CORRIDOR;
}

/* One step of joining two rooms, and writing it into the records of both. Returns 1 at the end.
 *
 * An L is tried first in the direction that chance decides, then in the other one, each of its legs in
 * a step. */
static uint8_t dig_corridor(void)
{
    uint8_t end, at;

#if CORRIDORS_SHAPE_IS_L
    switch (digging) {
    case BEGIN_CORRIDOR:
        is_level = random_chance(CORRIDORS_LEVEL_CHANCE);
        bends_left = 2;
        digging = BEND;
        return 0;
    case BEND:
        end = is_level;
        if (bend(end_room[end ^ 1], end_room[end])) {
            digging = BEND_ON;
            return 0;
        }
        break;
    case BEND_ON:
        if (column_is_clear(bend_column, bend_row, bend_top)) {
            dig_bent();
            digging = RECORD;
            return 0;
        }
        break;
    case CROSS:
        dig_across();
        digging = RECORD;
        break;
    }
    if (digging != RECORD) {
        is_level ^= 1;
        --bends_left;
        digging = BEND;
        if (bends_left == 0)
            digging = CROSS;
        return 0;
    }
#else
    dig_across();
#endif
    for (end = 0; end != 2; ++end) {
        if (end_wall[end] < WALL_TOP) {
            end_x[end] = end_beside[end];
            end_y[end] = end_place[end];
        } else {
            end_x[end] = end_place[end];
            end_y[end] = end_beside[end];
        }
    }
    at = corridor_count;
    ASSERT("dig_corridor: too many corridors", at < MOST_CORRIDORS);
    corridor_x[at] = end_x[0];
    corridor_y[at] = end_y[0];
    corridor_end_x[at] = end_x[1];
    corridor_end_y[at] = end_y[1];
    corridor_kind[at] = dug_type;
    corridor_is_level[at] = is_level;
    corridor_turn[at] = turn;
    ++corridor_count;
    recorded_end = 0;
    record_end();
    recorded_end = 1;
    record_end();
    ++((uint8_t *)FIGURES)[corridor_figure[dug_type]];
    digging = 0;
    return 1;
}

#endif
