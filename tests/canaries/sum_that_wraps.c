/* A sum of bytes in a loop that is compared with one of them, to see whether it wrapped, and then with a limit.
 *
 * The compiler leaves the first comparison out.
 * Avoided: compares the other summand with what is left up to the limit
 * Fails: oscar64 1.32.271
 * Expect: 00 01
 */
#include "canary.h"

static uint8_t steps_of[48], to_of[48], distance[16];
static uint8_t first_way[16], ways[16], limit;

NOINLINE void follow(uint8_t room)
{
    uint8_t to, steps, there, left, way;

    steps = distance[room];
    way = first_way[room];
    for (left = ways[room]; left != 0; --left, ++way) {
        there = steps + steps_of[way];
        if (there < steps || there >= limit)
            continue;
        to = to_of[way];
        if (there < distance[to])
            distance[to] = there;
    }
}

NOINLINE void canary(void)
{
    limit = 200;
    distance[3] = 190;
    ways[3] = 1;
    first_way[3] = 0;
    distance[1] = 255;
    to_of[0] = 1;
    steps_of[0] = 100;
    follow(3);
    RESULTS[0] = distance[1] == 34;
    distance[3] = 90;
    follow(3);
    RESULTS[1] = distance[1] == 190;
}
