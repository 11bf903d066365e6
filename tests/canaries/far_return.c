/* A switch of more than 128 bytes whose cases return 0, and one what a function has returned.
 *
 * The last branch to the common return is counted as one to a jump nearby. A copy of the return was
 * put there instead, so the branch takes three bytes more, over which the next code is written.
 * Avoided: a build in which it happens is refused
 * Fails: oscar64 1.32.271
 * Expect: 03 00
 */
#include "canary.h"

static uint8_t stage, is_first;
static volatile uint8_t answer;
static volatile uint16_t words[7];

NOINLINE uint8_t work(void)
{
    return answer;
}

NOINLINE uint8_t find(void)
{
    if (work() != 1)
        return 2;
    return work() == 1;
}

NOINLINE uint8_t step(void)
{
    uint8_t result;

    switch (stage) {
    case 1:
        result = find();
        if (result != 1)
            return result;
        stage = 4;
        if (is_first == 0) {
            words[0] = 0x0102;
            words[1] = 0x0304;
            words[2] = 0x0506;
            words[3] = 0x0708;
            words[4] = 0x090A;
            words[5] = 0x0B0C;
            words[6] = 0x0D0E;
            stage = 2;
            return 0;
        }
        is_first = 0;
        answer = 7;
        return 0;
    case 2:
        if (work())
            stage = 3;
        return 0;
    case 3:
        if (work()) {
            answer = 9;
            stage = 4;
        }
        return 0;
    default:
        stage = 1;
        return 0;
    }
}

NOINLINE void canary(void)
{
    answer = 1;
    stage = 2;
    RESULTS[1] = step();
    RESULTS[0] = stage;
}
