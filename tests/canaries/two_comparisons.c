/* Two comparisons of parameters with a variable less 1, the second one perhaps made without the first.
 *
 * The high byte for the second comparison is set only where the first one is made.
 * Avoided: the difference is cast to a byte
 * Fails: cc65 2.18
 * Expect: 01 02 00 02 03
 */
#include "canary.h"

static uint8_t rows, columns, direction;

NOINLINE uint8_t turn(uint8_t x, uint8_t y)
{
    if (direction == 0 && y == rows - 1)
        direction = 1;
    if (direction == 1 && x == columns - 1)
        direction = 2;
    return direction;
}

NOINLINE void canary(void)
{
    rows = 5;
    columns = 4;
    direction = 0;
    RESULTS[0] = turn(1, 4);
    direction = 1;
    RESULTS[1] = turn(3, 2);
    direction = 0;
    RESULTS[2] = turn(3, 2);
    direction = 0;
    RESULTS[3] = turn(3, 4);
    direction = 3;
    RESULTS[4] = turn(3, 4);
}
