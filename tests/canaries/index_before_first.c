/* A byte of a table, in a sum, is read at an index that is then incremented, and used for another table behind that.
 *
 * The compiler decrements the index before the loop, increments it where that stands, and reads the table one byte
 * farther: for an index of 0 that is 256 bytes behind the entry.
 * Avoided: increments last, as the third expression of `for`
 * Fails: oscar64 1.32.271
 * Expect: 0C 0D
 */
#include "canary.h"

static uint8_t steps_of[48], to_of[48], distance[16];
static uint8_t first_way[16], ways[16], limit;

NOINLINE void follow(uint8_t room)
{
    uint8_t to, steps, there, left, known, way;

    steps = distance[room];
    way = first_way[room];
    for (left = ways[room]; left != 0; --left) {
        to = to_of[way];
        there = steps + steps_of[way];
        ++way;
        known = distance[to];
        if (there < steps || there >= limit || there >= known)
            continue;
        distance[to] = there;
    }
}

NOINLINE void canary(void)
{
    uint8_t n;

    for (n = 0; n != 16; ++n) {
        distance[n] = 255;
        first_way[n] = 0;
        ways[n] = 2;
    }
    limit = 200;
    distance[3] = 5;
    to_of[0] = 1;
    steps_of[0] = 7;
    to_of[1] = 2;
    steps_of[1] = 8;
    follow(3);
    RESULTS[0] = distance[1];
    RESULTS[1] = distance[2];
}
