#include "program/world/ahead.h"
#include "memory.h"
#include "program/shown.h"
#include "program/world/slots.h"

#define BACK ((uint8_t)-1)

uint8_t heading_x, heading_y;
uint8_t sideways, corner;
uint8_t is_flying, room_left, room_right, room_above, room_below;
uint8_t all_are_wanted, must_look;

uint8_t has_all;
uint8_t last_slot, next_chunk, next_away, work_away;
uint8_t around_column, around_row;

/* By column of chunks, and behind these by row: how many tiles the player is away from seeing them, and `sideways`
 * more if not heading there; and after how many tiles they are left behind. */
static uint8_t away_from[2 * AROUND], left_after[2 * AROUND];

/* Rows of the chunks around; how soon each of them is seen, SEEN_NEVER if it is there already. */
static const uint8_t row_start[AROUND] = {0, AROUND, 2 * AROUND, 3 * AROUND, 4 * AROUND};
static uint8_t away_of[AROUND * AROUND];

/* Measure five columns or rows of chunks, numbered from `number` on: the window's first tile is `tile`, and there
 * is room for the player before and behind. */
static void measure_away(uint8_t number, uint8_t tile, uint8_t length, uint8_t heading, uint8_t before,
                         uint8_t behind)
{
    uint8_t at, left, start, first, end, towards, away, aside;

    at = number;
    towards = heading;
    aside = sideways;
    first = tile;
    end = length;
    if (all_are_wanted) {
        first = 0;
        end = ROW_OF_PLACES * CHUNK_SIDE;
    }
    /* Counted from the outermost chunk. */
    first += CHUNK_SIDE;
    end += first;
    start = 0;
    for (left = AROUND; left != 0; --left) {
        left_after[at] = SEEN_NEVER;
        if (towards == BACK)
            left_after[at] = end - start;
        away = 0;
        if (start >= end) {
            away = start - end + 1 + behind;
            if (towards != 1)
                away += aside;
        }
        start += CHUNK_SIDE;
        if (start <= first) {
            away = first - start + 1 + before;
            if (towards != BACK)
                away += aside;
        }
        if (towards == 1)
            left_after[at] = start - first;
        away_from[at] = away;
        ++at;
    }
}

void look_ahead(uint8_t building)
{
    uint8_t at, column, row, away, down, left, most, slot_of_work;

    /* cc65 reaches locals faster than parameters. */
    slot_of_work = building;
    measure_away(0, view_x, VIEW_WIDTH, heading_x, room_left, room_right);
    measure_away(AROUND, view_y, VIEW_HEIGHT, heading_y, room_above, room_below);
    around_column = (uint8_t)(world_x >> 5) - 1;
    around_row = (uint8_t)(world_y >> 5) - 1;
    at = 0;
    for (row = AROUND; row != 2 * AROUND; ++row) {
        down = away_from[row];
        left = left_after[row];
        for (column = 0; column != AROUND; ++column) {
            away = away_from[column];
            if (away == 0)
                away = down;
            else if (down != 0) {
                if (away < down)
                    away = down;
                away += corner;
            }
            /* Left behind before it is seen. */
            if (is_flying && away <= SIDEWAYS_FLYING && (away > left || away > left_after[column]))
                away += SIDEWAYS_FLYING;
            away_of[at] = away;
            ++at;
        }
    }
    most = 0;
    work_away = SEEN_NEVER;
    for (at = 0; at != SLOTS; ++at) {
        away = SEEN_NEVER;
        if (is_there[at] || at == slot_of_work) {
            column = slot_column[at] - around_column;
            row = slot_row[at] - around_row;
            if (column < AROUND && row < AROUND) {
                column += row_start[row];
                away = away_of[column];
                away_of[column] = SEEN_NEVER;
            }
            if (!is_there[at]) {
                work_away = away;
                away = SEEN_NEVER;
            }
        }
        if (away >= most) {
            most = away;
            last_slot = at;
        }
    }
    next_away = most;
    for (at = 0; at != AROUND * AROUND; ++at) {
        away = away_of[at];
        if (away < next_away) {
            next_away = away;
            next_chunk = at;
        }
    }
    has_all = next_away == most;
    must_look = 0;
}
