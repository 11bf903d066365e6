/* A parameter of 16 bits that is 0 is replaced by a small number; then its bytes are kept apart, and changed in a loop.
 *
 * With -O2 -xz the upper byte of any other parameter is taken for that of the small number.
 * Avoided: the function that changes the bytes is a kernel, or works on a word
 * Fails: oscar64 1.32.271
 * Expect: 3D 0C 34 17
 */
#include "canary.h"

static uint8_t low, high;

static void step(void)
{
    uint8_t carried;

    carried = (uint8_t)(high << 7) | (uint8_t)(low >> 1);
    high ^= carried;
    low ^= (uint8_t)(low << 7);
    low ^= (uint8_t)(high >> 1);
    high ^= low;
}

NOINLINE void seed(uint16_t value)
{
    uint8_t left;

    if (value == 0)
        value = 225;
    low = (uint8_t)value;
    high = (uint8_t)(value >> 8);
    for (left = 3; left != 0; --left)
        step();
}

NOINLINE void canary(void)
{
    seed(7);
    RESULTS[0] = low;
    RESULTS[1] = high;
    seed(44257u);
    RESULTS[2] = low;
    RESULTS[3] = high;
}
