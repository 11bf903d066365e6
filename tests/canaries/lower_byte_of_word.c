/* A byte compared with the lower byte of the word in a constant table of one entry, in a chain of &&.
 *
 * The cast to a byte is lost when the table is folded to its entry: the byte is compared with the
 * whole word, and never equal.
 * Avoided: words are put together and compared as words
 * Fails: oscar64 1.32.271
 * Expect: 01 00
 */
#include "canary.h"

static const uint16_t sizes[1] = {3022u};
static uint8_t low, high, answer;

static uint8_t is_size(uint8_t entry)
{
    return answer == 3 && low == (uint8_t)sizes[entry] && high == (uint8_t)(sizes[entry] >> 8);
}

NOINLINE void set(uint8_t value)
{
    answer = value;
    low = 3022 & 0xFF;
    high = 3022 >> 8;
}

NOINLINE void canary(void)
{
    set(3);
    RESULTS[0] = is_size(0);
    set(4);
    RESULTS[1] = is_size(0);
}
