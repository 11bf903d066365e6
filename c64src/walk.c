/* A random walk through solid ground: document 003's first version, in integers. The twin of
 * pygen/reference/walk.py, included by the emitted unit of every dungeon of this kind.
 */

#define STEP_LEFT 0
#define STEP_RIGHT 1
#define STEP_UP 2
#define STEP_DOWN 3

ZEROPAGE_BEGIN
ZEROPAGE static uint8_t walker_x;
ZEROPAGE static uint8_t walker_y;
#if PULL_TO_CENTRE
/* Weights of neighbours: of the left one, of the left and the right one, of the upper one; that of all
 * four is random_whole. */
ZEROPAGE static uint8_t left_weight;
ZEROPAGE static uint16_t across_weight;
ZEROPAGE static uint8_t up_weight;
#endif
ZEROPAGE_END

/* The farthest distance from where the walk began, so far. */
static uint16_t farthest;

#if PULL_TO_CENTRE

#include "walk/weigh_neighbours.c"

/* One of the four directions, likelier where the next tile is nearer to the centre. */
static uint8_t draw_direction(void)
{
    weigh_neighbours();
    random_draw();
    random_part = across_weight;
    if (random_is_within()) {
        random_part = left_weight;
        if (random_is_within())
            return STEP_LEFT;
        return STEP_RIGHT;
    }
    random_part = across_weight;
    random_part += up_weight;
    if (random_is_within())
        return STEP_UP;
    return STEP_DOWN;
}

#else

/* One of the four directions, all alike. */
static uint8_t draw_direction(void)
{
    return random_below(4);
}

#endif

/* Make the empty ones of three tiles wall: those in a row, or in a column, from (x, y) on. */
static void wall_in(uint8_t x, uint8_t y, uint8_t in_column)
{
    uint8_t left, place;

    for (left = 3; left != 0; --left) {
        place = find_tile(x, y);
        IGNORE_PLACE(place);
        if (FOUND_TILE_IS_EMPTY) {
            fill_pattern = TILE_PATTERN(TILE_WALL, place);
            merge_tile();
        }
        if (in_column)
            ++y;
        else
            ++x;
    }
}

/* Make empty tiles around the walker's new tile, on all 8 sides, wall. Only the three ahead can be
 * empty: the others touch the tile that the walker comes from. */
static void wall_ahead(uint8_t direction)
{
    uint8_t x, y;

    x = walker_x - 1;
    y = walker_y - 1;
    if (direction == STEP_RIGHT)
        x += 2;
    else if (direction == STEP_DOWN)
        y += 2;
    wall_in(x, y, direction < STEP_UP);
}

/* Dig at a random tile, and wall it in on all sides: there the walk begins. */
static void begin_walk(void)
{
    uint8_t x;

    walker_x = 1 + random_below(MAP_WIDTH - 2);
    walker_y = 1 + random_below(MAP_HEIGHT - 2);
    counters.up_x = counters.down_x = walker_x;
    counters.up_y = counters.down_y = walker_y;
    farthest = 0;
    set_tile(walker_x, walker_y, TILE_FLOOR);
    for (x = walker_x - 1; x != (uint8_t)(walker_x + 2); ++x)
        wall_in(x, walker_y - 1, 1);
}

/* Remember the walker's tile if none was farther from where the walk began. */
static void measure(void)
{
    uint8_t across, down;
    uint16_t distance;

    across = walker_x;
    if (across > counters.up_x)
        across -= counters.up_x;
    else
        across = counters.up_x - across;
    down = walker_y;
    if (down > counters.up_y)
        down -= counters.up_y;
    else
        down = counters.up_y - down;
    distance = across;
    distance += down;
    if (distance > farthest) {
        farthest = distance;
        counters.down_x = walker_x;
        counters.down_y = walker_y;
    }
}

/* Walk from a random tile, one tile a step, dig, and remember start and farthest tile.
 *
 * A step onto the map's outermost ring is not made, but counts. The farthest tile is the first one
 * at the greatest Manhattan distance from the start, so those dug before need no second look. */
static void walk(void)
{
    uint8_t direction, place;
    uint16_t step;

    begin_walk();
    for (step = WALK_STEPS; step != 0; --step) {
        direction = draw_direction();
        switch (direction) {
        case STEP_LEFT:
            if (walker_x == 1)
                continue;
            --walker_x;
            break;
        case STEP_RIGHT:
            if (walker_x == MAP_WIDTH - 2)
                continue;
            ++walker_x;
            break;
        case STEP_UP:
            if (walker_y == 1)
                continue;
            --walker_y;
            break;
        default:
            if (walker_y == MAP_HEIGHT - 2)
                continue;
            ++walker_y;
            break;
        }
        /* set_tile, in place: every step comes here. */
        place = find_tile(walker_x, walker_y);
        IGNORE_PLACE(place);
        fill_pattern = TILE_PATTERN(TILE_FLOOR, place);
        if (merge_tile()) {
            wall_ahead(direction);
            measure();
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
