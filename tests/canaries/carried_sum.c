/* Two values, and a length that is added to one or the other and then compared.
 *
 * The upper byte of the sum, which nothing needs, is put into the register with the other value.
 * Avoided: the one function of ours that has it is inlined from -O2 on, and right then
 * Fails: oscar64 1.32.271
 * Expect: 0C 09 05 0B
 */
#include "canary.h"

static uint8_t places[2][4];
static uint8_t column, row;

NOINLINE void show(uint8_t at)
{
    RESULTS[at] = column;
    RESULTS[at + 1] = row;
}

NOINLINE void look_beyond(const uint8_t *place, uint8_t at)
{
    uint8_t x, y;

    x = place[0];
    y = place[1];
    if (place[2] != 1) {
        x += place[2];
        ++x;
        if (x < 2 || x > 69)
            return;
    } else
        y += place[3];
    column = x;
    row = y;
    show(at);
}

NOINLINE void canary(void)
{
    places[0][0] = 8;
    places[0][1] = 9;
    places[0][2] = 3;
    places[1][0] = 5;
    places[1][1] = 7;
    places[1][2] = 1;
    places[1][3] = 4;
    look_beyond(places[0], 0);
    look_beyond(places[1], 2);
}
