/* Extra halls: they leave a room, turn now and then, and end where they meet something. */
#ifndef UNDERCROFT_MYSTERY_EXTRA_HALLS_H
#define UNDERCROFT_MYSTERY_EXTRA_HALLS_H

#include "kinds/mystery/cells.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"

/* The directions: down, right, up, left. */
static const uint8_t hall_x[4] = { 0, 1, 0, 255 };
static const uint8_t hall_y[4] = { 1, 0, 255, 0 };

#define DOWN 0
#define RIGHT 1
#define UP 2
#define LEFT 3

/* What dig_extra_halls does next. */
#define NO_HALL 0
#define PASS_FLOOR 1
#define DIG_HALL 2

/* The end of the hall that is dug, its direction, the tiles until it turns; and what is done
 * next. */
WORK uint8_t end_x, end_y, hall_direction, hall_steps, hall_work;

/* The direction, turned until it does not lead out of the grid; three turns at most. */
static uint8_t inward_direction(uint8_t x, uint8_t y, uint8_t direction)
{
    uint8_t left;

    for (left = 3; left != 0; --left) {
        if (direction == DOWN && y == (uint8_t)(down - 1))
            direction = RIGHT;
        if (direction == RIGHT && x == (uint8_t)(across - 1))
            direction = UP;
        if (direction == UP && y == 0)
            direction = LEFT;
        if (direction == LEFT && x == 0)
            direction = DOWN;
    }
    return direction;
}

/* Whether there is floor to the left or right of the end of the hall. */
static uint8_t is_open_beside(void)
{
    uint8_t across_x, across_y;

    across_x = hall_y[hall_direction];
    across_y = hall_x[hall_direction];
    if (is_floor(end_x + across_x, end_y + across_y))
        return 1;
    return is_floor(end_x - across_x, end_y - across_y);
}

#if SOME_VARIANTS_ENDS_IS_CORNERS
/* Whether there is floor at a corner before the end of the hall. */
static uint8_t is_open_ahead(void)
{
    uint8_t x, y, across_x, across_y;

    across_x = hall_y[hall_direction];
    across_y = hall_x[hall_direction];
    x = end_x + hall_x[hall_direction];
    y = end_y + hall_y[hall_direction];
    if (is_floor(x + across_x, y + across_y))
        return 1;
    return is_floor(x - across_x, y - across_y);
}
#endif

/* Whether the end of the hall is the only tile of a square of 2 x 2 that is not floor. */
static uint8_t completes_square(void)
{
    uint8_t x, y;

    x = end_x + 1;
    for (;;) {
        if (is_floor(x, end_y)) {
            y = end_y + 1;
            if (is_floor(end_x, y) && is_floor(x, y))
                return 1;
            y -= 2;
            if (is_floor(end_x, y) && is_floor(x, y))
                return 1;
        }
        if (x < end_x)
            return 0;
        x -= 2;
    }
}

/* Whether the hall can go on at its end. */
static uint8_t can_dig(void)
{
    return end_x >= 2 && end_x < MAP_WIDTH - 1 && end_y >= 2 && end_y < MAP_HEIGHT - 1
           && !is_floor(end_x, end_y);
}

/* Begin a hall at a random tile of a room. */
static void begin_extra_hall(uint8_t x, uint8_t y)
{
    uint8_t cell;

    cell = cell_at(x, y);
    end_x = draw_below(cell_right[cell] - cell_left[cell]);
    end_x += cell_left[cell];
    end_y = draw_below(cell_bottom[cell] - cell_top[cell]);
    end_y += cell_top[cell];
    hall_direction = draw_few(4);
    hall_direction = inward_direction(x, y, hall_direction);
    /* From the room's edge on. */
    switch (hall_direction) {
    case DOWN:
        end_y = cell_bottom[cell];
        break;
    case RIGHT:
        end_x = cell_right[cell];
        break;
    case UP:
        end_y = cell_top[cell] - 1;
        break;
    default:
        end_x = cell_left[cell] - 1;
        break;
    }
}

/* Go straight through the floor before the hall; gives what is done next. */
static uint8_t pass_floor(void)
{
    uint8_t left;

    left = PASSED_AT_ONCE;
    while (is_floor(end_x, end_y)) {
        if (left == 0)
            return PASS_FLOOR;
        --left;
        end_x += hall_x[hall_direction];
        end_y += hall_y[hall_direction];
    }
    if (end_x < 2 || end_x >= MAP_WIDTH - 2 || end_y < 2 || end_y >= MAP_HEIGHT - 2)
        return NO_HALL;
    if (is_open_beside())
        return NO_HALL;
    hall_steps = 3 + draw_few(3);
    if (can_dig())
        return DIG_HALL;
    return NO_HALL;
}

/* Dig a tile of the hall; gives what is done next. */
static uint8_t dig_extra_hall(void)
{
    if (!completes_square())
        set_terrain(end_x, end_y, FLOOR);
    if (is_open_beside())
        return NO_HALL;
#if SOME_VARIANTS_ENDS_IS_CORNERS
    if (VARIANTS_ENDS_IS_CORNERS && is_open_ahead())
        return NO_HALL;
#endif
    --hall_steps;
    if (hall_steps == 0) {
        hall_steps = 3 + draw_few(3);
        if (draw_percent(HALF_THRESHOLD))
            hall_direction = (hall_direction + 1) & 3;
        else
            hall_direction = (hall_direction + 3) & 3;
        if (hall_direction == RIGHT && end_x >= RIGHT_LIMIT)
            return NO_HALL;
    }
    end_x += hall_x[hall_direction];
    end_y += hall_y[hall_direction];
    if (can_dig())
        return DIG_HALL;
    return NO_HALL;
}

/* Try to dig extra halls; a piece is the choice of one, some tiles of floor before it, or a tile of
 * it. */
static uint8_t dig_extra_halls(void)
{
    uint8_t x, y;

    if (work == 0) {
        work = 1;
        work_count = HALLS_EXTRA;
        hall_work = NO_HALL;
    }
    if (hall_work == DIG_HALL) {
        hall_work = dig_extra_hall();
        return 0;
    }
    if (hall_work == PASS_FLOOR) {
        hall_work = pass_floor();
        return 0;
    }
    if (work_count == 0)
        return 1;
    --work_count;
    x = draw_few(across);
    y = draw_few(down);
    if ((cell_state[cell_at(x, y)] & (LIVE | MAZE)) == LIVE) {
        begin_extra_hall(x, y);
        hall_work = PASS_FLOOR;
    }
    return 0;
}

#endif
