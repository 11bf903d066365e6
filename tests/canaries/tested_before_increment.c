/* A variable decides between two values and is incremented right behind.
 *
 * From -O1 on the incremented value is tested.
 * Avoided: our code increments where nothing before it tests the variable
 * Fails: oscar64 1.32.271
 * Expect: 07 15 16 03
 */
#include "canary.h"

static uint8_t corner_x, corner_y, count, low_x, high_x, low_y, high_y, chosen_x, chosen_y;
static uint8_t right[4], bottom[4];

#include "core/small_code_begin.h"

NOINLINE uint8_t next(void)
{
    uint8_t x, y, h;

    for (; corner_y <= count; ++corner_y) {
        y = corner_y ? bottom[corner_y - 1] : low_y;
        if (y + 4 > high_y)
            continue;
        while (corner_x <= count) {
            x = corner_x ? right[corner_x - 1] : low_x;
            ++corner_x;
            if (x + 4 > high_x)
                continue;
            for (h = 2; h != 0; --h)
                chosen_x = x;
            chosen_y = y;
            return 1;
        }
        corner_x = 0;
    }
    return 0;
}

#include "core/small_code_end.h"

NOINLINE void canary(void)
{
    uint8_t n;

    corner_x = 0;
    corner_y = 0;
    count = 2;
    low_x = 7;
    low_y = 80;
    high_x = 90;
    high_y = 90;
    right[0] = 0x15;
    right[1] = 0x16;
    bottom[0] = 88;
    bottom[1] = 89;
    for (n = 0; next(); ++n)
        RESULTS[n] = chosen_x;
    RESULTS[3] = n;
}
