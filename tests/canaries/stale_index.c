/* Nested loops over two tables, whose indexes take turns in the processor's one register for them.
 *
 * Expect: 00 03 06 09 01 04 07 0A 02 05 08 0B 0A 19
 */
#include "canary.h"

static uint8_t from[12], to[12];

NOINLINE uint8_t turn(uint8_t rows, uint8_t columns)
{
    uint8_t row, column, source, target;

    target = 0;
    for (row = 0; row != rows; ++row) {
        source = row;
        for (column = 0; column != columns; ++column) {
            to[target] = from[source];
            source += rows;
            ++target;
        }
    }
    return target;
}

NOINLINE uint8_t sum_below(uint8_t limit)
{
    uint8_t outer, inner, sum;

    sum = 0;
    for (outer = 0; outer != 4; ++outer) {
        for (inner = 0; inner != outer; ++inner) {
            if (from[inner] < limit)
                sum += from[outer] - from[inner];
        }
    }
    return sum;
}

NOINLINE void canary(void)
{
    uint8_t n;

    for (n = 0; n != 12; ++n)
        from[n] = n;
    turn(3, 4);
    for (n = 0; n != 12; ++n)
        RESULTS[n] = to[n];
    RESULTS[12] = sum_below(255);
    RESULTS[13] = sum_below(2) + 16;
}
