#include "core/floors.h"
#include "random_constants.h"

uint16_t floor_seed(uint16_t dungeon_seed, uint8_t floor)
{
    /* Not uint16_t, which a host multiplies as int, whose overflow is undefined. */
    unsigned multiplier, increment;

    multiplier = FLOOR_MULTIPLIER;
    increment = FLOOR_INCREMENT;
    /* One, two, four, ... steps of the generator at once: twice x -> m x + c is m m x + c (m + 1). */
    while (floor != 0) {
        if (floor & 1)
            dungeon_seed = dungeon_seed * multiplier + increment;
        increment *= multiplier + 1;
        multiplier *= multiplier;
        floor >>= 1;
    }
    return dungeon_seed;
}
