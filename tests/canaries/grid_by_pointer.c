/* Stores into a two-dimensional array through a pointer to it, in nested loops.
 *
 * Expect: 00 01 02 03 10 11 12 13 20 21 22 23 30 31 32 33 EE
 */
#include "canary.h"

typedef uint8_t grid_type[4][4];

static grid_type grid;
static uint8_t guard;

static void fill(grid_type *target, uint8_t step)
{
    uint8_t x, y;

    for (y = 0; y != 4; ++y) {
        for (x = 0; x != 4; ++x)
            (*target)[y][x] = (uint8_t)(y * step) + x;
    }
}

NOINLINE void fill_outer(grid_type *target)
{
    fill(target, 16);
}

NOINLINE void canary(void)
{
    uint8_t x, y;

    guard = 0xEE;
    fill_outer(&grid);
    for (y = 0; y != 4; ++y) {
        for (x = 0; x != 4; ++x)
            RESULTS[(y << 2) + x] = grid[y][x];
    }
    RESULTS[16] = guard;
}
