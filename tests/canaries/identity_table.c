/* A constant table whose entries are their own indexes, read with a biased sum as index.
 *
 * From -O1 on the bias is lost when the table is folded away.
 * Avoided: our emitted headers have a macro in place of such a table
 * Fails: oscar64 1.32.271, oscar64 1.32.272
 * Expect: 08 04 1C
 */
#include "canary.h"

static const uint8_t itself[32] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
};
static uint8_t *const rows[3] = {BYTES_AT(0x0800), BYTES_AT(0x0820), BYTES_AT(0x0840)};
static uint8_t starts[3], lengths[3];

static void fill(uint8_t x, uint8_t y, uint8_t w, uint8_t h, uint8_t value)
{
    uint8_t first, last, at;
    uint8_t *row;

    do {
        row = rows[y];
        at = x;
        first = itself[at];
        at = (uint8_t)(at + w - 1);
        last = itself[at];
        if (first == last) {
            row[first] = value;
        } else {
            row[first] = value;
            for (at = first + 1; at != last; ++at)
                row[at] = value;
            row[last] = value;
        }
        ++y;
    } while (--h != 0);
}

NOINLINE void draw(void)
{
    uint8_t n;

    for (n = 0; n != 3; ++n) {
        fill(starts[n] - 1, n, lengths[n] + 2, 1, 1);
        fill(starts[n], n, lengths[n], 1, 2);
    }
}

NOINLINE void canary(void)
{
    uint8_t n, x, sum;

    for (n = 0; n != 96; ++n)
        SCRATCH[n] = 0;
    starts[0] = 2;
    lengths[0] = 3;
    starts[1] = 10;
    lengths[1] = 1;
    starts[2] = 9;
    lengths[2] = 13;
    draw();
    for (n = 0; n != 3; ++n) {
        sum = 0;
        for (x = 0; x != 32; ++x)
            sum += SCRATCH[(uint8_t)(n << 5) + x];
        RESULTS[n] = sum;
    }
}
