/* Constant tables whose rows are several bytes, read with a biased and scaled index.
 *
 * Expect: 15 16 17 0B 2A 03 1F 01
 */
#include "canary.h"

struct entry {
    uint8_t x, y, z;
};

static const uint8_t rows[5][4] = {
    {1, 2, 3, 4}, {11, 12, 13, 14}, {21, 22, 23, 24}, {31, 32, 33, 34}, {41, 42, 43, 44},
};
static const struct entry entries[4] = {{1, 2, 3}, {21, 22, 23}, {31, 32, 33}, {41, 42, 43}};

NOINLINE uint8_t at(uint8_t row, uint8_t column)
{
    return rows[row - 1][column];
}

NOINLINE uint8_t field(uint8_t index)
{
    return entries[index + 1].y;
}

NOINLINE void canary(void)
{
    uint8_t n;

    for (n = 0; n != 3; ++n)
        RESULTS[n] = at(3, n);
    RESULTS[3] = at(2, 0);
    RESULTS[4] = field(2);
    RESULTS[5] = entries[0].z;
    RESULTS[6] = at(4, 0);
    RESULTS[7] = rows[0][0];
}
