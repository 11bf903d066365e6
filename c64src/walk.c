/* A random walk through solid ground: document 003's first version, in integers. The twin of
 * pygen/reference/walk.py, included by the emitted unit of every dungeon of this kind.
 */

#define STEP_LEFT 0
#define STEP_RIGHT 1
#define STEP_UP 2
#define STEP_DOWN 3

static uint8_t walker_x, walker_y;

#if PULL_TO_CENTRE

/* The weight of a tile, 1..255: it falls with the square of the distance from the centre. */
static uint8_t weight(uint8_t x, uint8_t y)
{
    uint16_t term;

    x = x > MAP_WIDTH / 2 ? x - MAP_WIDTH / 2 : MAP_WIDTH / 2 - x;
    y = y > MAP_HEIGHT / 2 ? y - MAP_HEIGHT / 2 : MAP_HEIGHT / 2 - y;
    term = (COLUMN_TERMS[x] + ROW_TERMS[y]) >> 4;
    return WEIGHTS[term > 63 ? 63 : (uint8_t)term];
}

/* The upper word of the random state times `sum`, for a sum of up to 4 x 255. One draw. */
static uint16_t draw_below_sum(uint16_t sum)
{
    uint8_t sum_low, sum_high;
    uint16_t high_product, middle;

    random_draw();
    sum_low = (uint8_t)sum;
    sum_high = (uint8_t)(sum >> 8);
    high_product = (uint16_t)random_high * sum_low;
    middle = (high_product & 0xFF) + (uint16_t)random_low * sum_high
             + (((uint16_t)random_low * sum_low) >> 8);
    return (uint16_t)random_high * sum_high + (high_product >> 8) + (middle >> 8);
}

/* One of the four directions, likelier where the next tile is nearer to the centre. */
static uint8_t draw_direction(void)
{
    uint8_t left, right, up, down;
    uint16_t pick;

    left = weight(walker_x - 1, walker_y);
    right = weight(walker_x + 1, walker_y);
    up = weight(walker_x, walker_y - 1);
    down = weight(walker_x, walker_y + 1);
    pick = draw_below_sum((uint16_t)left + right + up + down);
    if (pick < left)
        return STEP_LEFT;
    pick -= left;
    if (pick < right)
        return STEP_RIGHT;
    pick -= right;
    return pick < up ? STEP_UP : STEP_DOWN;
}

#else

/* One of the four directions, all alike. */
static uint8_t draw_direction(void)
{
    return random_below(4);
}

#endif

/* Make a tile floor, and every empty tile around it, on all 8 sides, wall. */
static void dig(uint8_t x, uint8_t y)
{
    uint8_t beside_x, beside_y;

    if (get_tile(x, y) == TILE_FLOOR)
        return;
    set_tile(x, y, TILE_FLOOR);
    for (beside_y = y - 1; beside_y != (uint8_t)(y + 2); ++beside_y) {
        for (beside_x = x - 1; beside_x != (uint8_t)(x + 2); ++beside_x) {
            if (get_tile(beside_x, beside_y) == TILE_EMPTY)
                set_tile(beside_x, beside_y, TILE_WALL);
        }
    }
}

/* Walk from a random tile, one tile a step, and remember start and farthest tile.
 *
 * A step onto the map's outermost ring is not made, but counts. The farthest tile is the first one
 * at the greatest Manhattan distance from the start. */
static void walk(void)
{
    uint8_t x, y;
    uint16_t step, distance, farthest;

    walker_x = 1 + random_below(MAP_WIDTH - 2);
    walker_y = 1 + random_below(MAP_HEIGHT - 2);
    counters.up_x = counters.down_x = walker_x;
    counters.up_y = counters.down_y = walker_y;
    farthest = 0;
    dig(walker_x, walker_y);
    for (step = WALK_STEPS; step != 0; --step) {
        x = walker_x;
        y = walker_y;
        switch (draw_direction()) {
        case STEP_LEFT:
            --x;
            break;
        case STEP_RIGHT:
            ++x;
            break;
        case STEP_UP:
            --y;
            break;
        default:
            ++y;
            break;
        }
        if (x == 0 || x == MAP_WIDTH - 1 || y == 0 || y == MAP_HEIGHT - 1)
            continue;
        walker_x = x;
        walker_y = y;
        dig(x, y);
        distance = x > counters.up_x ? x - counters.up_x : counters.up_x - x;
        distance += y > counters.up_y ? y - counters.up_y : counters.up_y - y;
        if (distance > farthest) {
            farthest = distance;
            counters.down_x = x;
            counters.down_y = y;
        }
    }
}

/* Up stairs where the walk began, down stairs at its farthest tile. */
static void place_stairs(void)
{
    set_tile(counters.up_x, counters.up_y, TILE_UP_STAIRS);
    if (counters.down_x == counters.up_x && counters.down_y == counters.up_y) {
        counters.status |= STATUS_NO_DOWN_STAIRS;
        counters.down_x = 0;
        counters.down_y = 0;
        return;
    }
    set_tile(counters.down_x, counters.down_y, TILE_DOWN_STAIRS);
}

uint8_t DUNGEON_GENERATE(void)
{
    begin_generation();
    clear_map();
    walk();
    phase_done(1);
    place_stairs();
    phase_done(2);
    place_camera(MAP_WIDTH, MAP_HEIGHT);
    phase_done(3);
    return end_generation();
}
