/* A figure walks a dungeon from the stairs up to the stairs down, and two monsters hunt it.
 *
 * Joystick in port 2, or the keys W, A, S, D; fire or the space bar waits. What is in sight is lit, what was seen
 * before is remembered, the rest is dark. One source for OSCAR64, cc65 and llvm-mos: the folders of that name say how it
 * is linked, with the module of the dungeon at its place.
 *
 * Free to use in any program, without notice, as all of examples/ is.
 */
#include "tomb.h"
#include "shapes.h"

/* Memory outside of the program. The module takes TOMB_FIRST to TOMB_END - 1. */
#define map ((uint8_t *)0x3800)                 /* the tiles, a byte each; bit 7: a wall that shows its front */
#define characters ((uint8_t *)0xc000)
#define steps ((uint8_t *)0xc100)               /* how far each tile is from the figure */
#define seen ((uint8_t *)0xc880)                /* a bit for each tile that was ever seen */
#define window ((uint8_t *)0xc980)              /* 17 x 17 tiles around the figure */
#define figure ((const uint8_t *)0xcb00)        /* its column, its row: */
#define figure_x (*(uint8_t *)0xcb00)           /* cc65 2.19 goes wrong with ((uint8_t *)0xcb00)[0] */
#define figure_y (*(uint8_t *)0xcb01)
#define monster_x ((uint8_t *)0xcb02)
#define monster_y ((uint8_t *)0xcb04)
#define level (*(uint8_t *)0xcb06)
#define screen ((uint8_t *)0xcc00)
#define colours ((uint8_t *)0xd800)

#define RASTER (*(volatile uint8_t *)0xd012)
#define VIC_MEMORY (*(volatile uint8_t *)0xd018)
#define BORDER (*(volatile uint8_t *)0xd020)
#define BACKGROUND (*(volatile uint8_t *)0xd021)
#define JOYSTICK (*(volatile uint8_t *)0xdc00)  /* also selects columns of the keyboard ... */
#define KEYS (*(volatile uint8_t *)0xdc01)      /* ... whose rows are here */
#define INTERRUPTS (*(volatile uint8_t *)0xdc0d)
#define VIC_BANK (*(volatile uint8_t *)0xdd00)

#define SUMMARY ((const struct tomb_summary_record *)TOMB_SUMMARY)
#define MONSTERS 2
#define NEAREST 16                              /* steps from the figure at which a monster may begin */
#define COLUMNS 40
#define ROWS 24                                 /* the last one has the number of the level */
#define FRONT 128
#define UP 1
#define DOWN 2
#define LEFT 4
#define RIGHT 8
#define FIRE 16

static const uint8_t lit[TILE_SHAPES] = { 0, 12, 9, 8, 7, 13, 12, 15 };
static const uint8_t remembered[TILE_SHAPES] = { 0, 11, 11, 11, 4, 4, 11, 6 };
static const uint8_t bits[8] = { 1, 2, 4, 8, 16, 32, 64, 128 };
static uint8_t left, top;                       /* the tile in the upper left corner of the screen */

static void wait_for_frame(void)
{
    while (RASTER != 250)
        ;
    while (RASTER == 250)
        ;
}

/* The number of a tile in the map, and in the steps. */
static uint16_t place_of(uint8_t x, uint8_t y)
{
    return (uint16_t)y * TOMB_WIDTH + x;
}

/* The first of `shown` tiles of a side of the map, so that `middle` is in the middle. */
static uint8_t first_shown(uint8_t middle, uint8_t shown, uint8_t side)
{
    uint8_t first = middle < shown / 2 ? 0 : middle - shown / 2;

    return first > side - shown ? side - shown : first;
}

/* Show something at a tile of the map if it is on the screen, and in sight. */
static void put(uint8_t x, uint8_t y, uint8_t shape, uint8_t colour)
{
    uint8_t column = x - figure_x + TOMB_WINDOW_RADIUS, row = y - figure_y + TOMB_WINDOW_RADIUS;
    uint16_t at;

    if (column >= TOMB_WINDOW_ROW || row >= TOMB_WINDOW_ROW
        || window[TOMB_WINDOW_ROW * row + column] & TOMB_WINDOW_NOT_SEEN)
        return;
    x -= left;
    y -= top;
    if (x < COLUMNS && y < ROWS) {
        at = COLUMNS * (uint16_t)y + x;
        screen[at] = shape;
        colours[at] = colour;
    }
}

static void draw(void)
{
    uint8_t x, y, n, shape, bit, row, column;
    const uint8_t *tile, *plane, *view;
    uint8_t *to = screen, *colour = colours;

    left = first_shown(figure_x, COLUMNS, TOMB_WIDTH);
    top = first_shown(figure_y, ROWS, TOMB_HEIGHT);
    tile = map + (uint16_t)top * TOMB_WIDTH + left;
    row = top - figure_y + TOMB_WINDOW_RADIUS;
    for (y = 0; y != ROWS; ++y) {
        plane = seen + (top + y) * TOMB_SEEN_ROW + (left >> 3);
        bit = bits[left & 7];
        view = window + (row < TOMB_WINDOW_ROW ? TOMB_WINDOW_ROW * row : 0);
        column = left - figure_x + TOMB_WINDOW_RADIUS;
        for (x = 0; x != COLUMNS; ++x) {
            shape = TOMB_TILE_EMPTY;
            if (*plane & bit) {
                shape = tile[x] & FRONT ? SHAPE_FRONT : tile[x];
                colour[x] = row < TOMB_WINDOW_ROW && column < TOMB_WINDOW_ROW && view[column] < TOMB_WINDOW_NOT_SEEN
                    ? lit[shape] : remembered[shape];
            }
            to[x] = shape;
            ++column;
            bit <<= 1;
            if (bit == 0) {
                bit = 1;
                ++plane;
            }
        }
        ++row;
        tile += TOMB_WIDTH;
        to += COLUMNS;
        colour += COLUMNS;
    }
    for (n = 0; n != MONSTERS; ++n)
        put(monster_x[n], monster_y[n], SHAPE_MONSTER, 10);
    put(figure_x, figure_y, SHAPE_FIGURE, 1);
}

static void look_around(void)
{
    tomb_field_of_view(map, window, figure_x, figure_y, TOMB_WINDOW_RADIUS);
    tomb_mark_seen(window, seen, figure_x, figure_y, TOMB_WINDOW_RADIUS);
    wait_for_frame();
    draw();
}

static void measure(void)
{
    tomb_distances(map, steps, figure, 1, TOMB_IS_WALKABLE, TOMB_WAY_TOWARDS);
}

/* Walls above something else than rock show their front. */
static void mark_fronts(void)
{
    uint16_t at;

    for (at = 0; at != TOMB_TILES - TOMB_WIDTH; ++at)
        if (map[at] == TOMB_TILE_WALL && map[at + TOMB_WIDTH] > TOMB_TILE_WALL)
            map[at] |= FRONT;
}

static void begin_level(void)
{
    uint16_t at;
    uint8_t n, away;

    TOMB_SET_SEED(7);
    TOMB_FLOOR = level;
    tomb_generate();
    tomb_unpack_map(map);
    mark_fronts();
    for (at = 0; at != TOMB_SEEN_BYTES; ++at)
        seen[at] = 0;
    figure_x = TOMB_SUMMARY_GET_UP_X(SUMMARY);
    figure_y = TOMB_SUMMARY_GET_UP_Y(SUMMARY);
    measure();
    for (n = 0; n != MONSTERS; ++n) {
        do {
            monster_x[n] = tomb_random_below(TOMB_WIDTH);
            monster_y[n] = tomb_random_below(TOMB_HEIGHT);
            away = steps[place_of(monster_x[n], monster_y[n])];
        } while (away < NEAREST || away == TOMB_STEPS_NOT_REACHED);
    }
    screen[COLUMNS * ROWS + 6] = SHAPE_DIGITS + (uint8_t)(level + 1) / 10;
    screen[COLUMNS * ROWS + 7] = SHAPE_DIGITS + (uint8_t)(level + 1) % 10;
    look_around();
}

/* The directions of the joystick, or of the keys: a bit each. */
static uint8_t asked_for(void)
{
    uint8_t keys, asked = ~JOYSTICK & 31;

    JOYSTICK = 0xfd;                            /* the column of W, A and S */
    keys = ~KEYS;
    if (keys & 2)
        asked |= UP;
    if (keys & 4)
        asked |= LEFT;
    if (keys & 32)
        asked |= DOWN;
    JOYSTICK = 0xfb;                            /* of D */
    if (~KEYS & 4)
        asked |= RIGHT;
    JOYSTICK = 0x7f;                            /* of the space bar */
    if (~KEYS & 16)
        asked |= FIRE;
    JOYSTICK = 0xff;                            /* none: the joystick can be read */
    return asked;
}

static void move_figure(uint8_t asked)
{
    uint8_t x = figure_x, y = figure_y;

    if (asked & UP)
        --y;
    else if (asked & DOWN)
        ++y;
    else if (asked & LEFT)
        --x;
    else if (asked & RIGHT)
        ++x;
    if (tomb_tile_is(x, y, TOMB_IS_WALKABLE)) {
        figure_x = x;
        figure_y = y;
    }
}

/* Each monster goes a step towards the figure, unless the other one is there. 1 if one has caught it. */
static uint8_t move_monsters(void)
{
    uint8_t n, x, y, caught = 0;

    measure();
    for (n = 0; n != MONSTERS; ++n) {
        if (tomb_next_step(steps, monster_x[n], monster_y[n], TOMB_WAY_TOWARDS) == TOMB_STATUS_DONE) {
            x = TOMB_CALL_X2;
            y = TOMB_CALL_Y2;
            if (x != monster_x[1 - n] || y != monster_y[1 - n]) {
                monster_x[n] = x;
                monster_y[n] = y;
            }
        }
        if (monster_x[n] == figure_x && monster_y[n] == figure_y)
            caught = 1;
    }
    return caught;
}

static void show_that_it_is_caught(void)
{
    uint8_t n;

    draw();
    for (n = 0; n != 50; ++n) {
        BORDER = n & 4 ? 2 : 0;
        wait_for_frame();
    }
    BORDER = 0;
}

static void begin_to_show(void)
{
    uint8_t n;

    INTERRUPTS = 0x7f;                          /* the keyboard is ours */
    JOYSTICK = 0xff;
    for (n = 0; n != SHAPES * 8; ++n)
        characters[n] = shapes[n];
    for (n = 0; n != COLUMNS; ++n) {
        screen[COLUMNS * ROWS + n] = n < 5 ? word[n] : TOMB_TILE_EMPTY;
        colours[COLUMNS * ROWS + n] = 12;
    }
    BORDER = 0;
    BACKGROUND = 0;
    VIC_BANK &= 0xfc;                           /* $C000-$FFFF: characters at $C000, screen at $CC00 */
    VIC_MEMORY = 0x30;
}

int main(void)
{
    uint8_t asked;

    begin_to_show();
    TOMB_CALL_RANDOM_STATE = 12345u;
    level = 0;
    begin_level();
    for (;;) {
        wait_for_frame();
        asked = asked_for();
        if (asked == 0)
            continue;
        move_figure(asked);
        if (map[place_of(figure_x, figure_y)] == TOMB_TILE_DOWN_STAIRS) {
            ++level;
            begin_level();
        } else if (move_monsters()) {
            show_that_it_is_caught();
            level = 0;
            begin_level();
        } else
            look_around();
    }
    return 0;
}
